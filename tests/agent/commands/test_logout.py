"""`engawa logout`: with the server, without it, and twice."""

import io
import json
import sys

import pytest

from engawa_agent import keeping
from engawa_agent.keeping import Saved
from tests.agent.fake_server import Answer, FakeServer, error, fake_server
from tests.agent.makers import outcome

CURRENT = "DELETE /api/tokens/current"
ID = "0a" * 8
TOKENS = {kind: f"eng_{kind}_{ID}_secretsecret_0" for kind in ("member", "agent", "admin")}

Captured = pytest.CaptureFixture[str]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def logged_in(url: str, *kinds: str) -> None:
    for kind in kinds:
        keeping.here().keep(url, kind, TOKENS[kind])


def kept(url: str) -> set[str]:
    return set(keeping.here().saved().servers.get(url, {}))


def revoked(server: FakeServer) -> list[str]:
    """The tokens that asked to be revoked."""
    seen = [one.headers["authorization"] for one in server.seen if one.route == CURRENT]
    return [header.removeprefix("Bearer ") for header in seen]


def test_each_token_is_revoked_and_forgotten(server: FakeServer, capsys: Captured) -> None:
    server.on(CURRENT, Answer(204))
    logged_in(server.url, "member", "agent")
    code, out, err = outcome(capsys, "logout")
    assert (code, err, out.count("is revoked, and forgotten here")) == (0, "", 2)
    assert revoked(server) == [TOKENS["member"], TOKENS["agent"]]
    assert keeping.here().saved() == Saved()


def test_one_kind_leaves_the_others(server: FakeServer, capsys: Captured) -> None:
    server.on(CURRENT, Answer(204))
    logged_in(server.url, "member", "agent")
    outcome(capsys, "logout", "--kind", "agent")
    assert (revoked(server), kept(server.url)) == ([TOKENS["agent"]], {"member"})


def test_another_server_is_left_alone(server: FakeServer, capsys: Captured) -> None:
    server.on(CURRENT, Answer(204))
    logged_in(server.url, "agent")
    logged_in("https://elsewhere.example", "agent")
    outcome(capsys, "logout", "--url", server.url)
    assert (kept(server.url), kept("https://elsewhere.example")) == (set(), {"agent"})


@pytest.mark.parametrize("arguments", [(), ("--kind", "agent"), ("--url", "https://here.example")])
def test_again_there_is_nothing_and_that_is_fine(arguments: tuple[str, ...], capsys: Captured) -> None:
    code, out, err = outcome(capsys, "logout", *arguments)
    assert (code, err) == (0, "")
    assert "no token" in out or "Nobody is logged in" in out
    assert json.loads(outcome(capsys, "logout", *arguments, "--json")[1])["loggedOut"] == []


def test_offline_it_forgets_and_says_how_to_revoke_it_elsewhere(capsys: Captured) -> None:
    with fake_server() as server:
        pass
    logged_in(server.url, "agent")
    code, _, err = outcome(capsys, "logout")
    assert (code, kept(server.url)) == (0, set())
    assert "could not revoke it" in err
    assert f"engawa token revoke {ID} --url {server.url}" in err
    assert "14 days" in err


@pytest.mark.parametrize(
    ("answer", "is_revoked"), [(error(401), True), (error(403), False), (error(404), False), (error(500), False)]
)
def test_whether_it_is_revoked_is_said_as_it_is(
    server: FakeServer, answer: Answer, is_revoked: bool, capsys: Captured
) -> None:
    server.on(CURRENT, answer)
    logged_in(server.url, "member")
    code, out, _ = outcome(capsys, "logout", "--json")
    (told,) = json.loads(out)["loggedOut"]
    assert (code, told["kind"], told["id"], told["revoked"]) == (0, "member", ID, is_revoked)
    assert kept(server.url) == set()


def test_a_token_in_a_keyring_that_does_not_give_it_is_forgotten_and_that_is_said(
    server: FakeServer, capsys: Captured
) -> None:
    here = keeping.here()
    here.keep(server.url, "member", TOKENS["member"])
    content = here.path.read_text().replace(f'"{TOKENS["member"]}"', "null")
    here.path.write_text(content)
    code, _, err = outcome(capsys, "logout")
    assert (code, kept(server.url), "keyring" in err) == (0, set(), True)


def test_an_admins_token_is_asked_about(server: FakeServer, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    server.on(CURRENT, Answer(204))
    logged_in(server.url, "member", "admin")
    assert (outcome(capsys, "logout")[0], kept(server.url)) == (2, {"member", "admin"})
    monkeypatch.setattr(sys, "stdin", Terminal("n\n"))
    assert (outcome(capsys, "logout")[0], kept(server.url)) == (130, {"member", "admin"})
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    assert (outcome(capsys, "logout")[0], kept(server.url)) == (0, set())


@pytest.mark.parametrize("arguments", [("--yes",), ("--kind", "admin")])
def test_whoever_says_it_is_not_asked(server: FakeServer, arguments: tuple[str, ...], capsys: Captured) -> None:
    server.on(CURRENT, Answer(204))
    logged_in(server.url, "admin")
    assert (outcome(capsys, "logout", *arguments)[0], kept(server.url)) == (0, set())


def test_a_token_of_the_environment_is_mentioned(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGAWA_TOKEN", TOKENS["member"])
    assert "unset ENGAWA_TOKEN" in outcome(capsys, "logout")[2]
