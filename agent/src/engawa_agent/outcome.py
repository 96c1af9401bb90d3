"""What a command says of a job in the end: its answer, its id, or why there is none."""

from typing import Any

import click

from engawa_agent import answers, output
from engawa_agent.errors import Exit, Stop


def tell(job: dict[str, Any], as_json: bool, waited: bool) -> None:
    """Print the answer or, where it was not waited for, the id. Raises Stop for a job that failed."""
    failed = job["status"] in ("failed", "cancelled")
    if as_json and not failed:
        output.document(job=job)
    elif failed:
        message = f"The job {job['status']}: {job.get('error') or 'no reason given'}"
        code = f"E_JOB_{job['status'].upper()}"
        raise Stop(Exit.FAILED, code, message, f"Job {job['id']} ({job.get('errorCode') or 'no code'})")
    elif waited or job["status"] == "done":
        click.echo(answers.text(job))
    else:
        click.echo(job["id"])
