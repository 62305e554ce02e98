"""The games under the interfaces that other libraries expect; each file needs only its own library (extra `rl`)."""
