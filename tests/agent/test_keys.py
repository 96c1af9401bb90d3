"""Where keys for engines are kept: in the keyring, or in a file of one's own; and whose file is not read."""

import json
import os
import stat
from pathlib import Path

import pytest

from engawa_agent import key_files, state
from engawa_agent.errors import Exit, Stop
from engawa_agent.key_files import Trouble
from engawa_agent.keys import Key, Keys
from engawa_agent.ring import Ring
from tests.agent.keyrings import AForgetfulKeyring, AKeyring, ALockedKeyring

KEY = "marker-of-a-key"
IN_RING = {("engawa key of gemini", "key"): KEY}


def keys(folder: Path, backend: AKeyring | None = None) -> Keys:
    return Keys(folder / "new" / "keys", lambda: Ring(backend) if backend else None)


def found(made: Keys, **environ: str) -> Key | None:
    return made.find("gemini", environ, "ENGAWA_GEMINI_KEY")


def a_file(folder: Path, content: bytes = b"  from-a-file\n", mode: int = 0o600) -> Path:
    (folder / "mine").write_bytes(content)
    (folder / "mine").chmod(mode)
    return folder / "mine"


def trouble(made: Keys, key_file: str | Path = "", **environ: str) -> str:
    with pytest.raises(Trouble) as raised:
        made.find("gemini", environ, "ENGAWA_GEMINI_KEY", str(key_file))
    assert "marker" not in str(raised.value)
    return str(raised.value)


def test_without_a_keyring_the_file_is_the_place_and_private(tmp_path: Path) -> None:
    made = keys(tmp_path)
    place = made.keep("gemini", KEY)
    assert (place.name, place.file, str(place.file) in place.words) == ("file", made.folder / "gemini", True)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (made.folder, place.file)] == [0o700, 0o600]
    assert found(made) == Key(KEY, str(place.file))
    assert found(keys(tmp_path)) == Key(KEY, str(place.file))


def test_with_one_the_file_knows_only_that_there_is_a_key(tmp_path: Path) -> None:
    backend = AKeyring()
    place = keys(tmp_path, backend).keep("gemini", KEY)
    assert (place.name, "Test Keyring" in place.words, backend.secrets) == ("keyring", True, IN_RING)
    assert json.loads(place.file.read_text()) == {"schema": 1, "key": None}
    assert found(keys(tmp_path, backend)) == Key(KEY, "the system's keyring")


@pytest.mark.parametrize("backend", [ALockedKeyring(), AForgetfulKeyring()], ids=["locked", "forgetful"])
def test_one_that_refuses_leaves_it_to_the_file_and_that_is_said(tmp_path: Path, backend: AKeyring) -> None:
    made = keys(tmp_path, backend)
    place = made.keep("gemini", KEY)
    assert (place.name, "did not take it" in place.words) == ("file", True)
    assert found(made) == Key(KEY, str(place.file))


def test_a_key_that_moves_to_the_keyring_leaves_the_file(tmp_path: Path) -> None:
    place = keys(tmp_path).keep("gemini", KEY)
    keys(tmp_path, AKeyring()).keep("gemini", KEY)
    assert KEY not in place.file.read_text()


def test_a_keyring_is_not_asked_for_what_is_not_in_it(tmp_path: Path) -> None:
    def slow() -> Ring:
        raise AssertionError("nobody needs it")

    keys(tmp_path).keep("gemini", KEY)
    made = Keys(tmp_path / "new" / "keys", slow)
    assert made.find("ollama", {}) is None
    assert found(made) is not None


def test_a_keyring_is_asked_once_and_to_say_where_a_key_is_not_at_all(tmp_path: Path) -> None:
    backend = AKeyring()
    keys(tmp_path, backend).keep("gemini", KEY)
    made = keys(tmp_path, ALockedKeyring())
    origin = made.origin("gemini", {})
    assert origin is not None
    assert (origin.words, origin.quick) == ("the system's keyring", False)
    made = keys(tmp_path, backend)
    assert found(made) == Key(KEY, "the system's keyring")
    backend.secrets.clear()
    assert found(made) == Key(KEY, "the system's keyring")
    assert found(keys(tmp_path, backend)) is None


@pytest.mark.parametrize(
    ("backend", "words"),
    [(None, "ENGAWA_KEYRING switches it off"), (ALockedKeyring(), "Failed to unlock")],
    ids=["gone", "locked"],
)
def test_a_keyring_that_does_not_give_it_is_named(tmp_path: Path, backend: AKeyring | None, words: str) -> None:
    keys(tmp_path, AKeyring()).keep("gemini", KEY)
    assert words in trouble(keys(tmp_path, backend))


def test_a_key_that_is_kept_while_the_agent_runs_is_found(tmp_path: Path) -> None:
    made = keys(tmp_path)
    assert found(made) is None
    keys(tmp_path).keep("gemini", "first")
    assert found(made) == Key("first", str(made.folder / "gemini"))
    keys(tmp_path).keep("gemini", "second")
    assert found(made) == Key("second", str(made.folder / "gemini"))


def test_the_environment_goes_before_a_file_before_what_is_kept(tmp_path: Path) -> None:
    made, file = keys(tmp_path), a_file(tmp_path)
    made.keep("gemini", KEY)
    assert made.find("gemini", {}, "V", str(file)) == Key("from-a-file", f"{file} (key_file)")
    assert made.find("gemini", {"V": " variable\n"}, "V", str(file)) == Key("variable", "V")
    assert made.find("gemini", {"V": ""}, "V") == Key(KEY, str(made.folder / "gemini"))


