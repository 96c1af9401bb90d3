"""Runs recorded inputs and outputs: `python tools/goldens.py DIR` prints `goldens: N of M match`.

DIR holds JSON lists of cases, one file for each kind. A case that does not match must be named, with its reason, in
tests/text/deliberate_differences.json, and may be so only if it hangs on another runtime's own conversions.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "layers/text/python"))

from engawa_text import prompt, replies, similarity  # noqa: E402
from engawa_text.context import board, chat, document, organize, project, selection  # noqa: E402
from engawa_text.context.selection import NothingSelected  # noqa: E402
from engawa_text.context.tree import TargetMissing  # noqa: E402

DIFFERENCES = ROOT / "tests/text/deliberate_differences.json"
MAY_DIFFER = ("weird_type", "java_tostring", "java_int_wrap", "js_number_precision")

Case = dict[str, Any]

_BUILDERS: dict[str, Callable[..., object]] = {
    "buildBoardContext": board.build,
    "buildOrganizeBoardContext": organize.build,
    "buildDocumentContext": document.build,
    "buildSelectionContext": selection.build,
    "buildChatContext": chat.build,
    "buildProjectContext": project.build,
}
_TARGETS = ("boardId", "docId", "nodeIds", "chatRoomId", "projectId")
_LIMITS = {"maxChars": "max_chars", "maxMessages": "max_messages"}


@dataclass(frozen=True)
class Verdict:
    """What came of one case; `difference` is empty when it matches."""

    case: Case
    difference: str


def main(arguments: list[str]) -> int:
    """0 if every case matches or is listed as a difference, and the list holds nothing else; 2 for wrong use."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        sys.stderr.write("usage: python tools/goldens.py DIR\n")
        return 2
    verdicts = [Verdict(case, difference(case)) for case in cases(Path(arguments[0]))]
    listed = json.loads(DIFFERENCES.read_text(encoding="utf-8"))
    wrong = complaints(verdicts, listed)
    reasons = [f"differs on purpose: {name}: {reason}" for name, reason in listed.items()]
    sys.stdout.write("".join(f"{line}\n" for line in [*wrong, *reasons, summary(verdicts)]))
    return 1 if wrong or not verdicts else 0


def summary(verdicts: list[Verdict]) -> str:
    """The line that tells how many match."""
    return f"goldens: {sum(not each.difference for each in verdicts)} of {len(verdicts)} match"


def cases(folder: Path) -> Iterator[Case]:
    """Every case of every file, in the order of the files' names."""
    for file in sorted(folder.glob("*.json")):
        yield from json.loads(file.read_text(encoding="utf-8"))


def complaints(verdicts: list[Verdict], listed: Mapping[str, str]) -> list[str]:
    """What is wrong: mismatches that are not listed, and listed cases that should not be."""
    by_name = {each.case["name"]: each for each in verdicts}
    wrong = [
        f"differs: {each.case['name']}: {each.difference}"
        for each in verdicts
        if each.difference and each.case["name"] not in listed
    ]
    return wrong + [f"wrongly listed: {name}: {why}" for name in listed if (why := _misplaced(name, by_name))]


def difference(case: Case) -> str:
    """The first place where the result of a case differs from what it expects; empty when it does not."""
    got, expected = _printed(_run(case)), _printed(case["expect"])
    if got == expected:
        return ""
    place = next(
        (i for i, (a, b) in enumerate(zip(got, expected, strict=False)) if a != b), min(len(got), len(expected))
    )
    near = slice(max(place - 20, 0), place + 40)
    return f"at {place}: expected ...{expected[near]!a}, got ...{got[near]!a}"


def _misplaced(name: str, by_name: Mapping[str, Verdict]) -> str:
    if name not in by_name:
        return "there is no such case"
    if not by_name[name].difference:
        return "it matches after all"
    if not any(by_name[name].case.get(flag) for flag in MAY_DIFFER):
        return f"it carries none of the flags {', '.join(MAY_DIFFER)}"
    return ""


def _printed(value: object) -> str:
    """A value with its types, so that true is not 1; a number is what it counts, 1.0 as 1."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _run(case: Case) -> dict[str, object]:
    if "builder" in case:
        return _context(case)
    return _FUNCTIONS[case["fn"]](case["args"]) if "fn" in case else _reply(case["raw"])


def _context(case: Case) -> dict[str, object]:
    target = next(case["args"][key] for key in _TARGETS if key in case["args"])
    limits = {name: case["args"][key] for key, name in _LIMITS.items() if key in case["args"]}
    try:
        built = _BUILDERS[case["builder"]](case["nodes"], case["edges"], target, **limits)
    except TargetMissing:
        return {"error": 404}
    except NothingSelected:
        return {"error": 400}
    return {"text": built[0], "legend": built[1]} if isinstance(built, tuple) else {"text": built}


def _reply(raw: str) -> dict[str, object]:
    return {"parsed": replies.parse(raw), "fallback": replies.lines(raw)}


def _prompt(job: Case) -> str:
    payload = job.get("payload") or {}
    return prompt.build(payload.get("instruction"), job.get("context"), payload.get("prompt"))


_FUNCTIONS: dict[str, Callable[[Case], dict[str, object]]] = {
    "buildPrompt": lambda args: {"text": _prompt(args["job"])},
    "shrink": lambda args: {"text": prompt.shrink(args["prompt"])},
    "buildPrompt_then_shrink": lambda args: {"text": prompt.shrink(_prompt(args["job"]))},
    "normalizeComparisonText": lambda args: {"text": similarity.normalize_comparison_text(args["value"])},
    "dedupeSimilarTexts": lambda args: {"items": similarity.dedupe_similar_texts(args["items"], args["maxItems"])},
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
