// What a window does when its session on the server has ended: it says so, and offers its game again.

import { byId, say } from "./dom.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {Pick<State, "game"|"seats"|"moves"|"at">} Kept */

/** The game of this window, kept by the tab: a session ends without a word, also while the page is loaded anew. */
export class LostGame {
  /**
   * @param {(kept: Kept) => string} describe
   * @param {(kept: Kept) => Promise<string|null>} onBring
   */
  constructor(describe, onBring) {
    this.describe = describe;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("lost"));
    /** @type {Kept|null} */
    this.offered = null;
    byId("lost-bring").addEventListener("click", async () => {
      const error = this.offered && (await onBring(this.offered));
      say(byId("lost-error"), error ?? "");
      if (!error) this.dialog.close();
    });
    byId("lost-leave").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => { this.offered = null; });
  }

  /**
   * Keeps the game as it is; while another one is offered, that one.
   * @param {State} state
   */
  keep({ game, seats, moves, at }) {
    if (!this.offered) sessionStorage.setItem("game", JSON.stringify({ game, seats, moves, at }));
  }

  /** The session has ended. Offers the game that was kept. */
  offer() {
    const kept = sessionStorage.getItem("game");
    if (!kept || this.offered) return;
    this.offered = /** @type {Kept} */ (JSON.parse(kept));
    say(byId("lost-game"), this.describe(this.offered));
    say(byId("lost-error"), "");
    this.dialog.showModal();
  }
}
