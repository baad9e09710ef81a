// The page: puts the parts together.

import { BoardPicture } from "./board.js";
import { Comparison } from "./compare.js";
import { Configuration } from "./configure.js";
import { Curve } from "./curve.js";
import { Easel, buttonById, byId, inputById, make, percent, say, set, size, whole } from "./dom.js";
import { Laboratory } from "./lab.js";
import { Link, download, fetchJson } from "./link.js";
import { LostGame } from "./lost.js";
import { MoveTable } from "./moves.js";
import { OVERLAYS, Overlay } from "./overlay.js";
import { Cupboard, NewGame, PlayerPicker } from "./setup.js";
import { Teller } from "./step.js";
import { TreeList } from "./tree.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Numbers} Numbers */
/** @typedef {import("./types.js").About} About */

class Page {
  /** @param {About} about */
  constructor(about) {
    this.about = about;
    /** @type {State|null} */
    this.state = null;
    /** @type {Numbers|null} */
    this.numbers = null;
    this.view = "play";
    this.pane = "moves";
    this.treeKey = "";
    /** @type {string|null} */
    this.looking = null;
    /** @type {Map<number, number>|null} */
    this.editing = null;
    this.easel = new Easel();
    this.cupboard = new Cupboard(about);
    this.link = new Link((kind, data) => this.receive(kind, data), (connected) => this.connected(connected), () => this.lost());
    this.makeParts();
    this.bindControls();
    this.bindKeys();
  }

  makeParts() {
    this.picture = new BoardPicture(byId("board"), {
      label: "Board. Arrow keys choose a cell, Enter plays.",
      onMove: (move) => { if (!this.editing) this.ask("play", { move }); },
      onCell: (cell) => this.editCell(cell),
      onHover: (move) => this.hover(move),
      announce: (text) => say(byId("announcer"), text),
    });
    this.overlay = new Overlay(this.picture);
    this.table = new MoveTable(byId("pane-moves"), {
      label: "moves of the search", onLine: (line) => this.showLine(line), onPlay: (move) => this.ask("play", { move }),
    });
    this.curve = new Curve(byId("curve"), (to) => this.ask("jump", { to }));
    this.tree = new TreeList(byId("pane-tree"), {
      onLook: (path) => this.look(path),
      onOpen: (open) => this.wishTree(open),
    });
    this.teller = new Teller(byId("pane-step"), {
      picture: this.picture,
      onPath: (path) => this.tree?.mark(path),
      onEnd: () => { this.showBoard(); this.showNumbers(); },
    });
    this.analyst = new PlayerPicker(byId("analyst"), this.cupboard, { label: "the player that analyses", value: "strong" });
    this.newGame = new NewGame(this.about, this.cupboard, (game, seats) => this.link.send("new", { game, seats }));
    this.lostGame = new LostGame(
      ({ game, moves }) => `${this.about.titles[game.name] ?? game.name} after ${moves.length} moves`,
      (kept) => this.bringBack(kept),
    );
    this.comparison = new Comparison(this.cupboard, (players, simulations) => this.ask("analyse", { players, simulations }));
    this.lab = new Laboratory((what, details) => this.link.send(what, details));
    this.configuration = new Configuration(this.about, this.cupboard, this);
    byId("overlays").append(...OVERLAYS.map(({ key, name, about }) => {
      const input = make("input", { type: "radio", name: "overlay", value: key, onchange: () => this.chooseOverlay(key) });
      if (key === "visits") input.setAttribute("checked", "");
      return make("label", { title: about }, input, make("span", {}, name));
    }));
  }

  /**
   * @param {string} what
   * @param {Record<string, any>} [details]
   */
  async ask(what, details) {
    const error = await this.link.send(what, details);
    if (error) this.toast(error);
    return error;
  }

  /** @param {string} text */
  toast(text) {
    const toast = byId("toast");
    toast.textContent = text;
    toast.classList.add("shown");
    clearTimeout(this.toastTimer);
    this.toastTimer = window.setTimeout(() => toast.classList.remove("shown"), 6000);
  }

  /** @param {boolean} connected */
  connected(connected) {
    const sign = byId("link");
    sign.classList.toggle("lost", !connected);
    say(sign, connected ? "connected" : "reconnecting");
    if (connected && this.pane === "tree") this.wishTree();
  }

