"""`make simulate-queue`: the queue under failing agents, then mutants of its rules, each of which must be caught."""

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tools.simulation import campaign
from tools.simulation.campaign import TAIL
from tools.simulation.story import Story, tell

NOTHING_WRONG = "0 lost, 0 accepted twice, 0 stale results"


def main() -> int:
    wanted = arguments()
    if wanted.log:
        return narrate(tell(wanted.seed or 0), None)
    with campaign.processes() as pool:
        broken = simulate(pool, wanted.seed or 0, wanted.jobs)
        if broken:
            return narrate(broken, TAIL)
        if wanted.seed is None and not hunt(pool):
            return 1
    print(NOTHING_WRONG)
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.simulation", description=__doc__)
    parser.add_argument("jobs", type=int, nargs="?", default=50_000, help="how many jobs at least (50000)")
    parser.add_argument("--seed", type=int, help="the first seed (0); with it no mutants are tried")
    parser.add_argument("--log", action="store_true", help="tell all that happens in one seed, and nothing else")
    return parser.parse_args()


def narrate(story: Story, lines: int | None) -> int:
    """What happened, and how to see it again; 1 where a promise was broken."""
    print("\n".join(story.log[-(lines or len(story.log)) :]))
    if not story.broken:
        return 0
    print(f"\nseed {story.seed}: {story.broken}\n  {story.detail}")
    print(
        f"alone: make simulate-queue SEED={story.seed} N=1",
        f"its log: python -m tools.simulation --log --seed {story.seed}",
        sep="\n",
    )
    return 1


def simulate(pool: ProcessPoolExecutor, first: int, jobs: int) -> Story | None:
    start = time.monotonic()
    total = campaign.told(pool, first, jobs)
    pace = total.jobs / (time.monotonic() - start)
    print(f"{total.jobs:,} jobs in {total.worlds:,} worlds, {pace:,.0f} jobs/s")
    print("ended:", counts(total.ends))
    print("struck:", counts(total.faults))
    return total.broken


def counts(counter: Counter[str]) -> str:
    return ", ".join(f"{number:,} {name.replace('_', ' ')}" for name, number in counter.most_common())


def hunt(pool: ProcessPoolExecutor) -> bool:
    """Whether every mutant was caught; a row for each."""
    print("mutants, each caught by the first seed whose story it spoils:")
    survivors = 0
    for name, story in campaign.hunted(pool):
        by = f"seed {story.seed:<5}{story.broken}" if story else f"ALIVE after {campaign.MOST_SEEDS:,} seeds"
        print(f"  {name:43} {by}", flush=True)
        survivors += story is None
    return not survivors


if __name__ == "__main__":
    sys.exit(main())
