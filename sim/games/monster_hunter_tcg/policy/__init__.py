"""The policies: for each decision its features, a score for each alternative, and the choice."""
