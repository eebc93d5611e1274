// What lies over the picture of the board: the grid, what is being dragged or drawn, and what is not in the picture yet.
import { placeNear } from "./studio-pointer.js";

/** @typedef {import("./studio-canvas.js").BoardView} BoardView */
/** @typedef {import("./studio-canvas.js").Point} Point */

const NS = "http://www.w3.org/2000/svg";

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
export function s(tag, attributes) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/**
 * Paints all of it anew.
 * @param {BoardView} view
 */
export function paintOver(view) {
  const { model } = view;
  const parts = [];
  const unit = 1 / view.zoom;
  if (view.grid && view.grid * view.zoom >= 9) parts.push(...gridLines(view));
  const moved = view.drag?.kind === "places" ? view.drag.to : null;
  const where = (/** @type {string} */ id) => moved?.get(id) || model.places[id]?.at;
  const loose = (/** @type {string} */ id) => Boolean(moved?.has(id) || model.stale.has(id) || !view.drawnPlaces.has(id));
  for (const [id, line] of Object.entries(model.lines)) {
    if (view.drawnLines.has(id) && !line.ends.some(loose)) continue;
    const [a, b] = line.ends.map(where);
    if (!a || !b) continue;
    parts.push(s("line", { class: "ghost-line", x1: a[0], y1: a[1], x2: b[0], y2: b[1] }));
    if (moved) parts.push(label(view, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], `${line.length} on ${model.spaces(a, b).toFixed(1)}`));
  }
  for (const id of Object.keys(model.places)) {
    const point = where(id);
    if (!loose(id) || !point) continue;
    parts.push(s("circle", { class: "ghost-place", cx: point[0], cy: point[1], r: 7 * unit }));
    const name = s("text", { class: "ghost-name", x: 0, y: 0, transform: `translate(${point[0] + 10 * unit} ${point[1] + 4 * unit}) scale(${unit})` });
    name.textContent = model.nameOf(id);
    parts.push(name);
  }
  for (const id of view.places) {
    const point = where(id);
    if (point && loose(id)) parts.push(s("circle", { class: "ring-now", cx: point[0], cy: point[1], r: 12 * unit }));
  }
  parts.push(...underWay(view, unit));
  view.overlay.replaceChildren(...parts);
}

/** @param {BoardView} view */
function gridLines(view) {
  const [width, height] = view.model.size;
  let d = "";
  for (let x = 0; x <= width; x += view.grid) d += `M${x} 0V${height}`;
  for (let y = 0; y <= height; y += view.grid) d += `M0 ${y}H${width}`;
  return [s("path", { class: "grid-line", d })];
}

/**
 * What somebody is in the middle of doing.
 * @param {BoardView} view
 * @param {number} unit
 */
function underWay(view, unit) {
  const parts = [];
  const { drag, model } = view;
  for (const [axis, value] of drag?.guides || []) {
    const [width, height] = model.size;
    parts.push(axis === 0 ? s("line", { class: "guide", x1: value, y1: 0, x2: value, y2: height }) : s("line", { class: "guide", x1: 0, y1: value, x2: width, y2: value }));
  }
  if (drag?.kind === "marquee") {
    const [a, b] = [drag.start, drag.now];
    parts.push(s("rect", { class: "marquee", x: Math.min(a[0], b[0]), y: Math.min(a[1], b[1]), width: Math.abs(a[0] - b[0]), height: Math.abs(a[1] - b[1]) }));
  }
  const from = view.from && model.places[view.from];
  if (from) {
    parts.push(s("circle", { class: "ring-now", cx: from.at[0], cy: from.at[1], r: 13 * unit }));
    const to = view.pointer;
    if (to) {
      const over = placeNear(view, to);
      const end = over && over !== view.from ? model.places[over].at : to;
      parts.push(s("line", { class: "ghost-line", x1: from.at[0], y1: from.at[1], x2: end[0], y2: end[1] }));
      parts.push(label(view, [(from.at[0] + end[0]) / 2, (from.at[1] + end[1]) / 2], `${view.lengthFor(from.at, end)} spaces`));
    }
  }
  if (view.tool === "place" && view.cursor && document.activeElement === view.canvas) {
    const [x, y] = view.cursor;
    const r = 9 * unit;
    parts.push(s("path", { class: "cross", d: `M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}` }));
  }
  return parts;
}

/**
 * @param {BoardView} view
 * @param {Point} point
 * @param {string} text
 */
function label(view, point, text) {
  const element = s("text", { class: "measure", "text-anchor": "middle", transform: `translate(${point[0]} ${point[1] - 6 / view.zoom}) scale(${1 / view.zoom})` });
  element.textContent = text;
  return element;
}
