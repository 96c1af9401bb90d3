"""Where tokens are kept: in the keyring, or in the file; and that none is lost on the way."""

import json
import stat
import threading
from pathlib import Path

import pytest

from engawa_agent import state
from engawa_agent.errors import Exit, Stop
from engawa_agent.keeping import Logins, Saved
from engawa_agent.ring import Ring
from tests.agent.keyrings import AForgetfulKeyring, AKeyring, ALockedKeyring
from tests.agent.makers import AGENT_TOKEN, MEMBER_TOKEN

HERE, ELSEWHERE = "https://here.example", "https://elsewhere.example"


def logins(folder: Path, backend: AKeyring | None = None) -> Logins:
    return Logins(folder / "new" / "login.json", lambda: Ring(backend) if backend else None)


def content(made: Logins) -> dict[str, object]:
    servers: dict[str, object] = json.loads(made.path.read_text())["servers"]
    return servers


def test_without_a_keyring_the_file_is_the_place_and_private(tmp_path: Path) -> None:
    made = logins(tmp_path)
    place = made.keep(HERE, "agent", AGENT_TOKEN)
    assert (place.name, str(made.path) in place.words) == ("file", True)
    assert made.token(HERE, "agent") == AGENT_TOKEN
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600


def test_with_one_the_file_knows_only_that_there_is_a_token(tmp_path: Path) -> None:
    made = logins(tmp_path, AKeyring())
    place = made.keep(HERE, "agent", AGENT_TOKEN)
    assert (place.name, "Test Keyring" in place.words) == ("keyring", True)
    assert (content(made), made.token(HERE, "agent")) == ({HERE: {"agent": None}}, AGENT_TOKEN)
    assert AGENT_TOKEN not in made.path.read_text()


@pytest.mark.parametrize("backend", [ALockedKeyring(), AForgetfulKeyring()], ids=["locked", "forgetful"])
def test_one_that_refuses_leaves_it_to_the_file_and_that_is_said(tmp_path: Path, backend: AKeyring) -> None:
    made = logins(tmp_path, backend)
    place = made.keep(HERE, "agent", AGENT_TOKEN)
    assert (place.name, "did not take it" in place.words) == ("file", True)
    assert made.token(HERE, "agent") == AGENT_TOKEN


def test_a_file_from_before_keyrings_keeps_working(tmp_path: Path) -> None:
    made = logins(tmp_path, AKeyring())
    made.path.parent.mkdir()
    old = {"schema": 1, "current": HERE, "servers": {HERE: {"member": MEMBER_TOKEN, "agent": AGENT_TOKEN}}}
    made.path.write_text(json.dumps(old, indent=2))
    assert made.token(HERE, "member") == MEMBER_TOKEN
    made.keep(HERE, "agent", "eng_agent_2_secret_0")
    assert content(made) == {HERE: {"member": MEMBER_TOKEN, "agent": None}}
    assert made.token(HERE, "agent") == "eng_agent_2_secret_0"


def test_a_token_in_the_file_needs_no_keyring(tmp_path: Path) -> None:
    logins(tmp_path).keep(HERE, "agent", AGENT_TOKEN)

    def slow() -> Ring:
        raise AssertionError("nobody needs it")

    assert Logins(tmp_path / "new" / "login.json", slow).token(HERE, "agent") == AGENT_TOKEN


@pytest.mark.parametrize("backend", [None, ALockedKeyring()], ids=["gone", "locked"])
def test_a_keyring_that_does_not_give_it_is_named(tmp_path: Path, backend: AKeyring | None) -> None:
    logins(tmp_path, AKeyring()).keep(HERE, "agent", AGENT_TOKEN)
    with pytest.raises(Stop, match="keyring") as stop:
        logins(tmp_path, backend).token(HERE, "agent")
    assert (stop.value.code, stop.value.exit_code) == ("E_KEYRING", Exit.NO_ACCESS)


def test_what_somebody_took_out_of_the_keyring_is_no_token(tmp_path: Path) -> None:
    logins(tmp_path, AKeyring()).keep(HERE, "agent", AGENT_TOKEN)
    assert logins(tmp_path, AKeyring()).token(HERE, "agent") == ""


