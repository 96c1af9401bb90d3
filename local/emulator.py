"""The embedded DynamoDB's own process, which ends when the process that started it is gone.

Its standard input is a pipe whose other end the parent alone holds. However the parent ends, SIGKILL
included, the pipe closes, and the emulator stops as if asked to: with its data saved.
"""

import os
import signal
import threading


def end_with_parent() -> None:
    """Blocks until standard input closes."""
    # Not sys.stdin: a thread inside its buffer would make the interpreter's own shutdown fail.
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Runs ministack, which takes its settings from the environment, until a signal."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    from ministack.app import main as ministack

    ministack()


if __name__ == "__main__":
    main()
