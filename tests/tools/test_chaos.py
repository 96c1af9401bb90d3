"""Jobs on failing agents: real processes, as `make chaos` runs them, fewer of them."""

import subprocess
import sys

import pytest

# A third of the outage, and limits on times that a machine with other things to do keeps.
SAMPLE = ("200", "--seed", "11", "--outage", "20", "--patience", "3")


@pytest.mark.slow
def test_no_job_is_lost_or_done_twice_whatever_happens_to_the_agents() -> None:
    command = [sys.executable, "-m", "tools.chaos", *SAMPLE]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=900)
    assert done.returncode == 0, done.stdout
