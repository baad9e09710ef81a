// One simulation, told: descend, expand, play out, back up; on the board and in the tree.

import { make, percent, say, set } from "./dom.js";

/** @typedef {import("./types.js").Story} Story */
/** @typedef {import("./board.js").BoardPicture} BoardPicture */

const PHASES = /** @type {const} */ (["descend", "expand", "play out", "back up"]);

export class Teller {
  /**
   * @param {HTMLElement} parent
   * @param {{picture: BoardPicture, onPath: (path: string[]) => void, onEnd: () => void}} options
   */
  constructor(parent, options) {
    this.options = options;
    this.title = make("p", { class: "hint" }, "Press One simulation (or S) and watch how the tree grows.");
    this.phases = PHASES.map((name, index) => make("li", { "data-phase": index }, make("b", {}, name), make("span")));
    this.slider = /** @type {HTMLInputElement} */ (make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "moment of the simulation", oninput: () => this.go(Number(this.slider.value), true) }));
    this.list = make("ol", { class: "phases", hidden: true }, ...this.phases);
    this.bar = make("div", { class: "moment", hidden: true }, this.slider, make("button", { type: "button", onclick: () => this.end() }, "Back to the game"));
    parent.append(this.title, this.list, this.bar);
    /** @type {Story|null} */
    this.story = null;
    this.timer = 0;
  }

  get telling() {
    return this.story != null;
  }

  /**
   * @param {Story} story
   * @param {string[]} players
   */
  tell(story, players) {
    this.story = story;
    this.list.hidden = this.bar.hidden = false;
    say(this.title, `Simulation ${story.number}`);
    const inTree = [...story.descent, ...(story.entered ? [story.entered] : [])];
    const winner = story.rewards.findIndex((reward) => reward === 1);
    const result = winner >= 0 ? `${players[winner] ?? ""} wins` : "a draw";
    const rewards = story.rewards.map((reward, index) => `${players[index] ?? ""} ${percent(reward)}`).join(", ");
    const texts = [
      story.descent.length ? story.descent.join(" → ") : "nowhere: the root is a leaf",
      story.grown ? `${story.grown} new nodes, enters ${story.entered ?? ""}` : "nothing: the leaf stays a leaf",
      story.playout.length ? `${story.playout.length} random moves: ${result}` : `none: the game ends in the tree, ${result}`,
      `${rewards} counted in ${inTree.length + 1} nodes`,
    ];
    this.phases.forEach((item, index) => say(/** @type {Element} */ (item.lastElementChild), texts[index] ?? ""));
    this.options.onPath(inTree);
    set(this.slider, { max: story.frames.length });
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.go(still ? story.frames.length : 0, still);
  }

  /**
   * Shows a moment; goes on by itself unless a person holds it.
   * @param {number} moment
   * @param {boolean} [held]
   */
  go(moment, held = false) {
    const story = this.story;
    clearTimeout(this.timer);
    if (!story) return;
    this.slider.value = String(moment);
    const frame = story.frames[Math.min(moment, story.frames.length - 1)];
    if (frame) this.options.picture.setMarks(frame[1]);
    const made = frame?.[0] ?? 0;
    const inTree = story.descent.length + (story.entered ? 1 : 0);
    const phase = moment >= story.frames.length ? 3 : made <= story.descent.length && story.descent.length > 0 ? 0 : made <= inTree ? 1 : 2;
    this.phases.forEach((item, index) => item.classList.toggle("now", index === phase));
    if (moment < story.frames.length && !held) {
      this.timer = window.setTimeout(() => this.go(moment + 1), made <= inTree ? 450 : Math.max(15, 1200 / story.frames.length));
    }
  }

  /** Back to the position of the game. */
  end() {
    if (!this.story) return;
    clearTimeout(this.timer);
    this.story = null;
    this.list.hidden = this.bar.hidden = true;
    say(this.title, "Press One simulation (or S) and watch how the tree grows.");
    this.options.onEnd();
  }
}

