// The board as SVG, square or hexagonal. It draws what the server says and knows no rule.

import { draw, set } from "./dom.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Cell} Cell */

const HALF = 20;
const ROW = { square: 2 * HALF, lines: 2 * HALF, hexagonal: Math.sqrt(3) * HALF };
const HEXAGON = HALF * 2 / Math.sqrt(3);

/**
 * The corners of a hexagon that stands on a corner.
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function corners(x, y, radius) {
  return [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = (Math.PI / 3) * i - Math.PI / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(2)},${(y + radius * Math.sin(angle)).toFixed(2)}`;
  });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function hexagon(x, y, radius) {
  return corners(x, y, radius).join(" ");
}

/** The names of cells by the labels on the rim, such as a2; for boards with both. */
function cellNames(/** @type {Board} */ board) {
  const columns = new Map(), rows = new Map();
  const xs = board.cells.map((cell) => cell.x), left = Math.min(...xs);
  for (const label of board.labels) {
    if (label.x < left) rows.set(label.y, label.text);
    else columns.set(label.x, label.text);
  }
  return board.cells.map((cell) => `${columns.get(cell.x) ?? ""}${rows.get(cell.y) ?? ""}`);
}

export class BoardPicture {
  /**
   * @param {HTMLElement} parent
   * @param {{label: string, onMove?: (move: string) => void, onCell?: (cell: number) => void, onHover?: (move: string|null) => void,
   *   announce?: (text: string) => void}} options
   */
  constructor(parent, options) {
    this.options = options;
    this.svg = draw("svg", { class: "board", "aria-label": options.label, preserveAspectRatio: "xMidYMid meet" });
    if (options.onMove) set(this.svg, { tabindex: 0, role: "application", "aria-roledescription": "board" });
    else set(this.svg, { role: "img" });
    this.layers = Object.fromEntries(
      ["ground", "pieces", "heat", "marks", "cursor", "targets"].map((name) => {
        const group = draw("g", { class: name });
        this.svg.append(group);
        return [name, group];
      }),
    );
    parent.append(this.svg);
    /** @type {Board|null} */
    this.board = null;
    /** @type {string[]} */
    this.names = [];
    this.key = "";
    this.cursor = -1;
    /** @type {string|null} */
    this.from = null;
    /** @type {Set<string>} */
    this.legal = new Set();
    /** @type {Map<string, number>} */
    this.cells = new Map();
    /** @type {SVGElement[]} */
    this.pieces = [];
    this.svg.addEventListener("keydown", (event) => this.press(/** @type {KeyboardEvent} */ (event)));
    this.svg.addEventListener("blur", () => this.point(-1));
  }

  /** @param {string} name */
  layer(name) {
    return /** @type {SVGElement} */ (this.layers[name]);
  }

  /**
   * The middle of a cell.
   * @param {{x: number, y: number}} cell
   */
  place(cell) {
    return { x: cell.x * HALF, y: cell.y * ROW[this.board?.shape ?? "square"] };
  }

  /**
   * The middle of a label: nearer to the board than the terminal, which has whole characters only, can have it.
   * @param {{x: number, y: number}} label
   */
  placeLabel(label) {
    const { x, y } = this.place(label);
    const cells = this.board?.cells ?? [];
    if (this.board?.shape === "hexagonal") return { x, y };
    const [left, top, bottom] = [Math.min(...cells.map((cell) => cell.x)), Math.min(...cells.map((cell) => cell.y)), Math.max(...cells.map((cell) => cell.y))];
    const row = label.y > bottom ? bottom + 0.82 : label.y < top ? top - 0.82 : label.y;
    return { x: label.x < left ? (left - 1.6) * HALF : x, y: row * 2 * HALF };
  }

  /**
   * Shows a board.
   * @param {Board} board
   * @param {string[]} [legal]
   */
  show(board, legal = []) {
    const key = JSON.stringify([board.shape, board.ground, board.labels, board.cells.map((cell) => [cell.x, cell.y])]);
    this.board = board;
    this.legal = new Set(legal);
    this.cells = new Map(board.cells.flatMap((cell, index) => (cell.move == null ? [] : [[cell.move, index]])));
    if (key !== this.key) {
      this.key = key;
      this.names = cellNames(board);
      this.lay();
    }
    if (this.from && !legal.some((move) => move.startsWith(this.from ?? ""))) this.from = null;
    this.setMarks(board.cells.map((cell) => (cell.tile ? "#" : cell.mark == null ? (cell.dot ? "*" : ".") : String(cell.mark))).join(""));
    this.drawMarks();
  }

