"""Whether this machine runs on its battery now."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

# Linux alone has it.
SUPPLIES = Path("/sys/class/power_supply")


def on_battery(sensors: Callable[[], Any] | None = None, supplies: Path = SUPPLIES) -> bool | None:
    """None where there is no battery, or the system cannot tell. `sensors` answers as `psutil.sensors_battery`."""
    if supplies.is_dir() and not _own_battery(supplies):
        return None
    try:
        battery = (sensors or _sensors())()
    except (OSError, ValueError, RuntimeError, AttributeError, NotImplementedError):
        return None  # some machines describe their batteries in ways that psutil stumbles over
    plugged = getattr(battery, "power_plugged", None)
    return None if plugged is None else not plugged


def _sensors() -> Callable[[], Any]:
    import psutil  # type: ignore[import-untyped]

    sensors: Callable[[], Any] = psutil.sensors_battery  # absent on a system that psutil knows no way to ask
    return sensors


def _own_battery(supplies: Path) -> bool:
    """A wireless mouse has a battery too, which psutil takes for that of a desktop machine."""
    return any(
        _word(supply / "type") == "Battery" and _word(supply / "scope") != "Device" for supply in supplies.iterdir()
    )


def _word(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
