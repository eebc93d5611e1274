// What the keyboard does on the board: all that the mouse can.
import { at } from "./dom.js";

/** @typedef {import("./studio-canvas.js").BoardView} BoardView */
/** @typedef {import("./studio-canvas.js").Point} Point */

/** The tools, what they are called and the keys that take them up. */
export const TOOLS = [["select", "Select", "V"], ["place", "Places", "P"], ["line", "Lines", "L"]];

/**
 * @param {BoardView} view
 * @param {KeyboardEvent} event
 */
export function key(view, event) {
  if (event.target !== view.canvas || event.ctrlKey || event.metaKey) return;
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const arrow = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
  const step = (view.grid || 1) * (event.shiftKey ? 5 : 1);
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const tool = TOOLS.find(([, , letter]) => letter.toLowerCase() === key);
  if (tool) view.use(tool[0]);
  else if (arrow && view.tool === "place") {
    const from = view.cursor || [0, 0];
    view.cursor = [from[0] + arrow[0] * step, from[1] + arrow[1] * step];
    view.studio.say(`${view.cursor.join(", ")}`);
    view.paint();
  } else if (arrow && view.places.size) {
    view.movePlaces([...view.places].map((id) => [id, /** @type {Point} */ ([view.model.places[id].at[0] + arrow[0] * step, view.model.places[id].at[1] + arrow[1] * step])]));
  } else if (arrow) {
    view.offset = [view.offset[0] - arrow[0] * 60, view.offset[1] - arrow[1] * 60];
    view.place();
  } else if (key === "Enter") enter(view);
  else if (key === "Delete" || key === "Backspace") view.remove();
  else if (key === "Escape") {
    view.choose([], [], false);
    view.cancel();
  } else if (key === "+" || key === "=") view.zoomBy(1.25);
  else if (key === "-") view.zoomBy(1 / 1.25);
  else if (key === "0") view.fit();
  else if (key === "Tab" && next(view, event.shiftKey ? -1 : 1)) {
    // Goes on below.
  } else return;
  event.preventDefault();
}

/** @param {BoardView} view */
function enter(view) {
  if (view.tool === "place" && view.cursor) {
    void view.addPlace(view.cursor);
    return;
  }
  const [place] = view.places;
  if (view.tool === "line" && place) {
    if (view.from && view.from !== place) void view.addLine(view.from, place, false);
    else {
      view.from = place;
      view.studio.say(`A line from ${view.model.nameOf(place)}: go to its other end with Tab, then Enter`);
      view.paint();
    }
  } else if (place) {
    view.nameIt(place, view.model.places[place].at);
  } else {
    /** @type {HTMLInputElement | null} */ (at("side").querySelector("input, select"))?.focus();
  }
}

/**
 * Chooses the next place in reading order; past the last the focus goes on.
 * @param {BoardView} view
 * @param {number} by
 */
function next(view, by) {
  const ids = Object.keys(view.model.places);
  if (!ids.length) return false;
  const [now] = view.places;
  const index = now ? ids.indexOf(now) + by : by > 0 ? 0 : ids.length - 1;
  if (index < 0 || index >= ids.length) {
    view.choose([], [], false);
    return false;
  }
  view.choose([ids[index]], [], false);
  return true;
}