  /** Draws everything that never changes in a game. */
  lay() {
    const board = /** @type {Board} */ (this.board);
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.pieces = [];
    this.cursor = -1;
    const cells = board.cells.map((cell) => ({ ...this.place(cell), rim: HEXAGON + 2 }));
    const labels = board.labels.map((label) => ({ ...this.placeLabel(label), rim: HALF * 0.45 }));
    const spots = [...cells, ...labels];
    const [left, top] = [Math.min(...spots.map(({ x, rim }) => x - rim)), Math.min(...spots.map(({ y, rim }) => y - rim))];
    const [right, bottom] = [Math.max(...spots.map(({ x, rim }) => x + rim)), Math.max(...spots.map(({ y, rim }) => y + rim))];
    set(this.svg, {
      viewBox: [left, top, right - left, bottom - top].map((v) => v.toFixed(1)).join(" "),
      "data-ground": board.ground,
      "data-shape": board.shape,
    });
    this.layGround(board);
    board.cells.forEach((cell, index) => this.layCell(board, cell, index));
  }

  /** @param {Board} board */
  layGround(board) {
    const ground = this.layer("ground");
    const cells = board.cells.map((cell) => this.place(cell));
    const [left, right] = [Math.min(...cells.map((c) => c.x)), Math.max(...cells.map((c) => c.x))];
    const [top, bottom] = [Math.min(...cells.map((c) => c.y)), Math.max(...cells.map((c) => c.y))];
    const box = { x: left - HALF, y: top - HALF, width: right - left + 2 * HALF, height: bottom - top + 2 * HALF };
    if (board.shape !== "hexagonal") ground.append(draw("rect", { class: "wood", rx: 5, ...box }));
    if (board.shape === "lines") {
      const lines = (/** @type {"x"|"y"} */ axis) => [...new Set(cells.map((cell) => cell[axis]))];
      for (const x of lines("x")) ground.append(draw("line", { class: "grid", x1: x, x2: x, y1: top, y2: bottom }));
      for (const y of lines("y")) ground.append(draw("line", { class: "grid", y1: y, y2: y, x1: left, x2: right }));
      board.cells.filter((cell) => cell.dot).forEach((cell) => {
        const { x, y } = this.place(cell);
        ground.append(draw("circle", { class: "hoshi", cx: x, cy: y, r: 3 }));
      });
    }
    if (board.ground === "sides") this.laySides(board);
    for (const label of board.labels) {
      const { x, y } = this.placeLabel(label);
      ground.append(draw("text", { class: "label", x, y, dy: ".35em" }, label.text));
    }
  }

  /** The sides of a rhombus in the colours of those who join them. @param {Board} board */
  laySides(board) {
    const rows = board.cells.map((cell) => cell.y), [top, bottom] = [Math.min(...rows), Math.max(...rows)];
    const ends = new Map();
    for (const cell of board.cells) {
      const row = ends.get(cell.y) ?? [cell.x, cell.x];
      ends.set(cell.y, [Math.min(row[0], cell.x), Math.max(row[1], cell.x)]);
    }
    for (const cell of board.cells) {
      const { x, y } = this.place(cell);
      const at = corners(x, y, HEXAGON * 1.12);
      const side = (/** @type {number} */ player, /** @type {number[]} */ way) => {
        const colour = board.players[player]?.colour ?? "black";
        const points = way.map((i) => at[i]).join(" ");
        this.layer("ground").append(draw("polyline", { class: "side rim", points }), draw("polyline", { class: `side ${colour}`, points }));
      };
      if (cell.y === top) side(0, [5, 0, 1]);
      if (cell.y === bottom) side(0, [4, 3, 2]);
      if (cell.x === ends.get(cell.y)[0]) side(1, [5, 4, 3]);
      if (cell.x === ends.get(cell.y)[1]) side(1, [0, 1, 2]);
    }
  }

