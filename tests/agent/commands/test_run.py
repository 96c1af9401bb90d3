"""The real `engawa run` as a process: jobs, signals, and what goes wrong."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engawa_agent import instance
from engawa_agent.keeping import Logins
from tests.agent.engines.test_copilot_cli import FAKE, LEAVES
from tests.agent.fake_server import Answer, FakeServer, error, fake_server
from tests.agent.instances import held
from tests.agent.makers import (
    AGENT_TOKEN,
    CLAIM,
    COMPLETE,
    HEARTBEAT,
    MEMBER_TOKEN,
    RELEASE,
    RENEW,
    a_job,
    engawa,
    until_ready,
)
from tests.agent.test_processes import is_gone

NOTHING = Answer(204, headers={"X-Poll-After-Ms": "60000"})
CHAT = "POST /v1/chat/completions"


def a_cloud(server: FakeServer, *claims: Answer) -> FakeServer:
    server.on(HEARTBEAT, Answer(200, {})).on(CLAIM, *claims, NOTHING).on(RENEW, Answer(200, {}))
    return server.on(COMPLETE, Answer(200, {})).on(RELEASE, Answer(200, {}))


def run(home: Path, server: FakeServer, *arguments: str, **environ: str) -> "subprocess.Popen[str]":
    access = {"ENGAWA_URL": server.url, "ENGAWA_TOKEN": AGENT_TOKEN}
    return engawa(home, "run", *arguments, environ=access | environ)


def ended(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    out, err = process.communicate(timeout=15)
    return process.returncode, out, err


def on_model(home: Path, server: FakeServer, answer: Answer) -> "subprocess.Popen[str]":
    """The agent, its one engine a model server that is scripted too."""
    server.on("GET /v1/models", Answer(200, {"data": [{"id": "small"}]})).on(CHAT, answer)
    return run(home, server, "--engine", "openai-compatible", ENGAWA_OPENAI_URL=f"{server.url}/v1")


def test_once_runs_what_there_is_and_prints_plain_lines(tmp_path: Path, server: FakeServer) -> None:
    a_cloud(server, Answer(200, a_job()), Answer(200, a_job() | {"fence": 8}))
    code, out, err = ended(run(tmp_path, server, "--once", "--engine", "mock"))
    assert (code, err) == (0, "")
    assert len(server.asked(COMPLETE)) == 2
    assert "Ready: Mock (fixed answers)" in out
    assert not any(ord(character) < 32 and character != "\n" for character in out)


def test_with_json_each_line_is_an_event(tmp_path: Path, server: FakeServer) -> None:
    a_cloud(server, Answer(200, a_job()))
    _, out, _ = ended(run(tmp_path, server, "--once", "--engine", "mock", "--json"))
    events: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    assert [event["event"] for event in events] == ["engines", "claimed", "done"]
    assert {event["schema"] for event in events} == {1}


def test_no_engine_is_exit_3(tmp_path: Path, server: FakeServer) -> None:
    with fake_server() as nobody:
        dead = nobody.url
    code, _, err = ended(run(tmp_path, server, "--engine", "ollama", OLLAMA_HOST=dead))
    assert code == 3
    assert "ollama: not running" in err
    assert "E_NO_ENGINE" in err
    assert server.seen == []


def test_a_wrong_token_is_said_once_and_is_exit_4(tmp_path: Path, server: FakeServer) -> None:
    server.on(HEARTBEAT, error(401, "unauthorized", "Unknown token."))
    code, out, err = ended(run(tmp_path, server, "--engine", "mock"))
    assert code == 4
    assert (out + err).count("Unknown token.") == 1
    assert AGENT_TOKEN not in out + err


def test_a_members_token_is_not_even_sent(tmp_path: Path, server: FakeServer) -> None:
    process = run(tmp_path, server, "--engine", "mock", ENGAWA_TOKEN=MEMBER_TOKEN)
    assert ended(process)[0] == 4
    assert server.seen == []


def test_a_server_that_is_away_is_one_line_and_another_when_it_is_back(tmp_path: Path) -> None:
    with fake_server() as before:
        port = int(before.url.rpartition(":")[2])
    with run(tmp_path, before, "--engine", "mock") as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        with fake_server(port) as server:
            a_cloud(server)
            server.wait_for(CLAIM)
            process.send_signal(signal.SIGINT)
            lines += process.stdout.readlines()
    words = [line.split("  ", 1)[1].split(":")[0].strip() for line in lines]
    assert words == ["Ready", "Server away", "Server back.", "Stopping."]
    assert process.returncode == 0


def test_the_first_ctrl_c_finishes_the_job_and_claims_no_further(tmp_path: Path, server: FakeServer) -> None:
    a_cloud(server, Answer(200, a_job()), Answer(200, a_job() | {"fence": 8}))
    answer = Answer(200, {"choices": [{"message": {"content": "- Price"}}]}, wait=1.0)
    with on_model(tmp_path, server, answer) as process:
        server.wait_for(CHAT)
        process.send_signal(signal.SIGINT)
        code, out, _ = ended(process)
    assert code == 0
    assert "Stopping after this job, which may take up to" in out
    assert (len(server.asked(COMPLETE)), len(server.asked(CLAIM))) == (1, 1)


def test_sigterm_finishes_the_job_too(tmp_path: Path, server: FakeServer) -> None:
    a_cloud(server, Answer(200, a_job()))
    answer = Answer(200, {"choices": [{"message": {"content": "- Price"}}]}, wait=0.5)
    with on_model(tmp_path, server, answer) as process:
        server.wait_for(CHAT)
        process.send_signal(signal.SIGTERM)
        assert ended(process)[0] == 0
    assert len(server.asked(COMPLETE)) == 1


def test_the_second_ctrl_c_gives_the_job_back(tmp_path: Path, server: FakeServer) -> None:
    a_cloud(server, Answer(200, a_job()))
    with on_model(tmp_path, server, Answer(wait=60)) as process:
        server.wait_for(CHAT)
        interrupt_twice(process)
        code, out, _ = ended(process)
    assert code == 130
    assert "The job was given back." in out
    assert server.asked(RELEASE)[0]["fence"] == 7
    assert server.asked(COMPLETE) == []


def test_the_second_ctrl_c_ends_the_engines_whole_group(tmp_path: Path, server: FakeServer) -> None:
    a_cloud(server, Answer(200, a_job()))
    pid, folder = tmp_path / "pid", tmp_path / "bin"
    a_copilot(folder, LEAVES.format(pid=str(pid)), tmp_path / "seen.json")
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    with run(tmp_path, server, "--engine", "copilot-cli", PATH=path, GH_TOKEN="t") as process:
        until_ready(pid.exists)
        interrupt_twice(process)
        assert ended(process)[0] == 130
    assert is_gone(int(pid.read_text()))
    assert len(server.asked(RELEASE)) == 1


def test_what_a_killed_one_left_is_cleared_away_by_the_next(tmp_path: Path, server: FakeServer) -> None:
    a_cloud(server, Answer(200, a_job()))
    pid, bin_, temporary = tmp_path / "pid", tmp_path / "bin", tmp_path / "tmp"
    temporary.mkdir()
    a_copilot(bin_, LEAVES.format(pid=str(pid)), tmp_path / "seen.json")
    environ = {"PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}", "GH_TOKEN": "t", "TMPDIR": str(temporary)}
    with run(tmp_path, server, "--engine", "copilot-cli", **environ) as killed:
        until_ready(lambda: pid.exists() and pid.read_text() != "")
        killed.kill()
    assert (is_gone(int(pid.read_text())), len(list(temporary.iterdir()))) == (False, 1)
    code, out, _ = ended(run(tmp_path, server, "--engine", "mock", "--once"))
    assert (code, is_gone(int(pid.read_text())), list(temporary.iterdir())) == (0, True, [])
    assert "what an earlier run had left: 2 processes, 1 folder." in out


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_told_to_stop_while_it_looks_for_engines_it_leaves_nothing(
    tmp_path: Path, server: FakeServer, number: int
) -> None:
    pid, bin_, temporary = tmp_path / "pid", tmp_path / "bin", tmp_path / "tmp"
    temporary.mkdir()
    bin_.mkdir()
    (bin_ / "copilot").write_text(f"#!/bin/sh\necho $$ > {pid}\nexec sleep 2\n")
    (bin_ / "copilot").chmod(0o755)
    environ = {"PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}", "GH_TOKEN": "t", "TMPDIR": str(temporary)}
    process = run(tmp_path, server, "--engine", "copilot-cli", **environ)
    until_ready(lambda: pid.exists() and pid.read_text() != "")
    process.send_signal(number)
    assert (ended(process)[0], is_gone(int(pid.read_text())), list(temporary.iterdir())) == (130, True, [])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_idle_it_leaves_at_once(tmp_path: Path, server: FakeServer, number: int) -> None:
    a_cloud(server)
    with run(tmp_path, server, "--engine", "mock") as process:
        server.wait_for(CLAIM)
        process.send_signal(number)
        assert ended(process)[0] == 0


def interrupt_twice(process: "subprocess.Popen[str]") -> None:
    """The second only after the first was heard: a signal that is pending already is not counted again."""
    assert process.stdout is not None
    process.send_signal(signal.SIGINT)
    while "Stopping" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)


def a_copilot(folder: Path, then: str, record: Path) -> None:
    folder.mkdir()
    program = folder / "copilot"
    program.write_text(FAKE.format(python=sys.executable, record=str(record), then=then))
    program.chmod(0o755)


def test_killed_between_answer_and_delivery_the_next_run_delivers(tmp_path: Path, server: FakeServer) -> None:
    a_cloud(server, Answer(200, a_job())).on(COMPLETE, error(500))
    killed = run(tmp_path, server, "--engine", "mock")
    server.wait_for(COMPLETE)
    killed.kill()
    killed.communicate()
    a_cloud(server)
    code, out, _ = ended(run(tmp_path, server, "--engine", "mock", "--once"))
    first, *_, last = server.asked(COMPLETE)
    assert (code, first) == (0, last)
    assert "An answer of an earlier run was delivered." in out


def test_a_token_revoked_in_the_middle_keeps_the_answer(tmp_path: Path, server: FakeServer) -> None:
    a_cloud(server, Answer(200, a_job())).on(COMPLETE, error(401)).on(RENEW, error(401))
    code, out, err = ended(run(tmp_path, server, "--engine", "mock"))
    assert (code, "is kept on this machine" in out, "E_NO_ACCESS" in err) == (4, True, True)
    a_cloud(server)
    assert ended(run(tmp_path, server, "--engine", "mock", "--once"))[0] == 0
    assert len(server.asked(COMPLETE)) == 2


def test_two_on_one_machine_are_two_agents_and_a_restart_is_the_same_one(tmp_path: Path, server: FakeServer) -> None:
    a_cloud(server)
    for number in (1, 2):
        run_on = run(tmp_path, server, "--engine", "mock")
        server.wait_for(CLAIM, number)
        if number == 1:
            first = run_on
    for process in (first, run_on):
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=15)
    ended(run(tmp_path, server, "--engine", "mock", "--once"))
    one, two, again = (claim["agentId"] for claim in server.asked(CLAIM))
    assert (two, again) == (f"{one}-2", one)


def test_stopped_from_elsewhere_it_gives_the_job_back(tmp_path: Path, server: FakeServer) -> None:
    a_cloud(server, Answer(200, a_job()))
    process = on_model(tmp_path, server, Answer(200, {}, wait=60))
    server.wait_for(CHAT)
    stopping = engawa(tmp_path, "stop", "--now")
    assert ended(process)[0] == 130
    assert ended(stopping)[0] == 0
    assert server.asked(RELEASE)[0]["reason"] == "stopping"


def test_paused_it_claims_nothing_until_it_is_resumed(tmp_path: Path, server: FakeServer) -> None:
    a_cloud(server)
    ended(engawa(tmp_path, "pause", "--note", "meeting"))
    process = run(tmp_path, server, "--engine", "mock")
    server.wait_for(HEARTBEAT, 2)
    assert server.asked(HEARTBEAT)[1]["paused"]["note"] == "meeting"
    assert server.asked(CLAIM) == []
    ended(engawa(tmp_path, "resume"))
    server.wait_for(CLAIM)
    process.send_signal(signal.SIGINT)
    assert ended(process)[0] == 0


def test_a_policy_that_is_not_understood_starts_nothing(tmp_path: Path, server: FakeServer) -> None:
    (tmp_path / "policy.toml").write_text("max_per_hours = 3")
    code, _, err = ended(run(tmp_path, server, "--policy", str(tmp_path / "policy.toml")))
    assert (code, "max_per_hours" in err, server.seen) == (2, True, [])


def test_to_be_asked_before_each_job_needs_a_terminal(tmp_path: Path, server: FakeServer) -> None:
    code, _, err = ended(run(tmp_path, server, "--engine", "mock", "--confirm"))
    assert (code, "--confirm" in err) == (2, True)


ROTATE = "POST /api/tokens/rotate"
NEW_TOKEN = "eng_agent_2_secretsecret_0"


def a_cloud_that_wants_a_new_token(server: FakeServer) -> FakeServer:
    a_cloud(server).on(HEARTBEAT, Answer(200, {"rotateToken": True}), Answer(200, {"rotateToken": False}))
    return server.on(ROTATE, Answer(200, {"token": NEW_TOKEN}))


def logins(home: Path) -> Logins:
    return Logins(home / "engawa" / "login.json", lambda: None)


def run_logged_in(home: Path, server: FakeServer, *arguments: str) -> "subprocess.Popen[str]":
    logins(home).keep(server.url, "agent", AGENT_TOKEN)
    return engawa(home, "run", "--engine", "mock", *arguments)


def bearers(server: FakeServer, route: str) -> list[str]:
    seen = [one.headers["authorization"] for one in server.seen if one.route == route]
    return [header.removeprefix("Bearer ") for header in seen]


def test_a_token_that_is_due_is_renewed_before_the_first_job(tmp_path: Path, server: FakeServer) -> None:
    a_cloud_that_wants_a_new_token(server)
    code, out, _ = ended(run_logged_in(tmp_path, server, "--once"))
    assert (code, "The agent's token was renewed" in out) == (0, True)
    assert (bearers(server, ROTATE), bearers(server, CLAIM)) == ([AGENT_TOKEN], [NEW_TOKEN])
    assert logins(tmp_path).token(server.url, "agent") == NEW_TOKEN


def test_one_that_was_given_is_for_its_giver_to_renew(tmp_path: Path, server: FakeServer) -> None:
    a_cloud_that_wants_a_new_token(server)
    logins(tmp_path).keep(server.url, "agent", AGENT_TOKEN)
    assert ended(run(tmp_path, server, "--once", "--engine", "mock"))[0] == 0
    assert (server.asked(ROTATE), bearers(server, CLAIM)) == ([], [AGENT_TOKEN])


def test_beside_another_agent_of_this_machine_none_is_renewed(tmp_path: Path, server: FakeServer) -> None:
    a_cloud_that_wants_a_new_token(server)
    home = tmp_path / ".local/state/engawa"
    home.mkdir(parents=True)
    with held(home):
        assert ended(run_logged_in(tmp_path, server, "--once"))[0] == 0
    assert (server.asked(ROTATE), bearers(server, CLAIM)) == ([], [AGENT_TOKEN])


def test_one_that_starts_while_the_token_is_renewed_uses_the_new_one(tmp_path: Path, server: FakeServer) -> None:
    a_cloud(server)
    home = tmp_path / ".local/state/engawa"
    home.mkdir(parents=True)
    policy = tmp_path / "policy"
    os.mkfifo(policy)
    with instance.alone(home):
        process = run_logged_in(tmp_path, server, "--once", "--policy", str(policy))
        until_ready(lambda: is_read(policy), 30)  # from here on it is ready to start
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        logins(tmp_path).exchange(server.url, "agent", AGENT_TOKEN, NEW_TOKEN)
    assert ended(process)[0] == 0
    assert set(bearers(server, HEARTBEAT)) == {NEW_TOKEN}


def is_read(pipe: Path) -> bool:
    """Whether somebody had it open for reading; who did is given nothing."""
    try:
        os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
    except OSError:
        return False
    return True
