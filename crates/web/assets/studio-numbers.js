// The numbers that are changed most, as a form: pieces, deals, open cards, tables, overlays. What is set stands in the text a moment later.
import { at, fill, h } from "./dom.js";

/** @typedef {{path: string[], value: unknown, from: string, own: boolean}} Number_ */
/** @typedef {{title: string, numbers: Number_[]}} Group */

/**
 * @param {import("./studio-text.js").TextPane} pane
 * @param {Group[]} groups
 */
export function form(pane, groups) {
  const frame = at("numbers");
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement && frame.contains(focused) && focused.value !== focused.defaultValue) return;
  const open = new Set([...frame.querySelectorAll("details[open]")].map((group) => group.getAttribute("data-key")));
  const shown = groups.map((group, i) => {
    const details = h("details", { "data-key": group.title }, h("summary", {}, group.title), ...group.numbers.map((number) => row(pane, number)));
    if (open.has(group.title) || !open.size && i === 0) details.setAttribute("open", "");
    return details;
  });
  fill(frame, groups.length ? h("h3", {}, "Numbers") : null, ...shown);
}

/**
 * @param {import("./studio-text.js").TextPane} pane
 * @param {Number_} number
 */
function row(pane, { path, value, from, own }) {
  const list = Array.isArray(value);
  const plain = typeof value === "number";
  const text = list ? value.join(", ") : String(value);
  const key = path.join(".");
  const input = /** @type {HTMLInputElement} */ (h("input", { type: plain ? "number" : "text", "data-key": key, value: text, title: `${key} = ${text}: ${from}` }));
  const read = () => {
    const said = input.value.trim();
    if (list) return said.split(/[\s,]+/).map(Number);
    return /^-?\d+$/.test(said) ? Number(said) : said;
  };
  input.addEventListener("change", () => {
    const next = read();
    input.defaultValue = input.value;
    if (input.value.trim() !== "" && !(Array.isArray(next) && next.some((one) => !Number.isInteger(one)))) void pane.set(path, next);
  });
  const label = path[0] === "overlays" ? path.slice(2).join(" ") : path.slice(1).join(" ").replace(/ start$/, "");
  const back = own && path[0] !== "overlays" ? h("button", { type: "button", class: "quiet", title: "Take it out of this file: what the game is made from holds again", "aria-label": `Take ${key} out of this file`, onclick: () => void pane.set(path, null) }, "↺") : h("span");
  return h("label", { class: `field number${own ? " own" : ""}` }, h("span", { title: from }, label), h("span", { class: "with-back" }, input, back));
}
