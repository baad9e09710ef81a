// The table of moves: visits as bars, means with their intervals.

import { make, percent, say, set, short, whole } from "./dom.js";

/** @typedef {import("./types.js").Search} Search */
/** @typedef {import("./types.js").MoveNumbers} MoveNumbers */

/** @type {[string, string, string][]} */
const COLUMNS = [
  ["move", "Move", ""],
  ["visits", "Visits", "simulations through the move"],
  ["mean", "Mean", "average reward of the player to move, with its 95 % interval"],
  ["rave", "RAVE", "average reward of simulations in which the move was played at any time"],
  ["score", "Score", "what selection compares"],
  ["pv", "Variation", "the most visited line"],
];

export class MoveTable {
  /**
   * @param {HTMLElement} parent
   * @param {{onLine?: (line: string[]|null) => void, onPlay?: (move: string) => void, columns?: string[], rows?: number, label: string}} options
   */
  constructor(parent, options) {
    this.options = options;
    this.columns = COLUMNS.filter(([key]) => !options.columns || options.columns.includes(key));
    const head = make("tr", {}, ...this.columns.map(([key, name, about]) => make("th", { scope: "col", class: key, title: about }, name)));
    this.body = make("tbody");
    const table = make("table", { class: "moves" }, make("caption", { class: "unseen" }, options.label), make("thead", {}, head), this.body);
    this.empty = make("p", { class: "hint" }, "No search yet: press Analyse, or play a move.");
    parent.append(this.empty, make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": options.label }, table));
    /** @type {{row: HTMLElement, cells: Record<string, HTMLElement>, move: MoveNumbers|null}[]} */
    this.rows = [];
  }

  /** @param {Search|undefined} search */
  show(search) {
    const moves = (search?.moveInfos ?? []).slice(0, this.options.rows ?? 40).filter((move, rank) => move.visits > 0 || rank < 3);
    this.empty.hidden = moves.length > 0;
    while (this.rows.length < moves.length) this.addRow();
    const most = moves[0]?.visits ?? 1;
    this.rows.forEach((line, rank) => {
      const move = moves[rank] ?? null;
      line.row.hidden = !move;
      line.move = move;
      if (move) this.fill(line.cells, move, most);
    });
  }

  addRow() {
    /** @type {Record<string, HTMLElement>} */
    const cells = {};
    for (const [key] of this.columns) cells[key] = key === "move" ? make("th", { scope: "row", class: key }) : make("td", { class: key });
    const line = { row: make("tr", {}, ...Object.values(cells)), cells, move: /** @type {MoveNumbers|null} */ (null) };
    const shown = () => line.move?.pv ?? null;
    line.row.addEventListener("pointerenter", () => this.options.onLine?.(shown()));
    line.row.addEventListener("pointerleave", () => this.options.onLine?.(null));
    const { move, visits, mean } = cells;
    if (move && this.options.onPlay) {
      const play = make("button", { type: "button", class: "plain", onclick: () => line.move && this.options.onPlay?.(line.move.move) });
      play.addEventListener("focus", () => this.options.onLine?.(shown()));
      play.addEventListener("blur", () => this.options.onLine?.(null));
      move.append(play);
    }
    visits?.append(make("span", { class: "bar" }), make("span", { class: "value" }));
    mean?.append(make("span", { class: "value" }), make("span", { class: "interval" }, make("i"), make("b")));
    this.rows.push(line);
    this.body.append(line.row);
  }

  /**
   * @param {Record<string, HTMLElement>} cells
   * @param {MoveNumbers} move
   * @param {number} most
   */
  fill(cells, move, most) {
    const { move: name, visits, mean, rave, score, pv } = cells;
    const badge = move.proven != null ? (move.proven === 1 ? " ✓" : move.proven === 0 ? " ✗" : " =") : move.closed ? " ⊘" : "";
    if (name) {
      const target = name.firstElementChild ?? name;
      say(target, move.move + badge);
      if (target !== name) set(target, { "aria-label": `play ${move.move}` });
    }
    if (visits) {
      set(/** @type {Element} */ (visits.children[0]), { style: `width:${((100 * move.visits) / Math.max(1, most)).toFixed(1)}%` });
      say(/** @type {Element} */ (visits.children[1]), short(move.visits));
      set(visits, { title: `${whole(move.visits)} visits` });
    }
    if (mean) this.fillMean(mean, move);
    if (rave) say(rave, move.amafWinrate != null ? percent(move.amafWinrate) : "–");
    if (score) say(score, move.score != null ? move.score.toFixed(3) : move.visits ? "–" : "∞");
    if (pv) say(pv, move.pv.slice(1, 9).join(" "));
  }

  /**
   * @param {HTMLElement} cell
   * @param {MoveNumbers} move
   */
  fillMean(cell, move) {
    const [value, interval] = /** @type {[Element, Element]} */ (/** @type {unknown} */ (cell.children));
    say(value, move.visits ? percent(move.winrate) : "–");
    const [range, dot] = /** @type {[Element, Element]} */ (/** @type {unknown} */ (interval.children));
    set(range, { style: `left:${(100 * move.lcb).toFixed(1)}%;width:${(100 * (move.ucb - move.lcb)).toFixed(1)}%` });
    set(dot, { style: `left:${(100 * move.winrate).toFixed(1)}%` });
    set(cell, { title: `${percent(move.lcb)} to ${percent(move.ucb)}` });
  }
}
