// The laboratory: experiments with their claims and reports, at most one running.

import { still } from "./board.js";
import { byId, make, percent, say, whole } from "./dom.js";
import { fetchJson, fetchText } from "./link.js";

/** @typedef {import("./types.js").Experiment} Experiment */
/** @typedef {import("./types.js").LabEvent} LabEvent */

export class Laboratory {
  /**
   * @param {(what: string, details?: Record<string, any>) => Promise<string|null>} send
   */
  constructor(send) {
    this.send = send;
    /** @type {Experiment[]} */
    this.all = [];
    /** @type {Experiment|null} */
    this.chosen = null;
    /** @type {LabEvent} */
    this.event = { running: null, ended: null };
    this.list = byId("lab-list");
    this.detail = byId("lab-detail");
    this.status = byId("lab-status");
    this.loaded = false;
    this.ended = "";
    this.quick = true;
  }

  /** Reads the experiments when they are first looked at. */
  async open() {
    if (this.loaded) return;
    this.loaded = true;
    await this.reload();
    if (this.all[0]) this.choose(this.all[0].name);
  }

  async reload() {
    this.all = await fetchJson("/api/experiments");
    this.list.replaceChildren(...this.all.map((experiment) => {
      const mark = experiment.reported || experiment.reported_quick ? make("span", { class: "tag" }, "recorded") : null;
      return make("button", { type: "button", class: "experiment", "data-name": experiment.name, onclick: () => this.choose(experiment.name) },
        make("b", {}, experiment.name), mark, make("span", {}, experiment.title));
    }));
    this.light();
  }

  light() {
    for (const button of this.list.children) {
      const name = button.getAttribute("data-name");
      button.setAttribute("aria-current", String(name === this.chosen?.name));
      button.classList.toggle("running", name === this.event.running?.name);
    }
  }

  /** @param {string} name */
  choose(name) {
    this.chosen = this.all.find((experiment) => experiment.name === name) ?? null;
    this.light();
    const experiment = this.chosen;
    if (!experiment) return;
    const start = (/** @type {boolean} */ quick) => async () => {
      this.quick = quick;
      const error = await this.send("lab_start", { name, quick });
      say(byId("lab-error"), error ?? "");
    };
    this.detail.replaceChildren(
      make("h2", {}, experiment.title),
      make("p", { class: "source" }, experiment.source),
      make("p", { class: "protocol" }, experiment.protocol.trim().replace(/([^\n])\n(?!\n)/g, "$1 ")),
      this.claims(experiment),
      make("div", { class: "actions" },
        make("button", { type: "button", id: "lab-quick", onclick: start(true) }, "Run quickly"),
        make("button", { type: "button", class: "quiet", onclick: start(false) }, "Run in full"),
        make("button", { type: "button", class: "quiet", id: "lab-stop", onclick: () => this.send("lab_stop") }, "Stop"),
        make("span", { id: "lab-error", class: "error", role: "alert" })),
      make("div", { id: "lab-report" }),
    );
    this.showReport();
  }

  /** @param {Experiment} experiment */
  claims(experiment) {
    const text = (/** @type {any} */ value) => (value == null ? "–" : String(value));
    const rows = experiment.rows.map((row) => make("tr", {}, make("th", { scope: "row" }, text(row.name)), make("td", {}, text(row.a)), make("td", {}, text(row.b)),
      make("td", {}, text(row.published?.value)), make("td", {}, `${text(row.games?.quick)} / ${text(row.games?.full)}`)));
    const bandits = experiment.bandits.map((row) => make("tr", {}, make("th", { scope: "row" }, text(row.name)), make("td", { colspan: 2 }, JSON.stringify(row.policy)),
      make("td", {}, `${(row.published ?? []).length} regrets`), make("td", {}, `${text(row.repetitions?.quick)} / ${text(row.repetitions?.full)}`)));
    const probes = experiment.probes.map((row) => make("tr", {}, make("th", { scope: "row" }, text(row.name)), make("td", { colspan: 2 }, text(row.player)),
      make("td", {}, `${Object.keys(row.published ?? {}).length} errors`), make("td", {}, `${text(row.repetitions?.quick)} / ${text(row.repetitions?.full)}`)));
    const head = ["Row", "Player a", "Player b", "Published", "Games quick / full"].map((name) => make("th", { scope: "col" }, name));
    return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "the claims" },
      make("table", { class: "claims" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows, ...bandits, ...probes)));
  }

  async showReport() {
    const holder = document.getElementById("lab-report");
    if (!holder || !this.chosen) return;
    const { reported, reported_quick } = this.chosen;
    if (!reported && !reported_quick) {
      holder.replaceChildren(make("p", { class: "hint" }, "Nothing is recorded yet."));
      return;
    }
    const quick = reported_quick && (this.quick || !reported);
    const { name } = this.chosen;
    const report = await fetchText("/api/report", { name, ...(quick ? { quick: 1 } : {}) }).catch((error) => error.message);
    if (holder !== document.getElementById("lab-report")) return;
    const other = make("button", { type: "button", class: "quiet", onclick: () => { this.quick = !quick; this.showReport(); } }, quick ? "Show the full run" : "Show the quick run");
    const title = make("h3", {}, quick ? "Report of the quick run " : "Report ", reported && reported_quick ? other : null);
    holder.replaceChildren(title, make("iframe", { title: `report of ${name}`, srcdoc: report, sandbox: "" }));
  }

  /** @param {LabEvent} event */
  async show(event) {
    this.event = event;
    const run = event.running;
    this.status.classList.toggle("busy", run != null);
    if (run) this.showRun(run);
    else this.status.replaceChildren(make("p", { class: "hint" }, event.ended ?? "No experiment is running."));
    if (!run && event.ended && event.ended !== this.ended && this.loaded) {
      this.ended = event.ended;
      await this.reload();
      this.chosen = this.all.find((experiment) => experiment.name === this.chosen?.name) ?? null;
      this.showReport();
    }
    if (run) this.ended = "";
    this.light();
  }

  /** @param {import("./types.js").Progress} run */
  showRun(run) {
    const score = run.score == null || !run.interval ? "" : `player a scores ${percent(run.score)} (${percent(run.interval[0])} to ${percent(run.interval[1])})`;
    const progress = make("progress", { max: Math.max(1, run.of), value: run.done, "aria-label": "games played" });
    const board = make("div", { class: "small-board" });
    const game = run.last_game;
    this.status.replaceChildren(
      make("p", {}, make("b", {}, run.name), ` row ${run.place + 1} of ${run.rows}: ${run.row}`), progress,
      make("p", { class: "facts" }, `${whole(run.done)} of ${whole(run.of)} games. ${score}`),
      board);
    if (!game) return;
    const result = game.reward_a === 1 ? "a wins" : game.reward_a === 0 ? "b wins" : "draw";
    board.before(make("p", { class: "facts" }, `Game ${game.game}, player ${game.first} began, ${game.plies} moves: ${result}`));
    still(board, game.board, "the last game");
  }
}