@pytest.mark.parametrize("value", ["  ", "marker of two", "marker\nmarker", "marker\u00e9", "marker\x07"])
def test_what_is_no_key_is_not_sent(tmp_path: Path, value: str) -> None:
    assert trouble(keys(tmp_path), ENGAWA_GEMINI_KEY=value).startswith("ENGAWA_GEMINI_KEY ")
    assert "(key_file) " in trouble(keys(tmp_path), a_file(tmp_path, value.encode()))


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601, 0o666])
def test_a_file_that_others_can_read_is_refused_and_how_to_mend_it_is_said(tmp_path: Path, mode: int) -> None:
    file = a_file(tmp_path, KEY.encode(), mode)
    assert trouble(keys(tmp_path), file).endswith(f"chmod 600 {file}")


def test_so_is_one_of_ours(tmp_path: Path) -> None:
    made = keys(tmp_path)
    made.keep("gemini", KEY).file.chmod(0o644)
    assert "chmod 600" in trouble(made)


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"\xff\xfem\x00", "no text in UTF-8"), (b"m" * 70_000, "larger than a key"), (b"", "is empty")],
)
def test_a_file_without_a_key(tmp_path: Path, content: bytes, words: str) -> None:
    assert words in trouble(keys(tmp_path), a_file(tmp_path, content))


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    assert "is no file" in trouble(keys(tmp_path), tmp_path / "pipe")
    assert "is no file" in trouble(keys(tmp_path), tmp_path)
    assert "No such file" in trouble(keys(tmp_path), tmp_path / "none")
    assert "no such user" in trouble(keys(tmp_path), "~nobody-of-this-name/key")


def test_an_editor_on_windows_may_have_written_it(tmp_path: Path) -> None:
    made = keys(tmp_path).find("gemini", {}, "V", str(a_file(tmp_path, b"\xef\xbb\xbfkey\r\n")))
    assert made is not None
    assert made.value == "key"


@pytest.mark.parametrize("content", ["{", '{"schema": 1}', '{"schema": 2, "key": "k"}', '{"schema": 1, "key": 5}'])
def test_a_damaged_file_of_ours_is_named_and_can_be_forgotten(tmp_path: Path, content: str) -> None:
    made = keys(tmp_path)
    made.keep("gemini", KEY).file.write_text(content)
    assert str(made.folder / "gemini") in trouble(made)
    assert made.forget("gemini")
    assert made.kept() == ()


@pytest.mark.parametrize("backend", [None, AKeyring()], ids=["file", "keyring"])
def test_what_is_forgotten_is_nowhere_any_more(tmp_path: Path, backend: AKeyring | None) -> None:
    made = keys(tmp_path, backend)
    made.keep("gemini", KEY)
    made.keep("anthropic", "other")
    assert found(made) is not None
    assert (made.forget("gemini"), made.forget("gemini")) == (True, False)
    assert (found(made), made.kept()) == (None, ("anthropic",))
    assert not backend or list(backend.secrets.values()) == ["other"]


def test_what_somebody_took_out_of_the_keyring_can_be_forgotten(tmp_path: Path) -> None:
    backend = AKeyring()
    keys(tmp_path, backend).keep("gemini", KEY)
    backend.secrets.clear()
    assert keys(tmp_path, backend).forget("gemini")
    assert keys(tmp_path, backend).kept() == ()


@pytest.mark.parametrize("backend", [None, ALockedKeyring()], ids=["gone", "locked"])
def test_a_keyring_that_holds_on_to_a_key_is_said(tmp_path: Path, backend: AKeyring | None) -> None:
    keys(tmp_path, AKeyring()).keep("gemini", KEY)
    with pytest.raises(Stop, match="cannot be forgotten") as stop:
        keys(tmp_path, backend).forget("gemini")
    assert (stop.value.code, stop.value.exit_code) == ("E_KEYRING", Exit.FAILED)
    assert keys(tmp_path).kept() == ("gemini",)


def test_a_full_disk_is_said_and_the_old_key_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, **fields: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    made = keys(tmp_path)
    made.keep("gemini", "old")
    monkeypatch.setattr(state, "write", full)
    with pytest.raises(Stop, match="No space left on device") as stop:
        made.keep("gemini", "new")
    assert (stop.value.code, getattr(found(made), "value", "")) == ("E_KEY_FILE", "old")


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "new").write_text("in the way")
    with pytest.raises(Stop, match="where keys are kept, cannot be used") as stop:
        keys(tmp_path).keep("gemini", KEY)
    assert stop.value.code == "E_KEY_FILE"


def test_other_files_in_the_folder_are_no_keys(tmp_path: Path) -> None:
    made = keys(tmp_path)
    made.keep("gemini", KEY)
    (made.folder / ".gemini.abc").write_text("half written")
    (tmp_path / "new" / "login.json").write_text("{}")
    assert made.kept() == ("gemini",)
    assert made.find("../login.json", {}) is None


def test_a_key_is_not_in_its_representation() -> None:
    assert "marker" not in repr(Key(KEY, "a test"))
    assert key_files.usable(f" {KEY}\n", "a test") == KEY
