"""What is set for engines: which place goes before which, what is refused, and that no key is told."""

from pathlib import Path
from typing import Any

import pytest

from engawa_agent import config, worker
from engawa_agent.config import Config, EngineSettings, Setting
from engawa_agent.configuring import fields
from engawa_agent.errors import EngineError, Exit, Stop
from engawa_agent.key_files import Trouble
from engawa_agent.keys import Key, Keys
from engawa_agent.providers.options import UNSET, Options
from engawa_agent.providers.options import Stop as StopAt

WHOLE = """
order = ["ollama", "openai-compatible"]
timeout = 300

[engines.openai-compatible]
url = "http://127.0.0.1:1234/v1/"
model = "qwen3"
api = "responses"
temperature = 1
max_tokens = 2000
stop = ["END", " "]
window = 32768
timeout = 90.5
tools = ["read_node"]
key_file = "~/.keys/openai"

[engines.openai-compatible.body]
top_k = 20

[engines.embedded]
threads = 2

[engines.theirs]
depth = [1, 2]
model = "their-model"
"""
COMPATIBLE = "openai-compatible"
INSTALLED = ("ollama", "another-one")


def loaded(folder: Path, text: str = "", *flags: str, **environ: str) -> Config:
    (folder / "config.toml").write_text(text, encoding="utf-8")
    kept = Keys(folder / "keys", lambda: None)
    return config.load(environ, flags, folder / "config.toml", kept, INSTALLED)


def refused(folder: Path, text: str = "", *flags: str, **environ: str) -> str:
    with pytest.raises(Stop) as stop:
        loaded(folder, text, *flags, **environ)
    assert (stop.value.exit_code, stop.value.code) == (Exit.WRONG_USE, "E_CONFIG")
    return stop.value.message


def set_for(text: str, engine: str = "ollama") -> str:
    return f"[engines.{engine}]\n{text}\n"


def test_all_of_a_file(tmp_path: Path) -> None:
    read = loaded(tmp_path, WHOLE)
    assert read.order == Setting(("ollama", COMPATIBLE), "config.toml")
    assert read.timeout == Setting(300.0, "config.toml")
    values = {name: setting.value for name, setting in read.engine(COMPATIBLE).settings.items()}
    assert values == {
        "url": "http://127.0.0.1:1234/v1",
        "model": "qwen3",
        "api": "responses",
        "temperature": 1.0,
        "max_tokens": 2000,
        "stop": ("END", " "),
        "window": 32768,
        "timeout": 90.5,
        "tools": ("read_node",),
        "key_file": "~/.keys/openai",
        "body": {"top_k": 20},
    }
    assert read.engine("embedded").get("threads") == 2
    assert read.engine("theirs").get("depth") == [1, 2]


def test_without_a_file_there_are_the_defaults() -> None:
    read = config.load({})
    assert (read.order, read.timeout) == (Setting((), "default"), Setting(600.0, "default"))
    assert read.engine("ollama").settings == {}
    assert config.DEFAULT_SECONDS == worker.JOB_SECONDS
    assert (read.file.name, read.file.exists()) == ("config.toml", False)


def test_an_editor_on_windows_may_have_written_it(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"\xef\xbb\xbftimeout = 30\r\n")
    assert config.load({}, path=tmp_path / "config.toml").timeout.value == 30


def test_the_file_may_be_elsewhere_but_must_be_there_then(tmp_path: Path) -> None:
    elsewhere = tmp_path / "mine.toml"
    with pytest.raises(Stop, match=r"ENGAWA_CONFIG names .*mine\.toml, but there is no such file"):
        config.load({"ENGAWA_CONFIG": str(elsewhere)})
    elsewhere.write_text("timeout = 30")
    assert config.load({"ENGAWA_CONFIG": str(elsewhere)}).timeout == Setting(30.0, "mine.toml")