  /** The session has ended: what is shown of it is gone on the server. */
  lost() {
    if (this.editing) this.endEdit();
    [this.state, this.numbers, this.looking] = [null, null, null];
    this.lostGame?.offer();
  }

  /**
   * Makes the game of a session that has ended the game of this one.
   * @param {import("./lost.js").Kept} kept
   */
  async bringBack({ game, seats, moves, at }) {
    const error = await this.link.send("new", { game, seats, moves });
    return error ?? (at < moves.length ? this.link.send("jump", { to: at }) : null);
  }

  /**
   * Saves what the server has of this session.
   * @param {string} name
   * @param {import("./link.js").Parameters} [parameters]
   */
  save(name, parameters) {
    download(`/api/${name}`, { session: this.link.session, ...parameters }, name).catch((error) => this.toast(error.message));
  }

  /**
   * @param {string} kind
   * @param {any} data
   */
  receive(kind, data) {
    if (kind === "state") this.receiveState(data);
    else if (kind === "numbers") this.receiveNumbers(data);
    else if (kind === "tree") this.receiveTree(data);
    else if (kind === "story") this.receiveStory(data);
    else if (kind === "look") this.receiveLook(data);
    else if (kind === "ownership") this.receiveOwnership(data);
    else if (kind === "lab") this.lab?.show(data);
    else if (kind === "refused") this.toast(data);
  }

  /** @param {State} state */
  receiveState(state) {
    const before = this.state;
    this.state = state;
    this.lostGame?.keep(state);
    const moved = !before || before.at !== state.at || before.moves.join() !== state.moves.join() || before.game.name !== state.game.name;
    if (moved) {
      this.teller?.end();
      this.looking = null;
      if (this.numbers?.at !== state.at) this.numbers = null;
      this.overlay?.showLine([], 0);
      this.tree?.forget();
      if (this.overlay) this.overlay.shares = null;
      if (this.pane === "tree") this.wishTree([]);
    }
    if (this.editing && !state.editable) this.endEdit();
    if (!this.teller?.telling && this.looking == null) this.showBoard();
    this.showControls(state);
    this.showNumbers();
    if (state.notice) this.toast(state.notice);
    document.body.dataset.activity = state.paused ? "paused" : state.activity;
  }

  /** @param {Numbers} numbers */
  receiveNumbers(numbers) {
    this.numbers = numbers;
    this.easel.put("board", () => this.showOverlay());
    this.easel.put("moves", () => this.showMoves());
    this.easel.put("curve", () => this.showCurve());
  }

  /** @param {import("./types.js").TreeEvent} event */
  receiveTree(event) {
    this.easel.put("tree", () => {
      if (event.at !== this.state?.at) return;
      this.tree?.show(event.view);
      say(byId("tree-facts"), `${whole(event.view.depth.length)} of ${whole(event.view.nodes)} nodes`);
    });
  }

  /** @param {import("./types.js").Story} story */
  receiveStory(story) {
    const state = this.state;
    if (!state || state.activity === "analysing" && !state.paused || !this.stepped) return;
    this.stepped = false;
    if (this.pane === "moves") this.choosePane("step");
    this.looking = null;
    this.overlay?.show(undefined);
    this.teller?.tell(story, state.board.players.map((player) => player.name));
  }

  /** @param {import("./types.js").LookEvent} event */
  receiveLook(event) {
    const state = this.state;
    if (!state || this.looking !== event.path.join(" ")) return;
    this.picture?.show(event.board, []);
    say(byId("caption"), event.path.length ? `In the tree: ${event.path.join(" ")}. ${event.board.caption}` : event.board.caption);
    if (!event.path.length) this.looking = null;
    this.overlay?.show(event.path.length ? undefined : this.numbers?.searches[0]);
  }

  /** @param {import("./types.js").OwnershipEvent} event */
  receiveOwnership(event) {
    if (!this.overlay || event.at !== this.state?.at) return;
    this.overlay.shares = event.shares;
    if (this.overlay.key === "ownership") this.overlay.show(this.numbers?.searches[0]);
  }

  showBoard() {
    const state = this.state;
    if (!state) return;
    this.picture?.show(state.board, this.editing ? [] : state.legal);
    if (!performance.getEntriesByName("board").length) performance.mark("board");
    this.picture?.describe(`${this.about.titles[state.game.name] ?? state.game.name} board. ${state.board.caption} Arrow keys choose a cell, Enter plays.`);
    say(byId("caption"), state.board.caption);
    if (this.editing) this.showEdit();
    if (this.view === "compare") this.comparison?.show(state, this.numbers);
  }

