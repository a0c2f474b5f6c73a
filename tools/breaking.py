"""Removes each protection of the server once, in a copy, and checks that a test notices.

    python -m tools.breaking                 all of them: some minutes
    python -m tools.breaking 2 5             those of some points of docs/testing.md

The list says which words in which file are replaced, and which test must then fail.
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
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
_PATIENCE = 100.0  # seconds for a test; normal ones take a few
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
    Breaking(1, "server/rooms/auth.py", "await room.catch_up()", "pass", "server/http/running/test_several.py::test_a_newcomer_is_welcome_at_every_server"),
    Breaking(1, "server/rooms/peers.py", "return {seat for", "return {-5 for", "server/http/running/test_several.py::test_neighbours_that_fall_silent_are_forgotten"),
    Breaking(2, "server/http/protection/connection_limits.py", "if self._timer is None:\n                self._timer = self.loop.call_later(connections.limits.headers", "if False:\n                self._timer = self.loop.call_later(connections.limits.headers", "server/http/protection/test_fair.py::test_requests_that_never_end_are_ended"),
    Breaking(2, "server/http/protection/connection_limits.py", "if full or (crowd and address not in self._proxies):", "if full:", "server/http/protection/test_fair.py::test_too_many_are_told_so_and_the_others_are_served"),
    Breaking(2, "server/http/protection/connection_limits.py", "full = len(self) >= self._most", "full = False", "server/http/protection/test_fair.py::test_doors_count_by_address_and_proxies_do_not_count"),
    Breaking(2, "server/http/protection/connection_limits.py", "else min(limits.all_connections, max(8, soft - RESERVE))", "else limits.all_connections", "server/http/protection/test_fair.py::test_the_door_stays_below_the_limit_of_the_system"),
    Breaking(2, "server/http/socket.py", "async with asyncio.timeout(self._limits.hello):", "async with asyncio.timeout(None):", "server/http/test_socket.py::test_silence_and_crowds"),
    Breaking(3, "server/http/protection/security.py", "if path.startswith(_RECORDS):\n", "return 10**9\n        if path.startswith(_RECORDS):\n", "server/http/protection/test_fair.py::test_every_list_and_string_is_bounded"),
    Breaking(3, "server/http/protection/security.py", "if not fault and not self._requests.take(address_in(scope)):", "if False:", "server/http/protection/test_fair.py::test_rates_are_looked_at_before_anything_is_read"),
    Breaking(3, "server/http/protection/security.py", "got += len(message.get(\"body\", b\"\"))", "pass", "server/http/protection/test_security.py::test_long_bodies_are_refused"),
    Breaking(4, "server/rooms/viewer.py", "room = self._bytes + len(data) <= self._most", "room = True", "server/rooms/test_picture_diff.py::test_an_outbox_is_bounded"),
    Breaking(4, "server/rooms/viewer.py", "if kind == \"chat\" and (not room or self._count(\"chat\") >= _CHAT):", "if False:", "server/rooms/test_picture_diff.py::test_an_outbox_is_bounded"),
    Breaking(4, "server/http/protection/connection_limits.py", "self._timer = loop.call_later(self._connections.limits.send, self._give_up)", "pass", "server/http/protection/test_fair.py::test_whoever_reads_nothing_is_let_go"),
    Breaking(5, "server/rooms/handlers.py", "\"lang\": 20.0,", "", "server/http/protection/test_fair.py::test_messages_are_weighed_by_what_they_cost"),
    Breaking(5, "server/rooms/room.py", "loop.call_later(self._presence, self._announce)", "loop.call_later(0.0, self._announce)", "server/http/protection/test_fair.py::test_coming_and_going_is_announced_once"),
    Breaking(5, "server/rooms/handlers.py", "if self.viewer.seats(self.room.table):\n            return True", "return True", "server/http/protection/test_fair.py::test_onlookers_cannot_drown_the_players"),
    Breaking(6, "server/workers/fair_queue.py", "if len(self) >= self._most or len(own) >= self._most_each:", "if False:", "server/http/protection/test_fair.py::test_a_line_is_fair_bounded_and_says_where_one_stands"),
    Breaking(6, "server/workers/fair_queue.py", "self._waiting.move_to_end(who)", "pass", "server/http/protection/test_fair.py::test_a_line_is_fair_bounded_and_says_where_one_stands"),
    Breaking(6, "server/workers/pool.py", "        worker.kill()\n        if not self._closed:", "        if not self._closed:", "server/workers/test_workers.py::test_processes_end_with_their_call"),
    Breaking(19, "server/workers/pool.py", "async with asyncio.timeout(seconds):", "async with asyncio.timeout(None):", "server/workers/test_workers.py::test_a_call_that_hangs_costs_its_asker_alone"),
    Breaking(19, "server/workers/pool.py", "        worker.kill()\n        if not self._closed:", "        for one in (worker, *self._busy):\n            one.kill()\n        if not self._closed:", "server/workers/test_workers.py::test_a_call_that_is_cancelled_ends_and_no_other"),
    Breaking(19, "server/workers/process.py", "resource.setrlimit(kind, (limits.memory, limits.memory))", "pass", "server/workers/test_workers.py::test_memory_is_limited"),
    Breaking(19, "server/workers/process.py", "signal.setitimer(signal.ITIMER_REAL, seconds)", "pass", "server/workers/test_workers.py::test_processes_end_though_their_server_was_killed"),
    Breaking(19, "server/workers/process.py", "calls >= limits.calls or", "", "server/workers/test_workers.py::test_processes_are_replaced_before_they_grow_old_or_fat"),
    Breaking(19, "server/workers/fair_queue.py", "return self._running[who] < self._turns_each", "return True", "server/workers/test_workers.py::test_one_asker_never_has_all_turns"),
    Breaking(19, "server/http/services.py", "each=max(1, count - 1),", "", "server/workers/test_workers.py::test_a_hostile_file_stops_nobody"),
    Breaking(19, "server/http/routes/pages.py", "while (await request.receive())[\"type\"] != \"http.disconnect\":\n        pass", "await asyncio.sleep(1000)", "server/workers/test_workers.py::test_whoever_hangs_up_ends_the_work"),
    Breaking(19, "server/rooms/rooms.py", "if is_foreign(plan):", "if False:", "server/workers/test_workers.py::test_tables_are_tried_elsewhere_first"),
    Breaking(20, "server/rooms/rooms.py", "            gc.collect()\n", "            pass\n", "server/rooms/test_memory.py::test_worlds_with_homebrew_are_freed"),
    Breaking(7, "server/rooms/rooms.py", "if room.idle_since is not None:\n", "if False:\n", "server/http/running/test_owner.py::test_a_table_with_a_clock_leaves_memory_and_comes_back_when_due"),
    Breaking(7, "server/rooms/rooms.py", "await self.archive.claim(now, now + _CLAIM, _AT_ONCE)", "[]", "server/http/running/test_owner.py::test_clocks_wake_their_tables_and_the_others_sleep"),
    Breaking(7, "server/tables/commands.py", "if table.version >= MOST_ENTRIES:", "if False:", "server/http/running/test_owner.py::test_journals_end"),
    Breaking(7, "server/storage/storage.py", "if age > 0:", "if False:", "server/storage/test_storage.py::test_tables_retire_by_the_rule"),
    Breaking(7, "server/rooms/rooms.py", "kept = await self.archive.snapshot(id)", "kept = None", "server/storage/test_snapshots.py::test_a_long_journal_is_not_carried_out_again"),
    Breaking(7, "server/rooms/bot_seat.py", "proxy(room)", "room", "server/rooms/test_memory.py::test_a_table_that_leaves_is_gone_at_once"),
    Breaking(8, "engine/position/setup.py", "if s.coins[seat] != NONE and not 0 <= s.coins[seat] <= MOST_COINS:", "if False:", "server/http/running/test_owner.py::test_positions_that_would_break_are_refused"),
    Breaking(8, "server/http/protection/security.py", "await answer.problem(500, _say(headers, \"failed\"))", "raise", "server/http/protection/test_fair.py::test_errors_of_ours_wear_the_headers_too"),
    Breaking(8, "server/storage/async_storage.py", "await self.write(self.storage.try_writing)", "pass", "server/http/running/test_owner.py::test_health_tells_of_a_full_disk"),
    Breaking(8, "server/storage/database.py", "os.O_CREAT | os.O_RDWR, 0o600", "os.O_CREAT | os.O_RDWR, 0o644", "server/http/running/test_owner.py::test_the_file_is_for_nobody_else"),
    Breaking(8, "server/http/running/server_process.py", "proxy_headers=bool(settings.proxies),\n        forwarded_allow_ips=sorted(settings.proxies),", "proxy_headers=True,\n        forwarded_allow_ips=\"*\",", "server/http/running/test_owner.py::test_forwarded_addresses_are_believed_only_of_proxies"),
    Breaking(8, "server/http/running/logs.py", "if count >= self._alike:\n            return False", "if False:\n            return False", "server/http/running/test_owner.py::test_a_log_stays_readable"),
    Breaking(8, "server/http/routes/static_files.py", "response = await self._compressed(path, scope) or await", "response = await", "server/http/protection/test_security.py::test_a_file_comes_in_the_shortest_encoding_a_browser_takes"),
    Breaking(8, "server/storage/async_storage.py", "self.patience, self._done, number, batch, StorageError(\"the database gives no answer\")", "600.0, self._done, number, batch, StorageError(\"the database gives no answer\")", "server/http/running/test_owner.py::test_nobody_waits_for_a_write_that_hangs"),
    Breaking(14, "server/http/protection/addresses.py", "mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None", "mapped = None", "server/http/protection/test_security.py::test_one_network_has_one_share_of_everything"),
    Breaking(14, "server/http/protection/addresses.py", "_NARROW: Final = 64", "_NARROW: Final = 128", "server/http/protection/test_security.py::test_one_network_has_one_share_of_everything"),
    Breaking(14, "server/http/protection/rate_limits.py", "WIDE: Final = 4 ", "WIDE: Final = 4000 ", "server/http/protection/test_security.py::test_a_network_has_no_more_than_one_address_and_a_wide_one_a_few_times_that"),
    Breaking(15, "server/http/protection/security.py", "return b\"content-length\" in headers or scope", "return scope", "server/http/protection/test_security.py::test_a_request_ends_where_it_says_once"),
    Breaking(15, "server/http/protection/security.py", "await answer.problem(400, _SENTENCES[fault], close=True)", "await answer.problem(400, _SENTENCES[fault])", "server/http/protection/test_security.py::test_a_request_ends_where_it_says_once"),
    Breaking(15, "server/http/protection/connection_limits.py", "self._last_words(400, \"this is no request that can be read\")", "super().send_400_response(msg)", "server/http/protection/test_security.py::test_what_is_no_request_is_refused_with_the_headers"),
    Breaking(15, "server/http/protection/connection_limits.py", "if response.status_code != 101:", "if False:", "server/http/protection/test_security.py::test_what_is_no_request_is_refused_with_the_headers"),
    Breaking(15, "server/http/protection/security.py", "headers.append(NO_STORE)\n            message", "pass\n            message", "server/http/protection/test_security.py::test_no_cache_keeps_what_may_hold_a_key"),
    Breaking(18, "packs/files/toml.py", "if longest > MOST_WORD:", "if False:", "hostile/test_pack_files.py::test_what_is_too_much_is_refused_with_its_line"),
    Breaking(18, "packs/files/toml.py", "if len(stack) >= MOST_DEPTH:", "if False:", "hostile/test_pack_files.py::test_what_is_too_much_is_refused_with_its_line"),
    Breaking(18, "packs/files/reading.py", "if len(self.faults) >= MOST_FAULTS:", "if False:", "hostile/test_pack_files.py::test_faults_are_few_and_short"),
    Breaking(18, "packs/files/reading.py", "rows = rows[: MOST_OF[shelf]] if isinstance", "rows = rows if isinstance", "hostile/test_pack_files.py::test_a_json_pack_costs_in_proportion"),
    Breaking(18, "packs/files/limits.py", "[a-z0-9][a-z0-9-]*", "([a-z0-9]+-?)+", "hostile/test_patterns.py::test_a_pattern_cannot_be_made_to_try_again"),
    Breaking(18, "engine/notation/strings.py", "for _, _, text in packs) > _MOST_BROUGHT:", "for _, _, text in packs) > 10**6:", "hostile/test_readers.py::test_a_string_brings_few_packs"),
    Breaking(18, "engine/notation/description_values.py", "if len(self.faults) >= MOST_FAULTS:", "if False:", "hostile/test_readers.py::test_a_description_has_few_faults"),
    Breaking(18, "cli/score_sheet.py", "return f\"'{cell}\" if", "return f\"{cell}\" if", "cli/test_crusade.py::test_a_spreadsheet_runs_no_name"),
    Breaking(16, "server/http/running/supervisor.py", "return self.silence <= (_SILENT if self.heard else _START)", "return True", "server/http/running/test_hang.py::test_a_server_that_hangs_is_replaced"),
    Breaking(16, "server/http/running/supervisor.py", "worker.process.join(max(0.0, limit - monotonic()))", "worker.process.join()", "server/http/running/test_hang.py::test_a_server_that_hangs_ends_when_it_is_told_to"),
    Breaking(16, "server/http/running/supervisor.py", "ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)", "pass", "server/http/running/test_hang.py::test_a_server_that_hangs_ends_when_it_is_told_to"),
    Breaking(16, "server/http/running/supervisor.py", "self.silence += min(seconds, _CHECK_EVERY)", "self.silence += seconds", "server/http/running/test_hang.py::test_only_silence_counts_and_no_pause"),
    Breaking(17, "server/storage/async_storage.py", "                await self.write(self.storage.try_writing)\n", "", "server/http/running/test_owner.py::test_health_is_as_good_as_the_next_table"),
    Breaking(17, "server/rooms/auth.py", "if not welcome and not await rooms.opens(table, key):", "if False:", "server/http/test_socket.py::test_a_missing_table_and_a_wrong_key_are_answered_alike"),
    Breaking(17, "server/storage/presence.py", "await self._archive.write(storage.present, self._server, self._beat, dict(self._own))", "pass", "server/http/running/test_several.py::test_nobodys_seat_is_handed_away_while_they_sit_at_another_server"),
    Breaking(17, "server/storage/presence.py", "while not all(other.proven for other in self._others.values()):", "while False:", "server/http/running/test_several.py::test_nobodys_seat_is_handed_away_while_they_sit_at_another_server"),
)  # fmt: skip


def noticed(breaking: Breaking) -> bool:
    """Whether the test fails on a copy without this protection."""
    with tempfile.TemporaryDirectory(prefix="smallworld-broken-") as folder:
        copy = Path(folder) / "smallworld"
        shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        file = copy / breaking.file
        file.write_text(file.read_text().replace(breaking.find, breaking.put, 1))
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "-n", "0", "-x", f"tests/{breaking.test}"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": folder},
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            said, _ = process.communicate(timeout=_PATIENCE)
        except subprocess.TimeoutExpired:  # the test waits forever, which also counts as noticed
            return True
        finally:
            with suppress(ProcessLookupError):  # a server without its protection may hang
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
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
