/** What the rest of the client may use of the table. */

export { default as BoardView } from "./BoardView.svelte";
export { default as TableScreen } from "./TableScreen.svelte";
