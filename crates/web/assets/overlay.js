// What is drawn over the board: visits, means, RAVE values, priors, scores, ownership, proofs, lines of play.

import { diverging, draw, percent, set, say, short } from "./dom.js";
import { HALF } from "./board.js";

/** @typedef {import("./types.js").Search} Search */
/** @typedef {import("./types.js").MoveNumbers} MoveNumbers */
/** @typedef {import("./board.js").BoardPicture} BoardPicture */
/** @typedef {{fill: string, alpha: number, text: string, below?: string, ink?: "on"|"off", radius?: number}} Spot */

/** @type {{key: string, name: string, about: string}[]} */
export const OVERLAYS = [
  { key: "none", name: "Off", about: "the board alone" },
  { key: "visits", name: "Visits", about: "how many simulations went through each move, and their mean reward" },
  { key: "mean", name: "Mean", about: "the average reward of the player to move, in percent" },
  { key: "rave", name: "RAVE", about: "the average reward of simulations in which the move was played at any time (AMAF)" },
  { key: "prior", name: "Prior", about: "what the game itself thinks of the move before any simulation" },
  { key: "score", name: "Score", about: "what selection compares: value plus exploration. The next simulation takes the highest" },
  { key: "bonus", name: "Bonus", about: "the score less the mean: what exploration and RAVE add" },
  { key: "ownership", name: "Owner", about: "who has the point at the end of playouts" },
  { key: "proven", name: "Proven", about: "moves whose result is proven, and moves that pruning has closed" },
];

/**
 * A reward as a spot: orange below a half, blue above.
 * @param {number} reward
 * @returns {Spot}
 */
function diverge(reward) {
  return { fill: diverging(reward, 1.6), alpha: 0.95, text: percent(reward), ink: Math.abs(reward - 0.5) > 0.2 ? "on" : "off" };
}

/**
 * What an overlay says about a move.
 * @param {string} key
 * @param {MoveNumbers} move
 * @param {ReturnType<typeof ranges>} range
 * @returns {Spot|null}
 */
function spot(key, move, range) {
  const share = range.visits ? move.visits / range.visits : 0;
  const scaled = (/** @type {number} */ value, /** @type {[number, number]} */ [low, high]) => (high > low ? (value - low) / (high - low) : 0.5);
  switch (key) {
    case "visits":
      return move.visits
        ? { fill: "var(--heat)", alpha: 0.15 + 0.85 * Math.sqrt(share), text: percent(move.winrate), below: short(move.visits) }
        : null;
    case "mean":
      return move.visits ? diverge(move.winrate) : null;
    case "rave":
      return move.amafWinrate != null
        ? { fill: "var(--heat)", alpha: 0.1 + 0.9 * scaled(move.amafWinrate, range.rave), text: percent(move.amafWinrate), below: short(move.amafVisits ?? 0) }
        : null;
    case "prior":
      return diverge(move.prior);
    case "score":
      if (move.score == null) return move.visits ? null : { fill: "var(--heat)", alpha: 0.9, text: "∞" };
      return { fill: "var(--heat)", alpha: 0.15 + 0.85 * scaled(move.score, range.score), text: move.score.toFixed(2) };
    case "bonus":
      if (move.score == null) return null;
      return { fill: "var(--heat)", alpha: 0.15 + 0.85 * scaled(move.score - move.winrate, range.bonus), text: (move.score - move.winrate).toFixed(2) };
    case "proven":
      if (move.proven != null) {
        const word = move.proven === 1 ? "win" : move.proven === 0 ? "loss" : "draw";
        return { ...diverge(move.proven), text: word };
      }
      return move.closed ? { ...diverge(0.5), text: "closed" } : null;
    default:
      return null;
  }
}

/** @param {MoveNumbers[]} moves */
function ranges(moves) {
  const scores = moves.flatMap((move) => (move.score == null ? [] : [move.score]));
  const bonuses = moves.flatMap((move) => (move.score == null ? [] : [move.score - move.winrate]));
  const ends = (/** @type {number[]} */ all) => /** @type {[number, number]} */ ([Math.min(...all), Math.max(...all)]);
  const raves = moves.flatMap((move) => move.amafWinrate ?? []);
  return { visits: Math.max(0, ...moves.map((move) => move.visits)), score: ends(scores), bonus: ends(bonuses), rave: ends(raves) };
}

