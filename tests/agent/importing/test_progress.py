from io import StringIO

from rich.console import Console

from engawa_agent.importing.progress import LONG, progress


def shown(total: int, terminal: bool, **environ: str) -> str:
    text = StringIO()
    with progress(total, Console(file=text, force_terminal=terminal, width=80), environ) as advance:
        advance(total)
    return text.getvalue()


def test_a_person_sees_a_bar() -> None:
    assert f"{LONG}/{LONG}" in shown(LONG, terminal=True)


def test_a_pipe_gets_one_plain_line() -> None:
    assert shown(5000, terminal=False) == "Sending 5,000 nodes and edges ...\n"


def test_so_does_a_screen_reader() -> None:
    assert shown(5000, terminal=True, ACCESSIBLE="1") == "Sending 5,000 nodes and edges ...\n"


def test_a_short_import_shows_nothing() -> None:
    assert shown(LONG - 1, terminal=True) == ""