@pytest.mark.parametrize(
    ("flags", "environ", "model"),
    [
        ((), {}, Setting("file", "config.toml")),
        ((), {"ENGAWA_OLLAMA_MODEL": "variable"}, Setting("variable", "ENGAWA_OLLAMA_MODEL")),
        ((), {"ENGAWA_OLLAMA_MODEL": ""}, Setting("file", "config.toml")),
        (("ollama.model=flag",), {"ENGAWA_OLLAMA_MODEL": "variable"}, Setting("flag", "--set ollama.model")),
        (("ollama.model=a", "ollama.model=b=c:4b"), {}, Setting("b=c:4b", "--set ollama.model")),
    ],
)
def test_flags_go_before_the_environment_and_that_before_the_file(
    tmp_path: Path, flags: tuple[str, ...], environ: dict[str, str], model: Setting
) -> None:
    read = loaded(tmp_path, set_for('model = "file"\nwindow = 4096'), *flags, **environ)
    assert read.engine("ollama").settings == {"model": model, "window": Setting(4096, "config.toml")}


@pytest.mark.parametrize(
    ("flag", "value"),
    [
        ("ollama.window=4096", 4096),
        ("ollama.temperature=.5", 0.5),
        ("ollama.temperature=none", None),
        ("ollama.max_tokens=false", None),
        ("ollama.stop=END, ###", ("END", "###")),
        (r'ollama.stop=["\n\n", ","]', ("\n\n", ",")),
        ("ollama.stop=None", None),
        ("ollama.tools=read_node,read_node", ("read_node",)),
        ('ollama.body={"top_k": 20}', {"top_k": 20}),
        ("embedded.threads=3", 3),
        ("openai-compatible.url=https://example.com/v1", "https://example.com/v1"),
        ("theirs.depth=3", "3"),
    ],
)
def test_a_text_is_read_as_what_it_is_to_be(tmp_path: Path, flag: str, value: Any) -> None:
    engine, _, name = flag.partition("=")[0].rpartition(".")
    assert loaded(tmp_path, "", flag).engine(engine).settings[name].value == value


def test_what_stands_above_all_engines_can_be_said_everywhere(tmp_path: Path) -> None:
    read = loaded(tmp_path, 'order = ["gemini"]', "timeout=30", ENGAWA_ORDER="ollama, gemini")
    assert read.order == Setting(("ollama", "gemini"), "ENGAWA_ORDER")
    assert read.timeout == Setting(30.0, "--set timeout")
    assert loaded(tmp_path, "", "order=").order.value == ()


@pytest.mark.parametrize(
    ("variable", "engine", "name", "text", "value"),
    [
        ("ENGAWA_OPENAI_URL", COMPATIBLE, "url", "http://127.0.0.1:1/v1", "http://127.0.0.1:1/v1"),
        ("ENGAWA_OPENAI_MODEL", COMPATIBLE, "model", "m", "m"),
        ("ENGAWA_EMBEDDED_THREADS", "embedded", "threads", "4", 4),
        ("ENGAWA_COPILOT_TIMEOUT", "copilot-cli", "timeout", "60", 60.0),
        ("ENGAWA_GEMINI_CLI_MODEL", "gemini-cli", "model", "m", "m"),
        ("ENGAWA_ANOTHER_ONE_DEPTH", "another-one", "depth", "4", "4"),
        ("ENGAWA_ANOTHER_ONE_TIMEOUT", "another-one", "timeout", "4", 4.0),
    ],
)
def test_each_engine_has_variables(
    tmp_path: Path, variable: str, engine: str, name: str, text: str, value: Any
) -> None:
    read = loaded(tmp_path, "", **{variable: text})
    assert read.engine(engine).settings == {name: Setting(value, variable)}


