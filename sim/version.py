"""The version of huntlab; a change of results raises the middle number."""

__version__ = "0.1.0"
