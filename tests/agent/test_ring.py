"""The system's keyring, and what it does when it does not do its part."""

import sys
from types import SimpleNamespace

import pytest

from engawa_agent import ring
from engawa_agent.ring import Ring
from tests.agent.keyrings import AForgetfulKeyring, AKeyring, ALockedKeyring, ASilentKeyring

HERE, ELSEWHERE = "https://here.example", "https://elsewhere.example"


def test_each_server_and_kind_has_its_own_secret() -> None:
    made = Ring(AKeyring())
    made.keep(HERE, "agent", "a")
    made.keep(HERE, "member", "m")
    assert (made.get(HERE, "agent"), made.get(HERE, "member"), made.get(ELSEWHERE, "agent")) == ("a", "m", None)


def test_what_is_forgotten_is_gone() -> None:
    made = Ring(AKeyring())
    made.keep(HERE, "agent", "a")
    made.forget(HERE, "agent")
    assert made.get(HERE, "agent") is None


def test_a_locked_one_is_trouble_that_says_why() -> None:
    with pytest.raises(ring.Trouble, match="Failed to unlock"):
        Ring(ALockedKeyring()).get(HERE, "agent")


def test_one_that_keeps_nothing_does_not_pass_for_one_that_does() -> None:
    with pytest.raises(ring.Trouble, match="did not keep"):
        Ring(AForgetfulKeyring()).keep(HERE, "agent", "a")


def test_one_that_does_not_answer_is_not_waited_for() -> None:
    with pytest.raises(ring.Trouble, match="within"):
        Ring(ASilentKeyring(), seconds=0.05).get(HERE, "agent")


@pytest.mark.parametrize("word", ["off", "OFF", "0", "no"])
def test_it_can_be_switched_off(word: str) -> None:
    assert ring.system({"ENGAWA_KEYRING": word}) is None


@pytest.mark.parametrize(
    ("module", "found"),
    [
        (SimpleNamespace(get_keyring=AKeyring), True),
        (SimpleNamespace(get_keyring=lambda: SimpleNamespace(priority=0.5)), False),
        (SimpleNamespace(), False),
        (None, False),
    ],
    ids=["one to trust", "one that keeps it readable", "one in pieces", "not installed"],
)
def test_only_one_to_trust_is_used(module: object, found: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", module)
    assert bool(ring.system({})) == found
