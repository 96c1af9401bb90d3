"""`python -m local` as its users start it: a process of its own, with the real functions."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def command(*options: str) -> list[str]:
    return [sys.executable, "-m", "local", *options]


def ended(*options: str, **caller: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, **caller}
    return subprocess.run(command(*options), cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)


@contextmanager
def a_stack(*options: str) -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        command("--port", "0", *options), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(30)


def ready_line(process: "subprocess.Popen[str]") -> Any:
    assert process.stdout is not None
    return json.loads(process.stdout.readline())


def ask(ready: Mapping[str, Any], path: str, body: object = None) -> Any:
    headers = {"Authorization": f"Bearer {ready['tokens']['member']}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(ready["url"] + path, data, headers), timeout=10) as reply:
        return json.load(reply)


def test_the_workspace_and_what_is_in_it_are_found_again(tmp_path: Path) -> None:
    with a_stack("--data", str(tmp_path), "--json") as process:
        first = ready_line(process)
        assert set(first["tokens"]) == {"admin", "member", "agent"}
        node = {"id": "00000000-0000-4000-8000-000000000001", "type": "board", "name": "縁"}
        ask(first, "/api/nodes", node)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert process.communicate() == ("", "")
    with a_stack("--data", str(tmp_path), "--json") as process:
        again = ready_line(process)
        assert (again["workspaceId"], again["tokens"]) == (first["workspaceId"], first["tokens"])
        assert [each["name"] for each in ask(again, "/api/nodes") if each["type"] == "board"] == ["縁"]


def test_what_is_taken_already_is_one_sentence(tmp_path: Path) -> None:
    with a_stack("--data", str(tmp_path), "--json") as process:
        port = ready_line(process)["url"].rpartition(":")[2]
        second = ended("--port", "0", "--data", str(tmp_path))
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr == f"Another stack is using the data folder {tmp_path}.\n"
        second = ended("--port", port)
        assert (second.returncode, second.stderr) == (2, f"Port {port} cannot be used: Address already in use.\n")


def test_without_json_a_person_is_told_and_no_token_is_shown() -> None:
    with a_stack() as process:
        assert process.stdout is not None
        told = "".join(process.stdout.readline() for _ in range(4))
    assert told.startswith("Engawa answers at http://127.0.0.1:")
    assert "eng_" not in told


def test_one_function_on_one_of_the_example_events() -> None:
    done = ended("--invoke", "nodes", "events/get-api-workspace.json")
    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads(done.stdout)
    assert (result["statusCode"], json.loads(result["body"])["type"]) == (200, "workspace")


def test_settings_that_contradict_each_other_are_one_sentence() -> None:
    done = ended("--port", "0", LEASE_SECONDS="10", RENEW_SECONDS="9")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("RENEW_SECONDS may be at most half of LEASE_SECONDS")


def test_a_function_that_is_not_there_is_one_sentence() -> None:
    done = ended("--invoke", "nose", "events/get-api-workspace.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("There is no function nose; there are ")


def test_a_page_of_an_allowed_origin_may_call() -> None:
    with a_stack("--json", "--cors-origin", "http://localhost:5173") as process:
        ready = ready_line(process)
        asks = {"Origin": "http://localhost:5173", "Access-Control-Request-Method": "POST"}
        preflight = urllib.request.Request(ready["url"] + "/api/nodes", headers=asks, method="OPTIONS")
        with urllib.request.urlopen(preflight, timeout=10) as reply:
            assert (reply.status, reply.headers["access-control-allow-origin"]) == (204, "http://localhost:5173")


def test_an_origin_that_is_none_is_one_sentence() -> None:
    done = ended("--port", "0", "--cors-origin", "localhost:5173")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("'localhost:5173' is not an origin, which looks like https://app.example.com")
