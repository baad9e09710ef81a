// Configuring players.

import { byId, inputById, say } from "./dom.js";
import { SchemaForm } from "./form.js";
import { PlayerPicker } from "./setup.js";

/** The form for players. */
export class Configuration {
  /**
   * @param {import("./types.js").About} about
   * @param {import("./setup.js").Cupboard} cupboard
   * @param {{link: import("./link.js").Link, chooseView: (view: string) => void}} page
   */
  constructor(about, cupboard, page) {
    this.cupboard = cupboard;
    this.page = page;
    this.base = new PlayerPicker(byId("form-base"), cupboard, { label: "the player to start from", value: "uct" });
    this.form = new SchemaForm(byId("form"), about.search_schema, () => this.changed());
    this.base.select.addEventListener("change", () => this.start());
    byId("form-keep").addEventListener("click", () => {
      const refusal = this.cupboard.keep(this.player);
      this.tell(refusal ?? `${this.player.name} is kept in this browser and can be chosen wherever players are.`, refusal != null);
    });
    byId("form-analyse").addEventListener("click", () => this.use([this.player], "play"));
    byId("form-compare").addEventListener("click", () => {
      const preset = this.base.value;
      if (preset) this.use([preset, this.player], "compare");
    });
    this.started = false;
  }

  open() {
    if (!this.started) this.start();
  }

  start() {
    this.started = true;
    this.form.show(this.base.player?.config ?? {});
    this.changed();
  }

  /** @returns {import("./types.js").Player} */
  get player() {
    return { name: inputById("form-name").value.trim() || "mine", config: this.form.value };
  }

  changed() {
    const lines = differences(this.base.player?.config ?? {}, this.form.value, "search");
    say(byId("form-changes"), lines.length ? lines.join("\n") : "nothing: it is the preset");
  }

  /**
   * @param {string} text
   * @param {boolean} isError
   */
  tell(text, isError) {
    say(byId("form-message"), text);
    byId("form-message").classList.toggle("error", isError);
  }

  /**
   * @param {import("./types.js").PlayerChoice[]} players
   * @param {string} view
   */
  async use(players, view) {
    const error = await this.page.link.send("analyse", { players, simulations: view === "compare" ? 5000 : null });
    this.tell(error ?? "", error != null);
    for (const field of document.querySelectorAll("#form [data-path]")) {
      field.classList.toggle("wrong", error != null && error.includes(`search.${field.getAttribute("data-path")}:`));
    }
    if (!error) this.page.chooseView(view);
  }
}

/**
 * The parameters in which two configurations differ, as lines.
 * @param {any} before
 * @param {any} after
 * @param {string} path
 * @returns {string[]}
 */
function differences(before, after, path) {
  const isTable = (/** @type {any} */ value) => value != null && typeof value === "object" && !Array.isArray(value);
  if (isTable(before) && isTable(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return keys.flatMap((key) => differences(before[key], after[key], `${path}.${key}`));
  }
  if (JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return [];
  return [`${path} = ${JSON.stringify(after ?? null)}`];
}
