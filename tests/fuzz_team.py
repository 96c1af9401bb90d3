"""A team on a running stack, as a fuzzer knows it: its tokens, what there is, and what can follow what it was told."""

import re
from collections import defaultdict, deque
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import uuid4

import requests

import contract
from engawa import job_types, node_types
from tools.stack import Stack

MOST_KNOWN = 100
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
# Which nodes a field names. What is no id, such as a text that a fuzzer put there, stays.
FIELDS = {
    "parentId": ("container",),
    "containerId": ("container",),
    "boardId": ("board",),
    "chatRoomId": ("chat_room",),
    "targetId": ("board", "document", "project"),
    "sourceNodeId": ("node",),
    "targetNodeId": ("node",),
    "nodeIds": ("node",),
    "workspaceId": ("workspace",),
}
TARGETS = {"document": "document", "project": "project"}
NEEDS = {"chatRoomId": "chat_room", "nodeIds": "node", "prompt": "4 ideas", "sourceText": "We ship in May."}
# What each kind of context and each type of job cannot do without: a field, and which node or what text is in it.
CONTEXTS = [
    *((kind, {"targetId": TARGETS.get(kind, "board")}) for kind in ("board", "organize", "document", "project")),
    ("chat", {"chatRoomId": "chat_room"}),
    ("selection", {"nodeIds": "node"}),
]
JOBS = [
    (name, {need: {**NEEDS, "targetId": TARGETS.get(job_type.source.kind, "board")}[need] for need in job_type.needs})
    for name, job_type in job_types.every().items()
]
ORDERS = {"POST /api/contexts": ("kind", CONTEXTS), "POST /api/ai/jobs": ("type", JOBS)}
# What would lock out, or end, the token that asks.
WITH_A_FRESH_TOKEN = {
    "DELETE /api/tokens/current",
    "POST /api/pairing/look",
    "POST /api/pairing/approve",
    "POST /api/pairing/deny",
}
AGENTS = ("agent-1", "agent-2", "agent-3")  # one token may have a hundred
Headers = dict[str, str]


@dataclass(frozen=True)
class Link:
    """A link of the document, with the values that an answer gave it, and the headers of the call before."""

    parameters: Mapping[str, Any]
    body: Mapping[str, Any]
    headers: Headers


class Team:
    def __init__(self, stack: Stack, session: requests.Session) -> None:
        self.url, self.tokens = stack.url, stack.tokens
        self._session = session
        self._known: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=MOST_KNOWN))
        self._links: dict[str, deque[Link]] = defaultdict(lambda: deque(maxlen=MOST_KNOWN))
        self._known["workspace"].append(self._call("GET", "/api/workspace")["id"])
        nodes = [{"id": str(uuid4()), "type": name} for name in node_types.NODE_TYPES if name != "workspace"]
        self._call("POST", "/api/nodes/batch", {"nodes": nodes})
        for node in nodes:
            self._know(node)

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        headers = bearer(self.tokens["admin"])
        answer = self._session.request(method, self.url + path, json=body, headers=headers, timeout=30)
        answer.raise_for_status()
        return answer.json()

    # What is known, in place of what a fuzzer invented

    def prepare(self, case: Any, dice: Random) -> Headers:
        """Let `case` be mostly about things that exist; the headers with which it is to be sent."""
        fields = case.body if isinstance(case.body, MutableMapping) else {}
        for place in (case.query, fields, *_rows(fields)):
            self._acquaint(place, dice)
        if isinstance(fields.get("agentId"), str) and dice.random() < 0.9:
            fields["agentId"] = dice.choice(AGENTS)
        if case.operation.label in ORDERS and dice.random() < 0.8:
            self._order(case, fields, dice)
        followed = self._follow(case, fields, dice)
        return followed or self._authorization(case.operation.label, dice)

    def _acquaint(self, fields: MutableMapping[str, Any], dice: Random) -> None:
        for name in sorted(fields.keys() & FIELDS.keys()):
            if dice.random() < 0.9:
                fields[name] = self._in_place_of(fields[name], dice.choice(FIELDS[name]), dice)

    def _in_place_of(self, value: Any, kind: str, dice: Random) -> Any:
        if isinstance(value, list):
            return [self._in_place_of(each, kind, dice) for each in value]
        is_id = isinstance(value, str) and UUID.fullmatch(value)
        return dice.choice(self._known[kind]) if is_id and self._known[kind] else value

    def _order(self, case: Any, fields: MutableMapping[str, Any], dice: Random) -> None:
        """A job or a context that there can be, with what its kind needs."""
        name, kinds = ORDERS[case.operation.label]
        if not isinstance(fields.get(name), str):
            return
        fields[name], needs = dice.choice(kinds)
        for field, what in needs.items():
            one = dice.choice(self._known[what]) if self._known[what] else what
            fields[field] = [one] if field == "nodeIds" else one
        if "Idempotency-Key" in case.headers:
            case.headers["Idempotency-Key"] = str(dice.random())

    def _follow(self, case: Any, fields: MutableMapping[str, Any], dice: Random) -> Headers:
        links = self._links[contract.operation(case.operation.label)["operationId"]]
        if not links or dice.random() < 0.1:
            return {}
        link = dice.choice(links)
        case.path_parameters.update(link.parameters)
        fields.update(link.body)
        fields.pop("agentId", None)  # a link goes on with the token alone
        return {} if case.operation.label in WITH_A_FRESH_TOKEN else link.headers

    def _authorization(self, key: str, dice: Random) -> Headers:
        """Mostly a token that may do what the route does; else another one, or none, or nonsense."""
        documented, luck = contract.operation(key), dice.random()
        if "x-scope" not in documented or luck < 0.02:
            return {}
        if luck < 0.04:
            return bearer(f"{self.tokens['member']}x")
        if key in WITH_A_FRESH_TOKEN:
            return bearer(self._call("POST", "/api/tokens", {"kind": "member", "name": "fresh"})["token"])
        return bearer(self.tokens[dice.choice(list(self.tokens) if luck < 0.07 else documented["x-kinds"])])

    # What an answer tells

    def learn(self, key: str, headers: Headers, told: Any) -> None:
        """Remember a node that was made, and whatever can follow the answer `told`."""
        if key == "POST /api/nodes":
            self._know(told)
        for name, link in contract.response(key, 200).get("links", {}).items():
            values = [_evaluated(link.get(place, {}), told) for place in ("parameters", "requestBody")]
            self._links[name].append(Link(*values, headers))

    def forget(self, node_id: str) -> None:
        for known in self._known.values():
            while node_id in known:
                known.remove(node_id)

    def _know(self, node: Mapping[str, Any]) -> None:
        for kind in ("node", node["type"], *(["container"] if node_types.is_container(node["type"]) else [])):
            self._known[kind].append(node["id"])


def bearer(token: str) -> Headers:
    return {"Authorization": f"Bearer {token}"}


def _rows(fields: Mapping[str, Any]) -> list[Any]:
    """The nodes and edges of a batch."""
    lists = [fields[name] for name in ("nodes", "edges") if isinstance(fields.get(name), list)]
    return [row for rows in lists for row in rows if isinstance(row, MutableMapping)]


def _evaluated(expressions: Mapping[str, Any], told: Any) -> dict[str, Any]:
    """`$response.body#/id` is `told["id"]`; what is no expression stands for itself."""
    prefix = "$response.body#/"
    return {
        name: told[value.removeprefix(prefix)] if str(value).startswith(prefix) else value
        for name, value in expressions.items()
    }
