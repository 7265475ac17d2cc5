"""The topics of the hunt, one module each: `build(played) -> Topic`."""
