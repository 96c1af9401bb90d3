"""The API's document and its page: made from the routes, the models and docs/api.md, so that nothing is said twice."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# As in Lambda the layers are on the path; they are not installed here.
sys.path[:0] = [str(ROOT / folder) for folder in ("layers/engawa/python", "layers/text/python")]
