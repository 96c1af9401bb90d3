"""Where a command-line engine runs: a fresh, empty, private folder, and an environment from an allow-list."""

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engawa_agent import mark

# What a program needs to start and to find its servers. Everything else may carry a key, a hook or an option.
ALLOWED = (
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "SYSTEMROOT",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
)


@dataclass(frozen=True)
class Cell:
    """`work` is the folder to run in and stays empty; `home` and `tmp` are its own too. `run` is the mark of the run
    that it belongs to, if it does to one.
    """

    work: Path
    home: Path
    tmp: Path
    run: str = ""

    def environ(self, environ: Mapping[str, str], more: Iterable[str] = ()) -> dict[str, str]:
        """`environ` less all that is neither allowed to everyone nor named in `more`."""
        kept = {name: environ[name] for name in (*ALLOWED, *more) if name in environ}
        places = {"HOME": self.home, "USERPROFILE": self.home, "TMPDIR": self.tmp, "TEMP": self.tmp, "TMP": self.tmp}
        marked = {mark.VARIABLE: self.run} if self.run else {}
        return kept | marked | {name: str(place) for name, place in places.items()}


@contextmanager
def cell(environ: Mapping[str, str] = os.environ) -> Iterator[Cell]:
    """A cell that is gone afterwards, with all that was written in it. In the `environ` of a run, whose process may be
    killed, it bears that run's mark, and so does everything that is started in it.
    """
    run = mark.carried(environ)
    with tempfile.TemporaryDirectory(prefix=mark.prefix(run), ignore_cleanup_errors=True) as root:  # made 0700
        work, home, tmp = (Path(root).resolve() / name for name in ("work", "home", "tmp"))
        made = Cell(work, home, tmp, run)
        for place in (made.work, made.home, made.tmp):
            place.mkdir(mode=0o700)
        yield made
