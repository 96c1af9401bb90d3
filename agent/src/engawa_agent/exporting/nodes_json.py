"""Anything as our own JSON, which `engawa import` takes back."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engawa_agent.exporting.result import Export


def write(top: Mapping[str, Any], nodes: Sequence[Mapping[str, Any]], edges: Sequence[Mapping[str, Any]]) -> Export:
    content = {"nodes": [top, *nodes], "edges": [*edges]}
    return Export(json.dumps(content, ensure_ascii=False, indent=2) + "\n")
