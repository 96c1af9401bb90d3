"""Contexts: the texts that a model reads, built from plain nodes and edges."""
