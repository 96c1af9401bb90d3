"""The commands of `engawa`, one file each; cli.py names them."""
