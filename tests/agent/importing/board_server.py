"""A server that keeps nodes and edges in memory and answers the routes that import and export use."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.agent.importing.makers import WORKSPACE

CONTAINERS = {"workspace", "project", "board", "document", "chat_room"}


@dataclass
class Board:
    """What is stored, by id, and the size of each batch that came; `refuse_after` batches it says 400."""

    url: str = ""
    nodes: dict[str, dict[str, Any]] = field(default_factory=dict)
    edges: dict[str, dict[str, Any]] = field(default_factory=dict)
    batches: list[int] = field(default_factory=list)
    refuse_after: int = 10_000
    page: int = 1000

    def put(self, body: dict[str, Any]) -> tuple[int, Any]:
        items = body["nodes"] + body["edges"]
        if len(self.batches) >= self.refuse_after:
            return 400, {"error": {"code": "invalid", "message": "nodes[0].name: is not a text."}}
        self.batches.append(len(items))
        new = {node["id"] for node in body["nodes"]}
        assert len(items) <= 100
        assert all(node["parentId"] in self.nodes or node["parentId"] in new for node in body["nodes"])
        for node in body["nodes"]:
            self.nodes[node["id"]] = {"createdAt": "2026-11-29T08:00:02.000000Z", "orderKey": "", **node}
        self.edges |= {edge["id"]: edge for edge in body["edges"]}
        return 200, {"nodes": len(body["nodes"]), "edges": len(body["edges"])}

    def get(self, path: str, query: dict[str, str]) -> tuple[int, Any]:
        if path == "/api/workspace":
            return 200, self.nodes[WORKSPACE]
        if path == "/api/edges":
            return 200, [edge for edge in self.edges.values() if edge["boardId"] == query["boardId"]]
        if path == "/api/nodes":
            return 200, [node for node in self.nodes.values() if self._container(node) == query["containerId"]]
        node = self.nodes.get(path.rsplit("/", 1)[1])
        return (200, node) if node else (404, {"error": {"code": "not_found", "message": "There is no such node."}})

    def _container(self, node: dict[str, Any]) -> str | None:
        above = self.nodes.get(node["parentId"] or "")
        while above and above["type"] not in CONTAINERS:
            above = self.nodes.get(above["parentId"])
        return above["id"] if above else None


def _handler(board: Board) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            status, answer = board.get(parts.path, query)
            start = int(query.get("cursor", 0))
            more = isinstance(answer, list) and len(answer) > start + board.page
            answer = answer[start : start + board.page] if isinstance(answer, list) else answer
            self._answer(status, answer, {"x-next-cursor": str(start + board.page)} if more else {})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            self._answer(*board.put(body), {})

        def _answer(self, status: int, answer: Any, headers: dict[str, str]) -> None:
            content = json.dumps(answer).encode()
            self.send_response(status)
            for name, value in {**headers, "content-length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: object) -> None:
            """Quiet."""

    return Handler


@contextmanager
def running() -> Iterator[Board]:
    board = Board()
    board.nodes[WORKSPACE] = {"id": WORKSPACE, "parentId": None, "type": "workspace", "name": "Team", "data": {}}
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(board))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    board.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield board
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