export class Overlay {
  /** @param {BoardPicture} picture */
  constructor(picture) {
    this.picture = picture;
    this.key = "visits";
    /** @type {Map<number, {group: SVGElement, disc: SVGElement, text: SVGElement, below: SVGElement}>} */
    this.spots = new Map();
    this.layer = picture.layer("heat");
    this.line = draw("g", { class: "line" });
    this.shares = /** @type {number[]|null} */ (null);
    this.board = "";
  }

  /** Forgets what was drawn on another board. */
  follow() {
    if (this.board === this.picture.key) return;
    this.board = this.picture.key;
    this.spots.clear();
    this.layer.replaceChildren();
    this.picture.layer("marks").after(this.line);
    this.line.replaceChildren();
  }

  /** @param {Search|undefined} search */
  show(search) {
    this.follow();
    const used = new Set();
    const moves = search?.moveInfos ?? [];
    if (this.key === "ownership") this.showShares(used);
    else if (this.key !== "none") this.showMoves(moves, used);
    for (const [cell, { group }] of this.spots) {
      if (!used.has(cell)) set(group, { visibility: "hidden" });
    }
  }

  /**
   * @param {MoveNumbers[]} moves
   * @param {Set<number>} used
   */
  showMoves(moves, used) {
    const range = ranges(moves);
    const best = moves[0];
    for (const move of moves) {
      const cell = this.picture.cellOf(move.move);
      const what = cell < 0 || used.has(cell) ? null : spot(this.key, move, range);
      if (!what) continue;
      used.add(cell);
      this.put(cell, what, move === best && move.visits > 0);
    }
  }

  /** @param {Set<number>} used */
  showShares(used) {
    (this.shares ?? []).forEach((share, cell) => {
      used.add(cell);
      const colour = this.picture.board?.players[share > 0 ? 0 : 1]?.colour ?? "black";
      const fill = colour === "black" ? "var(--own-black)" : colour === "white" ? "var(--own-white)" : colour;
      this.put(cell, { fill, alpha: Math.min(1, 0.25 + Math.abs(share)), text: "", radius: HALF * 0.5 * Math.sqrt(Math.abs(share)) }, false);
    });
  }

  /**
   * @param {number} cell
   * @param {Spot} what
   * @param {boolean} best
   */
  put(cell, what, best) {
    const parts = this.spots.get(cell) ?? this.add(cell);
    const owner = this.key === "ownership";
    set(parts.group, { visibility: "visible", class: `spot${best ? " best" : ""}${owner ? " owner" : ""}` });
    const ink = what.ink ?? (what.alpha > 0.55 ? "on" : "off");
    set(parts.disc, { style: `fill:${what.fill};fill-opacity:${what.alpha.toFixed(2)}`, r: (what.radius ?? HALF * 0.86).toFixed(1) });
    set(parts.text, { dy: what.below ? "-.02em" : ".35em", class: ink });
    set(parts.below, { class: `below ${ink}` });
    say(parts.text, what.text);
    say(parts.below, what.below ?? "");
  }

  /** @param {number} cell */
  add(cell) {
    const place = this.picture.board?.cells[cell] ?? { x: 0, y: 0 };
    const { x, y } = this.picture.place(place);
    const disc = draw("circle", { cx: x, cy: y, r: HALF * 0.86 });
    const text = draw("text", { x, y });
    const below = draw("text", { x, y, dy: "1.15em", class: "below" });
    const back = draw("circle", { class: "back", cx: x, cy: y, r: HALF * 0.86 });
    const group = draw("g", { class: "spot" }, back, disc, text, below);
    this.layer.append(group);
    const parts = { group, disc, text, below };
    this.spots.set(cell, parts);
    return parts;
  }

  /**
   * A line of play as numbered stones.
   * @param {string[]} moves
   * @param {number} turn
   */
  showLine(moves, turn) {
    this.follow();
    const used = new Set();
    const stones = moves.flatMap((move, index) => {
      const cell = this.picture.cellOf(move);
      const board = this.picture.board;
      const place = board?.cells[cell];
      if (!board || !place || used.has(cell)) return [];
      used.add(cell);
      const { x, y } = this.picture.place(place);
      const colour = board.players[(turn + index) % 2]?.colour ?? "black";
      return [
        draw("circle", { class: `ghost ${colour}`, cx: x, cy: y, r: HALF * 0.8 }),
        draw("text", { class: `number ${colour}`, x, y, dy: ".35em" }, String(index + 1)),
      ];
    });
    this.line.replaceChildren(...stones);
  }
}
