/** What kind of screen the table is on. */

export class Screen {
  narrow = $state(false); // a phone, upright: the rail is a sheet below the board
  low = $state(false); // a phone on its side: the board needs all the height there is

  /** To be returned from an effect. */
  watch(): () => void {
    const phone = matchMedia("(max-width: 60rem) and (orientation: portrait), (max-width: 40rem)");
    const lying = matchMedia("(max-height: 36rem)");
    const measure = (): void => void ([this.narrow, this.low] = [phone.matches, lying.matches]);
    measure();
    for (const query of [phone, lying]) query.addEventListener("change", measure);
    return () => {
      for (const query of [phone, lying]) query.removeEventListener("change", measure);
    };
  }
}
