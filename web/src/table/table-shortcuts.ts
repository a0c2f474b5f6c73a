/** The keys of the table. Regions have their own (arrows, Enter, ?, +, −) in Board.svelte. */

import { t } from "../lib/i18n.svelte";
import type { Shortcut } from "../lib/shortcuts";
import type { TabId } from "./drawer/Drawer.svelte";
import type { Turn } from "./turn.svelte";

const PICKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

export interface ShortcutActions {
  turn: Turn;
  board: () => void; // put the keyboard on the board
  tab: (tab: TabId) => void; // open the drawer there
  draft: () => void; // fold it away, or open it again
  close: () => void; // whatever lies over the board
}

const picks = (turn: Turn): boolean => turn.ask?.choices.some((choice) => (choice.slot ?? -1) >= 0) ?? false;

export function tableShortcuts({ turn, board, tab, draft, close }: ShortcutActions): Shortcut[] {
  const store = turn.store;
  return [
    {
      keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "b"],
      label: () => t("table.key_board"),
      run: board,
    },
    // Regions hear these themselves, where they are in focus; here they are for the list of shortcuts.
    { keys: ["Enter"], label: () => t("table.key_act"), run: () => undefined, when: () => false },
    { keys: ["?"], label: () => t("table.key_why"), run: () => undefined, when: () => false },
    { keys: ["+", "-"], label: () => t("table.key_place"), run: () => undefined, when: () => false },
    { keys: ["d"], label: () => t("table.key_main"), run: () => turn.pressMain(), when: () => turn.ask !== null },
    { keys: ["n"], label: () => t("table.step"), run: () => store.showNext(), when: () => store.waiting > 0 },
    { keys: ["u"], label: () => t("table.undo"), run: () => store.undo(), when: () => (store.picture?.undo.undo ?? 0) > 0 },
    { keys: ["r"], label: () => t("table.redo"), run: () => store.redo(), when: () => (store.picture?.undo.redo ?? 0) > 0 },
    {
      keys: PICKS,
      label: () => t("table.key_pick"),
      run: (event) => {
        const choice = turn.ask?.choices.find((one) => one.slot === Number(event.key) - 1);
        if (choice) turn.choose(choice);
      },
      when: () => picks(turn),
    },
    { keys: ["s"], label: () => t("table.key_skip"), run: () => store.showAll(), when: () => store.waiting > 0 },
    { keys: ["c"], label: () => t("table.tab_combos"), run: () => tab("combos") },
    { keys: ["l"], label: () => t("table.tab_log"), run: () => tab("log") },
    { keys: ["h"], label: () => t("table.tab_rules"), run: () => tab("rules") },
    { keys: ["v"], label: () => t("table.draft_fold"), run: draft, when: () => picks(turn) },
    { keys: ["Escape"], label: () => t("table.close"), run: () => (turn.close(), close()) },
  ];
}