  showNumbers() {
    this.showOverlay();
    this.showMoves();
    this.showCurve();
  }

  /** The numbers of the position on the board. */
  numbersHere() {
    return this.numbers && this.numbers.at === this.state?.at ? this.numbers : null;
  }

  showOverlay() {
    if (!this.state) return;
    const numbers = this.numbersHere();
    if (this.looking == null && !this.teller?.telling) this.overlay?.show(this.editing ? undefined : numbers?.searches[0]);
    if (this.view === "compare") this.comparison?.show(this.state, numbers);
  }

  showMoves() {
    if (this.view === "play" && this.pane === "moves") this.table?.show(this.numbersHere()?.searches[0]);
  }

  showCurve() {
    if (!this.state || this.view !== "play") return;
    this.curve?.show(this.numbers?.curve ?? [], this.state.at, this.state.board.players[0]?.name ?? "");
    this.showFacts(this.numbersHere()?.searches[0]);
  }

  /** @param {import("./types.js").Search|undefined} search */
  showFacts(search) {
    const facts = search
      ? [["player", search.player], ["simulations", whole(search.simulations)], ["per second", search.seconds > 0 ? whole(search.perSecond) : "–"],
        ["nodes", whole(search.rootInfo.nodes)], ["memory", `${size(search.bytes)}${search.rootInfo.treeFull ? ", full" : ""}`], ["depth", String(search.deepest)]]
      : [["player", "–"], ["simulations", "0"], ["per second", "–"], ["nodes", "0"], ["memory", "–"], ["depth", "–"]];
    const list = byId("facts");
    if (list.children.length !== facts.length) {
      list.replaceChildren(...facts.map(([name]) => make("div", {}, make("dt", {}, name ?? ""), make("dd", { id: `fact-${name?.replace(" ", "-")}` }))));
    }
    facts.forEach(([, value], index) => say(/** @type {Element} */ (list.children[index]?.lastElementChild), value ?? ""));
  }

  /** @param {State} state */
  showControls(state) {
    const { at, moves, paused, activity } = state;
    set(inputById("ply"), { max: moves.length });
    inputById("ply").value = String(at);
    say(byId("ply-text"), moves.length ? `${at} / ${moves.length}${at ? `  ${moves[at - 1]}` : ""}` : "");
    for (const id of ["first", "back"]) buttonById(id).disabled = at === 0;
    for (const id of ["forward", "last"]) buttonById(id).disabled = at === moves.length;
    buttonById("take-back").disabled = at === 0;
    const waits = state.turn != null && state.seats[state.turn] != null && activity === "idle" && at === moves.length;
    const pause = buttonById("pause");
    say(pause, paused || waits ? "Go on" : "Pause");
    pause.disabled = activity === "idle" && !paused && !waits;
    buttonById("stop").disabled = activity === "idle";
    buttonById("edit").hidden = !state.editable;
    buttonById("analyse").disabled = state.turn == null;
    buttonById("step").disabled = state.turn == null;
    this.showSeats(state);
    this.showExtraMoves(state);
    say(byId("curve-title"), `${state.board.players[0]?.name ?? "First"}'s chance over the game`);
  }

  /** @param {State} state */
  showSeats(state) {
    state.seats.forEach((seat, index) => {
      const element = byId(`seat-${index}`);
      const look = state.board.players[index];
      const reward = state.rewards?.[index];
      const alone = state.board.players.length === 1;
      const result = reward == null ? "" : alone ? `: ${reward} points` : reward === 1 ? " wins" : reward === 0 ? "" : " draws";
      element.hidden = index >= state.board.players.length;
      element.replaceChildren(make("i", { class: `chip-stone ${look?.colour ?? ""}` }), make("b", {}, (look?.name ?? "") + result), ` ${seat ? seat.name : "person"}`);
      element.classList.toggle("turn", state.turn === index);
      element.classList.toggle("thinking", state.turn === index && state.activity === "moving" && !state.paused);
    });
  }

