"""The topics of the report, one module each: `build(played, dealt) -> Topic`."""
