"""`engawa token`: what an admin sees, makes and revokes."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from tests.agent.fake_server import Answer, FakeServer
from tests.agent.makers import AGENT_TOKEN, MEMBER_TOKEN, outcome
from tests.agent.test_tokens import ID, a_token

LIST, CREATE = "GET /api/tokens", "POST /api/tokens"
OWN = "1b" * 8

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def admin(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGAWA_URL", server.url)
    monkeypatch.setenv("ENGAWA_TOKEN", f"eng_admin_{OWN}_secretsecret_0")


def test_the_list_has_aligned_columns_and_no_secrets(server: FakeServer, capsys: Captured) -> None:
    server.on(LIST, Answer(200, [a_token(), a_token(kind="member", name="the app's \x1b[2Jserver")]))
    code, out, _ = outcome(capsys, "token", "list")
    title, *rows = out.splitlines()
    assert (code, title.split()) == (0, ["ID", "KIND", "NAME", "CREATED", "BY", "LAST", "USED", "STATE"])
    assert {row.index(kind) for row, kind in zip(rows, ("agent", "member"), strict=True)} == {title.index("KIND")}
    assert "\x1b" not in out


def test_what_is_over_is_left_out_and_counted(server: FakeServer, capsys: Captured) -> None:
    gone = a_token(name="old", state="revoked", revokedAt="2026-11-29T08:00:00.000000Z")
    server.on(LIST, Answer(200, [a_token(), gone]))
    out = outcome(capsys, "token", "list")[1]
    assert ("old" in out, "over: 1." in out) == (False, True)
    assert "revoked" in outcome(capsys, "token", "list", "--all")[1]
    assert len(json.loads(outcome(capsys, "token", "list", "--json")[1])["tokens"]) == 1
    assert len(json.loads(outcome(capsys, "token", "list", "--json", "--all")[1])["tokens"]) == 2


def test_all_pages_are_asked_for(server: FakeServer, capsys: Captured) -> None:
    more = {"x-next-cursor": "2026-11-26T08:00:02.000000Z~0a"}
    server.on(LIST, Answer(200, [a_token(name="new")], more), Answer(200, [a_token(name="old")]))
    listed = json.loads(outcome(capsys, "token", "list", "--json")[1])["tokens"]
    assert [token["name"] for token in listed] == ["new", "old"]
    assert [seen.query for seen in server.seen] == ["", "cursor=2026-11-26T08%3A00%3A02.000000Z~0a"]


def test_a_new_token_is_alone_on_stdout(server: FakeServer, capsys: Captured) -> None:
    server.on(CREATE, Answer(200, a_token(token=AGENT_TOKEN)))
    code, out, err = outcome(capsys, "token", "create", "--kind", "agent", "--name", "laptop")
    assert (code, out) == (0, f"{AGENT_TOKEN}\n")
    assert (AGENT_TOKEN in err, "shown this once" in err, "engawa login" in err) == (False, True, True)
    assert server.asked(CREATE) == [{"kind": "agent", "name": "laptop"}]


def test_with_json_it_is_one_document(server: FakeServer, capsys: Captured) -> None:
    server.on(CREATE, Answer(200, a_token(token=AGENT_TOKEN)))
    _, out, err = outcome(capsys, "token", "create", "--kind", "agent", "--name", "laptop", "--json")
    assert (json.loads(out)["token"], json.loads(out)["id"], err) == (AGENT_TOKEN, ID, "")


def test_scopes_and_an_end_are_asked_for(server: FakeServer, capsys: Captured) -> None:
    ends = "2026-12-29T08:00:02.000000Z"
    server.on(CREATE, Answer(200, a_token(token=MEMBER_TOKEN, expiresAt=ends)))
    scopes = ("--scope", "nodes:read", "--scope", "jobs:read")
    _, _, err = outcome(capsys, "token", "create", "--kind", "member", "--name", "CI", *scopes, "--expires-in", "30d")
    (asked,) = server.asked(CREATE)
    left = datetime.fromisoformat(asked["expiresAt"]) - datetime.now(UTC)
    assert asked["scopes"] == ["nodes:read", "jobs:read"]
    assert timedelta(days=29, hours=23) < left <= timedelta(days=30)
    assert "It ends on 2026-12-29" in err


@pytest.mark.parametrize("text", ["30", "d", "0d", "1w", "-1d", "1h30m"])
def test_a_length_that_is_none_is_wrong_use(server: FakeServer, text: str, capsys: Captured) -> None:
    code, _, err = outcome(capsys, "token", "create", "--kind", "agent", "--name", "x", "--expires-in", text)
    assert (code, "30d" in err, server.seen) == (2, True, [])


@pytest.mark.parametrize("given", [ID, f"eng_agent_{ID}_secretsecret_0"], ids=["its id", "the token itself"])
def test_revoked_by_its_id_and_no_secret_is_in_the_address(server: FakeServer, given: str, capsys: Captured) -> None:
    server.on(f"DELETE /api/tokens/{ID}", Answer(204))
    code, out, _ = outcome(capsys, "token", "revoke", given)
    assert (code, ID in out) == (0, True)
    assert [seen.route for seen in server.seen] == [f"DELETE /api/tokens/{ID}"]


@pytest.mark.parametrize(("given", "code"), [("../x", "E_BAD_ID"), ("current", "E_BAD_ID"), (OWN, "E_OWN_TOKEN")])
def test_what_is_not_revoked_here(server: FakeServer, given: str, code: str, capsys: Captured) -> None:
    ended, _, err = outcome(capsys, "token", "revoke", given)
    assert (ended, code in err, server.seen) == (2, True, [])


def test_a_members_token_is_not_even_sent(
    server: FakeServer, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGAWA_TOKEN", MEMBER_TOKEN)
    code, _, err = outcome(capsys, "token", "list")
    assert (code, "needs a token of kind admin" in err, server.seen) == (4, True, [])
