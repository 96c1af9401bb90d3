"""Engawa's cloud side: the workspace, the contexts, the queue, the tokens."""
