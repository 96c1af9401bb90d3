"""Jobs on failing agents: real processes, real signals, a lossy line; and what has to hold all the same."""
