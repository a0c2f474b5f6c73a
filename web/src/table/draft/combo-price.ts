import { t } from "../../lib/i18n.svelte";
import type { Offer } from "../../wire";

/** What taking a combo costs or pays, in a word. */
export const comboPrice = ({ price }: Offer): string =>
  price > 0 ? t("table.price", { n: price }) : price < 0 ? t("table.pays", { n: -price }) : t("table.free");
