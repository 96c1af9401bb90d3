"""Finished answers on disk: each is worth minutes of somebody's machine, so it is kept until it is delivered."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engawa_agent import state
from engawa_agent.claimed import JOB_ID
from engawa_agent.report import Report


@dataclass(frozen=True)
class Answer:
    """What is to be delivered: `body` is {result, runner} or {error, errorCode, retryable, runner}; `agent` claimed
    the job.
    """

    job: str
    fence: int
    body: Mapping[str, Any]
    agent: str


class Spool:
    """This user's answers for one server, a file each, readable by their owner alone. Those for other servers lie
    beside them and wait for a run on theirs. The agents of one machine share it: what one could not deliver any other
    may, and what is delivered twice counts once.
    """

    def __init__(self, folder: Path, server: str, report: Report) -> None:
        self._folder = folder
        self._server = server
        self._report = report

    def keep(self, answer: Answer) -> None:
        """Safe on disk when this returns. Where there is no room for it that is said, and the answer is delivered
        straight.
        """
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            state.write(self._path(answer), server=self._server, **asdict(answer))
        except OSError as error:
            why = error.strerror or type(error).__name__
            text = f"The answer could not be kept on disk ({why}); delivering it straight."
            self._report.say("spool_failed", text, jobId=answer.job, folder=str(self._folder))

    def remove(self, answer: Answer) -> None:
        """It was taken, or never will be."""
        with suppress(OSError):
            self._path(answer).unlink()

    def left(self) -> list[Answer]:
        """What earlier runs could not deliver, the oldest first. What cannot be used is set aside, and said."""
        found = [content for path in self._files() if (content := self._read(path))]
        elsewhere = {content["server"] for content in found} - {self._server}
        for server in sorted(elsewhere):
            text = f"Answers for {server} are kept on this machine; a run on that server delivers them."
            self._report.say("kept_for_another", text, server=server)
        return [_answer(content) for content in found if content["server"] == self._server]

    def _files(self) -> list[Path]:
        with suppress(OSError):
            return sorted(self._folder.glob("*.json"), key=lambda path: (path.stat().st_mtime_ns, path.name))
        return []

    def _read(self, path: Path) -> Mapping[str, Any] | None:
        try:
            content = state.read(path)
            if content is None or _is_sound(content):
                return content
            self._set_aside(path, "it is damaged")
        except state.Damaged as damaged:
            self._set_aside(path, str(damaged).removesuffix("."))
        return None

    def _set_aside(self, path: Path, trouble: str) -> None:
        """Kept, for a person to look at; it is not looked at again here."""
        aside = path.with_suffix(".aside")
        with suppress(OSError):
            path.replace(aside)
        text = f"A kept answer was set aside: {trouble}. It is at {aside}."
        self._report.say("set_aside", text, file=str(aside))

    def _path(self, answer: Answer) -> Path:
        return self._folder / f"{answer.job}-{answer.fence}.json"


def _answer(content: Mapping[str, Any]) -> Answer:
    return Answer(content["job"], content["fence"], content["body"], content["agent"])


def _is_sound(content: Mapping[str, Any]) -> bool:
    job, fence, body = content.get("job"), content.get("fence"), content.get("body")
    texts = all(isinstance(content.get(name), str) for name in ("job", "server", "agent"))
    return bool(texts and JOB_ID.fullmatch(str(job)) and type(fence) is int and isinstance(body, dict))
