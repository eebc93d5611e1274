// Cards as they look on any table: the colour and the sign that the board has for them, the name, how many.
import { h, svg } from "./dom.js";
import { cardName, placeName, plain } from "./words.js";

/** @typedef {import("./types.js").About} About */

/**
 * @param {About} about
 * @param {string} set
 * @param {string} id
 * @param {{count?: number, action?: (() => void) | null, small?: boolean, legal?: boolean, key?: string, label?: string}} [more]
 * @returns {HTMLElement}
 */
export function card(about, set, id, more = {}) {
  const face = about.faces[set]?.[id];
  const kind = about.cards[set]?.find((kind) => kind.id === id);
  const name = cardName(about, set, id);
  const count = more.count ?? 1;
  const label = more.label || (count > 1 ? `${count} ${name}` : name);
  const classes = `card${more.small ? " small" : ""}${more.legal ? " legal" : ""}${kind?.fields ? " wide" : ""}`;
  const element = more.action
    ? h("button", { type: "button", class: classes, onclick: more.action, "aria-label": label, "data-key": more.key || `card:${id}`, "data-card": id })
    : h("span", { class: classes, "data-card": id });
  if (face?.color) {
    element.style.setProperty("--face", face.color);
    element.style.setProperty("--ink", face.ink);
    element.classList.add("colored");
  }
  if (face?.sign) {
    const sign = svg(`<g>${face.sign}</g>`);
    sign.setAttribute("viewBox", "-1.2 -1.2 2.4 2.4");
    sign.setAttribute("class", "sign");
    sign.setAttribute("aria-hidden", "true");
    element.append(sign);
  } else if (kind?.tags?.length && face && !face.color) {
    element.append(h("span", { class: "sign", "aria-hidden": "true" }, "★"));
  }
  element.append(h("span", { class: "name" }, name));
  const says = kind?.fields ? fields(about, kind.fields) : "";
  if (says && says !== name) element.append(h("span", { class: "says" }, says));
  if (more.count !== undefined) element.append(h("span", { class: "count" }, `×${count}`));
  return element;
}

/**
 * What a card says beyond its name: numbers, and what places pay.
 * @param {About} about
 * @param {Record<string, unknown>} all
 */
function fields(about, all) {
  const said = [];
  for (const [name, value] of Object.entries(all)) {
    if (typeof value === "number") {
      if (value !== 0) said.push(`${plain(name)} ${value}`);
    }
    else if (Array.isArray(value)) said.push(value.map((item) => placeName(about, item) || String(item)).join(", "));
    else if (value && typeof value === "object") said.push(Object.entries(value).map(([at, pays]) => `${placeName(about, at) || at} ${pays}`).join(", "));
  }
  return said.join(" · ");
}
