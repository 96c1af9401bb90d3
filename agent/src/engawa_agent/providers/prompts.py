"""The neutral prompt: one system text and the turns after it, each tool call with its result."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engawa_agent.providers.failures import PromptError
from engawa_agent.providers.messages import Assistant, Message, Results, System, ToolCall, Turn, User, blank
from engawa_text import prompt
from engawa_text.words import JA, Words

Block = dict[str, Any]


@dataclass(frozen=True)
class Prompt:
    """Made by `compose`. `system` stands first in every request, wherever it was said."""

    system: str
    turns: tuple[Turn, ...]

    def after(self, *turns: Turn) -> "Prompt":
        """The same with a tool round more: what the model said, and the results. Raises PromptError."""
        return compose(self.turns, self.system, *turns)


def compose(initial: Iterable[Message], system: str, *then: Turn) -> Prompt:
    """Initial messages, then the system text, then what the user says (and what came of it).

    System texts of the initial messages go before `system`, into the same message. Turns without anything in them are
    left out. Raises PromptError for a call without its result, a result without its call, and a prompt without a turn.
    """
    messages = [*initial, *then]
    systems = [message.text for message in messages if isinstance(message, System) and not blank(message.text)]
    turns = [message for message in messages if not isinstance(message, System) and _says_something(message)]
    if not turns:
        raise PromptError("There is nothing to ask: the prompt has no text.")
    return Prompt("\n\n".join([*systems, system] if system else systems), tuple(_together(turns)))


def of_job(instruction: str, context: str, request: str, words: Words = JA, initial: Iterable[Message] = ()) -> Prompt:
    """A job's three parts: the instruction as the system's word, material and request as the user's.

    Put one after the other they are `engawa_text.prompt.build`, to the byte.
    """
    system = instruction or words.no_instruction
    material = prompt.build(system, context, request, words).removeprefix(f"{system}\n\n")
    return compose(initial, system, User(material))


def joined(turns: Sequence[Turn]) -> list[Turn]:
    """Neighbours of one role in one turn, for servers whose templates insist on turns that alternate."""
    done: list[Turn] = []
    for turn in turns:
        merged = _merged(done[-1], turn) if done else None
        if merged is None:
            done.append(turn)
        else:
            done[-1] = merged
    return done


def alternating(turns: Iterable[Turn], blocks: Callable[[Turn], list[Block]]) -> list[tuple[bool, list[Block]]]:
    """The model's turns (True) and the user's, each with its blocks: a tool's results are told by the user too."""
    sides: list[tuple[bool, list[Block]]] = []
    for turn in turns:
        models = isinstance(turn, Assistant)
        if sides and sides[-1][0] == models:
            sides[-1][1].extend(blocks(turn))
        else:
            sides.append((models, blocks(turn)))
    return sides


def _merged(first: Turn, second: Turn) -> Turn | None:
    match first, second:
        case User(), User():
            return User(_paragraphs(first.text, second.text), first.media + second.media)
        case Assistant(calls=()), Assistant():
            return Assistant(_paragraphs(first.text, second.text), second.calls, second.echo)
    return None


def _paragraphs(*texts: str) -> str:
    return "\n\n".join(text for text in texts if not blank(text))


def _says_something(turn: Turn) -> bool:
    match turn:
        case User():
            return bool(turn.media) or not blank(turn.text)
        case Assistant():
            return bool(turn.calls) or not blank(turn.text)
    return bool(turn.results)


def _together(turns: Iterable[Turn]) -> Iterable[Turn]:
    """The turns with all results of a round in one, in the order of their calls. Raises PromptError."""
    waiting: dict[str, ToolCall] = {}
    round_: list[Results] = []
    for turn in [*turns, None]:
        if isinstance(turn, Results):
            round_.append(turn)
            continue
        if round_ or waiting:
            yield _round(waiting, round_)
        waiting, round_ = _calls(turn) if isinstance(turn, Assistant) else {}, []
        if turn is not None:
            yield turn


def _round(calls: dict[str, ToolCall], given: list[Results]) -> Results:
    results = {result.id: result for turn in given for result in turn.results}
    if stray := [id_ for id_ in results if id_ not in calls]:
        raise PromptError(f"A tool's result answers no call before it: {stray[0]}.")
    if missing := [call for id_, call in calls.items() if id_ not in results]:
        raise PromptError(f"A tool's call has no result: {missing[0].name} ({missing[0].id}).")
    return Results(tuple(replace(results[id_], name=call.name) for id_, call in calls.items()))


def _calls(turn: Assistant) -> dict[str, ToolCall]:
    calls = {call.id: call for call in turn.calls}
    if len(calls) < len(turn.calls):
        raise PromptError(f"Two calls of one message have the same id: {', '.join(call.id for call in turn.calls)}.")
    return calls
