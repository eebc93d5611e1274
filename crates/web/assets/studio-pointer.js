// What the mouse does on the board: what it points at, chooses, drags and draws.

/** @typedef {import("./studio-canvas.js").BoardView} BoardView */
/** @typedef {import("./studio-canvas.js").Point} Point */

/** How near, in pixels, something is pointed at. */
const NEAR = 14;

/**
 * @param {BoardView} view
 * @param {PointerEvent} event
 */
export function down(view, event) {
  if (event.target instanceof Element && event.target.closest("#zoom, .naming")) return;
  view.canvas.focus({ preventScroll: true });
  view.canvas.setPointerCapture(event.pointerId);
  const point = view.point(event);
  const place = placeNear(view, point);
  if (event.button === 1 || event.button === 2 || view.spaceHeld) {
    view.drag = { kind: "pan", from: [event.clientX, event.clientY], offset: view.offset };
    view.canvas.classList.add("panning");
  } else if (event.button !== 0) {
    return;
  } else if (view.tool === "place") {
    if (place) begin(view, place, event, point);
    else void view.addPlace(view.snapped(point));
  } else if (view.tool === "line") {
    if (place && view.from && view.from !== place) void view.addLine(view.from, place, event.shiftKey);
    else if (place) {
      view.from = place;
      view.drag = { kind: "line", start: place };
    } else view.from = null;
  } else if (place) {
    begin(view, place, event, point);
  } else {
    const line = lineAt(view, point, document.elementFromPoint(event.clientX, event.clientY));
    if (line) view.choose([], [line], event.shiftKey);
    else view.drag = { kind: "marquee", start: point, now: point, add: event.shiftKey };
  }
  view.paint();
}

/**
 * A place is taken hold of, or with Shift chosen besides others.
 * @param {BoardView} view
 * @param {string} place
 * @param {PointerEvent} event
 * @param {Point} point
 */
function begin(view, place, event, point) {
  if (event.shiftKey) {
    view.choose([place], [], true);
    return;
  }
  if (!view.places.has(place)) view.choose([place], [], false);
  view.drag = { kind: "places", start: point, handle: place, to: new Map(), moved: false, guides: [] };
}

/**
 * @param {BoardView} view
 * @param {PointerEvent} event
 */
export function move(view, event) {
  const point = view.point(event);
  view.pointer = point;
  const { drag } = view;
  if (!drag) {
    if (view.from) view.paint();
    return;
  }
  if (drag.kind === "pan") {
    view.offset = [drag.offset[0] + event.clientX - drag.from[0], drag.offset[1] + event.clientY - drag.from[1]];
    view.place();
    return;
  }
  if (drag.kind === "marquee") drag.now = point;
  if (drag.kind === "places") dragPlaces(view, point, event.altKey);
  view.paint();
}

/**
 * @param {BoardView} view
 * @param {Point} point
 * @param {boolean} free
 */
function dragPlaces(view, point, free) {
  const { drag, model } = view;
  const far = Math.hypot(point[0] - drag.start[0], point[1] - drag.start[1]) * view.zoom;
  if (!drag.moved && far < 3) return;
  drag.moved = true;
  const home = model.places[drag.handle].at;
  /** @type {Point} */
  let to = [home[0] + point[0] - drag.start[0], home[1] + point[1] - drag.start[1]];
  drag.guides = [];
  if (!free) {
    const near = 6 / view.zoom;
    to = view.snapped(to);
    // In line with another place: that goes before the grid.
    for (const axis of [0, 1]) {
      for (const [id, other] of Object.entries(model.places)) {
        if (!view.places.has(id) && Math.abs(other.at[axis] - (home[axis] + point[axis] - drag.start[axis])) < near) {
          to[axis] = other.at[axis];
          drag.guides.push([axis, other.at[axis]]);
          break;
        }
      }
    }
  }
  const by = [Math.round(to[0] - home[0]), Math.round(to[1] - home[1])];
  for (const id of view.places) {
    const from = model.places[id].at;
    drag.to.set(id, [from[0] + by[0], from[1] + by[1]]);
  }
  for (const id of view.places) for (const element of view.drawnPlaces.get(id) || []) element.classList.add("stale");
}

/**
 * @param {BoardView} view
 * @param {PointerEvent} event
 */
export function up(view, event) {
  const { drag } = view;
  view.drag = null;
  view.canvas.classList.remove("panning");
  if (!drag) return;
  const point = view.point(event);
  if (drag.kind === "marquee") {
    const inside = (/** @type {Point} */ p) => [0, 1].every((axis) => p[axis] >= Math.min(drag.start[axis], point[axis]) && p[axis] <= Math.max(drag.start[axis], point[axis]));
    const chosen = Object.entries(view.model.places).filter(([, place]) => inside(place.at)).map(([id]) => id);
    const within = new Set(chosen);
    const lines = Object.entries(view.model.lines).filter(([, line]) => line.ends.every((end) => within.has(end))).map(([id]) => id);
    view.choose(chosen, lines, drag.add);
  } else if (drag.kind === "places" && drag.moved) {
    view.movePlaces([...drag.to]);
  } else if (drag.kind === "line") {
    const place = placeNear(view, point);
    if (place && place !== drag.start) void view.addLine(drag.start, place, event.shiftKey);
  }
  view.paint();
}

/**
 * The place at a point, or the nearest that is meant by it.
 * @param {BoardView} view
 * @param {Point} point
 * @returns {string | null}
 */
export function placeNear(view, point) {
  let [best, least] = [null, NEAR / view.zoom];
  // A city is drawn at a size of the map, which may be larger than what is near on the screen.
  const drawn = view.model.picture ? 11 / view.model.picture.scale : 0;
  least = Math.max(least, drawn);
  for (const [id, place] of Object.entries(view.model.places)) {
    const far = Math.hypot(place.at[0] - point[0], place.at[1] - point[1]);
    if (far < least) [best, least] = [/** @type {any} */ (id), far];
  }
  return best;
}

/**
 * @param {BoardView} view
 * @param {Point} point
 * @param {EventTarget | null} target
 * @returns {string | null}
 */
function lineAt(view, point, target) {
  const drawn = target instanceof Element ? target.closest("g.lane")?.getAttribute("data-lane")?.split("/")[0] : null;
  if (drawn && view.model.lines[drawn]) return drawn;
  for (const [id, line] of Object.entries(view.model.lines)) {
    if (view.drawnLines.has(id)) continue;
    const [a, b] = line.ends.map((end) => view.model.places[end]?.at);
    if (a && b && apart(point, a, b) < NEAR / view.zoom) return id;
  }
  return null;
}

/**
 * How far a point is from the straight way between two others.
 * @param {Point} p
 * @param {Point} a
 * @param {Point} b
 */
function apart(p, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const along = Math.min(Math.max(((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(p[0] - a[0] - along * dx, p[1] - a[1] - along * dy);
}
