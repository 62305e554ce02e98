"""Tables over HTTP: a JSON API and live streams.  Knows no game by name."""
