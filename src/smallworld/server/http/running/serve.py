"""Starts the server: a listening socket and the server processes, supervised by this process."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser

from smallworld.engine import SmallWorldError

from ...settings import Settings
from .logs import set_up_logs
from .supervisor import Supervisor


def serve(settings: Settings, *, browser: bool = False, workers: int = 1) -> None:
    """Serve until interrupted. Raises an error with a clear message if it cannot start."""
    set_up_logs(settings.log_level, settings.log_format)
    listening = listen(settings.host, settings.port)
    address = url(settings.host, listening.getsockname()[1])

    def ready() -> None:
        print(f"smallworld: {address}  (stop with Ctrl-C)", flush=True)
        if not settings.local:
            print("smallworld: other machines can reach this server", file=sys.stderr)
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    Supervisor(settings, listening, workers).run(ready)


def listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host.strip("[]"), port), family=family, backlog=512)
    except OSError as error:
        raise SmallWorldError(
            f"cannot listen on {host} port {port}: {error.strerror or error}; is a server running there "
            f"already? Another port is chosen with --port."
        ) from error


def url(host: str, port: int) -> str:
    """The address for a browser on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"
