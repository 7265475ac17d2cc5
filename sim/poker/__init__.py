"""The category of any number of cards, exact counts, and how they are dealt."""
