"""Where a command's tables are printed."""

from rich.console import Console

PIPE_WIDTH = 200  # columns; on a pipe nothing is cut or wrapped before that


def console() -> Console:
    """As wide as the terminal; its styles are the table's own, not guessed from the words."""
    made = Console(highlight=False)
    return made if made.is_terminal else Console(highlight=False, width=PIPE_WIDTH)
