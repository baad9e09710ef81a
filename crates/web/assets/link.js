// The connection to the server. It comes back by itself and loses nothing: events are numbered, and commands are sent again until
// they are answered, or their session has ended.

/** The address of the page may bring a token: "#token=…". It is kept for this tab and taken out of the address. */
function takeToken() {
  const found = /[#&]token=([^&]*)/.exec(location.hash);
  if (found) {
    sessionStorage.setItem("token", decodeURIComponent(found[1] ?? ""));
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("token") ?? "";
}

const token = takeToken();

/** @typedef {Record<string, string|number>} Parameters */

/**
 * An address of the server with some parameters.
 * @param {string} path
 * @param {Parameters} parameters
 */
function address(path, parameters) {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  return query.size ? `${path}?${query}` : path;
}

/**
 * What the server has at a path. The token goes beside the address: those are kept, in the history of the browser and of what it has saved.
 * @param {string} path
 * @param {Parameters} [parameters]
 */
async function ask(path, parameters = {}) {
  /** @type {Record<string, string>} */
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  const response = await fetch(address(path, parameters), { headers, cache: "no-store" });
  if (!response.ok) throw new Error(await response.text());
  return response;
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function fetchJson(path) {
  return (await ask(path)).json();
}

/**
 * @param {string} path
 * @param {Parameters} parameters
 */
export async function fetchText(path, parameters) {
  return (await ask(path, parameters)).text();
}

/**
 * Lets the browser save what the server has at a path.
 * @param {string} path
 * @param {Parameters} parameters
 * @param {string} name
 */
export async function download(path, parameters, name) {
  const file = URL.createObjectURL(await (await ask(path, parameters)).blob());
  const link = document.createElement("a");
  Object.assign(link, { href: file, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
}

/**
 * @typedef {{id: number, text: string, done: (error: string|null) => void}} Waiting
 */

export class Link {
  /**
   * @param {(kind: string, data: any) => void} onEvent
   * @param {(connected: boolean) => void} onChange
   * @param {() => void} onLost
   */
  constructor(onEvent, onChange, onLost) {
    this.onEvent = onEvent;
    this.onChange = onChange;
    this.onLost = onLost;
    this.session = sessionStorage.getItem("session") ?? "";
    this.client = crypto.getRandomValues(new Uint32Array(3)).join("-");
    this.seen = 0;
    this.next = 1;
    /** @type {Waiting[]} */
    this.waiting = [];
    /** @type {WebSocket|null} */
    this.socket = null;
    this.delay = 200;
    /** Whether the server has said which session this is: before that nothing is sent, so that commands arrive in their order. */
    this.greeted = false;
    this.connect();
  }

  connect() {
    // A socket has no header for the token, and its address is in no history.
    const parameters = { session: this.session, after: this.seen, client: this.client, ...(token ? { token } : {}) };
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${address("/api/ws", parameters)}`);
    this.socket = socket;
    socket.onmessage = (message) => this.receive(JSON.parse(message.data));
    socket.onclose = () => {
      this.greeted = false;
      this.onChange(false);
      setTimeout(() => this.connect(), this.delay);
      this.delay = Math.min(5000, this.delay * 2);
    };
  }

  /** @param {{kind: string, seq?: number, data: any}} event */
  receive(event) {
    if (event.kind === "hello") {
      this.greet(event.data);
      return;
    }
    if (event.seq) this.seen = event.seq;
    if (event.kind === "answer") this.settle(event.data);
    else this.onEvent(event.kind, event.data);
  }

  /** @param {{session: string}} hello */
  greet(hello) {
    if (hello.session !== this.session) this.begin(hello.session);
    this.delay = 200;
    for (const command of this.waiting) this.socket?.send(command.text);
    this.greeted = true;
    this.onChange(true);
  }

  /**
   * A session begins. The one before has ended then, if there was one, and nothing that was asked of it is asked of another.
   * @param {string} session
   */
  begin(session) {
    const lost = this.session !== "";
    this.seen = 0;
    this.session = session;
    sessionStorage.setItem("session", session);
    if (!lost) return;
    for (const command of this.waiting.splice(0)) command.done("the session has ended, and with it what was asked and not answered");
    this.onLost();
  }

  /**
   * A command that was sent twice is answered twice: the second answer finds nobody who waits.
   * @param {{client: string, id: number|null, error: string|null}} answer
   */
  settle(answer) {
    if (answer.client !== this.client) return;
    const place = this.waiting.findIndex((command) => command.id === answer.id);
    const [command] = place < 0 ? [] : this.waiting.splice(place, 1);
    if (command) command.done(answer.error);
    else if (answer.id == null && answer.error) this.onEvent("refused", answer.error);
  }

  /**
   * Sends a command; the promise ends with the sentence of a refusal, or null.
   * @param {string} what
   * @param {Record<string, any>} [details]
   * @returns {Promise<string|null>}
   */
  send(what, details = {}) {
    const id = this.next++;
    const text = JSON.stringify({ id, do: what, ...details });
    return new Promise((done) => {
      this.waiting.push({ id, text, done });
      if (this.greeted && this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }
}
