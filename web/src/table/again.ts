/** The same table once more: the same seats and options, a new game. */

import type { NewTable, TableInfo } from "../wire";

export function again(info: TableInfo): NewTable {
  const seats = info.seats.map((seat) => {
    if (seat.who === "bot") return { who: "bot" as const, level: seat.level ?? "" };
    if (info.mine.includes(seat.seat)) return { who: "me" as const, name: seat.name };
    return { who: "open" as const };
  });
  return { seats, options: { ...info.options, seed: "", start: info.options.start ?? "" } };
}
