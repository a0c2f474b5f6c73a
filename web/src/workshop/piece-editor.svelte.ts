/** The piece that is being edited: what it says now, and what the server says of it. Every change is kept and looked at. */

import { api, errorText } from "../lib/api";
import { myPieces, type MyPiece, type PackData } from "../lib/stored/my-pieces.svelte";
import { currentLang } from "../lib/i18n.svelte";
import { readFace } from "../faces/choices";
import { looks } from "../lib/looks.svelte";
import type { Checked, CheckedPiece } from "../wire";
import { pathName, pieceName, piecesOf, withValue, withName, tableAt, textAt, followRenames, type Path, type PieceRef } from "./pack-data";

const STEPS = 50; // that can be taken back
const STROKE = 700; // milliseconds: changes that follow each other faster are one
const PAUSE = 350; // milliseconds after the last key before the server is asked

export class PieceEditor {
  saved: MyPiece | null = $state.raw(null);
  data: PackData = $state.raw({});
  ref: PieceRef = $state.raw({ kind: "race", id: "" });
  board = $state("");
  checked: Checked | null = $state.raw(null);
  checking = $state(false);
  error = $state("");
  past: readonly PackData[] = $state.raw([]); // what can be gone back to
  #changed = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  pieces: readonly PieceRef[] = $derived(piecesOf(this.data));
  path: Path = $derived([this.ref.kind, this.ref.id]);
  name = $derived(pieceName(this.data, this.ref, currentLang()));
  /** What the server last said of this piece. */
  piece: CheckedPiece | undefined = $derived(
    this.checked?.pieces?.find(({ thing }) => thing.kind === this.ref.kind && thing.id === this.ref.id),
  );
  sound = $derived(!this.checking && this.error === "" && (this.checked?.toml ?? "") !== "");

  open(saved: MyPiece): void {
    this.saved = saved;
    this.data = saved.data;
    this.ref = piecesOf(saved.data)[0] ?? { kind: "race", id: "" };
    this.checked = null;
    this.past = [];
    this.#paint();
    void this.check();
  }

  close(): void {
    this.saved = null;
    this.checked = null;
    this.#asked++;
    clearTimeout(this.#timer);
  }

  show(ref: PieceRef): void {
    this.ref = ref;
    this.#paint();
  }

  /** Something of the piece. */
  change(path: Path, value: unknown): void {
    const next = withValue(this.data, [...this.path, ...path], value);
    this.#set(withValue(next, this.path, followRenames(tableAt(this.data, this.path), tableAt(next, this.path))));
  }

  rename(name: string): void {
    const next = withName(this.data, this.ref, currentLang(), name);
    this.ref = next.ref;
    this.#set(next.data);
  }

  /** One step back: as it was before the last thing that was done to it. */
  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    const place = this.pieces.findIndex(({ kind, id }) => kind === this.ref.kind && id === this.ref.id);
    const rest = this.past.slice(0, -1);
    this.ref = piecesOf(before)[place] ?? this.ref;
    this.#set(before);
    [this.past, this.#changed] = [rest, 0];
  }

  #set(data: PackData): void {
    // What is typed in one go is one step.
    const now = Date.now();
    if (now - this.#changed > STROKE) this.past = [...this.past, this.data].slice(-STEPS);
    this.#changed = now;
    this.data = data;
    if (this.saved) myPieces.change(this.saved.id, data);
    this.#paint();
    this.checking = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), PAUSE);
  }

  /** Icon, colour and face show at once: nobody needs to be asked for them. */
  #paint(): void {
    const { kind, id } = this.ref;
    const look = tableAt(this.data, [...this.path, "looks"]);
    looks.preview(kind, id, textAt(look, ["icon"]), textAt(look, ["color"]), readFace(look.face));
  }

  async check(): Promise<void> {
    clearTimeout(this.#timer);
    const mine = ++this.#asked;
    this.checking = true;
    try {
      const checked = await api.check(this.data, this.board);
      if (mine !== this.#asked) return;
      this.checked = checked;
      this.error = "";
    } catch (thrown) {
      if (mine !== this.#asked) return;
      this.error = errorText(thrown);
    }
    this.checking = false;
  }

  /** What is wrong with a field of the piece. */
  faults(path: Path): readonly string[] {
    const wanted = pathName([...this.path, ...path]);
    return (this.checked?.faults ?? []).filter((fault) => fault.path === wanted).map((fault) => fault.text);
  }
}
