"""Events from a file, for one call."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from local.trouble import Trouble


def read(file: str) -> Any:
    """The JSON in `file`, or on stdin for "-". Raises Trouble."""
    try:
        return json.loads(sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise Trouble(f"{file} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise Trouble(f"{file} is not JSON: {error}.") from error


def admitted(event: Any, tokens: Mapping[str, str]) -> Any:
    """`event` with the stack's own token of the same kind in place of an example's, which no table knows."""
    headers = event.get("headers") if isinstance(event, dict) else None
    bearer = str((headers or {}).get("authorization", ""))
    for kind, token in tokens.items():
        if bearer.startswith(f"Bearer eng_{kind}_") and bearer[7:] not in tokens.values():
            return {**event, "headers": {**event["headers"], "authorization": f"Bearer {token}"}}
    return event
