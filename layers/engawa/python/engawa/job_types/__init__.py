"""Job types: what kinds of AI work there are. A new one is one new file in this folder, with a `JOB_TYPE` in it."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from engawa.errors import Invalid, sentence
from engawa.follow_ups import FollowUp
from engawa.orders import Frozen
from engawa.sources import Source
from engawa_text import replies

Checked = tuple[Any, str | None]


@dataclass(frozen=True)
class Answer:
    """What a JSON type answers with: checked here, and constrained by its schema on engines that can."""

    model: TypeAdapter[Any]
    # May tighten the schema for one job, from its prompt.
    narrow: Callable[[dict[str, Any], str], dict[str, Any]] = lambda schema, prompt: schema
    # What a well-formed answer lacks all the same, for one job.
    complaint: Callable[[Any, Frozen], str | None] = lambda value, frozen: None
    # What an answer means, for one job.
    resolve: Callable[[Any, Frozen], Any] = lambda value, frozen: value
    # A list of strings may also come as a bulleted list.
    lines_will_do: bool = False

    def schema(self, prompt: str) -> dict[str, Any]:
        return self.narrow(self.model.json_schema(), prompt)

    def check(self, raw: str, frozen: Frozen) -> Checked:
        """The checked value and None, or None and why not."""
        value = replies.parse(raw)
        if value is None and self.lines_will_do:
            value = replies.lines(raw) or None
        if value is None:
            return None, "The answer holds no JSON."
        try:
            well_formed = self.model.dump_python(self.model.validate_python(value), mode="json")
        except ValidationError as error:
            return None, sentence(error, "answer")
        complaint = self.complaint(well_formed, frozen)
        return (None, complaint) if complaint else (self.resolve(well_formed, frozen), None)


@dataclass(frozen=True)
class JobType:
    """One kind of work."""

    name: str
    source: Source
    needs: tuple[str, ...]  # fields of the order
    instruction: Mapping[str, str]  # the system prompt in each locale
    mock: Callable[[Frozen], str]  # invents an answer of the right form, for a deployment without an agent
    answer: Answer | None = None
    follow_up: FollowUp | None = None
    background: bool = False  # nobody waits for it: others may overtake it
    tools: tuple[str, ...] = ()  # what its model may ask for, on agents whose owner has switched it on

    @property
    def response_format(self) -> str:
        return "json" if self.answer else "text"

    def schema(self, prompt: str) -> dict[str, Any] | None:
        return self.answer.schema(prompt) if self.answer else None

    def check(self, raw: str, frozen: Frozen) -> Checked:
        return self.answer.check(raw, frozen) if self.answer else (None, None)


@cache
def every() -> Mapping[str, JobType]:
    """All job types by name, found by looking into this folder."""
    names = (module.name for module in pkgutil.iter_modules(__path__))
    types = [importlib.import_module(f"{__name__}.{name}").JOB_TYPE for name in names]
    return {job_type.name: job_type for job_type in types}


def named(name: str) -> JobType:
    if name not in every():
        raise Invalid(f"type: is not a job type; there are {', '.join(every())}.")
    return every()[name]


def tools_of(name: str) -> list[str]:
    """What a model may ask for in such a job; a type that is gone allows nothing."""
    return list(every()[name].tools) if name in every() else []


def described() -> list[dict[str, Any]]:
    """What GET /api/ai/job-types answers."""
    return [
        {
            "type": job_type.name,
            "context": job_type.source.kind,
            "needs": list(job_type.needs),
            "responseFormat": job_type.response_format,
            "tools": list(job_type.tools),
            "responseSchema": job_type.answer.model.json_schema() if job_type.answer else None,
        }
        for job_type in every().values()
    ]
