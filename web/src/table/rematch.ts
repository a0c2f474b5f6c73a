/** The same table once more: the same seats and options, a new game. A rematch turns the seats by one. */

import type { NewTable, TableInfo } from "../wire";

export function rematch(info: TableInfo, turned = false): NewTable {
  const seats = info.seats
    .filter((seat) => seat.who !== "party")
    .map((seat) => {
      if (seat.who === "bot") return { who: "bot" as const, level: seat.level ?? "" };
      if (info.mine.includes(seat.seat)) return { who: "me" as const, name: seat.name };
      return { who: "open" as const };
    });
  if (turned) seats.push(...seats.splice(0, 1));
  return { seats, options: { ...info.options, seed: "", start: info.options.start ?? "" } };
}
