"""The small complete game that `fabletop new-game` copies: change it into yours, file by file."""
