"""The colours of JSON Canvas and ours: its presets are "1" to "6", anything else is a hex value.

https://jsoncanvas.org/spec/1.0/#canvascolor
"""

PRESETS = {"1": "red", "2": "orange", "3": "yellow", "4": "green", "5": "cyan", "6": "purple"}
CODES = {name: code for code, name in PRESETS.items()}
# Colours of ours that the format has no preset for.
HEX = {"blue": "#3b82f6", "pink": "#ec4899", "gray": "#6b7280"}


def name_of(code: str) -> str:
    return PRESETS.get(code, code)


def code_of(name: str) -> str:
    return CODES.get(name) or HEX.get(name, name)
