"""The state of a server as Prometheus reads it."""

from __future__ import annotations

import gc
import sys

from .state import Server


def report(house: Server) -> str:
    rooms = house.rooms.all
    phases = [room.table.phase for room in rooms]
    gauges = {
        "smallworld_tables": len(rooms),
        "smallworld_tables_playing": phases.count("playing"),
        "smallworld_guests": sum(len(room.guests) for room in rooms),
        "smallworld_seats_connected": sum(len(room.here) for room in rooms),
        "smallworld_connections": sum(house.connections.values()),
        "smallworld_bots_waiting": len(house.workers.line),
        "smallworld_analyses_waiting": len(house.analysts.line),
        "smallworld_desk_waiting": len(house.desk.line),
        "smallworld_resident_bytes": resident_bytes(),
        "smallworld_gc_objects": gc.get_count()[0],
    }
    lines = []
    for name, value in gauges.items():
        lines += [f"# TYPE {name} gauge", f"{name} {value}"]
    return "\n".join([*lines, *house.meters.lines()]) + "\n"


def resident_bytes() -> int:
    """Memory of this process; 0 where the system does not say."""
    if sys.platform != "linux":
        return 0
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
