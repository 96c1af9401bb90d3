"""The local agent of Engawa: claims a team's AI jobs and runs them on this machine's own engine."""

__version__ = "0.1.0"
