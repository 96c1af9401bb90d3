"""Which server and token a command uses, and how they are kept."""

import stat
from pathlib import Path

import pytest

from engawa_agent.errors import Exit, Stop
from engawa_agent.settings import Access, Saved, clean_url, kind_of, load, resolve, save
from tests.agent.makers import AGENT_TOKEN, MEMBER_TOKEN

ADMIN_TOKEN = "eng_admin_1_secretsecret_0"
HERE = "https://here.example"
SAVED = Saved().adding(HERE, "member", MEMBER_TOKEN).adding(HERE, "agent", AGENT_TOKEN)


def resolved(wanted: str, saved: Saved = SAVED, url: str | None = None, **environ: str) -> Access:
    return resolve(wanted, url=url, token_file=None, environ=environ, saved=saved)  # type: ignore[arg-type]


def test_each_kind_of_command_takes_its_own_saved_token() -> None:
    assert resolved("member") == Access(HERE, MEMBER_TOKEN)
    assert resolved("agent") == Access(HERE, AGENT_TOKEN)


def test_an_admin_token_does_for_a_member() -> None:
    assert resolved("member", Saved().adding(HERE, "admin", ADMIN_TOKEN)).token == ADMIN_TOKEN


def test_the_environment_goes_before_what_is_saved_and_flags_before_both() -> None:
    assert resolved("agent", ENGAWA_URL="https://env.example", ENGAWA_TOKEN="t").url == "https://env.example"
    flagged = resolved("agent", url="https://flag.example/", ENGAWA_URL="https://env.example", ENGAWA_TOKEN="t")
    assert flagged == Access("https://flag.example", "t")


def test_a_token_file_goes_before_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{AGENT_TOKEN}\n")
    found = resolve("agent", url=HERE, token_file=file, environ={"ENGAWA_TOKEN": "other"}, saved=Saved())
    assert found.token == AGENT_TOKEN


def test_a_saved_token_is_never_sent_to_another_server() -> None:
    with pytest.raises(Stop) as stop:
        resolved("member", url="https://other.example")
    assert (stop.value.exit_code, stop.value.code) == (Exit.NO_ACCESS, "E_NO_TOKEN")


def test_the_wrong_kind_of_token_is_said_before_anything_is_sent() -> None:
    with pytest.raises(Stop, match="kind agent, but the one given is of kind member") as stop:
        resolved("agent", ENGAWA_URL=HERE, ENGAWA_TOKEN=MEMBER_TOKEN)
    assert stop.value.exit_code == Exit.NO_ACCESS


def test_without_an_address_the_missing_flag_is_named() -> None:
    with pytest.raises(Stop, match="--url") as stop:
        resolved("member", Saved())
    assert stop.value.exit_code == Exit.WRONG_USE


def test_a_missing_token_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(Stop, match="--token-file"):
        resolve("agent", url=HERE, token_file=tmp_path / "none", environ={}, saved=Saved())


@pytest.mark.parametrize("url", ["ftp://x", "here.example", "http://far.example", "https://"])
def test_addresses_that_are_refused(url: str) -> None:
    with pytest.raises(Stop) as stop:
        clean_url(url)
    assert stop.value.code == "E_BAD_URL"


@pytest.mark.parametrize("url", ["http://localhost:8000", "http://127.0.0.1:1", "http://[::1]:1", HERE])
def test_addresses_that_are_taken(url: str) -> None:
    assert clean_url(url) == url


def test_what_is_saved_is_found_again_and_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "login.json"
    save(path, SAVED)
    assert load(path) == SAVED
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"current": "", "servers": []}'])
def test_a_broken_login_says_how_to_mend_it(tmp_path: Path, content: str) -> None:
    (tmp_path / "login.json").write_text(content)
    with pytest.raises(Stop, match="cannot be read") as stop:
        load(tmp_path / "login.json")
    assert "engawa login" in stop.value.hint


@pytest.mark.parametrize(("token", "kind"), [(MEMBER_TOKEN, "member"), ("ghp_x", None), ("", None)])
def test_the_kind_stands_in_the_token(token: str, kind: str | None) -> None:
    assert kind_of(token) == kind
