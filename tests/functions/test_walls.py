"""The walls, for every way in: no token, no scope, another workspace. A route is covered the day it is added."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engawa import access, token_form, tokens
from engawa.answer import HEADERS
from engawa.table import Table
from engawa.workspace import Workspace
from makers import AWS, NOW, WORKSPACE_ID, later

from . import two_teams, ways
from .conftest import Reply
from .store import scanned
from .two_teams import NOBODYS, THEIR_TEXT, THEIR_WORKSPACE, Teams, requests
from .ways import Event, Place

DAY = 86_400
GUARDED, OPEN = ways.guarded(), ways.open_to_all()
PLACES = [(key, place) for key in ways.KEYS for place in ways.places(key)]
JSON = {**HEADERS, "content-type": "application/json"}
WITHOUT = '{"error":{"code":"unauthorized","message":"This needs a valid token in the header Authorization: Bearer."}}'
NO_SUCH_THING = '{"error":{"code":"not_found","message":"There is no such thing here."}}'
STRUCK = "the id that was asked for"
UNAUTHORIZED, NOT_FOUND = Reply(401, JSON, WITHOUT), Reply(404, JSON, NO_SUCH_THING)


@pytest.fixture(scope="module")
def teams(aws: Table, client: Any, schema: Mapping[str, Any]) -> Iterator[Teams]:
    """For the whole module: whatever a request changes is put back."""
    client.create_table(TableName=AWS["TABLE_NAME"], **schema)
    yield two_teams.made(aws)
    client.delete_table(TableName=AWS["TABLE_NAME"])


def test_what_is_compared_is_all_that_is_in_the_table(teams: Teams, client: Any) -> None:
    assert teams.store.items() == scanned(client)


def bearer(text: str) -> str:
    return f"Bearer {text}"


def id_in(text: str) -> str:
    return text.split("_")[2]


@pytest.fixture(scope="module")
def refused(teams: Teams) -> Mapping[str, str | None]:
    """Every header that is no valid token."""
    member, agent = teams.samples["member"], teams.samples["agent"]
    unsigned, checksum = member.rpartition("_")[0], token_form.checksum
    other_secret = "_".join([*unsigned.split("_")[:3], "5c" * 32])
    other_kind = "_".join(["eng", "admin", *agent.split("_")[2:4]])
    revoked = teams.a_token("admin")
    tokens.revoke(Workspace(teams.table, WORKSPACE_ID), id_in(revoked), NOW)
    return {
        "no header": None,
        "nothing in it": "",
        "no token": "Bearer",
        "garbage": bearer("garbage"),
        "another scheme": f"Basic {member}",
        "no scheme": member,
        "two tokens": f"{bearer(member)},{bearer(member)}",
        "in capitals": bearer(member.upper()),
        "one sign more": bearer(f"{member}0"),
        "wrong checksum": bearer(f"{unsigned}_00000000"),
        "never made": bearer(token_form.text("admin", NOBODYS["token"])),
        "another secret": bearer(f"{other_secret}_{checksum(other_secret)}"),
        "another kind written in it": bearer(f"{other_kind}_{checksum(other_kind)}"),
        "expired": bearer(teams.a_token("admin", later(-DAY), valid_until="2026-11-29T08:00:01.000000Z")),
        "revoked": bearer(revoked),
        "a silent agent's": bearer(teams.a_token("agent", later(-15 * DAY))),
    }


def carried_elsewhere(event: Event, token: str) -> Mapping[str, Event]:
    """A valid token in every place but the one where it counts."""
    bare = ways.with_header(event, None)
    return {
        "query": ways.with_field(bare, ("query", "token"), token),
        "cookie": {**bare, "cookies": [f"authorization={token}"]},
        "header": {**bare, "headers": bare["headers"] | {"x-authorization": bearer(token), "x-api-key": token}},
    }


@pytest.mark.parametrize("key", GUARDED)
def test_without_a_valid_token_there_is_one_answer_and_no_change(
    teams: Teams, refused: Mapping[str, str | None], key: str
) -> None:
    event = ways.request(key)
    events = {name: ways.with_header(event, header) for name, header in refused.items()}
    events |= carried_elsewhere(event, teams.samples[ways.kind_of(key)])
    with teams.store.changes() as changes:
        replies = {name: teams.ask(key, each) for name, each in events.items()}
    assert replies == dict.fromkeys(events, UNAUTHORIZED)
    assert changes == set()


@pytest.mark.parametrize("key", OPEN)
def test_an_open_route_looks_at_no_token(teams: Teams, refused: Mapping[str, str | None], key: str) -> None:
    with teams.store.changes() as changes:
        event = ways.request(key)
        replies = [teams.ask(key, ways.with_header(event, refused[name])) for name in ("no header", "revoked")]
    assert replies[0].status == replies[1].status
    assert replies[0].status != 401
    assert {pk.split("#")[0] for pk, _, _ in changes} <= {"PAIR"}


@pytest.fixture(scope="module")
def rotated(teams: Teams) -> tuple[str, str]:
    """An agent's token and its successor, which is in use."""
    old, ours = teams.a_token("agent"), Workspace(teams.table, WORKSPACE_ID)
    new = tokens.rotate(ours, access.verify(teams.table, bearer(old), NOW), later(3601))["token"]
    access.verify(teams.table, bearer(new), NOW)
    return old, new


