"""The API's own description: a document for programs and a page for people. `make openapi` writes both files."""

import hashlib
import json
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import Any

from engawa.answer import Answer

DOCUMENT, PAGE = "openapi.json", "docs.html"
HTML = "text/html; charset=utf-8"


@cache
def document() -> Any:
    return json.loads(_text(DOCUMENT))


@cache
def page() -> Answer:
    """Nothing but its own style: no script, no request, no frame."""
    text = _text(PAGE)
    style = text.partition("<style>")[2].partition("</style>")[0]
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    headers = {"content-type": HTML, "content-security-policy": f"{policy}; frame-ancestors 'none'"}
    return Answer(text, headers=headers)


def _text(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")
