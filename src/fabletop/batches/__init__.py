"""Many games at once, for learners: `fabletop.batch(…)`, and what its numbers mean."""
