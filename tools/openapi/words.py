"""What docs/api.md says: of the API as a whole, of each route, of each error."""

import re
from functools import cache

from tools.openapi import ROOT

ROUTE = re.compile(r"^\| `([A-Z]+ /[^`]*)` \| \S+ \| (.*) \|$", re.MULTILINE)
ERROR = re.compile(r"^\| \d{3} \| `(\w+)` \| (.*) \|$", re.MULTILINE)


@cache
def text() -> str:
    return (ROOT / "docs/api.md").read_text(encoding="utf-8")


def of_routes() -> dict[str, str]:
    """What each route does, by its key."""
    return dict(ROUTE.findall(text()))


def of_errors() -> dict[str, str]:
    """When each error is given, by its code."""
    return dict(ERROR.findall(text()))


def of_all() -> str:
    """Everything else: what stands before and after the table of routes."""
    before, _, after = text().partition("\n## Routes\n")
    (*_, last) = ROUTE.finditer(after)
    return f"{before.removeprefix('# API').strip()}\n\n{after[last.end() :].strip()}\n"
