"""An engine's words of failure, made fit to be shown."""

from engawa_agent.cleaning import LIMIT, cleaned


def test_secrets_are_struck_out() -> None:
    text = "key hunter2hunter2, ghp_abcdefgh1234, sk-proj-abcdefgh, Authorization: Bearer abcdefgh.ijkl"
    assert cleaned(text, ["hunter2hunter2", ""]) == "key ***, ***, ***, Authorization: Bearer ***"


def test_control_characters_go_and_length_is_limited() -> None:
    assert cleaned("\x1b[31mred\x1b[0m\x07 \x9b") == "red"
    assert len(cleaned("x" * 9999)) == LIMIT + 1
