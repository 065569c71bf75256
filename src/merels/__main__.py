"""``python -m merels``."""

import sys

from merels.cli import main

sys.exit(main())
