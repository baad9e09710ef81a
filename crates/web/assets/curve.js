// The first player's chance over the game.

import { draw, percent, set } from "./dom.js";

const WIDTH = 600, HEIGHT = 120, LEFT = 34, RIGHT = 8, TOP = 8, BOTTOM = 18;

export class Curve {
  /**
   * @param {HTMLElement} parent
   * @param {(to: number) => void} onJump
   */
  constructor(parent, onJump) {
    this.svg = draw("svg", { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "the first player's chance" });
    parent.append(this.svg);
    this.plies = 1;
    this.key = "";
    this.svg.addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      const x = ((/** @type {MouseEvent} */ (event).clientX - box.left) / box.width) * WIDTH;
      onJump(Math.max(0, Math.min(this.last, Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * this.plies))));
    });
    this.last = 0;
  }

  /**
   * @param {(number|null)[]} values
   * @param {number} at
   * @param {string} player
   */
  show(values, at, player) {
    const key = JSON.stringify([values, at, player]);
    if (key === this.key) return;
    this.key = key;
    this.last = values.length - 1;
    this.plies = Math.max(10, this.last);
    const x = (/** @type {number} */ ply) => LEFT + (ply / this.plies) * (WIDTH - LEFT - RIGHT);
    const y = (/** @type {number} */ value) => TOP + (1 - value) * (HEIGHT - TOP - BOTTOM);
    const parts = [];
    for (const level of [0, 0.5, 1]) {
      parts.push(draw("line", { class: level === 0.5 ? "axis" : "rule", x1: LEFT, x2: WIDTH - RIGHT, y1: y(level), y2: y(level) }));
      parts.push(draw("text", { class: "tick", x: LEFT - 5, y: y(level), dy: ".35em", "text-anchor": "end" }, `${100 * level}`));
    }
    const known = values.flatMap((value, ply) => (value == null ? [] : [{ ply, value }]));
    const path = known.map(({ ply, value }, i) => `${i ? "L" : "M"}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    if (known.length) {
      const [first, last] = [known[0], known[known.length - 1]];
      parts.push(draw("path", { class: "area", d: `${path}L${x(last?.ply ?? 0)} ${y(0.5)}L${x(first?.ply ?? 0)} ${y(0.5)}Z` }));
      parts.push(draw("path", { class: "course", d: path }));
      for (const { ply, value } of known.slice(-60)) parts.push(draw("circle", { class: "dot", cx: x(ply), cy: y(value), r: 2.5 }));
    }
    parts.push(draw("line", { class: "here", x1: x(at), x2: x(at), y1: TOP, y2: HEIGHT - BOTTOM }));
    parts.push(draw("text", { class: "tick", x: LEFT, y: HEIGHT - 4 }, `move 0`), draw("text", { class: "tick", x: WIDTH - RIGHT, y: HEIGHT - 4, "text-anchor": "end" }, String(this.plies)));
    this.svg.replaceChildren(...parts);
    const newest = known[known.length - 1];
    set(this.svg, { "aria-label": newest ? `${player}'s chance after move ${newest.ply}: ${percent(newest.value)} percent` : "no values yet" });
  }
}
