"""Shapes, palette, dice, cards, pawns: what the games' pictures share."""
