"""What can be set for the engines, where it may be said, and what is refused."""
