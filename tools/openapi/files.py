"""The two files that the console function serves."""

import json
from functools import cache
from pathlib import Path

from engawa import openapi
from tools.openapi import ROOT, document, page

FOLDER = ROOT / "layers/engawa/python/engawa/openapi"


@cache
def made() -> dict[Path, str]:
    """What each file should hold."""
    built = document.built()
    text = json.dumps(built, ensure_ascii=False, indent=1) + "\n"
    return {FOLDER / openapi.DOCUMENT: text, FOLDER / openapi.PAGE: page.built(built)}