def test_every_field_of_every_engine_has_a_variable_of_its_own() -> None:
    variables = [fields.variable(id, name) for id in ("", *fields.OURS) for name in fields.kinds(id)]
    assert len(set(variables)) == len(variables)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('modle = "x"', "engines.ollama.modle: there is no such setting; did you mean model? There are url, model"),
        ('colour = "x"', "engines.ollama.colour: there is no such setting; there are url, model"),
        ("threads = 2", "engines.ollama.threads: there is no such setting"),
        ("model = 3", 'engines.ollama.model: it must be a name, such as "qwen3"; or false for none, but it is 3'),
        ('model = ""', "it must be a name"),
        ("model = true", "it must be a name"),
        ("temperature = nan", "engines.ollama.temperature: it must be a number, 0 to 100"),
        ("temperature = inf", "it must be a number"),
        ("temperature = -0.1", "it must be a number"),
        ("temperature = true", "it must be a number"),
        ('temperature = "0.2"', "it must be a number"),
        (f"temperature = 1{'0' * 400}", "it must be a number"),
        ("max_tokens = 0", "it must be a whole number of tokens, 1 to"),
        ("max_tokens = 1.0", "it must be a whole number"),
        ("max_tokens = true", "it must be a whole number"),
        ("window = 255", "it must be a whole number of tokens, 256 to"),
        ("window = false", "it must be a whole number"),
        ("timeout = 0", "it must be a number of seconds, 1 to 86,400"),
        ("timeout = nan", "it must be a number of seconds"),
        ("timeout = false", "it must be a number of seconds"),
        ('stop = "END"', "it must be a list of texts"),
        ('stop = ["END", ""]', "it must be a list of texts"),
        ("stop = [1]", "it must be a list of texts"),
        ('tools = "read_node"', "it must be a list of names"),
        ("tools = [[]]", "it must be a list of names"),
        ("body = [1]", "it must be a table"),
        ("body = { a = nan }", "it must be a table of JSON values"),
        ("body = { a = 2026-11-29 }", "it must be a table of JSON values"),
        ('key_file = "keys/ollama"', "it must be a file's whole path"),
        ('url = "ftp://127.0.0.1"', "engines.ollama.url: it must be an address"),
        ('url = "127.0.0.1:1234"', "it must be an address"),
        ('url = "http://"', "it must be an address"),
        ('url = "http://127.0.0.1:99999"', "it must be an address"),
        ('url = "http://127.0.0.1/?a=b"', "it must be an address"),
        ('url = "http://[::1"', "it must be an address"),
        ("url = 5", "it must be an address"),
    ],
)
def test_what_is_not_understood_of_an_engine_is_refused(tmp_path: Path, line: str, words: str) -> None:
    message = refused(tmp_path, set_for(line))
    assert message.startswith("config.toml: engines.ollama.")
    assert words in message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('oder = ["ollama"]', "config.toml: oder: there is no such setting; did you mean order?"),
        ("[ollama]", "config.toml: ollama: an engine's table is called [engines.ollama]"),
        ("timeout = inf", "config.toml: timeout: it must be a number of seconds"),
        ('order = "ollama"', "config.toml: order: it must be a list of engines' ids"),
        ('order = ["olama"]', "config.toml: order: there is no engine olama; did you mean ollama?"),
        ("engines = 3", "config.toml: engines: it must be tables"),
        ("[engines]\nollama = 3", "config.toml: engines: it must be tables"),
        ("[engines.openai]\nmodel = 'm'", "there is no engine openai; did you mean openai-compatible?"),
        ("[engines.olama]\nmodel = 'm'", "there is no engine olama; did you mean ollama?"),
        ("[engines.theirs]\ntimeout = 'long'", "engines.theirs.timeout: it must be a number of seconds"),
        ("timeout = 3\na = \n", "config.toml: it is no TOML: Invalid value (at line 2, column 5)"),
        ("timeout = 3\ntimeout = 4\n", "Cannot overwrite a value (at line 2, column 12)"),
        ("a = " + "[" * 50_000, "it is no TOML"),
    ],
)
def test_what_is_not_understood_of_the_file_is_refused(tmp_path: Path, text: str, words: str) -> None:
    assert words in refused(tmp_path, text)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"# \xff")
    with pytest.raises(Stop, match=r"no text in UTF-8 \(byte 3\)"):
        config.load({}, path=tmp_path / "config.toml")


def test_one_that_cannot_be_read_is_not_none(tmp_path: Path) -> None:
    with pytest.raises(Stop, match="it cannot be read"):
        config.load({}, path=tmp_path)


