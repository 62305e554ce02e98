"""How much do the tests notice?  Small faults are put into the code, one at a time, and the tests that run the faulty
line are asked: `make mutants`.  See docs/mutants.md for what came out and docs/decisions/ for why it is our own."""
