"""Simulate, analyse, compare: what a game is like when it is played very often."""
