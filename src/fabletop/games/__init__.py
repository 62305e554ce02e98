"""The games, one folder each.  Further folders of games can be named in FABLETOP_GAMES (like PATH)."""

from __future__ import annotations

import os

__path__ += [folder for folder in os.environ.get("FABLETOP_GAMES", "").split(os.pathsep) if folder]
