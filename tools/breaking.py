"""Take each protection of the server away, once, in a copy, and see that a test notices.

python -m tools.breaking                 all of them: some minutes
python -m tools.breaking 2 5             those of some points of docs/testing.md

The list says in which file which words are replaced by which, and the test that must fail then.
"""

# One line each, to be read as a table.
# ruff: noqa: E501

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
_PATIENCE = 100.0  # seconds for a test: whole ones take a few
SOURCE = ROOT / "src" / "smallworld"


class Breaking(NamedTuple):
    point: int  # of the table in docs/testing.md
    file: str
    find: str
    put: str
    test: str

    @property
    def path(self) -> Path:
        return SOURCE / self.file


BREAKINGS = (
    Breaking(1, "server/http/entering.py", "await room.catch_up()", "pass", "test_several.py::test_a_newcomer_is_welcome_at_every_server"),
    Breaking(1, "server/rooms/neighbours.py", "return {seat for", "return {-5 for", "test_several.py::test_neighbours_that_fall_silent_are_forgotten"),
    Breaking(2, "server/http/door.py", "if self._timer is None:\n                self._timer = self.loop.call_later(door.limits.headers", "if False:\n                self._timer = self.loop.call_later(door.limits.headers", "test_fair.py::test_requests_that_never_end_are_ended"),
    Breaking(2, "server/http/door.py", "if full or (crowd and address not in self._proxies):", "if full:", "test_fair.py::test_too_many_are_told_so_and_the_others_are_served"),
    Breaking(2, "server/http/door.py", "full = len(self) >= self._most", "full = False", "test_fair.py::test_doors_count_by_address_and_proxies_do_not_count"),
    Breaking(2, "server/http/door.py", "else min(limits.all_connections, max(8, soft - RESERVE))", "else limits.all_connections", "test_fair.py::test_the_door_stays_below_the_limit_of_the_system"),
    Breaking(2, "server/http/socket.py", "async with asyncio.timeout(self._limits.hello):", "async with asyncio.timeout(None):", "test_socket.py::test_silence_and_crowds"),
    Breaking(3, "server/http/security.py", "if path.startswith(_RECORDS):\n", "return 10**9\n        if path.startswith(_RECORDS):\n", "test_fair.py::test_every_list_and_string_is_bounded"),
    Breaking(3, "server/http/security.py", "if not fault and not self._requests.take(address_in(scope)):", "if False:", "test_fair.py::test_rates_are_looked_at_before_anything_is_read"),
    Breaking(3, "server/http/security.py", "got += len(message.get(\"body\", b\"\"))", "pass", "test_security.py::test_long_bodies_are_refused"),
    Breaking(4, "server/rooms/guest.py", "room = self._bytes + len(data) <= self._most", "room = True", "test_changes.py::test_an_outbox_is_bounded"),
    Breaking(4, "server/rooms/guest.py", "if kind == \"chat\" and (not room or self._count(\"chat\") >= _CHAT):", "if False:", "test_changes.py::test_an_outbox_is_bounded"),
    Breaking(4, "server/http/door.py", "self._timer = loop.call_later(self._door.limits.send, self._give_up)", "pass", "test_fair.py::test_whoever_reads_nothing_is_let_go"),
    Breaking(5, "server/http/talk.py", "\"lang\": 20.0,", "", "test_fair.py::test_messages_are_weighed_by_what_they_cost"),
    Breaking(5, "server/rooms/room.py", "loop.call_later(self._presence, self._announce)", "loop.call_later(0.0, self._announce)", "test_fair.py::test_coming_and_going_is_announced_once"),
    Breaking(5, "server/http/talk.py", "if self.guest.seats(self.room.table):\n            return True", "return True", "test_fair.py::test_onlookers_cannot_drown_the_players"),
    Breaking(6, "server/bots/line.py", "if len(self) >= self._most or len(own) >= self._most_each:", "if False:", "test_fair.py::test_a_line_is_fair_bounded_and_says_where_one_stands"),
    Breaking(6, "server/bots/line.py", "self._waiting.move_to_end(who)", "pass", "test_fair.py::test_a_line_is_fair_bounded_and_says_where_one_stands"),
    Breaking(6, "server/bots/workers.py", "gone.set()\n                    self._replace(pool)\n", "pass\n", "test_fair.py::test_work_goes_with_its_asker"),
    Breaking(7, "server/rooms/rooms.py", "if room.idle_since is not None:\n", "if False:\n", "test_owner.py::test_a_table_with_a_clock_leaves_memory_and_comes_back_when_due"),
    Breaking(7, "server/rooms/rooms.py", "await self.archive.write(storage.claim, now, now + _CLAIM, _AT_ONCE)", "[]", "test_owner.py::test_clocks_wake_their_tables_and_the_others_sleep"),
    Breaking(7, "server/tables/wishes.py", "if table.version >= MOST_ENTRIES:", "if False:", "test_owner.py::test_journals_end"),
    Breaking(7, "server/storage/storage.py", "if age > 0:", "if False:", "test_storage.py::test_tables_retire_by_the_rule"),
    Breaking(7, "server/rooms/rooms.py", "kept = storage.snapshot(id)", "kept = None", "test_snapshots.py::test_a_long_journal_is_not_carried_out_again"),
    Breaking(7, "server/rooms/botseat.py", "proxy(room)", "room", "test_memory.py::test_a_table_that_leaves_is_gone_at_once"),
    Breaking(8, "engine/setup.py", "if s.coins[seat] != NONE and not 0 <= s.coins[seat] <= MOST_COINS:", "if False:", "test_owner.py::test_positions_that_would_break_are_refused"),
    Breaking(8, "server/http/security.py", "await answer.problem(500, _say(headers, \"failed\"))", "raise", "test_fair.py::test_errors_of_ours_wear_the_headers_too"),
    Breaking(8, "server/storage/archive.py", "await self.write(self.storage.try_writing)", "pass", "test_owner.py::test_health_tells_of_a_full_disk"),
    Breaking(8, "server/storage/database.py", "os.O_CREAT | os.O_RDWR, 0o600", "os.O_CREAT | os.O_RDWR, 0o644", "test_owner.py::test_the_file_is_for_nobody_else"),
    Breaking(8, "server/http/serve.py", "proxy_headers=bool(settings.proxies),\n        forwarded_allow_ips=sorted(settings.proxies),", "proxy_headers=True,\n        forwarded_allow_ips=\"*\",", "test_owner.py::test_forwarded_addresses_are_believed_only_of_proxies"),
    Breaking(8, "server/http/logs.py", "if count >= self._alike:\n            return False", "if False:\n            return False", "test_owner.py::test_a_log_stays_readable"),
    Breaking(8, "server/http/client.py", "response = await self._compressed(path, scope) or await", "response = await", "test_security.py::test_a_file_comes_in_the_shortest_encoding_a_browser_takes"),
    Breaking(8, "server/storage/archive.py", "self.patience, self._done, number, batch, StorageTrouble(\"the database gives no answer\")", "600.0, self._done, number, batch, StorageTrouble(\"the database gives no answer\")", "test_owner.py::test_nobody_waits_for_a_write_that_hangs"),
)  # fmt: skip


def noticed(breaking: Breaking) -> bool:
    """Whether the test fails on a copy in which this is missing."""
    with tempfile.TemporaryDirectory(prefix="smallworld-broken-") as folder:
        copy = Path(folder) / "smallworld"
        shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        file = copy / breaking.file
        file.write_text(file.read_text().replace(breaking.find, breaking.put, 1))
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "-n", "0", "-x", f"tests/server/{breaking.test}"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": folder},
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            said, _ = process.communicate(timeout=_PATIENCE)
        except subprocess.TimeoutExpired:  # it waits for what will never be, which is noticed too
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return True
    if process.returncode not in (0, 1):
        raise SystemExit(f"{breaking.test}: could not be run:\n{said[-2000:]}")
    return process.returncode == 1


def main() -> None:
    wanted = {int(point) for point in sys.argv[1:]}
    missed = 0
    for breaking in BREAKINGS:
        if not wanted or breaking.point in wanted:
            found = noticed(breaking)
            missed += not found
            first = breaking.find.splitlines()[0]
            print(
                f"{breaking.point}  {'noticed' if found else 'MISSED '}  {breaking.file}: {first}", flush=True
            )
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
