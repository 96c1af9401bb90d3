"""Lists that the server gives in pages."""

from collections.abc import Iterator, Mapping
from typing import Any

from engawa_agent.api import Api


def rows(api: Api, path: str, params: Mapping[str, str] | None = None) -> Iterator[dict[str, Any]]:
    """All of a list, one page after the other."""
    asked = dict(params or {})
    while True:
        reply = api.call("GET", path, params=asked)
        yield from reply.json
        if not (cursor := reply.headers.get("x-next-cursor")):
            return
        asked["cursor"] = cursor
