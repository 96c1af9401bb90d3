"""Sends an import, batch by batch, in an order in which a broken-off one can simply be sent again."""

from collections.abc import Callable
from typing import Any

from engawa_agent.api import Api
from engawa_agent.errors import Busy, Exit, NoAccess, Refused, ServerAway, Stop
from engawa_agent.importing.batches import Batch, batches
from engawa_agent.importing.result import Import

PAUSES = (1.0, 2.0, 4.0)  # seconds before another try while the server is away
AGAIN = "The same command again goes on from here: what is there already is only updated."


def send(api: Api, imported: Import, *, sleep: Callable[[float], None], advance: Callable[[int], Any]) -> None:
    """Write everything; `advance` hears how many items each batch had. Raises Stop, saying how far it came."""
    sent, total = 0, len(imported.nodes) + len(imported.edges)
    for batch in batches(imported.nodes, imported.edges):
        try:
            _post(api, batch, sleep)
        except NoAccess:
            raise
        except (Refused, ServerAway) as error:
            raise _stop(error, f"{sent:,} of {total:,} nodes and edges were written") from error
        size = len(batch["nodes"]) + len(batch["edges"])
        sent += size
        advance(size)


def _post(api: Api, batch: Batch, sleep: Callable[[float], None]) -> None:
    """Upserts, so another try does no harm even where the first one arrived."""
    for pause in PAUSES:
        try:
            api.call("POST", "/api/nodes/batch", batch)
            return
        except ServerAway as away:
            sleep(max(pause, away.retry_after or 0))
    api.call("POST", "/api/nodes/batch", batch)


def _stop(error: Refused | ServerAway, so_far: str) -> Stop:
    if isinstance(error, Busy):
        return Stop(Exit.FAILED, "E_BUSY", f"The server said no for now: {error.message}; {so_far}.", AGAIN)
    if isinstance(error, ServerAway):
        return Stop(Exit.SERVER_AWAY, "E_SERVER_AWAY", f"The server went away: {error.reason}; {so_far}.", AGAIN)
    what = f"The server did not take this file: {error.message} ({error.code}); {so_far}."
    return Stop(Exit.WRONG_USE, "E_REFUSED", what, "Mend the file, then the same command again.")