@pytest.mark.parametrize("key", GUARDED)
def test_a_token_used_after_its_successor_gets_that_answer_and_both_are_revoked(
    teams: Teams, rotated: tuple[str, str], key: str
) -> None:
    with teams.store.changes() as changes:
        reply = teams.ask(key, ways.with_header(ways.request(key), bearer(rotated[0])))
    assert reply == UNAUTHORIZED
    assert changes == {(f"TOKEN#{id_in(text)}", "TOKEN", "revokedAt") for text in rotated}


@pytest.mark.parametrize("key", GUARDED)
@pytest.mark.parametrize("kind", token_form.KINDS)
def test_a_token_without_the_scope_is_told_which_one_is_missing(teams: Teams, key: str, kind: str) -> None:
    """Of a kind that does not have it, or of one that has with this scope taken away."""
    scope = ways.route_of(key).scope or ""
    with teams.store.changes() as made:
        text = teams.a_token(kind, scopes=tuple(each for each in access.SCOPES[kind] if each != scope))
        with teams.store.changes() as changes:
            reply = teams.ask(key, ways.with_header(ways.request(key), bearer(text)))
    wanted = f"This token, of kind {kind}, may not do this: it needs the scope {scope}."
    assert (reply.status, reply.error) == (403, ("forbidden", wanted))
    assert changes == {(f"TOKEN#{id_in(text)}", "TOKEN", "lastUsedAt")}
    assert {pk for pk, _, _ in made} == {f"TOKEN#{id_in(text)}", f"WS#{WORKSPACE_ID}"}


@pytest.mark.parametrize("key", GUARDED)
@pytest.mark.parametrize("workspace_id", [THEIR_WORKSPACE, NOBODYS["thing"]])
def test_whoever_names_another_workspace_learns_nothing_of_it(teams: Teams, key: str, workspace_id: str) -> None:
    for where, event in ways.naming_a_workspace(key, workspace_id).items():
        with teams.store.changes() as changes:
            reply = teams.ask(key, event)
        assert (where, reply) == (where, NOT_FOUND)
        assert written(changes) <= ({"activity"} if where not in ("query", "body") else set())


@pytest.mark.parametrize("workspace_id", ["", "x", 7, True, [WORKSPACE_ID], {"id": WORKSPACE_ID}, f"{WORKSPACE_ID} "])
def test_what_is_no_workspace_is_none_of_ours(teams: Teams, workspace_id: Any) -> None:
    event = ways.with_field(ways.request("POST /api/nodes"), ("body", "workspaceId"), workspace_id)
    with teams.store.changes() as changes:
        assert teams.ask("POST /api/nodes", event) == NOT_FOUND
    assert changes == set()


def written(changes: set[tuple[str, str, str]]) -> set[str]:
    """What a refused call with a valid token writes, in a word: that our workspace is in use, how often somebody was
    wrong about a pairing's code. Anything else by the names of its item and attribute.
    """
    words = {("ACTIVITY", name): "activity" for name in ("pk", "sk", "at", "expiresAt")}
    words |= {("TOKEN", name): "tries" for name in ("tries", "triesSince")}
    return {words.get((sk, name), f"{sk} {name}") for _, sk, name in changes}


def seen(teams: Teams, key: str, place: Place, some_id: str) -> tuple[Any, set[tuple[str, str, str]]]:
    """What a caller could notice: the answer, the id struck out of it, and how often the table was asked."""
    with teams.store.changes() as changes, requests() as asked:
        reply = teams.ask(key, ways.with_id(key, place, some_id))
    return (Reply(reply.status, reply.headers, (reply.text or "").replace(some_id, STRUCK)), asked), changes


@pytest.mark.parametrize(("key", "place"), PLACES, ids=[f"{key} {place}" for key, place in PLACES])
def test_another_workspaces_id_is_like_one_that_never_was(teams: Teams, key: str, place: Place) -> None:
    (reply, asked), _ = seen(teams, key, place, NOBODYS[place.form])
    assert reply == NOT_FOUND or place.where[0] != "path"
    assert reply.status != 404 or STRUCK not in (reply.text or "")
    for theirs in teams.theirs[place.form]:
        noticed, changes = seen(teams, key, place, theirs)
        assert noticed == (reply, asked)
        assert THEIR_TEXT not in (reply.text or "")
        assert teams.of_theirs(changes) == set()
        assert reply.status != 404 or written(changes) <= {"activity", "tries"}


def test_every_route_with_an_id_in_its_path_is_tried_with_others_ids() -> None:
    assert {key for key in ways.KEYS if "{" in key} == {key for key, place in PLACES if place.where[0] == "path"}
