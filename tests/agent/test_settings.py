"""Which server and token a command uses."""

from pathlib import Path

import pytest

from engawa_agent.errors import Exit, Stop
from engawa_agent.keeping import Logins
from engawa_agent.settings import Access, clean_url, id_of, kind_of, resolve
from tests.agent.makers import ADMIN_TOKEN, AGENT_TOKEN, MEMBER_TOKEN

HERE = "https://here.example"


@pytest.fixture
def logins(tmp_path: Path) -> Logins:
    """Logged in as a member and as an agent."""
    made = Logins(tmp_path / "login.json", lambda: None)
    made.keep(HERE, "member", MEMBER_TOKEN)
    made.keep(HERE, "agent", AGENT_TOKEN)
    return made


@pytest.fixture
def nobody(tmp_path: Path) -> Logins:
    return Logins(tmp_path / "nobody.json", lambda: None)


def resolved(wanted: str, logins: Logins, url: str | None = None, **environ: str) -> Access:
    return resolve(wanted, url=url, token_file=None, environ=environ, logins=logins)  # type: ignore[arg-type]


def test_each_kind_of_command_takes_its_own_kept_token(logins: Logins) -> None:
    assert resolved("member", logins) == Access(HERE, MEMBER_TOKEN, kept=True)
    assert resolved("agent", logins) == Access(HERE, AGENT_TOKEN, kept=True)


def test_an_admin_token_does_for_a_member_and_no_other_for_an_admin(nobody: Logins, logins: Logins) -> None:
    nobody.keep(HERE, "admin", ADMIN_TOKEN)
    assert resolved("member", nobody).token == resolved("admin", nobody).token == ADMIN_TOKEN
    with pytest.raises(Stop, match="No admin token") as stop:
        resolved("admin", logins)
    assert "bootstrap" in stop.value.hint


def test_the_environment_goes_before_what_is_kept_and_flags_before_both(logins: Logins) -> None:
    assert resolved("agent", logins, ENGAWA_URL="https://env.example", ENGAWA_TOKEN="t").url == "https://env.example"
    flagged = resolved("agent", logins, "https://flag.example/", ENGAWA_URL="https://env.example", ENGAWA_TOKEN="t")
    assert flagged == Access("https://flag.example", "t", kept=False)


def test_a_token_file_goes_before_the_environment(tmp_path: Path, nobody: Logins) -> None:
    file = tmp_path / "token"
    file.write_text(f"{AGENT_TOKEN}\n")
    found = resolve("agent", url=HERE, token_file=file, environ={"ENGAWA_TOKEN": "other"}, logins=nobody)
    assert found == Access(HERE, AGENT_TOKEN, kept=False)


def test_a_kept_token_is_never_sent_to_another_server(logins: Logins) -> None:
    with pytest.raises(Stop) as stop:
        resolved("member", logins, "https://other.example")
    assert (stop.value.exit_code, stop.value.code) == (Exit.NO_ACCESS, "E_NO_TOKEN")


def test_a_machine_without_an_agents_token_is_told_to_pair(nobody: Logins) -> None:
    with pytest.raises(Stop) as stop:
        resolved("agent", nobody, HERE)
    assert f"engawa pair --url {HERE}" in stop.value.hint


def test_the_wrong_kind_of_token_is_said_before_anything_is_sent(nobody: Logins) -> None:
    with pytest.raises(Stop, match="kind agent, but the one given is of kind member") as stop:
        resolved("agent", nobody, ENGAWA_URL=HERE, ENGAWA_TOKEN=MEMBER_TOKEN)
    assert stop.value.exit_code == Exit.NO_ACCESS


def test_without_an_address_the_missing_flag_is_named(nobody: Logins) -> None:
    with pytest.raises(Stop, match="--url") as stop:
        resolved("member", nobody)
    assert stop.value.exit_code == Exit.WRONG_USE


def test_a_missing_token_file_is_named(tmp_path: Path, nobody: Logins) -> None:
    with pytest.raises(Stop, match="--token-file"):
        resolve("agent", url=HERE, token_file=tmp_path / "none", environ={}, logins=nobody)


@pytest.mark.parametrize("url", ["ftp://x", "here.example", "http://far.example", "https://"])
def test_addresses_that_are_refused(url: str) -> None:
    with pytest.raises(Stop) as stop:
        clean_url(url)
    assert stop.value.code == "E_BAD_URL"


@pytest.mark.parametrize("url", ["http://localhost:8000", "http://127.0.0.1:1", "http://[::1]:1", HERE])
def test_addresses_that_are_taken(url: str) -> None:
    assert clean_url(url) == url


@pytest.mark.parametrize(("token", "kind"), [(MEMBER_TOKEN, "member"), ("ghp_x", None), ("", None)])
def test_the_kind_stands_in_the_token(token: str, kind: str | None) -> None:
    assert kind_of(token) == kind


@pytest.mark.parametrize(("token", "id"), [(f"eng_agent_{'0a' * 8}_secret_0", "0a" * 8), ("ghp_x", None)])
def test_so_does_the_id_by_which_it_is_revoked(token: str, id: str | None) -> None:
    assert id_of(token) == id
