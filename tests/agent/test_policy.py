"""What the owner of a machine allows, and that a policy is never looser than it was meant."""

from pathlib import Path
from typing import Any

import pytest

from engawa_agent import policy
from engawa_agent.errors import Exit, Stop
from engawa_agent.policy import Policy
from tests.agent.makers import a_job

WHOLE = """
engines = ["ollama", " mock "]
submitters = ["Aoki", "tok-1"]
max_characters = 200000
max_per_hour = 20
confirm = true
on_battery = "run"
quiet_hours = ["22:00-07:00", "Mon-Fri 12:00-13:00"]
job_seconds = 90.5
"""


def written(folder: Path, text: str) -> Policy:
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    return policy.load(folder / "mine.toml")


def by(name: Any, id: Any) -> dict[str, Any]:
    return a_job() | {"createdBy": {"id": id, "name": name}}


def test_all_of_it(tmp_path: Path) -> None:
    read = written(tmp_path, WHOLE)
    assert (read.engines, read.submitters) == (("ollama", "mock"), ("Aoki", "tok-1"))
    assert (read.max_characters, read.max_per_hour, read.confirm) == (200_000, 20, True)
    assert (read.on_battery, len(read.quiet_hours), read.job_seconds) == ("run", 2, 90.5)


def test_without_one_nothing_is_limited_but_the_battery_and_the_time(tmp_path: Path) -> None:
    assert policy.load(None) == Policy() == written(tmp_path, "# nothing yet\n")
    assert (Policy().on_battery, Policy().job_seconds) == ("pause", 600.0)
    assert Policy().refusal(a_job()) is None


def test_the_usual_place_is_beside_the_login() -> None:
    policy.path().parent.mkdir(parents=True)
    policy.path().write_bytes(b"\xef\xbb\xbfconfirm = true\r\n")  # as an editor on Windows writes it
    assert policy.load(None).confirm


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("max_per_houre = 20", "unknown key, 'max_per_houre'.*max_per_hour"),
        ("[agent]\nconfirm = true", "unknown key, 'agent'"),
        ('max_per_hour = "20"', "max_per_hour = '20', but it must be a whole number"),
        ("max_per_hour = true", "max_per_hour = True"),
        ("max_per_hour = 0", "1 or more"),
        ("max_characters = 1.5", "max_characters"),
        ("max_characters = -1", "max_characters"),
        ('confirm = "no"', "confirm = 'no', but it must be true or false"),
        ("confirm = 1", "confirm"),
        ("on_battery = true", '"pause" or "run"'),
        ("on_battery = []", "on_battery"),
        ('on_battery = "Run"', "on_battery"),
        ('engines = "ollama"', "engines.*a list"),
        ("engines = []", "engines"),
        ('engines = ["ollama", 1]', "engines"),
        ('submitters = [" "]', "submitters"),
        ('quiet_hours = "22:00-07:00"', "quiet_hours"),
        ('quiet_hours = ["10 pm to 7 am"]', "quiet_hours.*22:00-07:00"),
        ("quiet_hours = [22]", "quiet_hours"),
        ("job_seconds = nan", "job_seconds"),
        ("job_seconds = inf", "job_seconds"),
        ("job_seconds = 0", "job_seconds.*1 to 86400"),
        ("confirm = ", "cannot be read"),
        ("confirm = true\nconfirm = false", "cannot be read"),
    ],
)
def test_what_is_not_understood_is_refused(tmp_path: Path, line: str, words: str) -> None:
    with pytest.raises(Stop, match=words) as stop:
        written(tmp_path, line)
    assert (stop.value.exit_code, stop.value.code) == (Exit.WRONG_USE, "E_BAD_POLICY")
    assert "mine.toml" in stop.value.message


def test_a_long_value_is_not_shown_whole(tmp_path: Path) -> None:
    with pytest.raises(Stop) as stop:
        written(tmp_path, f'confirm = "{"x" * 1000}"')
    assert len(stop.value.message) < 300


def test_a_file_that_was_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(Stop, match=r"--policy.*none\.toml") as stop:
        policy.load(tmp_path / "none.toml")
    assert stop.value.code == "E_BAD_POLICY"


@pytest.mark.parametrize("content", [b"\xff\xfe", b"a = " + b"[" * 50_000])
def test_bytes_that_are_no_policy(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "mine.toml").write_bytes(content)
    with pytest.raises(Stop, match="cannot be read"):
        policy.load(tmp_path / "mine.toml")


def test_one_that_cannot_be_read_is_not_none(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").mkdir()
    with pytest.raises(Stop, match="cannot be read"):
        policy.load(tmp_path / "mine.toml")


@pytest.mark.parametrize("job", [by("Aoki", "tok-9"), by("Bob", "tok-1"), by(None, "tok-1")])
def test_only_jobs_of_these(job: dict[str, Any]) -> None:
    assert Policy(submitters=("Aoki", "tok-1")).refusal(job) is None


@pytest.mark.parametrize("job", [by("Bob", "tok-2"), by("aoki", ""), by("Aoki ", 1)])
def test_jobs_of_others_are_refused(job: dict[str, Any]) -> None:
    refusal = Policy(submitters=("Aoki", "tok-1")).refusal(job)
    assert refusal is not None
    assert "policy names its submitters" in refusal


@pytest.mark.parametrize("who", [None, "Aoki", ["Aoki"], {}, {"name": ["Aoki"]}])
def test_a_job_that_does_not_say_whose_it_is_is_refused(who: Any) -> None:
    refusal = Policy(submitters=("Aoki",)).refusal(a_job() | {"createdBy": who})
    assert refusal is not None
    assert refusal.startswith("it does not say")
    assert Policy(submitters=("Aoki",)).refusal(a_job()) == refusal


def test_a_refusal_fits_into_what_the_server_takes() -> None:
    refusal = Policy(submitters=("Aoki",)).refusal(by("x" * 1000, "y" * 1000))
    assert refusal is not None
    assert len(refusal) <= 200


def test_characters_are_counted_as_the_engine_gets_them() -> None:
    job = a_job(instruction="ab", prompt="😀") | {"context": "abc"}
    assert policy.characters(job) == 7
    assert Policy(max_characters=7).refusal(job) is None
    assert Policy(max_characters=6).refusal(job) == "it has 7 characters, and this machine's policy allows 6"


def test_a_job_without_a_payload_has_nothing_to_read() -> None:
    assert policy.characters({"id": "x", "payload": None, "context": 5}) == 0


def test_flags_choose_among_the_engines_that_are_allowed() -> None:
    assert Policy(engines=("ollama", "mock")).engines_of(()) == ("ollama", "mock")
    assert Policy(engines=("ollama", "mock")).engines_of(("mock",)) == ("mock",)
    assert Policy().engines_of(()) == ()
    with pytest.raises(Stop, match="only ollama") as stop:
        Policy(engines=("ollama",)).engines_of(("mock",))
    assert (stop.value.exit_code, stop.value.code) == (Exit.WRONG_USE, "E_POLICY")
