"""What Engawa costs: how the builders grow, and the table's units for each thing that is done."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# As in Lambda the layers are on the path; they are not installed here.
sys.path[:0] = [str(ROOT / folder) for folder in ("layers/engawa/python", "layers/text/python")]