def test_the_server_of_the_last_login_is_the_current_one(tmp_path: Path) -> None:
    made = logins(tmp_path)
    made.keep(HERE, "member", MEMBER_TOKEN)
    made.keep(ELSEWHERE, "member", MEMBER_TOKEN)
    assert made.saved().current == ELSEWHERE


def test_an_exchange_changes_this_token_alone(tmp_path: Path) -> None:
    made = logins(tmp_path)
    made.keep(HERE, "agent", "old")
    made.keep(ELSEWHERE, "agent", "other")
    assert made.exchange(HERE, "agent", "old", "new") is not None
    assert made.saved() == Saved(ELSEWHERE, {HERE: {"agent": "new"}, ELSEWHERE: {"agent": "other"}})


def test_nothing_is_exchanged_for_a_token_that_is_another_by_now(tmp_path: Path) -> None:
    made = logins(tmp_path)
    made.keep(HERE, "agent", "of a new pairing")
    assert made.exchange(HERE, "agent", "old", "new") is None
    assert made.token(HERE, "agent") == "of a new pairing"


def test_what_is_in_the_keyring_needs_no_room_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = logins(tmp_path, AKeyring())
    made.keep(HERE, "agent", "old")
    monkeypatch.setattr(state, "write", full)
    assert made.exchange(HERE, "agent", "old", "new") is not None
    assert made.token(HERE, "agent") == "new"


def test_a_full_disk_is_said_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = logins(tmp_path)
    made.keep(HERE, "agent", "old")
    monkeypatch.setattr(state, "write", full)
    with pytest.raises(Stop, match="No space left on device") as stop:
        made.exchange(HERE, "agent", "old", "new")
    assert (stop.value.code, made.token(HERE, "agent")) == ("E_LOGIN_FILE", "old")


def full(path: Path, **fields: object) -> None:
    raise OSError(28, "No space left on device", str(path))


@pytest.mark.parametrize("backend", [None, AKeyring()], ids=["file", "keyring"])
def test_what_is_forgotten_is_nowhere_any_more(tmp_path: Path, backend: AKeyring | None) -> None:
    made = logins(tmp_path, backend)
    made.keep(HERE, "member", MEMBER_TOKEN)
    made.keep(HERE, "agent", AGENT_TOKEN)
    made.forget(HERE, "agent")
    assert (made.token(HERE, "agent"), made.token(HERE, "member")) == ("", MEMBER_TOKEN)
    made.forget(HERE, "member")
    assert made.saved() == Saved()
    assert not backend or backend.secrets == {}


def test_forgetting_one_server_makes_no_other_the_current_one(tmp_path: Path) -> None:
    made = logins(tmp_path)
    made.keep(ELSEWHERE, "member", MEMBER_TOKEN)
    made.keep(HERE, "member", MEMBER_TOKEN)
    made.forget(HERE, "member")
    assert made.saved() == Saved("", {ELSEWHERE: {"member": MEMBER_TOKEN}})


def test_tokens_that_are_kept_at_the_same_time_are_all_there(tmp_path: Path) -> None:
    def one(number: int) -> None:
        logins(tmp_path).keep(HERE, f"kind-{number}", "t")

    threads = [threading.Thread(target=one, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(logins(tmp_path).saved().servers[HERE]) == 8


@pytest.mark.parametrize(
    "servers",
    ["", "[]", "{}", '{"schema": 1, "current": "", "servers": []}', '{"schema": 1, "servers": {"u": {"a": 7}}}'],
)
def test_a_broken_file_says_how_to_mend_it(tmp_path: Path, servers: str) -> None:
    made = Logins(tmp_path / "login.json", lambda: None)
    made.path.write_text(servers)
    with pytest.raises(Stop, match="cannot be read") as stop:
        made.saved()
    assert "engawa login" in stop.value.hint


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "new").write_text("a file")
    with pytest.raises(Stop, match="could not be kept") as stop:
        logins(tmp_path).keep(HERE, "agent", AGENT_TOKEN)
    assert stop.value.code == "E_LOGIN_FILE"