  /** Moves that are no cell of the board, such as a pass. @param {State} state */
  showExtraMoves(state) {
    const cells = new Set(state.board.cells.flatMap((cell) => cell.move ?? []));
    const extra = state.legal.filter((move) => !cells.has(move) && !/\d/.test(move)).slice(0, 6);
    const holder = byId("extra-moves");
    const key = extra.join();
    if (holder.dataset.key !== key) {
      holder.dataset.key = key;
      holder.replaceChildren(...extra.map((move) => make("button", { type: "button", class: "extra", onclick: () => this.ask("play", { move }) }, move)));
    }
    const list = byId("legal");
    if (list.dataset.key !== state.legal.join()) {
      list.dataset.key = state.legal.join();
      list.replaceChildren(...state.legal.slice(0, 400).map((move) => make("option", { value: move })));
    }
  }

  /** @param {string[]|null} line */
  showLine(line) {
    if (this.teller?.telling || this.looking != null) return;
    this.overlay?.showLine(line ?? [], this.state?.turn ?? 0);
  }

  /** @param {string|null} move */
  hover(move) {
    const found = move == null ? null : this.numbers?.searches[0]?.moveInfos.find((other) => other.move === move);
    this.showLine(found && found.visits > 0 && this.overlay?.key !== "none" ? found.pv : null);
    if (found) say(byId("announcer"), `${found.move}: ${found.visits} visits, mean ${percent(found.winrate)} percent`);
  }

  /** @param {string} key */
  chooseOverlay(key) {
    if (!this.overlay) return;
    const owned = this.overlay.key === "ownership";
    this.overlay.key = key;
    if (owned !== (key === "ownership")) this.ask("ownership", { on: key === "ownership" });
    this.showNumbers();
  }

  /** @param {string[]} path */
  look(path) {
    this.teller?.end();
    this.looking = path.join(" ");
    this.overlay?.showLine([], 0);
    this.ask("look", { path });
  }

  /** @param {string[][]} [open] */
  wishTree(open) {
    const nodes = this.pane === "tree" ? Number(/** @type {HTMLSelectElement} */ (byId("tree-nodes")).value) : 0;
    this.ask("tree", { nodes, open: open ?? [...(this.tree?.opened ?? [])].map((path) => (path ? path.split(" ") : [])) });
  }

  /** @param {string} pane */
  choosePane(pane) {
    const wasTree = this.pane === "tree";
    this.pane = pane;
    for (const name of ["moves", "tree", "step"]) {
      byId(`pane-${name}`).hidden = name !== pane;
      set(byId(`tab-${name}`), { "aria-selected": name === pane, tabindex: name === pane ? 0 : -1 });
    }
    if (pane === "tree" || wasTree) this.wishTree();
    this.showMoves();
    if (pane !== "tree" && this.looking != null) {
      this.looking = null;
      this.showBoard();
      this.showNumbers();
    }
  }

  /** @param {string} view */
  chooseView(view) {
    this.view = view;
    for (const button of document.querySelectorAll("nav button")) {
      const here = button.getAttribute("data-view") === view;
      if (here) button.setAttribute("aria-current", "page");
      else button.removeAttribute("aria-current");
      byId(`view-${button.getAttribute("data-view")}`).hidden = !here;
    }
    if (view === "lab") this.lab?.open().catch((error) => this.toast(String(error)));
    if (view === "configure") this.configuration?.open();
    this.showBoard();
    this.showNumbers();
  }

  bindControls() {
    const on = (/** @type {string} */ id, /** @type {() => void} */ act) => byId(id).addEventListener("click", act);
    const at = () => this.state?.at ?? 0;
    on("first", () => this.ask("jump", { to: 0 }));
    on("back", () => this.ask("jump", { to: at() - 1 }));
    on("forward", () => this.ask("jump", { to: at() + 1 }));
    on("last", () => this.ask("jump", { to: this.state?.moves.length ?? 0 }));
    inputById("ply").addEventListener("input", () => this.ask("jump", { to: Number(inputById("ply").value) }));
    on("new", () => this.newGame?.open(this.state?.game));
    on("take-back", () => this.ask("take_back"));
    on("analyse", () => { const player = this.analyst?.value; if (player) this.ask("analyse", { players: [player] }); });
    on("pause", () => this.ask(byId("pause").textContent === "Pause" ? "pause" : "go"));
    on("step", () => this.step());
    on("stop", () => this.ask("stop"));
    on("save", () => this.save("game.sgf"));
    on("tree-export", () => this.save("tree.json", { nodes: 10000 }));
    on("load", () => inputById("file").click());
    inputById("file").addEventListener("change", async () => {
      const [file] = inputById("file").files ?? [];
      if (file && file.size > 900_000) this.toast("the file is too large");
      else if (file) await this.ask("load", { sgf: await file.text() });
      inputById("file").value = "";
    });
    byId("type-move").addEventListener("submit", (event) => {
      event.preventDefault();
      const move = inputById("move").value.trim();
      inputById("move").value = "";
      if (move) this.ask("play", { move });
    });
    for (const button of document.querySelectorAll("nav button")) {
      button.addEventListener("click", () => this.chooseView(button.getAttribute("data-view") ?? "play"));
    }
    for (const name of ["moves", "tree", "step"]) on(`tab-${name}`, () => this.choosePane(name));
    byId("tab-moves").parentElement?.addEventListener("keydown", (event) => this.walkTabs(event));
    byId("tree-nodes").addEventListener("change", () => this.wishTree());
    on("theme", () => {
      const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
      document.documentElement.dataset.theme = dark ? "light" : "dark";
      localStorage.setItem("theme", dark ? "light" : "dark");
    });
    this.bindEditor(on);
  }

