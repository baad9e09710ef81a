// The tree as a foldable list. Only the rows one can see are elements, so that thousands of nodes cost nothing.

import { make, percent, say, set, short } from "./dom.js";

/** @typedef {import("./types.js").TreeView} TreeView */

const ROW = 26;

/**
 * @typedef {{row: number, path: string, depth: number, parent: boolean, open: boolean}} Line
 */

export class TreeList {
  /**
   * @param {HTMLElement} parent
   * @param {{onLook: (path: string[]) => void, onOpen: (paths: string[][]) => void}} options
   */
  constructor(parent, options) {
    this.options = options;
    this.space = make("div", { class: "space", role: "none" });
    this.list = make("div", { class: "tree", role: "tree", "aria-label": "the search tree", tabindex: 0 }, this.space);
    parent.append(this.list);
    /** @type {TreeView|null} */
    this.view = null;
    /** @type {Set<string>} */
    this.unfolded = new Set([""]);
    /** @type {Set<string>} */
    this.opened = new Set();
    /** @type {Line[]} */
    this.lines = [];
    /** @type {HTMLElement[]} */
    this.elements = [];
    this.chosen = "";
    /** @type {Set<string>} */
    this.marked = new Set();
    this.list.addEventListener("scroll", () => this.render(), { passive: true });
    this.list.addEventListener("click", (event) => this.click(/** @type {MouseEvent} */ (event)));
    this.list.addEventListener("keydown", (event) => this.press(/** @type {KeyboardEvent} */ (event)));
    new ResizeObserver(() => this.render()).observe(this.list);
  }

  /** @param {TreeView|null} view */
  show(view) {
    this.view = view;
    this.layOut();
  }

  /** A new root: nothing is unfolded but it. */
  forget() {
    this.unfolded = new Set([""]);
    this.opened.clear();
    this.chosen = "";
    this.marked.clear();
    this.show(null);
  }

  /**
   * Marks the nodes that a simulation passed, and unfolds them.
   * @param {string[]} path
   */
  mark(path) {
    this.marked = new Set(path.map((_, index) => path.slice(0, index + 1).join(" ")));
    this.marked.add("");
    path.slice(0, -1).forEach((_, index) => this.unfolded.add(path.slice(0, index + 1).join(" ")));
    this.layOut();
    const place = this.lines.findIndex((line) => line.path === path.join(" "));
    if (place >= 0) this.reveal(place);
  }

  /** Which nodes are to be seen, from the rows in preorder and what is unfolded. */
  layOut() {
    const view = this.view;
    this.lines = [];
    if (view) {
      /** @type {string[]} */
      const way = [];
      let folded = Infinity;
      for (let row = 0; row < view.depth.length; row++) {
        const depth = view.depth[row] ?? 0;
        if (depth > folded) continue;
        folded = Infinity;
        way.length = depth;
        if (depth > 0) way[depth - 1] = view.move[row] ?? "";
        const path = depth > 0 ? way.slice(0, depth).join(" ") : "";
        const parent = (view.depth[row + 1] ?? 0) > depth || (view.hidden[row] ?? 0) > 0;
        const open = parent && this.unfolded.has(path);
        if (!open) folded = depth;
        this.lines.push({ row, path, depth, parent, open });
      }
    }
    set(this.space, { style: `height:${this.lines.length * ROW}px` });
    this.render();
  }

  render() {
    const first = Math.max(0, Math.floor(this.list.scrollTop / ROW) - 2);
    const count = Math.min(this.lines.length - first, Math.ceil(this.list.clientHeight / ROW) + 5);
    while (this.elements.length < count) {
      const element = make("div", { class: "node", role: "treeitem" },
        make("span", { class: "twisty", "aria-hidden": "true" }), make("span", { class: "name" }), make("span", { class: "bar" }, make("i")),
        make("span", { class: "visits" }), make("span", { class: "mean" }), make("span", { class: "amaf" }), make("span", { class: "more" }));
      this.elements.push(element);
      this.space.append(element);
    }
    this.elements.forEach((element, index) => {
      const line = this.lines[first + index];
      element.hidden = !line || index >= count;
      if (line && index < count) this.fill(element, line, first + index);
    });
  }

