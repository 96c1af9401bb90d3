"""`python -m engawa_agent` is `engawa`, for where no script was installed."""

from engawa_agent.cli import main

main()
