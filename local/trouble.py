"""What keeps the local stack from starting."""


class Trouble(Exception):
    """Its text is one whole sentence for the person who typed the command."""
