// Two players on one position: where do they spend their simulations?

import { BoardPicture } from "./board.js";
import { buttonById, byId, inputById, make, percent, say, set, whole } from "./dom.js";
import { MoveTable } from "./moves.js";
import { Overlay } from "./overlay.js";
import { PlayerPicker } from "./setup.js";

/** @typedef {import("./types.js").Numbers} Numbers */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Search} Search */

export class Comparison {
  /**
   * @param {import("./setup.js").Cupboard} cupboard
   * @param {(players: import("./types.js").PlayerChoice[], simulations: number|null) => void} onStart
   */
  constructor(cupboard, onStart) {
    this.sides = [0, 1].map((side) => {
      const parent = byId(`compare-${side}`);
      const picker = new PlayerPicker(byId(`compare-player-${side}`), cupboard, { label: side ? "player b" : "player a", value: side ? "rave" : "uct" });
      const holder = make("div", { class: "small-board" });
      const facts = make("p", { class: "facts" });
      parent.append(holder, facts);
      const picture = new BoardPicture(holder, { label: `what player ${side ? "b" : "a"} thinks` });
      const table = new MoveTable(parent, { label: `moves of player ${side ? "b" : "a"}`, columns: ["move", "visits", "mean"], rows: 8 });
      return { picker, picture, overlay: new Overlay(picture), facts, table };
    });
    this.bars = byId("compare-bars");
    buttonById("compare-start").addEventListener("click", () => {
      const players = this.sides.flatMap(({ picker }) => picker.value ?? []);
      onStart(players, Math.max(1, Number(inputById("compare-simulations").value) || 5000));
    });
  }

  /**
   * @param {State} state
   * @param {Numbers|null} numbers
   */
  show(state, numbers) {
    const searches = numbers && numbers.searches.length === 2 ? numbers.searches : [];
    this.sides.forEach((side, index) => {
      const search = searches[index];
      side.picture.show(state.board);
      side.overlay.show(search);
      side.table.show(search);
      say(side.facts, search ? `${search.player}: ${whole(search.simulations)} simulations, ${whole(search.rootInfo.nodes)} nodes, ${whole(search.perSecond)} per second` : "");
    });
    this.showShares(searches[0], searches[1]);
  }

  /**
   * The share of the simulations that each gives to the moves both look at most.
   * @param {Search|undefined} a
   * @param {Search|undefined} b
   */
  showShares(a, b) {
    if (!a || !b) {
      this.bars.replaceChildren(make("p", { class: "hint" }, "Choose two players and press Compare: both search the position of the game with the same number of simulations."));
      return;
    }
    const share = (/** @type {Search} */ search) => new Map(search.moveInfos.map((move) => [move.move, move.visits / Math.max(1, search.rootInfo.visits)]));
    const [first, second] = [share(a), share(b)];
    const together = (/** @type {string} */ move) => (first.get(move) ?? 0) + (second.get(move) ?? 0);
    const names = [...new Set([...first.keys(), ...second.keys()])].sort((x, y) => together(y) - together(x)).slice(0, 10);
    const most = Math.max(0.01, ...names.flatMap((name) => [first.get(name) ?? 0, second.get(name) ?? 0]));
    const overlap = names.length ? [...first.entries()].reduce((sum, [name, value]) => sum + Math.min(value, second.get(name) ?? 0), 0) : 0;
    const rows = names.map((name) => {
      const [left, right] = [first.get(name) ?? 0, second.get(name) ?? 0];
      const bar = (/** @type {string} */ side, /** @type {number} */ value) => {
        const inner = make("i");
        set(inner, { style: `width:${((100 * value) / most).toFixed(1)}%` });
        return make("span", { class: `half ${side}` }, make("em", {}, percent(value)), inner);
      };
      return make("div", { class: "pairbar" }, bar("left", left), make("b", {}, name), bar("right", right));
    });
    const title = make("p", { class: "facts" }, `Share of the simulations per move, in percent. Both agree on ${percent(overlap)} % of them.`);
    this.bars.replaceChildren(title, ...rows);
  }
}
