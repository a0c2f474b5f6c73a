/** Small ways of writing numbers. What depends on the language is in i18n. */

/** A clock: 75 is 1:15, 3700 is 1:01:40; the last ten seconds show tenths. */
export function clockText(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < 10) return (Math.floor(left * 10) / 10).toFixed(1);
  const whole = Math.floor(left);
  const two = (part: number): string => String(part).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** +2, −1, 0: as receipts write them. */
export function signed(amount: number): string {
  if (amount === 0) return "0";
  return amount > 0 ? `+${amount}` : `−${-amount}`;
}

/** What a player's things are coloured with; seats beyond the palette start again. */
export const PLAYER_COLOURS = 5;

export function seatColour(seat: number): string {
  return `var(--player-${((seat % PLAYER_COLOURS) + PLAYER_COLOURS) % PLAYER_COLOURS})`;
}

export function seatInk(seat: number): string {
  return `var(--player-${((seat % PLAYER_COLOURS) + PLAYER_COLOURS) % PLAYER_COLOURS}-ink)`;
}