  /**
   * @param {Board} board
   * @param {Cell} cell
   * @param {number} index
   */
  layCell(board, cell, index) {
    const { x, y } = this.place(cell);
    if (board.shape === "square" && board.ground === "holes") {
      this.layer("ground").append(draw("circle", { class: "hole", cx: x, cy: y, r: HALF * 0.8 }));
    } else if (board.shape === "square" && board.ground !== "bare") {
      const dark = (cell.x / 2 + cell.y) % 2 ? " dark" : "";
      this.layer("ground").append(
        draw("rect", { class: `square${dark}`, x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF }),
      );
    } else if (board.shape === "hexagonal") {
      const shade = (((cell.x + cell.y) % 3) + 3) % 3;
      this.layer("ground").append(draw("polygon", { class: `hexagon shade${shade}`, points: hexagon(x, y, HEXAGON) }));
    }
    const piece = draw("g", { class: "piece" });
    this.layer("pieces").append(piece);
    this.pieces.push(piece);
    if (!this.options.onMove) return;
    const target = draw(board.shape === "hexagonal" ? "polygon" : "rect", {
      class: "target",
      "data-cell": index,
      ...(board.shape === "hexagonal"
        ? { points: hexagon(x, y, HEXAGON) }
        : { x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF }),
    });
    target.addEventListener("click", () => this.choose(index));
    target.addEventListener("pointerenter", (event) => {
      if (/** @type {PointerEvent} */ (event).pointerType === "mouse") this.options.onHover?.(this.moveOf(index));
    });
    target.addEventListener("pointerleave", () => this.options.onHover?.(null));
    this.layer("targets").append(target);
  }

  /**
   * Puts pieces on the cells: a character each, "." for none, "#" for the tile of the cell.
   * @param {string} marks
   */
  setMarks(marks) {
    const board = this.board;
    if (!board) return;
    this.pieces.forEach((piece, index) => {
      const cell = /** @type {Cell} */ (board.cells[index]);
      const tile = marks[index] === "#" ? cell.tile : undefined;
      const mark = tile ? `#${tile.tint} ${tile.text}` : (marks[index] ?? ".");
      if (piece.getAttribute("data-mark") === mark) return;
      piece.setAttribute("data-mark", mark);
      const { x, y } = this.place(cell);
      piece.replaceChildren(...(tile ? this.drawTile(tile, x, y) : this.drawPiece(mark, x, y)));
    });
  }

  /**
   * @param {string} mark
   * @param {number} x
   * @param {number} y
   */
  drawPiece(mark, x, y) {
    if (mark === "*") return this.board?.ground === "bare" ? [draw("circle", { class: "object", cx: x, cy: y, r: HALF * 0.62 })] : [];
    if (mark === ".") return this.board?.ground === "bare" ? [draw("circle", { class: "gone", cx: x, cy: y, r: HALF * 0.62 })] : [];
    const look = this.board?.players[Number(mark)];
    const radius = this.board?.shape === "hexagonal" ? HALF * 0.82 : this.board?.shape === "lines" ? HALF * 0.95 : HALF * 0.8;
    const colour = look?.colour ?? "black";
    const stone = draw("circle", { class: `stone ${colour}`, cx: x, cy: y, r: radius });
    const shine = draw("circle", { class: `shine ${colour}`, cx: x - radius * 0.3, cy: y - radius * 0.34, r: radius * 0.34 });
    return [stone, shine];
  }

  /**
   * What covers a cell and belongs to nobody.
   * @param {{text: string, tint: string}} tile
   * @param {number} x
   * @param {number} y
   */
  drawTile(tile, x, y) {
    const half = HALF * 0.94;
    const block = draw("rect", { class: `tile ${tile.tint}`, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 4 });
    return [block, draw("text", { class: `tile-text ${tile.tint}`, x, y, dy: ".35em" }, tile.text)];
  }

