#!/usr/bin/env node
// Cheapest: an example bot. It needs nothing but Node; docs/bots.md describes what it reads and writes.
//
// It takes the combo with the most tokens, the cheapest region first, and declines when it has run thin.

"use strict";

const lines = require("node:readline").createInterface({ input: process.stdin });
let game = {};

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", protocol: 1, name: "cheapest.js" });
  else if (message.type === "game") game = message;
  else if (message.type === "decide") say({ id: message.id, action: decide(message) });
  else if (message.type === "bye") lines.close();
});

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

function decide({ asked, actions, state }) {
  const step = asked.step;
  const of = (kind) => actions.filter((action) => action.kind === kind);
  const region = (action) => state.regions[action.region];

  if (step === "pick") return best(of("pick"), (a) => state.column[a.slot - 1].tokens - a.price);
  if (["ready", "fade"].includes(step) && of("decline").length && isThin(state)) return "d";
  if (["ready", "conquer", "rolled"].includes(step)) {
    if (of("gamble").length) return of("gamble")[0].action;
    const foreign = of("conquer").filter((a) => region(a).holder !== game.seat);
    if (foreign.length) return best(foreign, (a) => -2 * a.cost + (region(a).holder === null ? 0 : 1));
    if (of("roll").length) return best(of("roll"), (a) => a.chance);
    return "e";
  }
  // One token at a time to the thinnest region; a marker where the most tokens stand.
  if (of("place").length) return best(of("place"), (a) => -100 * region(a).tokens - a.tokens);
  if (of("put").length) return best(of("put"), (a) => region(a).tokens);
  for (const kind of ["choose", "end", "give_up"]) {
    if (of(kind).length) return of(kind)[0].action;
  }
  return actions[0].action;
}

function best(actions, worth) {
  return actions.reduce((a, b) => (worth(b) > worth(a) ? b : a)).action;
}

// Fewer than three tokens to spare, and time left for another race.
function isThin(state) {
  const mine = state.regions.filter((region) => region.holder === game.seat && region.active);
  const player = state.players.find((player) => player.seat === game.seat);
  const hand = player.races.find((race) => race.active).hand;
  const spare = mine.reduce((sum, region) => sum + region.tokens - 1, hand);
  return spare < 3 && mine.length > 2 && state.round < game.rounds - 1;
}
