"""The audit line of each write: who did what to which thing. No text: that is the team's own."""

from typing import TYPE_CHECKING, Any

from engawa.answer import Answer

if TYPE_CHECKING:
    from engawa.api import Call, Route

READING = {"contexts:read", "socket:ticket"}  # scopes of routes that are POST and write nothing of the team's


def line(route: "Route", call: "Call", answer: Any) -> dict[str, Any] | None:
    """None where nothing was written: by a GET, and by an agent that asked and found no job."""
    status = answer.status if isinstance(answer, Answer) else 200
    if route.key.startswith("GET ") or route.scope in READING or (status == 204 and route.scope == "agent:work"):
        return None
    who = {"token": call.token.id, "kind": call.token.kind, "workspace": call.workspace.id}
    return {**who, "route": route.key, "id": call.path.get("id") or getattr(call.body, "id", None) or _id_in(answer)}


def _id_in(answer: Any) -> Any:
    return answer.get("id") if isinstance(answer, dict) else None
