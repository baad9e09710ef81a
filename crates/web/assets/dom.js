// Small helpers for elements and numbers.

const SVG = "http://www.w3.org/2000/svg";

/**
 * The element of an id; the page always has it.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * @param {string} id
 * @returns {HTMLInputElement}
 */
export function inputById(id) {
  return /** @type {HTMLInputElement} */ (byId(id));
}

/**
 * @param {string} id
 * @returns {HTMLButtonElement}
 */
export function buttonById(id) {
  return /** @type {HTMLButtonElement} */ (byId(id));
}

/**
 * A new element. Properties that begin with "on" are listeners, "class" and "aria-…" are attributes.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(.../** @type {(Node|string)[]} */ (children.filter((child) => child != null && child !== false)));
  return element;
}

/**
 * A new SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string)} children
 * @returns {SVGElement}
 */
export function draw(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * Sets attributes, those that have changed only.
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * Sets a text if it has changed.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Draws one thing a frame, the latest of each kind, so that no frame is late for the sake of all of them. */
export class Easel {
  constructor() {
    /** @type {Map<string, () => void>} */
    this.due = new Map();
    this.drawing = false;
  }

  /**
   * @param {string} kind
   * @param {() => void} draw
   */
  put(kind, draw) {
    this.due.set(kind, draw);
    if (!this.drawing) requestAnimationFrame(() => this.drawNext());
    this.drawing = true;
  }

  drawNext() {
    for (const [kind, draw] of this.due) {
      this.due.delete(kind);
      draw();
      break;
    }
    this.drawing = this.due.size > 0;
    if (this.drawing) requestAnimationFrame(() => this.drawNext());
  }
}

/**
 * 1234 as 1.2k.
 * @param {number} number
 */
export function short(number) {
  if (number >= 999_500) return `${(number / 1e6).toFixed(number < 9.95e6 ? 1 : 0)}M`;
  if (number >= 9_950) return `${Math.round(number / 1e3)}k`;
  if (number >= 1_000) return `${(number / 1e3).toFixed(1)}k`;
  return String(Math.round(number));
}

/**
 * @param {number} number
 */
export function whole(number) {
  return Math.round(number).toLocaleString("en");
}

/**
 * A reward in percent.
 * @param {number} reward
 */
export function percent(reward) {
  return (100 * reward).toFixed(1);
}

/**
 * @param {number} bytes
 */
export function size(bytes) {
  return bytes < 1 << 20 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / (1 << 20)).toFixed(1)} MiB`;
}

/**
 * A number in [0, 1] as a colour: orange below a half, blue above; told apart by everyone.
 * @param {number} value
 * @param {number} [strength]
 */
export function diverging(value, strength = 1) {
  const off = Math.max(-1, Math.min(1, (value - 0.5) * 2 * strength));
  const mix = Math.round(Math.abs(off) * 100);
  return `color-mix(in oklab, var(--${off < 0 ? "low" : "high"}) ${mix}%, var(--middle))`;
}
