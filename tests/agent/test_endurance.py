"""Ten thousand jobs in one process: in the end it holds what it held after the first hundred."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import psutil
import pytest

from engawa_agent.api import encode
from engawa_agent.engines.copilot_cli import CopilotCli
from tests.agent.engines.test_copilot_cli import FAKE
from tests.agent.makers import AGENT_TOKEN, CLAIM, a_job, a_request, no_progress

JOBS, FIRST = 10_000, 100
SECONDS = 900.0
# The smallest thing that could be left of a job is an object with a text in it, half a kilobyte: 5 MB in all. Without
# any the memory goes up and down by 1 MB, and the fences of the last thousand jobs are kept on purpose (0.2 MB).
MOST_MORE = 3_000_000


@dataclass(frozen=True)
class Footprint:
    """`memory` in bytes that no other process shares; `files` are all that is open, pipes and sockets too."""

    memory: int
    files: int
    threads: int


def footprint(pid: int) -> Footprint:
    process = psutil.Process(pid)
    return Footprint(process.memory_full_info().uss, process.num_fds(), process.num_threads())


class Cloud:
    """Hands out one job after the other and keeps nothing of them. After the first hundred, and in the end, it looks at
    the agent, which waits for its reply meanwhile.
    """

    def __init__(self) -> None:
        self.over = threading.Event()
        self.looks: list[Footprint] = []
        self.agent = self.given = self.completed = 0

    def reply(self, route: str) -> tuple[int, bytes]:
        if route != CLAIM:
            self.completed += route.endswith("/complete")
            return 200, b"{}"
        if self.given in (FIRST, JOBS):
            self.looks.append(footprint(self.agent))
        if self.given == JOBS:
            self.over.set()
            return 204, b""
        self.given += 1
        return 200, encode(a_job() | {"id": f"018f0000-0000-7000-8000-{self.given:012}"})


@contextmanager
def serving(cloud: Cloud) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            status, body = cloud.reply(f"POST {self.path}")
            self.send_response(status)
            if status == 204:
                self.send_header("x-poll-after-ms", "60000")
            else:
                self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *words: object) -> None:
            """Twenty thousand lines would tell nobody anything."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def working(url: str) -> Iterator[int]:
    """An agent as a process, by its id."""
    environ = {**os.environ, "ENGAWA_URL": url, "ENGAWA_TOKEN": AGENT_TOKEN}
    command = [sys.executable, "-m", "engawa_agent", "run", "--engine", "mock"]
    agent = subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL)
    try:
        yield agent.pid
    finally:
        agent.terminate()
        assert agent.wait(15) == 0


@pytest.mark.slow
def test_ten_thousand_jobs_leave_nothing_in_memory_and_nothing_open() -> None:
    cloud = Cloud()
    with serving(cloud) as url, working(url) as cloud.agent:
        assert cloud.over.wait(SECONDS), f"{cloud.completed} jobs in {SECONDS} s"
    first, last = cloud.looks
    assert cloud.completed == JOBS
    assert (last.files, last.threads) == (first.files, first.threads)
    assert last.memory - first.memory < MOST_MORE


@pytest.mark.slow
def test_commands_leave_nothing_open_either(tmp_path: Path) -> None:
    program = tmp_path / "copilot"
    program.write_text(FAKE.format(python=sys.executable, record=str(tmp_path / "seen.json"), then="print('- Price')"))
    program.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    engine = CopilotCli(environ={"PATH": path, "HOME": str(tmp_path), "GH_TOKEN": "x"})

    def run(times: int) -> Footprint:
        for _ in range(times):
            engine.run(a_request(), threading.Event(), no_progress)
        return footprint(os.getpid())

    first, last = run(10), run(60)
    assert (last.files, last.threads) == (first.files, first.threads)
    assert len(psutil.Process().children()) == 0
