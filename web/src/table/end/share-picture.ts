/** A finished game as one picture, made in the browser: board, faces, scores and a sentence of story. */

import { MARGIN, drawLand } from "../../board/land/draw-land";
import { drawFace } from "../../faces/draw-face";
import { faceOf } from "../../faces/faces";
import { groundOf, INK, type Feeling } from "../../faces/feelings";
import { emblemPath } from "../../lib/emblem";
import { PLAYER_COLOURS } from "../../lib/format";
import type { Board, Face, Picture } from "../../wire";
import { lastRace } from "./final-scene";
import { rankStandings } from "./standings";

export interface SharedGame {
  picture: Picture;
  board: Board;
  title: string;
  note: string; // below the story: a line for friends, or nothing
  coins: (count: number) => string;
  dark: boolean;
  names: (seat: number) => string;
}

const WIDTH = 1200;
const EDGE = 48;
const ROW = 68;
const MOST_LAND = 700; // height of the board

/** What an exported drawing of the board needs from the style sheets of the page. */
const STYLES = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linejoin", "opacity"],
  ...["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "paint-order", "display", "visibility"],
];

/** The drawing that stands in the page, with its styles written into it: tokens, markers, owners. */
export function withStyles(svg: SVGSVGElement, width: number, height: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>("*");
  svg.querySelectorAll<SVGElement>("*").forEach((element, at) => {
    const style = getComputedStyle(element);
    const target = copies[at];
    if (target) for (const name of STYLES) target.style.setProperty(name, style.getPropertyValue(name));
  });
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy);
}

async function loaded(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

function paintFace(pen: CanvasRenderingContext2D, face: Face, feeling: Feeling, x: number, y: number, size: number): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 100, size / 100);
  pen.lineJoin = pen.lineCap = "round";
  pen.strokeStyle = INK;
  pen.fillStyle = groundOf(face, feeling);
  pen.lineWidth = 2.4;
  pen.beginPath();
  pen.arc(50, 50, 46, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
  for (const { d, fill, line, mirrored } of drawFace(face, feeling)) {
    pen.save();
    if (mirrored) pen.transform(-1, 0, 0, 1, 100, 0);
    const path = new Path2D(d);
    if (fill !== "none") {
      pen.fillStyle = fill;
      pen.fill(path);
    }
    if (line) {
      pen.lineWidth = line;
      pen.stroke(path);
    }
    pen.restore();
  }
  pen.restore();
}

/** Words in lines that are not wider than `room`. */
export function wrapped(words: string, room: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const paragraph of words.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      const longer = line ? `${line} ${word}` : word;
      if (line && widthOf(longer) > room) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    if (line) lines.push(line);
  }
  return lines;
}

export async function sharePicture(game: SharedGame, svg: SVGSVGElement): Promise<Blob> {
  const { picture, board, title, note, coins, dark, names } = game;
  await document.fonts?.ready;
  const page = getComputedStyle(document.documentElement);
  const colour = (name: string): string => page.getPropertyValue(`--${name}`).trim();
  const [boardWidth, boardHeight] = [board.width + 2 * MARGIN, board.height + 2 * MARGIN];
  const scale = Math.min((WIDTH - 2 * EDGE) / boardWidth, MOST_LAND / boardHeight);
  const [landWidth, landHeight] = [boardWidth * scale, boardHeight * scale];
  const [land, pieces] = await Promise.all([
    loaded(drawLand(board, dark)),
    loaded(withStyles(svg, Math.round(landWidth), Math.round(landHeight))),
  ]);
  const ranked = rankStandings(picture.result ?? []);
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  const display = `700 54px ${colour("font-display")}`;
  const text = `400 30px ${colour("font")}`;
  const HERO = 170;
  const wordsRoom = WIDTH - 2 * EDGE - HERO - 32;
  const lines = (font: string, words: string): string[] => {
    pen.font = font;
    return wrapped(words, wordsRoom, (line) => pen.measureText(line).width);
  };
  const titleLines = lines(display, title);
  const storyLines = lines(text, picture.story?.sentence ?? "");
  const noteLines = lines(text, note);
  const head = Math.max(HERO, titleLines.length * 58 + storyLines.length * 38 + noteLines.length * 38 + 8);
  canvas.width = WIDTH;
  canvas.height = Math.round(EDGE + head + 28 + landHeight + 28 + ranked.length * ROW + EDGE);

  pen.fillStyle = colour("paper");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.strokeStyle = colour("gold");
  pen.lineWidth = 8;
  pen.strokeRect(4, 4, canvas.width - 8, canvas.height - 8);

  const winner = ranked[0];
  const race = winner && lastRace(picture, winner.seat);
  if (race) paintFace(pen, faceOf(race.kind, race.id), "triumphant", EDGE, EDGE + (head - HERO) / 2, HERO);
  let y = EDGE;
  const write = (font: string, ink: string, step: number, all: readonly string[]): void => {
    pen.font = font;
    pen.fillStyle = colour(ink);
    for (const line of all) {
      pen.fillText(line, EDGE + HERO + 32, y + step * 0.78);
      y += step;
    }
  };
  write(display, "ink", 58, titleLines);
  write(text, "ink-soft", 38, storyLines);
  write(text, "ink", 38, noteLines);

  const left = (WIDTH - landWidth) / 2;
  const top = EDGE + head + 28;
  pen.drawImage(land, left, top, landWidth, landHeight);
  pen.drawImage(pieces, left, top, landWidth, landHeight);

  y = top + landHeight + 28;
  const most = Math.max(1, ...ranked.map((standing) => standing.coins));
  for (const { seat, place, winner: won, coins: count } of ranked) {
    const tone = colour(`player-${seat % PLAYER_COLOURS}`);
    const middle = y + ROW / 2;
    pen.textBaseline = "middle";
    pen.font = `700 32px ${colour("font")}`;
    pen.fillStyle = colour("ink-soft");
    pen.fillText(String(place), EDGE, middle);
    pen.save();
    pen.translate(EDGE + 54, middle);
    pen.fillStyle = tone;
    pen.fill(new Path2D(emblemPath(seat, 15)));
    pen.restore();
    const its = lastRace(picture, seat);
    if (its) paintFace(pen, faceOf(its.kind, its.id), won ? "triumphant" : "calm", EDGE + 84, y + 3, ROW - 6);
    pen.fillStyle = colour("ink");
    pen.fillText(names(seat), EDGE + 84 + ROW + 12, middle, 300);
    const bar = EDGE + 84 + ROW + 330;
    const room = WIDTH - EDGE - bar - 190;
    pen.fillStyle = colour("paper-2");
    pen.fillRect(bar, middle - 11, room, 22);
    pen.fillStyle = tone;
    pen.fillRect(bar, middle - 11, (room * count) / most, 22);
    pen.fillStyle = colour("ink");
    pen.textAlign = "right";
    pen.fillText(coins(count), WIDTH - EDGE, middle);
    pen.textAlign = "left";
    y += ROW;
  }
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
}
