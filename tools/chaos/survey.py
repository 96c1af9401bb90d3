"""The workspace as it is in the end, read through the API."""

from collections.abc import Iterator
from typing import Any

from engawa_agent.api import Api

PAGE = 200


def jobs(api: Api) -> dict[str, dict[str, Any]]:
    """All jobs by their ids, whole."""
    heads = _pages(api, "/api/ai/jobs", {"limit": PAGE})
    return {head["id"]: api.call("GET", f"/api/ai/jobs/{head['id']}").json for head in heads}


def nodes(api: Api) -> list[dict[str, Any]]:
    return list(_pages(api, "/api/nodes", {}))


def _pages(api: Api, path: str, options: dict[str, str | int]) -> Iterator[dict[str, Any]]:
    page = api.call("GET", path, params=options)
    yield from page.json
    while following := page.headers.get("x-next-cursor"):
        page = api.call("GET", path, params={**options, "cursor": following})
        yield from page.json
