"""What the table of cases is made of: texts, calls, tools, schemas, media, and the two makers."""

from typing import Any

from engawa_agent.providers.merging import Settled, merge
from engawa_agent.providers.messages import Echo, Media, Message, ToolCall, ToolResult, User
from engawa_agent.providers.options import Options, Tool
from engawa_agent.providers.prompts import Prompt, compose

SYSTEM = "Summarize."
ASKED = User("- Price\n- Date")
READ = Tool(
    "read_node",
    "Reads a node.",
    {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]},
)
COUNT = Tool("count", schema={"type": "object", "properties": {}})
CALL = ToolCall("call_1", "read_node", {"id": "n1"})
OTHER = ToolCall("call_2", "count")
FOUND = ToolResult("call_1", "read_node", "価格 🚀")
COUNTED = ToolResult("call_2", "count", "3")
POINTS = {
    "type": "object",
    "properties": {"points": {"type": "array", "items": {"type": "string", "maxLength": 60}, "minItems": 3}},
    "required": ["points"],
    "title": "Points",
}
CONFLICTS = {
    "$defs": {"Conflict": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}},
    "type": "array",
    "items": {"$ref": "#/$defs/Conflict"},
    "minItems": 1,
}
NODE = {
    "type": "object",
    "description": "A node.",
    "properties": {
        "kind": {"type": "string", "enum": ["sticky", "card"]},
        "at": {"type": "string", "format": "date-time"},
        "size": {"oneOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]},
    },
    "additionalProperties": False,
}
PNG = Media("image/png", b"\x89PNG")
PDF = Media("application/pdf", b"%PDF-1.7", "plan.pdf")
WAV = Media("audio/wav", b"RIFF")
SVG = Media("image/svg+xml", b"<svg/>", "logo.svg")
# What a signature and thoughts look like is the API's own affair; here they only have to come back.
CLAUDE = Echo(
    "anthropic",
    (
        {"type": "thinking", "thinking": "Let me see.", "signature": "c2ln"},
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "call_1", "name": "read_node", "input": {"id": "n1"}},
    ),
)
GEMINI = Echo(
    "gemini",
    (
        {"text": "I look."},
        {"functionCall": {"name": "read_node", "args": {"id": "n1"}}, "thoughtSignature": "c2ln"},
        {"functionCall": {"name": "shell", "args": {}}},
    ),
)
MADE_UP = ToolCall("engawa-call-0", "read_node", {"id": "n1"})

DEFAULT = Options(temperature=0.2, max_tokens=500)
ENGINE = Options(model="small-1")


def asking(*turns: Message, system: str = SYSTEM) -> Prompt:
    return compose(turns or [ASKED], system)


def wanting(default: Options = Options(), engine: Options = ENGINE, **job: Any) -> Settled:  # noqa: B008  frozen
    return merge(Options(**job), engine, default)


PLAIN = asking()
