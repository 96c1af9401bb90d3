"""What is said to a model and by it, in no provider's words."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engawa_agent.providers.failures import PromptError

IMAGES = ("image/png", "image/jpeg", "image/gif", "image/webp")  # what every API that takes pictures at all takes


@dataclass(frozen=True)
class Media:
    """A picture, a sound or a document, sent along as it is. `mime`: `image/png` and the like."""

    mime: str
    data: bytes = field(repr=False)
    name: str = ""

    @property
    def base64(self) -> str:
        return b64encode(self.data).decode("ascii")

    @property
    def data_url(self) -> str:
        return f"data:{self.mime};base64,{self.base64}"

    @property
    def stand_in(self) -> str:
        """What a model reads in its place where it cannot be sent; so nothing it was told of is missing unsaid."""
        return f"[left out: {self.name or self.mime}]"


@dataclass(frozen=True)
class ToolCall:
    """A tool that the model wants run. `unreadable`: the arguments as they came, if they were no JSON object."""

    id: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    unreadable: str = ""


@dataclass(frozen=True)
class ToolResult:
    """What came of a call. `id` and `name` are the call's; `failed` where `text` tells what went wrong."""

    id: str
    name: str
    text: str
    failed: bool = False

    @property
    def told(self) -> str:
        """For an API that has no other way to say that it failed."""
        return f"Error: {self.text}" if self.failed else self.text


@dataclass(frozen=True)
class Echo:
    """An answer's content in the words of the API it came from.

    Anthropic and Gemini put signed thoughts beside their tool calls and refuse the next round without them. An API
    gets back only what is its own; the others are told text and calls.
    """

    api: str
    content: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class System:
    text: str


@dataclass(frozen=True)
class User:
    text: str
    media: tuple[Media, ...] = ()


@dataclass(frozen=True)
class Assistant:
    text: str
    calls: tuple[ToolCall, ...] = ()
    echo: Echo | None = None


@dataclass(frozen=True)
class Results:
    """The role `tool`: what came of the calls of the message before."""

    results: tuple[ToolResult, ...]


Turn = User | Assistant | Results
Message = System | Turn


def read(raw: Mapping[str, Any]) -> Message:
    """A message from plain JSON or TOML.

    `{"role": "system", "text"}`, `{"role": "user", "text", "media": [{"mime", "data", "name"}]}` with `data` in Base64,
    `{"role": "assistant", "text", "calls": [{"id", "name", "arguments"}]}`,
    `{"role": "tool", "results": [{"id", "name", "text", "failed"}]}`. Raises PromptError.
    """
    role = raw.get("role")
    if not isinstance(role, str) or role not in _ROLES:
        raise PromptError(f"A message has an unknown role: {role!r}. There are {', '.join(_ROLES)}.")
    try:
        return _ROLES[role](raw)
    except (KeyError, TypeError, ValueError) as error:
        raise PromptError(f"A message of role {role} cannot be read: {type(error).__name__}: {error}") from error


def blank(text: str) -> bool:
    """Whether there is nothing to read in it. Some APIs refuse such a part, so it is sent to none."""
    return not text.strip()


def _text(raw: Mapping[str, Any]) -> str:
    text = raw.get("text", "")
    if not isinstance(text, str):
        raise TypeError(f"text is a {type(text).__name__}")
    return text


def _many(raw: Mapping[str, Any], name: str) -> Iterable[Mapping[str, Any]]:
    return raw.get(name) or ()


def _media(raw: Mapping[str, Any]) -> Media:
    return Media(raw["mime"], b64decode(raw["data"], validate=True), raw.get("name", ""))


def _call(raw: Mapping[str, Any]) -> ToolCall:
    return ToolCall(raw["id"], raw["name"], dict(raw.get("arguments") or {}))


def _result(raw: Mapping[str, Any]) -> ToolResult:
    return ToolResult(raw["id"], raw["name"], _text(raw), raw.get("failed") is True)


_ROLES: Mapping[str, Callable[[Mapping[str, Any]], Message]] = {
    "system": lambda raw: System(_text(raw)),
    "user": lambda raw: User(_text(raw), tuple(map(_media, _many(raw, "media")))),
    "assistant": lambda raw: Assistant(_text(raw), tuple(map(_call, _many(raw, "calls")))),
    "tool": lambda raw: Results(tuple(map(_result, _many(raw, "results")))),
}
