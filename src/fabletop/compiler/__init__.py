"""The same text of the rules at machine speed."""
