"""A new token for the agent: when it is asked for, kept and used, and when not."""

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from engawa_agent import state
from engawa_agent.api import Api
from engawa_agent.errors import NoAccess, ServerAway
from engawa_agent.keeping import Logins
from engawa_agent.rotation import Rotation
from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import AGENT_TOKEN, Said

ROTATE, NEXT = "POST /api/tokens/rotate", "POST /api/next"
NEW_TOKEN = "eng_agent_2_secretsecret_0"
DUE = {"status": "ok", "rotateToken": True}


class Rig:
    """A rotation whose clock is moved by hand, on a machine that keeps the agent's token."""

    def __init__(self, api: Api, server: FakeServer, folder: Path) -> None:
        self.said = Said()
        self.time = 0.0
        self.others = 0
        self.api = api
        self.server = server.on(ROTATE, Answer(200, {"token": NEW_TOKEN})).on(NEXT, Answer(200, {}))
        self.logins = Logins(folder / "login.json", lambda: None)
        self.logins.keep(api.url, "agent", AGENT_TOKEN)
        self.rotation = Rotation(api, self.logins, self.alone, self.said.report, lambda: self.time)
        self.rotation.hear(DUE)

    @contextmanager
    def alone(self) -> Iterator[bool]:
        yield self.others == 0

    def after_an_hour(self) -> None:
        self.time += 3600
        self.rotation.hear(DUE)
        self.rotation.turn()

    @property
    def kept(self) -> str:
        return self.logins.token(self.api.url, "agent")

    def used(self) -> str:
        """The token of a call that is made now."""
        self.api.call("POST", "/api/next")
        return self.server.seen[-1].headers["authorization"].removeprefix("Bearer ")


@pytest.fixture
def rig(api: Api, server: FakeServer, tmp_path: Path) -> Rig:
    return Rig(api, server, tmp_path)


def test_the_new_one_is_kept_and_used_and_that_is_said(rig: Rig) -> None:
    assert rig.rotation.turn()
    assert (rig.kept, rig.used()) == (NEW_TOKEN, NEW_TOKEN)
    assert rig.said.names == ["rotated"]
    assert NEW_TOKEN not in rig.said.events[0].text
    assert rig.server.seen[0].headers["authorization"] == f"Bearer {AGENT_TOKEN}"


def test_it_happens_once(rig: Rig) -> None:
    assert (rig.rotation.turn(), rig.rotation.turn()) == (True, False)
    assert len(rig.server.asked(ROTATE)) == 1


@pytest.mark.parametrize("answer", [{"status": "ok"}, {"rotateToken": False}, {"rotateToken": "yes"}, None, []])
def test_nothing_happens_unless_the_server_says_that_it_is_time(rig: Rig, answer: Any) -> None:
    rig.rotation.hear(answer)
    rig.rotation.turn()
    assert rig.server.seen == []


def test_while_another_agent_works_with_the_old_one_it_stays(rig: Rig) -> None:
    rig.others = 1
    rig.rotation.turn()
    assert (rig.server.seen, rig.said.names) == ([], [])
    rig.others = 0
    rig.after_an_hour()
    assert rig.kept == NEW_TOKEN


def test_a_machine_that_was_paired_anew_keeps_its_new_token(rig: Rig) -> None:
    rig.logins.keep(rig.api.url, "agent", "eng_agent_3_another_0")
    rig.rotation.turn()
    assert (rig.kept, rig.server.seen) == ("eng_agent_3_another_0", [])


def test_a_machine_that_was_logged_out_stays_so(rig: Rig) -> None:
    rig.logins.forget(rig.api.url, "agent")
    rig.rotation.turn()
    assert (rig.kept, rig.server.seen) == ("", [])


def test_a_lost_answer_is_asked_for_again_with_the_old_one(rig: Rig) -> None:
    rig.server.on(ROTATE, Answer(drop=True), Answer(200, {"token": NEW_TOKEN}))
    rig.rotation.turn()
    assert (rig.kept, rig.said.names) == (AGENT_TOKEN, ["rotation_failed"])
    with closing(Api(rig.api.url, rig.kept)) as api:
        next_start = Rotation(api, rig.logins, rig.alone, rig.said.report, lambda: 0.0)
        next_start.hear(DUE)
        next_start.turn()
    assert [seen.headers["authorization"] for seen in rig.server.seen] == [f"Bearer {AGENT_TOKEN}"] * 2
    assert rig.kept == NEW_TOKEN


def test_what_cannot_be_kept_is_not_used(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "write", full)
    rig.rotation.turn()
    assert (rig.kept, rig.used()) == (AGENT_TOKEN, AGENT_TOKEN)
    assert "No space left on device" in rig.said.events[0].text
    rig.rotation.turn()
    assert len(rig.server.asked(ROTATE)) == 1
    monkeypatch.undo()
    rig.after_an_hour()
    assert (rig.kept, rig.used()) == (NEW_TOKEN, NEW_TOKEN)


def full(path: Path, **fields: object) -> None:
    raise OSError(28, "No space left on device", str(path))


@pytest.mark.parametrize(
    "answer",
    [error(500), error(403), error(404), Answer(200, {}), Answer(200, {"token": "eng_member_1_x_0"}), Answer(200, [])],
)
def test_without_a_new_one_the_old_one_goes_on(rig: Rig, answer: Answer) -> None:
    rig.server.on(ROTATE, answer)
    rig.rotation.turn()
    assert (rig.kept, rig.used(), rig.said.names) == (AGENT_TOKEN, AGENT_TOKEN, ["rotation_failed"])


def test_a_token_that_was_revoked_ends_it(rig: Rig) -> None:
    rig.server.on(ROTATE, error(401))
    with pytest.raises(NoAccess):
        rig.rotation.turn()


def test_after_a_request_without_an_answer_it_waits(rig: Rig) -> None:
    rig.server.on(NEXT, Answer(wait=5))
    with pytest.raises(ServerAway):
        rig.api.call("POST", "/api/next", timeout=0.05)
    rig.rotation.turn()
    assert rig.server.asked(ROTATE) == []


def test_a_renewal_on_its_way_arrives_before_the_new_token_is_used(rig: Rig) -> None:
    rig.server.on(ROTATE, Answer(200, {"token": NEW_TOKEN}, wait=0.3))
    rig.server.on("POST /api/late", Answer(200, {}, wait=0.6))
    rotating = threading.Thread(target=rig.rotation.turn)
    rotating.start()
    rig.server.wait_for(ROTATE)
    rig.api.call("POST", "/api/late")
    rotating.join(10)
    late = next(seen for seen in rig.server.seen if seen.route == "POST /api/late")
    assert (late.headers["authorization"], rig.used()) == (f"Bearer {AGENT_TOKEN}", NEW_TOKEN)
