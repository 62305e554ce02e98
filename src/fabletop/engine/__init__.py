"""What a game is: record fields, moves, chance, views, records, registry.  Imports nothing else of ours."""
