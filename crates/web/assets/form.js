// A form made from a JSON schema, with the documentation beside each field.

import { make } from "./dom.js";

/** @typedef {import("./types.js").Schema} Schema */
/** @typedef {(value: any) => void} Setter */

/** @param {string} text */
function firstSentence(text) {
  return text.replace(/\s+/g, " ").replace(/\[`([^`]*)`\](\([^)]*\))?/g, "$1").replace(/`/g, "");
}

/** The kind of a node, null left out. @param {Schema} node */
function typeOf(node) {
  const type = Array.isArray(node.type) ? node.type.find((/** @type {string} */ kind) => kind !== "null") : node.type;
  return /** @type {string|undefined} */ (type);
}

/** @param {Schema} node */
function isNullable(node) {
  return Array.isArray(node.type) && node.type.includes("null");
}

let count = 0;

export class SchemaForm {
  /**
   * @param {HTMLElement} parent
   * @param {Schema} root
   * @param {(value: any) => void} onChange
   */
  constructor(parent, root, onChange) {
    this.parent = parent;
    this.root = root;
    this.onChange = onChange;
    /** @type {any} */
    this.value = {};
    /** @type {Set<string>} */
    this.unfolded = new Set();
  }

  /** @param {any} value */
  show(value) {
    this.value = structuredClone(value);
    this.render();
  }

  render() {
    const update = (/** @type {any} */ value) => {
      this.value = value;
      this.onChange(value);
    };
    this.parent.replaceChildren(...this.fields(this.resolve(this.root), this.value, "", update));
  }

  /**
   * Follows references; the node's own words win.
   * @param {Schema} node
   * @returns {Schema}
   */
  resolve(node) {
    const name = typeof node.$ref === "string" ? node.$ref.replace("#/$defs/", "") : null;
    if (!name) return node;
    const { $ref: _, ...own } = node;
    const definition = this.resolve(this.root.$defs?.[name] ?? {});
    return { ...definition, ...own, properties: { ...definition.properties, ...own.properties } };
  }

  /** The variants of a choice of tables. @param {Schema} node */
  variants(node) {
    const all = (node.oneOf ?? []).map((/** @type {Schema} */ variant) => this.resolve(variant));
    return all.flatMap((/** @type {Schema} */ variant) => {
      const found = Object.entries(variant.properties ?? {}).find(([, property]) => /** @type {Schema} */ (property).const != null);
      return found ? [{ tag: found[0], name: /** @type {string} */ (/** @type {Schema} */ (found[1]).const), variant }] : [];
    });
  }

  /**
   * The fields of a table.
   * @param {Schema} node
   * @param {any} value
   * @param {string} path
   * @param {Setter} update
   * @returns {HTMLElement[]}
   */
  fields(node, value, path, update) {
    const variants = this.variants(node);
    if (variants.length) return this.choice(variants, node, value, path, update);
    return this.properties(node, value, path, update);
  }

  /**
   * @param {Schema} node
   * @param {any} value
   * @param {string} path
   * @param {Setter} update
   */
  properties(node, value, path, update) {
    return Object.entries(node.properties ?? {}).flatMap(([key, property]) => {
      if (/** @type {Schema} */ (property).const != null) return [];
      const place = path ? `${path}.${key}` : key;
      const set = (/** @type {any} */ inner) => {
        const next = { ...value };
        if (inner === undefined) delete next[key];
        else next[key] = inner;
        value = next;
        update(next);
      };
      return [this.field(key, /** @type {Schema} */ (property), value?.[key], place, set)];
    });
  }

  /**
   * @param {{tag: string, name: string, variant: Schema}[]} variants
   * @param {Schema} node
   * @param {any} value
   * @param {string} path
   * @param {Setter} update
   */
  choice(variants, node, value, path, update) {
    const tag = variants[0]?.tag ?? "kind";
    const chosen = variants.find((variant) => variant.name === value?.[tag]) ?? variants[0];
    const box = make("div", { class: "variant" });
    const select = this.select(variants.map((variant) => variant.name), chosen?.name, path || tag, (name) => {
      value = { [tag]: name };
      update(value);
      this.render();
    });
    const about = make("p", { class: "about" }, firstSentence(chosen?.variant.description ?? node.description ?? ""));
    const inner = chosen ? this.properties(chosen.variant, value, path, (next) => update({ ...next, [tag]: chosen.name })) : [];
    box.append(make("label", { class: "field" }, make("span", { class: "key" }, path ? tag : tag), select), about, ...inner);
    return [box];
  }

  /**
   * @param {string} key
   * @param {Schema} property
   * @param {any} value
   * @param {string} path
   * @param {Setter} update
   * @returns {HTMLElement}
   */
  field(key, property, value, path, update) {
    const node = this.resolve(property);
    const solid = (node.anyOf ?? []).find((/** @type {Schema} */ option) => typeOf(option) !== "null");
    if (solid) return this.optional(key, { ...this.resolve(solid), description: node.description ?? solid.description }, value, path, update);
    const shown = value === undefined ? node.default : value;
    if (this.variants(node).length || node.properties) return this.group(key, node, shown, path, update);
    if (typeOf(node) === "array" && this.resolve(node.items ?? {}).oneOf) return this.list(key, node, shown ?? [], path, update);
    const about = make("span", { class: "about" }, firstSentence(node.description ?? "") + this.range(node));
    return make("label", { class: "field", "data-path": path }, make("span", { class: "key" }, key), this.scalar(node, shown, path, update), about);
  }

