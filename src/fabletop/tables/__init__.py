"""A table: who sits where, what happened, dice that can be checked, and a store that loses nothing."""