  /** The last move, the winning structure, and where a chosen piece may go. */
  drawMarks() {
    const board = /** @type {Board} */ (this.board);
    const marks = this.layer("marks");
    marks.replaceChildren();
    board.cells.forEach((cell, index) => {
      const { x, y } = this.place(cell);
      if (cell.winning) marks.append(draw("circle", { class: "winning", cx: x, cy: y, r: HALF * 0.5 }));
      if (cell.last) marks.append(draw("circle", { class: `last on${cell.mark ?? "none"}`, cx: x, cy: y, r: HALF * 0.28 }));
      if (this.from && this.legal.has(this.from + this.names[index])) {
        marks.append(draw("circle", { class: "goal", cx: x, cy: y, r: HALF * 0.3 }));
      }
      if (this.from && this.from === this.names[index]) {
        marks.append(draw("circle", { class: "chosen", cx: x, cy: y, r: HALF * 0.9 }));
      }
    });
  }

  /**
   * The move of a cell, if playing there is one.
   * @param {number} index
   */
  moveOf(index) {
    const name = this.board?.cells[index]?.move;
    if (name != null && this.legal.has(name)) return name;
    const step = this.from == null ? null : this.from + this.names[index];
    return step != null && this.legal.has(step) ? step : null;
  }

  /**
   * The cell that a move is shown on: where it is played, or where it goes.
   * @param {string} move
   */
  cellOf(move) {
    const direct = this.cells.get(move);
    if (direct != null) return direct;
    const lower = move.toLowerCase();
    const named = this.names.findIndex((name) => name !== "" && name.toLowerCase() === lower);
    return named >= 0 ? named : this.names.findIndex((name) => name !== "" && /\d/.test(name) && move.endsWith(name) && move.length > name.length);
  }

  /** @param {number} index */
  choose(index) {
    if (this.options.onCell) this.options.onCell(index);
    const move = this.moveOf(index);
    const name = this.names[index] ?? "";
    if (move != null) {
      this.from = null;
      this.options.onMove?.(move);
    } else if (name && [...this.legal].some((legal) => legal.startsWith(name) && legal.length > name.length)) {
      this.from = this.from === name ? null : name;
      this.drawMarks();
    }
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step && this.options.onMove) {
      event.preventDefault();
      this.moveCursor(step[0] ?? 0, step[1] ?? 0);
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor >= 0) {
      event.preventDefault();
      this.choose(this.cursor);
    } else if (event.key === "Escape") {
      this.from = null;
      this.point(-1);
    }
  }

  /**
   * @param {number} right
   * @param {number} down
   */
  moveCursor(right, down) {
    const cells = this.board?.cells ?? [];
    const here = cells[this.cursor];
    if (!here) {
      this.point(Math.floor(cells.length / 2));
      return;
    }
    let best = -1, least = Infinity;
    cells.forEach((cell, index) => {
      const [x, y] = [(cell.x - here.x) / 2, cell.y - here.y];
      const ahead = x * right + y * down;
      const cost = ahead + 2.5 * Math.abs(right ? y : x);
      if (ahead > 0 && cost < least) [best, least] = [index, cost];
    });
    if (best >= 0) this.point(best);
  }

  /** @param {number} index */
  point(index) {
    this.cursor = index;
    const layer = this.layer("cursor");
    layer.replaceChildren();
    const cell = this.board?.cells[index];
    this.options.onHover?.(index < 0 ? null : this.moveOf(index));
    if (!cell) return;
    const { x, y } = this.place(cell);
    layer.append(draw("circle", { class: "ring", cx: x, cy: y, r: HALF * 0.98 }));
    const empty = cell.tile ? `${cell.tile.tint} ${cell.tile.text}` : "empty";
    const owner = cell.mark == null ? empty : (this.board?.players[cell.mark]?.name ?? "");
    this.options.announce?.(`${cell.move ?? this.names[index] ?? ""}, ${owner}`);
  }

  /** @param {string} text */
  describe(text) {
    set(this.svg, { "aria-label": text });
  }
}

/**
 * A still picture of a board.
 * @param {HTMLElement} parent
 * @param {Board} board
 * @param {string} label
 */
export function still(parent, board, label) {
  parent.replaceChildren();
  const picture = new BoardPicture(parent, { label });
  picture.show(board);
  return picture;
}

export { HALF };
