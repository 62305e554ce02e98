"""Three Animals, a tiny game of hidden cards."""