@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ("ollama.timeout=abc", "--set ollama.timeout: it must be a number of seconds, 1 to 86,400, but it is 'abc'"),
        ("ollama.timeout=nan", "--set ollama.timeout: it must be"),
        ("ollama.window=1_000", "--set ollama.window: it must be"),
        ("ollama.body={", "--set ollama.body: it must be a table"),
        ('ollama.body={"a":' + "[" * 50_000, "--set ollama.body: it must be a table"),
        ('ollama.stop=["\\ud800"]', "--set ollama.stop: it must be a list of texts"),
        ("ollama.modle=x", "--set ollama.modle: there is no such setting; did you mean model?"),
        ("olama.model=x", "--set olama.model: there is no engine olama; did you mean ollama?"),
        ("ollama.model", "--set: it must be ENGINE.SETTING=VALUE"),
        (".model=x", "--set: it must be ENGINE.SETTING=VALUE"),
        ("=x", "--set: it must be ENGINE.SETTING=VALUE"),
        ("order=olama", "--set order: there is no engine olama"),
    ],
)
def test_a_flag_that_is_not_understood_is_refused(tmp_path: Path, flag: str, words: str) -> None:
    assert words in refused(tmp_path, "", flag)


@pytest.mark.parametrize(
    ("variable", "words"),
    [
        ("ENGAWA_OLLAMA_TIMEOUT", "ENGAWA_OLLAMA_TIMEOUT: it must be a number of seconds, 1 to 86,400, but it is 'x'"),
        ("ENGAWA_OLLAMA_MODLE", "ENGAWA_OLLAMA_MODLE: there is no such variable; did you mean ENGAWA_OLLAMA_MODEL?"),
        ("ENGAWA_OPENAI_KEYS", "did you mean ENGAWA_OPENAI_KEY?"),
        ("ENGAWA_TIMEOUT", "ENGAWA_TIMEOUT: it must be a number of seconds"),
    ],
)
def test_a_variable_that_is_not_understood_is_refused(tmp_path: Path, variable: str, words: str) -> None:
    assert words in refused(tmp_path, "", **{variable: "x"})


@pytest.mark.parametrize("variable", ["ENGAWA_URL", "ENGAWA_OPENAI_OTHERS_DEPTH", "ENGAWA_GEMINI_CLI_X", "ENGAWA_MINE"])
def test_other_variables_are_others(tmp_path: Path, variable: str) -> None:
    assert not any(loaded(tmp_path, "", **{variable: "x"}).engines.values())


@pytest.mark.parametrize("name", ["key", "api_key", "API-Key", "token"])
def test_a_key_in_the_file_counts_as_seen_and_is_not_shown_again(tmp_path: Path, name: str) -> None:
    with pytest.raises(Stop, match="revoke it at its provider") as stop:
        loaded(tmp_path, set_for(f'{name} = "marker-of-a-key"', "anthropic"))
    assert "marker" not in stop.value.message
    assert stop.value.hint.startswith("engawa key set anthropic")


def test_nor_does_a_key_belong_elsewhere_in_it_or_on_the_command_line(tmp_path: Path) -> None:
    assert "config.toml: key: a key does not belong here" in refused(tmp_path, 'key = "marker"')
    assert "engines.theirs.key: a key" in refused(tmp_path, set_for('key = "marker"', "theirs"))
    message = refused(tmp_path, "", "anthropic.key=marker")
    assert "read command lines" in message
    assert "marker" not in message


@pytest.mark.parametrize(
    ("name", "value"),
    [("url", "https://me:marker@example.com"), ("key_file", "marker"), ("body", "[]marker"), ("marker", "marker")],
)
def test_a_value_that_may_hold_a_secret_is_not_shown(tmp_path: Path, name: str, value: str) -> None:
    message = refused(tmp_path, set_for(f'{name} = "{value}"'))
    assert "marker" not in message.replace("engines.ollama.marker", "")


def test_a_long_value_is_not_shown_whole(tmp_path: Path) -> None:
    assert len(refused(tmp_path, set_for(f'temperature = "{"x" * 1000}"'))) < 300


