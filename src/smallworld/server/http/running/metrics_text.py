"""The metrics in the Prometheus text format."""

from __future__ import annotations

import gc
import sys

from ..services import Services


def report(services: Services) -> str:
    rooms = services.rooms.all
    phases = [room.table.phase for room in rooms]
    gauges = {
        "smallworld_tables": len(rooms),
        "smallworld_tables_playing": phases.count("playing"),
        "smallworld_guests": sum(len(room.viewers) for room in rooms),
        "smallworld_seats_connected": sum(len(room.here) for room in rooms),
        "smallworld_connections": len(services.connections),
        "smallworld_bots_waiting": len(services.bots.queue),
        "smallworld_bench_waiting": len(services.bench.queue),
        "smallworld_reading_waiting": len(services.readers.queue),
        "smallworld_resident_bytes": resident_bytes(),
        "smallworld_gc_objects": gc.get_count()[0],
    }
    lines = []
    for name, value in gauges.items():
        lines += [f"# TYPE {name} gauge", f"{name} {value}"]
    return "\n".join([*lines, *services.metrics.lines()]) + "\n"


def resident_bytes() -> int:
    """Memory of this process; 0 if the system does not report it."""
    if sys.platform != "linux":
        return 0
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
