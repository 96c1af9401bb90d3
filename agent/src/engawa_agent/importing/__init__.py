"""Other people's files as nodes and edges. The readers are pure: text in, an Import out.

files, destination, sending and progress are the edge, where the disk, the server and the terminal are.
"""