def test_a_key_does_not_travel_readable(tmp_path: Path) -> None:
    nas = set_for('url = "http://nas.local:8080"')
    assert loaded(tmp_path, nas).engine("ollama").key == ""
    message = refused(tmp_path, nas, ENGAWA_OLLAMA_KEY="k")
    assert "config.toml: the address of ollama is not encrypted" in message
    assert "ENGAWA_OLLAMA_KEY" in message
    assert loaded(tmp_path, nas.replace("http:", "https:"), ENGAWA_OLLAMA_KEY="k").engine("ollama").key == "k"
    assert loaded(tmp_path, set_for('url = "http://127.0.0.1"'), ENGAWA_OLLAMA_KEY="k").engine("ollama").key == "k"


def test_nor_does_one_that_was_kept_meanwhile(tmp_path: Path) -> None:
    settings = loaded(tmp_path, set_for('url = "http://nas.local:8080"')).engine("ollama")
    Keys(tmp_path / "keys", lambda: None).keep("ollama", "marker")
    with pytest.raises(EngineError, match="not encrypted") as error:
        _ = settings.key
    assert (error.value.code, error.value.retryable, "marker" in error.value.message) == ("not_signed_in", False, False)


def test_a_key_comes_from_the_environment_before_the_file_before_what_is_kept(tmp_path: Path) -> None:
    Keys(tmp_path / "keys", lambda: None).keep("gemini", "kept")
    file = tmp_path / "mine"
    file.write_text("of-the-file\n")
    file.chmod(0o600)
    text = set_for(f'key_file = "{file}"', "gemini")
    assert loaded(tmp_path).engine("gemini").key == "kept"
    assert loaded(tmp_path, text).engine("gemini").key == "of-the-file"
    assert loaded(tmp_path, text, ENGAWA_GEMINI_KEY="variable").engine("gemini").key == "variable"


def test_an_engine_without_a_key_has_none(tmp_path: Path) -> None:
    read = loaded(tmp_path, "", ENGAWA_COPILOT_KEY="k", ENGAWA_EMBEDDED_KEY="k")
    assert [read.engine(id).key for id in ("copilot-cli", "embedded", "ollama")] == ["", "", ""]
    assert Config().engine("ollama").key == ""


def test_somebodys_engine_is_not_given_our_variables(tmp_path: Path) -> None:
    environ = {"ENGAWA_OPENAI_MODEL": "m", "ENGAWA_OPENAI_KEY": "k"}
    read = config.load(environ, (), tmp_path / "none", Keys(tmp_path, lambda: None), ("openai",))
    assert (dict(read.engine("openai").settings), read.engine("openai").key) == ({}, "")


def test_a_key_that_cannot_be_used_is_an_engines_error() -> None:
    def find() -> Key | None:
        raise Trouble("the file is empty")

    with pytest.raises(EngineError, match="The key for gemini cannot be used: the file is empty") as error:
        _ = EngineSettings("gemini", find_key=find).key
    assert (error.value.code, error.value.retryable) == ("not_signed_in", False)


def test_the_representation_holds_no_key(tmp_path: Path) -> None:
    read = loaded(tmp_path, "", ENGAWA_GEMINI_KEY="marker")
    assert read.engine("gemini").key == "marker"
    assert "marker" not in repr(read) + repr(read.engine("gemini")) + repr(read.engine("gemini").find_key())


def test_options_are_unset_a_value_or_none(tmp_path: Path) -> None:
    read = loaded(tmp_path, set_for('temperature = 0\nmax_tokens = false\nstop = ["END"]\ntools = ["read_node"]'))
    assert read.engine("ollama").options() == Options(temperature=0.0, max_tokens=None, stop=StopAt(("END",)))
    assert read.engine("gemini").options() == Options()
    assert read.engine("ollama").options().tools is UNSET


@pytest.mark.parametrize("value", ["false", '"none"', '"None"', "[]"])
def test_no_ending_at_all(tmp_path: Path, value: str) -> None:
    settings = loaded(tmp_path, set_for(f"stop = {value}")).engine("ollama")
    assert (settings.options().stop, settings.get("stop", "default")) == (None, "default")


def test_a_setting_that_is_not_set_has_the_askers_default() -> None:
    settings = EngineSettings("ollama", {"window": Setting(4096, "config.toml")})
    assert (settings.get("window", 1), settings.get("model"), settings.get("model", "m")) == (4096, None, "m")
