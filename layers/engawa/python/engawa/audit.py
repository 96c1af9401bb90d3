"""The audit lines: who wrote what to which thing, and whose call was refused. No text: that is the team's own."""

from typing import TYPE_CHECKING, Any

from engawa.answer import Answer

if TYPE_CHECKING:
    from engawa.access import Token
    from engawa.api import Call, Route

READING = {"contexts:read", "socket:ticket"}  # scopes of routes that are POST and write nothing of the team's


def written(route: "Route", call: "Call", answer: Any) -> dict[str, Any] | None:
    """None where nothing was written: by a GET, and by an agent that asked and found no job."""
    status = answer.status if isinstance(answer, Answer) else 200
    if route.key.startswith("GET ") or route.scope in READING or (status == 204 and route.scope == "agent:work"):
        return None
    about = call.path.get("id") or getattr(call.body, "id", None) or _id_in(answer)
    return {**_who(call.token), "route": route.key, "id": about}


def refused(route: "Route", token: "Token", reason: str) -> dict[str, Any]:
    """`reason`: the error's code, or why the token is over. Not the id that was asked for, which may be any text."""
    return {**_who(token), "route": route.key, "reason": reason}


def _who(token: "Token") -> dict[str, str]:
    return {"token": token.id, "kind": token.kind, "workspace": token.workspace_id}


def _id_in(answer: Any) -> Any:
    return answer.get("id") if isinstance(answer, dict) else None
