"""What a command says of a job in the end: its answer, its id, or why there is none."""

from typing import Any

import click

from engawa_agent import answers, output, terminal, trace_words
from engawa_agent.errors import Exit, Stop
from engawa_agent.screen import printable


def tell(job: dict[str, Any], as_json: bool, waited: bool) -> None:
    """Print the answer or, where it was not waited for, the id. Raises Stop for a job that failed."""
    if job["status"] in ("failed", "cancelled"):
        raise _why_not(job)
    if as_json:
        output.document(job=job)
    elif waited or job["status"] == "done":
        terminal.say(answers.text(job))
        for each in trace_words.missing(job):
            click.echo(f"Note: {printable(each)}.", err=True)
    else:
        click.echo(job["id"])


def _why_not(job: dict[str, Any]) -> Stop:
    ended = "failed" if job["status"] == "failed" else "was cancelled"
    code = f" ({job['errorCode']})" if job.get("errorCode") else ""
    message = f"The job {ended}{code}: {job['error']}" if job.get("error") else f"The job {ended}{code}."
    return Stop(Exit.FAILED, f"E_JOB_{job['status'].upper()}", message, f"engawa jobs retry {job['id']}")
