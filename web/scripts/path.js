// Path data on even numbers. The icons are drawn on a square of 512 and shown at a twelfth of that: nobody sees the
// difference, and half of the bytes are gone. What rounding takes away in one step is given back in the next, so
// long chains of relative steps do not drift.

// The numbers a command takes: across (x), down (y), radius (r), angle (d), flag (f). The last x and y are its end.
const SHAPES = { m: "xy", l: "xy", h: "x", v: "y", c: "xyxyxy", s: "xyxy", q: "xyxy", t: "xy", a: "rrdffxy", z: "" };
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy;
const FLAG = /[01]/y;
const STEP = 2;

/** The numbers of a path one after another; flags of arcs may stand without anything between them. */
function reader(text) {
  let at = 0;
  const skip = () => {
    while (at < text.length && /[\s,]/.test(text[at])) at++;
  };
  const take = (pattern) => {
    skip();
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) throw new Error(`cannot read the path at ${at}: ${text.slice(at, at + 20)}`);
    at = pattern.lastIndex;
    return Number(found[0]);
  };
  return {
    /** The next command, or the one before once more, if a number follows. */
    command(before) {
      skip();
      if (at >= text.length) return null;
      if (/[a-z]/i.test(text[at])) return text[at++];
      return before === "m" ? "l" : before === "M" ? "L" : before;
    },
    number: () => take(NUMBER),
    flag: () => take(FLAG),
  };
}

/** As short as path data may be: no space before a minus, none after a letter. */
function join(numbers) {
  return numbers.map((number, place) => (place && number >= 0 ? ` ${number}` : `${number}`)).join("");
}

export function rounded(path) {
  const read = reader(path);
  const owed = { x: 0, y: 0 }; // what rounding has taken from the place we are at
  let start = { x: 0, y: 0 };
  let out = "";
  let written = "";
  for (let command = read.command(""); command; command = read.command(command)) {
    const shape = SHAPES[command.toLowerCase()];
    if (shape === undefined) throw new Error(`path command ${command}`);
    const relative = command === command.toLowerCase();
    const ends = { ...owed };
    const numbers = [];
    for (let place = 0; place < shape.length; place++) {
      const axis = shape[place];
      if (axis === "r") numbers[place] = Math.max(1, Math.round(read.number()));
      else if (axis === "d") numbers[place] = Math.round(read.number());
      else if (axis === "f") numbers[place] = read.flag();
      else {
        const exact = read.number() + (relative ? owed[axis] : 0);
        numbers[place] = Math.round(exact / STEP) * STEP + 0;
        ends[axis] = exact - numbers[place];
      }
    }
    if (command.toLowerCase() === "z") Object.assign(owed, start);
    else Object.assign(owed, ends);
    if (command.toLowerCase() === "m") start = { ...owed };
    const letter = command === written && !/[mz]/i.test(command) ? "" : command;
    out += letter === "" && numbers[0] >= 0 ? ` ${join(numbers)}` : letter + join(numbers);
    written = command;
  }
  return out;
}
