"""What makes a whole file unusable."""


class BadFile(ValueError):
    """`place` is a JSON pointer, a line (and column), or empty for the file as a whole; `what` goes on from it:
    ("/nodes", "is not an array")."""

    def __init__(self, place: str, what: str) -> None:
        super().__init__(f"{place or 'the file'} {what}")
        self.place = place
        self.what = what