  /**
   * @param {HTMLElement} element
   * @param {Line} line
   * @param {number} place
   */
  fill(element, line, place) {
    const view = /** @type {TreeView} */ (this.view);
    const { row, depth, path } = line;
    const [twisty, name, bar, visits, mean, amaf, more] = /** @type {HTMLElement[]} */ ([...element.children]);
    if (!twisty || !name || !bar || !visits || !mean || !amaf || !more) return;
    const classes = `node${path === this.chosen ? " chosen" : ""}${this.marked.has(path) ? " marked" : ""}`;
    set(element, {
      class: classes, "data-place": place, "aria-level": depth + 1, "aria-selected": path === this.chosen,
      style: `transform:translateY(${place * ROW}px);padding-left:${Math.min(depth, 14) * 14}px`,
    });
    if (line.parent) set(element, { "aria-expanded": line.open });
    else element.removeAttribute("aria-expanded");
    say(twisty, line.parent ? (line.open ? "▾" : "▸") : "");
    const proven = view.proven[row];
    say(name, (depth === 0 ? "root" : (view.move[row] ?? "")) + (proven == null ? "" : proven === 1 ? " ✓" : proven === 0 ? " ✗" : " ="));
    const share = (view.visits[row] ?? 0) / Math.max(1, view.visits[0] ?? 1);
    set(/** @type {Element} */ (bar.firstElementChild), { style: `width:${(100 * Math.sqrt(share)).toFixed(1)}%` });
    say(visits, short(view.visits[row] ?? 0));
    say(mean, depth === 0 ? "" : percent(view.mean[row] ?? 0.5));
    const value = view.amaf[row];
    say(amaf, value == null || depth === 0 ? "" : percent(value));
    say(more, line.open && (view.hidden[row] ?? 0) > 0 && !this.opened.has(path) ? `+${view.hidden[row]}` : "");
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const place = Number(target.closest(".node")?.getAttribute("data-place") ?? -1);
    const line = this.lines[place];
    if (!line) return;
    if (target.classList.contains("twisty")) this.fold(line, !line.open);
    else if (target.classList.contains("more")) this.open(line);
    else this.choose(place);
  }

  /**
   * @param {Line} line
   * @param {boolean} open
   */
  fold(line, open) {
    if (open) this.unfolded.add(line.path);
    else this.unfolded.delete(line.path);
    const childless = (this.view?.depth[line.row + 1] ?? 0) <= line.depth;
    if (open && childless) this.open(line);
    this.layOut();
  }

  /** @param {Line} line */
  open(line) {
    this.opened.add(line.path);
    this.options.onOpen([...this.opened].map((path) => (path ? path.split(" ") : [])));
  }

  /** @param {number} place */
  choose(place) {
    const line = this.lines[place];
    if (!line) return;
    this.chosen = line.path;
    this.reveal(place);
    this.render();
    this.options.onLook(line.path ? line.path.split(" ") : []);
  }

  /** @param {number} place */
  reveal(place) {
    const [top, bottom] = [place * ROW, (place + 1) * ROW];
    if (top < this.list.scrollTop) this.list.scrollTop = top;
    else if (bottom > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = bottom - this.list.clientHeight;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const place = Math.max(0, this.lines.findIndex((line) => line.path === this.chosen));
    const line = this.lines[place];
    if (!line) return;
    const go = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: this.lines.length - 1 }[event.key];
    if (go != null) this.choose(Math.max(0, Math.min(this.lines.length - 1, go)));
    else if (event.key === "ArrowRight" && line.parent) this.fold(line, true);
    else if (event.key === "ArrowLeft" && line.open) this.fold(line, false);
    else if (event.key === "ArrowLeft") this.choose(Math.max(0, this.lines.findLastIndex((other, index) => index < place && other.depth < line.depth)));
    else return;
    event.preventDefault();
  }
}
