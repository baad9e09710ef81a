// Choosing players and games.

import { byId, make } from "./dom.js";
import { SchemaForm } from "./form.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").Player} Player */
/** @typedef {import("./types.js").Game} Game */

/** Players that a person has configured, kept by the browser. */
export class Cupboard {
  /** @param {About} about */
  constructor(about) {
    this.about = about;
    /** @type {Player[]} */
    this.own = JSON.parse(localStorage.getItem("players") ?? "[]");
  }

  get players() {
    return [...this.about.presets.map(({ name, config }) => ({ name, config })), ...this.own];
  }

  /** @param {string} name */
  find(name) {
    return this.players.find((player) => player.name === name);
  }

  /**
   * Keeps a player, in place of an older one of its name; the sentence of a refusal, or null.
   * @param {Player} player
   * @returns {string|null}
   */
  keep(player) {
    if (this.about.presets.some(({ name }) => name === player.name)) return `${player.name} is the name of a preset: choose another name, then keep it.`;
    this.own = [...this.own.filter((old) => old.name !== player.name), player].slice(-50);
    localStorage.setItem("players", JSON.stringify(this.own));
    document.dispatchEvent(new Event("players"));
    return null;
  }
}

/** A player, or a person, with a budget. */
export class PlayerPicker {
  /**
   * @param {HTMLElement} parent
   * @param {Cupboard} cupboard
   * @param {{label: string, person?: boolean, budget?: boolean, value?: string}} options
   */
  constructor(parent, cupboard, options) {
    this.cupboard = cupboard;
    this.options = options;
    this.select = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": options.label }));
    this.amount = /** @type {HTMLInputElement} */ (make("input", { type: "number", min: 0.01, max: 1e9, step: "any", value: 2000, "aria-label": `budget of ${options.label}` }));
    this.unit = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": `unit of the budget of ${options.label}` }, make("option", { value: "simulations" }, "simulations"), make("option", { value: "seconds" }, "seconds")));
    this.budget = make("span", { class: "budget" }, this.amount, this.unit);
    parent.append(this.select);
    if (options.budget) parent.append(this.budget);
    this.fill();
    if (options.value) this.select.value = options.value;
    this.select.addEventListener("change", () => this.dim());
    document.addEventListener("players", () => this.fill());
    this.dim();
  }

  dim() {
    this.amount.disabled = this.unit.disabled = this.select.value === "";
  }

  fill() {
    const old = this.select.value;
    const presets = this.cupboard.about.presets.map(({ name, about }) => make("option", { value: name, title: about }, name));
    const own = this.cupboard.own.map(({ name }) => make("option", { value: name }, name));
    const person = this.options.person ? [make("option", { value: "" }, "a person")] : [];
    const groups = [make("optgroup", { label: "presets" }, ...presets), ...(own.length ? [make("optgroup", { label: "your own" }, ...own)] : [])];
    this.select.replaceChildren(...person, ...groups);
    this.select.value = old;
    if (this.select.selectedIndex < 0) this.select.selectedIndex = 0;
  }

  /** The chosen player with its whole configuration. @returns {Player|null} */
  get player() {
    return this.cupboard.find(this.select.value) ?? null;
  }

  /**
   * The choice as the server takes it: a preset by its name, so that it has the form it has for the game.
   * @returns {import("./types.js").PlayerChoice|null}
   */
  get value() {
    const player = this.player;
    if (!player) return null;
    const amount = Number(this.amount.value) || 1000;
    const simulations = this.unit.value === "simulations";
    const budget = simulations ? { simulations: Math.max(1, Math.round(amount)) } : { seconds: amount };
    const own = this.cupboard.own.includes(player);
    if (own) return this.options.budget ? { name: player.name, config: { ...player.config, budget } } : player;
    const [unit, number] = Object.entries(budget)[0] ?? [];
    return this.options.budget ? `${player.name} budget.${unit}=${number}` : player.name;
  }
}

/** The dialog for a new game. */
export class NewGame {
  /**
   * @param {About} about
   * @param {Cupboard} cupboard
   * @param {(game: Game, seats: (import("./types.js").PlayerChoice|null)[]) => Promise<string|null>} onStart
   */
  constructor(about, cupboard, onStart) {
    this.about = about;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("new-game"));
    const choose = byId("new-game-choice");
    for (const game of about.games) {
      const input = make("input", { type: "radio", name: "game", value: game.name, onchange: () => this.choose(game.name) });
      choose.append(make("label", { class: "chip" }, input, about.titles[game.name] ?? game.name));
    }
    this.name = about.games[0]?.name ?? "";
    this.form = new SchemaForm(byId("new-game-form"), this.schema(this.name), () => {});
    this.seats = [0, 1].map((seat) => new PlayerPicker(byId(`new-seat-${seat}`), cupboard, {
      label: seat ? "the second player" : "the first player", person: true, budget: true, value: seat ? "strong" : "",
    }));
    byId("new-game-start").addEventListener("click", async (event) => {
      event.preventDefault();
      const [first, second] = this.seats;
      const error = await onStart({ ...this.form.value, name: this.name }, [first?.value ?? null, second?.value ?? null]);
      byId("new-game-error").textContent = error ?? "";
      if (!error) this.dialog.close();
    });
    byId("new-game-cancel").addEventListener("click", () => this.dialog.close());
  }

  /** @param {string} name */
  schema(name) {
    const root = this.about.game_schema;
    const variant = (root.oneOf ?? []).find((/** @type {any} */ one) => Object.values(one.properties ?? {}).some((property) => /** @type {any} */ (property).const === name));
    return { ...variant, $defs: root.$defs };
  }

  /** @param {Game} [present] */
  open(present) {
    const name = present?.name ?? this.name;
    const radio = this.dialog.querySelector(`input[value="${name}"]`);
    if (radio) /** @type {HTMLInputElement} */ (radio).checked = true;
    byId("new-game-error").textContent = "";
    this.choose(name, present);
    this.dialog.showModal();
  }

  /**
   * @param {string} name
   * @param {Game} [present]
   */
  choose(name, present) {
    this.name = name;
    const usual = this.about.games.find((game) => game.name === name);
    this.form.root = this.schema(name);
    /** @type {Record<string, any>} */
    const parameters = { ...(present ?? usual) };
    delete parameters.name;
    this.form.show(parameters);
  }
}

