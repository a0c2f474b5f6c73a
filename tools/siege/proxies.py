"""Tests the proxies of docs/public.md: each that is installed, with the configuration from that page.

    python -m tools.siege.proxies

A local server behind each of them: a page, a socket that is shown a table, and whether the client's real
address counts, not a forged one.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.typing import Origin

from .besieged import besieged
from .people import Reader

NAME = "play.example.org"
DOCS = Path(__file__).parents[2] / "docs" / "public.md"
_CALLERS = ("127.0.0.5", "127.0.0.6")
_TABLES = 60  # that one address may open at once


def _lines(proxy: str) -> str:
    """The configuration the page has for this proxy."""
    found = re.search(rf"^{proxy}[^\n]*:\n\n```text\n(.*?)```", DOCS.read_text(), re.S | re.M)
    assert found, f"{DOCS.name} has no lines for {proxy}"
    return found[1]


def _nginx(folder: Path, port: int) -> list[str]:
    (folder / "conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
        f"fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n"
        f"server {{ listen 127.0.0.1:{port}; server_name {NAME};\n{_lines('nginx')}}} }}\n"
    )
    return ["nginx", "-c", str(folder / "conf"), "-e", "stderr"]


def _haproxy(folder: Path, port: int) -> list[str]:
    lines = _lines("HAProxy").replace("bind :443 ssl crt /etc/haproxy/play.pem", f"bind 127.0.0.1:{port}")
    assert str(port) in lines, "the line that binds is not the one that is replaced here"
    (folder / "conf").write_text(lines)
    return ["haproxy", "-db", "-f", str(folder / "conf")]


def _caddy(folder: Path, port: int) -> list[str]:
    (folder / "conf").write_text(
        "{\nadmin off\nauto_https off\n}\n" + _lines("Caddy").replace(NAME, f"http://{NAME}:{port}", 1)
    )
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "conf")]


PROXIES: dict[str, Callable[[Path, int], list[str]]] = {"nginx": _nginx, "haproxy": _haproxy, "caddy": _caddy}


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _answers(port: int) -> bool:
    limit = time.monotonic() + 20
    while time.monotonic() < limit:
        try:
            with socket.create_connection(("127.0.0.1", port), 1):
                return True
        except OSError:
            time.sleep(0.1)
    return False


async def _try(port: int) -> list[str]:
    """What does not work through this port."""
    faults = []
    place = f"http://127.0.0.1:{port}"
    for caller in _CALLERS:
        transport = httpx.AsyncHTTPTransport(local_address=caller)
        async with httpx.AsyncClient(transport=transport, base_url=place, headers={"host": NAME}) as http:
            if (await http.get("/api/health")).status_code != 200:
                faults.append("a page is not passed on")
            seats = {"seats": [{"who": "me"}, {"who": "me"}]}
            lies = ({"x-forwarded-for": f"198.51.100.{number}"} for number in range(_TABLES + 40))
            answers = [await http.post("/api/tables", json=seats, headers=lie) for lie in lies]
            if answers[0].status_code != 201:
                faults.append(f"{caller}: {answers[0].status_code} {answers[0].text}; it pays for others")
            elif all(answer.status_code != 429 for answer in answers):
                faults.append(f"{caller}: an address that was made up is believed")
            opened = answers[0].json()
        async with connect(
            f"ws://{NAME}:{port}/api/play",
            host="127.0.0.1",
            port=port,
            local_addr=(caller, 0),
            origin=Origin(f"https://{NAME}"),
            max_size=None,
        ) as line:
            reader = Reader(line)
            await reader.send({"type": "hello", "table": opened["table"], "key": opened["key"]})
            async with asyncio.timeout(10):
                await reader.until(lambda: bool(reader.picture))  # noqa: B023
    return faults


def tried(proxy: str) -> list[str]:
    """What does not work behind this proxy; it must be installed."""
    with (
        besieged("--log-level", "warning", "--allow-host", NAME, "--trust-proxy", "127.0.0.1") as server,
        tempfile.TemporaryDirectory(prefix="smallworld-proxy-") as folder,
    ):
        port = _free_port()
        command = PROXIES[proxy](Path(folder), port)
        conf = Path(folder) / "conf"
        conf.write_text(conf.read_text().replace("127.0.0.1:8377", server.place))
        log = Path(folder) / "log"
        with log.open("w") as output:
            process = subprocess.Popen(command, stdout=output, stderr=output)
        try:
            if not _answers(port):
                return [f"it does not start: {log.read_text()[-500:]}"]
            return asyncio.run(_try(port))
        finally:
            process.terminate()
            process.wait(20)


def main() -> None:
    wrong = False
    for proxy in PROXIES:
        if shutil.which(proxy) is None:
            print(f"{proxy}: not installed here, not tried")
            continue
        faults = tried(proxy)
        wrong = wrong or bool(faults)
        print(f"{proxy}: {'; '.join(faults) or 'pages and sockets pass, and each address counts for itself'}")
    sys.exit(wrong)


if __name__ == "__main__":
    main()
