"""The queue under failing agents: the cloud's own code on a table of dictionaries, everything from one seed."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The layers are no packages of .venv: Lambda, the local stack and the tests find them by their path, and so do we.
sys.path[:0] = [str(ROOT / folder) for folder in ("layers/engawa/python", "layers/text/python")]