  /** @param {KeyboardEvent} event */
  walkTabs(event) {
    const names = ["moves", "tree", "step"];
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const next = names[(names.indexOf(this.pane) + step + names.length) % names.length] ?? "moves";
    this.choosePane(next);
    byId(`tab-${next}`).focus();
  }

  step() {
    this.stepped = true;
    const player = this.analyst?.value;
    const state = this.state;
    const waits = state && state.shown.length === 0 && state.turn != null && !state.seats[state.turn];
    if (waits && player) this.link.send("analyse", { players: [player], simulations: 1 }).then(() => this.ask("step"));
    else this.ask("step");
  }

  bindKeys() {
    document.addEventListener("keydown", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || this.view !== "play" || target.closest("input, select, textarea, dialog[open]")) return;
      const keys = { "[": "back", "]": "forward", s: "step", n: "new", u: "take-back", p: "pause" };
      const id = keys[/** @type {keyof typeof keys} */ (event.key)];
      if (id && !buttonById(id).disabled) {
        event.preventDefault();
        byId(id).click();
      }
    });
  }

  /** @param {(id: string, act: () => void) => void} on */
  bindEditor(on) {
    on("edit", () => {
      const cells = this.state?.board.cells ?? [];
      this.editing = new Map(cells.flatMap((cell, index) => (cell.mark == null ? [] : [[index, cell.mark]])));
      byId("editor").hidden = false;
      say(byId("edit-names"), this.state?.board.players.map((player) => player.name).join(", ") ?? "");
      this.teller?.end();
      this.ask("pause");
      this.showBoard();
      this.showNumbers();
    });
    on("edit-cancel", () => this.endEdit());
    on("edit-done", async () => {
      const [editing, state] = [this.editing, this.state];
      if (!editing || !state) return;
      const name = (/** @type {number} */ index) => state.board.cells[index]?.move ?? this.picture?.names[index] ?? "";
      // who moves first is Black, whatever the players are called, unless it is called White
      const first = state.board.players[0]?.name === "White" ? "white" : "black";
      const of = (/** @type {string} */ colour) => [...editing].filter(([, mark]) => (mark === 0) === (colour === first)).map(([index]) => name(index));
      const turn = /** @type {HTMLSelectElement} */ (byId("edit-turn")).value;
      const error = await this.ask("edit", { black: of("black"), white: of("white"), to_move: turn || null });
      if (!error) this.endEdit();
    });
  }

  endEdit() {
    this.editing = null;
    byId("editor").hidden = true;
    this.showBoard();
  }

  /** @param {number} cell */
  editCell(cell) {
    if (!this.editing) return;
    const mark = this.editing.get(cell);
    if (mark === 1) this.editing.delete(cell);
    else this.editing.set(cell, mark === 0 ? 1 : 0);
    this.showEdit();
  }

  showEdit() {
    const count = this.state?.board.cells.length ?? 0;
    this.picture?.setMarks(Array.from({ length: count }, (_, index) => String(this.editing?.get(index) ?? ".")).join(""));
  }
}

const theme = localStorage.getItem("theme");
if (theme) document.documentElement.dataset.theme = theme;

fetchJson("/api/about").then(
  (about) => Object.assign(window, { katsura: new Page(about) }),
  (error) => say(byId("caption"), `The page cannot start: ${error.message}`),
);
