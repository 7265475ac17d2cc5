"""The rules, one module a section of the rulebook, one function a paragraph."""
