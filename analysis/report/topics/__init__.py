"""The topics of the report: a folder a play, a module a topic, each with `build(played) -> Topic`."""
