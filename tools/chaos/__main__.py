"""`make chaos`: jobs on failing agents. Exit code 1 when a promise was broken."""

import argparse
import random
import sys

from tools.chaos import ordeal, summary
from tools.chaos.terms import AGENTS, Terms
from tools.children import Failed, unwind_on_signals


def parser() -> argparse.ArgumentParser:
    described = argparse.ArgumentParser(prog="python -m tools.chaos", description=__doc__)
    help_on_jobs = "how many jobs (1000); with less than a hundred some faults find no occasion"
    described.add_argument("jobs", type=int, nargs="?", default=1000, help=help_on_jobs)
    described.add_argument("--seed", type=int, help="what happens is drawn from it; without one it is drawn, too")
    described.add_argument("--outage", type=float, default=60.0, help="seconds for which the server is away (60)")
    described.add_argument("--patience", type=float, default=1.0, help="multiplies the limits on times (1)")
    return described


def main(arguments: argparse.Namespace) -> int:
    """The exit code."""
    seed = random.SystemRandom().randrange(10**6) if arguments.seed is None else arguments.seed
    terms, broken = Terms(arguments.jobs, seed, arguments.outage, arguments.patience), list[str]()
    say(f"{terms.jobs:,} jobs on {AGENTS} agents; --seed {terms.seed}")
    with ordeal.grounds(is_kept=lambda: bool(broken)) as folder:
        evidence = ordeal.undergone(terms, folder, say)
        broken += summary.broken(evidence, terms)
    for line in summary.lines(evidence, terms):
        say(line)
    if broken:
        say(f"\nBROKEN: {', '.join(broken)}. What everybody wrote is in {folder}")
        return 1
    say(f"\nAll held, in {evidence.seconds:.0f} s.")
    return 0


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    unwind_on_signals()
    try:
        sys.exit(main(parser().parse_args()))
    except Failed as failed:
        sys.stderr.write(f"{failed}\n")
        sys.exit(1)
