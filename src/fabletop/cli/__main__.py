"""`python -m fabletop.cli` is the command `fabletop`."""

import sys

from fabletop.cli import main

sys.exit(main())