  /** @param {Schema} node */
  range(node) {
    const number = this.resolve(node.items ?? node);
    if (number.minimum == null || number.maximum == null || String(node.description).includes(`${number.maximum}`)) return "";
    return ` (${number.minimum} to ${number.maximum})`;
  }

  /**
   * @param {string} key
   * @param {Schema} node
   * @param {any} value
   * @param {string} path
   * @param {Setter} update
   */
  group(key, node, value, path, update) {
    const variants = this.variants(node);
    const now = variants.length ? (value?.[variants[0]?.tag ?? "kind"] ?? variants[0]?.name) : "";
    const summary = make("summary", {}, make("b", {}, key), now ? make("span", { class: "now" }, String(now)) : null, make("span", { class: "about" }, firstSentence(node.description ?? "")));
    const details = /** @type {HTMLDetailsElement} */ (make("details", { class: "group", "data-path": path }, summary));
    const fill = () => {
      if (details.open && details.children.length === 1) details.append(...this.fields(node, value ?? {}, path, update));
      if (details.open) this.unfolded.add(path);
      else this.unfolded.delete(path);
    };
    details.open = this.unfolded.has(path);
    fill();
    details.addEventListener("toggle", fill);
    return details;
  }

  /**
   * @param {string} key
   * @param {Schema} node
   * @param {any} value
   * @param {string} path
   * @param {Setter} update
   */
  optional(key, node, value, path, update) {
    const inner = make("div");
    const tick = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", "aria-label": `set ${path}` }));
    const fill = () => {
      inner.replaceChildren(...(tick.checked ? [this.field(key, node, value ?? undefined, path, update)] : []));
    };
    tick.checked = value != null;
    tick.addEventListener("change", () => {
      update(tick.checked ? (this.variants(node)[0] ? { [this.variants(node)[0]?.tag ?? "kind"]: this.variants(node)[0]?.name } : {}) : null);
      fill();
    });
    fill();
    return make("div", { class: "optional" }, make("label", { class: "field" }, make("span", { class: "key" }, key), tick, make("span", { class: "about" }, firstSentence(node.description ?? ""))), inner);
  }

  /**
   * A list of tables.
   * @param {string} key
   * @param {Schema} node
   * @param {any[]} value
   * @param {string} path
   * @param {Setter} update
   */
  list(key, node, value, path, update) {
    const item = this.resolve(node.items ?? {});
    const box = make("fieldset", { class: "list", "data-path": path }, make("legend", {}, key), make("p", { class: "about" }, firstSentence(node.description ?? "")));
    value.forEach((entry, index) => {
      const set = (/** @type {any} */ inner) => {
        value = value.map((old, place) => (place === index ? inner : old));
        update(value);
      };
      const remove = make("button", { type: "button", class: "quiet", onclick: () => { update(value.filter((_, place) => place !== index)); this.render(); } }, "Remove");
      box.append(make("div", { class: "entry" }, ...this.fields(item, entry, `${path}.${index}`, set), remove));
    });
    const first = this.variants(item)[0];
    box.append(make("button", { type: "button", class: "quiet", onclick: () => { update([...value, first ? { [first.tag]: first.name } : {}]); this.render(); } }, "Add"));
    return box;
  }

  /**
   * @param {Schema} node
   * @param {any} value
   * @param {string} path
   * @param {Setter} update
   * @returns {HTMLElement}
   */
  scalar(node, value, path, update) {
    const consts = (node.oneOf ?? []).flatMap((/** @type {Schema} */ option) => (option.const == null ? (option.enum ?? []) : [option.const]));
    const names = node.enum ?? consts;
    if (names.length) return this.select(names, value ?? names[0], path, update);
    const type = typeOf(node);
    const id = `field-${++count}`;
    if (type === "boolean") {
      const input = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", id, name: path, onchange: () => update(input.checked) }));
      input.checked = Boolean(value);
      return input;
    }
    if (type === "array") {
      const read = () => update(input.value.split(/[\s,]+/).filter(Boolean).map((word) => (isNaN(Number(word)) ? word : Number(word))));
      const input = /** @type {HTMLInputElement} */ (make("input", { type: "text", id, name: path, onchange: read }));
      input.value = (value ?? []).join(", ");
      return input;
    }
    const numeric = type === "integer" || type === "number";
    const input = /** @type {HTMLInputElement} */ (make("input", {
      type: numeric ? "number" : "text", id, name: path, min: node.minimum, max: node.maximum, step: type === "integer" ? 1 : "any",
      onchange: () => {
        if (input.value === "") update(isNullable(node) ? null : undefined);
        else update(numeric ? Number(input.value) : input.value);
      },
    }));
    input.value = value == null ? "" : String(value);
    if (isNullable(node)) input.placeholder = "none";
    return input;
  }

  /**
   * @param {string[]} names
   * @param {string|undefined} value
   * @param {string} path
   * @param {Setter} update
   */
  select(names, value, path, update) {
    const select = /** @type {HTMLSelectElement} */ (make("select", { name: path, "aria-label": path, onchange: () => update(select.value) }, ...names.map((name) => make("option", { value: name }, name))));
    if (value != null) select.value = value;
    return select;
  }
}
