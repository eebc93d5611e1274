// The board under the mouse: the picture as it will be printed, and over it what is being done. The keyboard can do all that the mouse can.
import { at, fill, h, svg } from "./dom.js";
import { freeName, idOf } from "./studio-board.js";
import { inspector } from "./studio-inspector.js";
import { restored, traced } from "./studio-trace.js";

/** @typedef {import("./studio.js").StudioPage} StudioPage */
/** @typedef {import("./studio-board.js").BoardModel} BoardModel */
/** @typedef {[number, number]} Point */

const NS = "http://www.w3.org/2000/svg";
const TOOLS = [["select", "Select", "V"], ["place", "Places", "P"], ["line", "Lines", "L"]];
const HINTS = {
  select: "Drag places · drag over nothing to choose several · Delete takes out · arrows move",
  place: "Click where a place is to be, then type its name · arrows and Enter do the same",
  line: "Drag from a place to another, or click both · each further one goes on from there with Shift",
};
/** How near, in pixels, something is pointed at. */
const NEAR = 14;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function s(tag, attributes) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

export class BoardView {
  /**
   * @param {StudioPage} studio
   * @param {BoardModel} model
   */
  constructor(studio, model) {
    this.studio = studio;
    this.model = model;
    this.tool = "select";
    this.grid = 10;
    /** @type {Set<string>} */
    this.places = new Set();
    /** @type {Set<string>} */
    this.lines = new Set();
    this.zoom = 1;
    /** @type {Point} */
    this.offset = [0, 0];
    /** @type {any} */
    this.drag = null;
    /** @type {string | null} */
    this.from = null;
    /** @type {Point | null} */
    this.cursor = null;
    /** @type {Point | null} */
    this.pointer = null;
    this.fitted = false;
    this.naming = "";
    /** @type {any} */
    this.shownPicture = null;
    this.frame = 0;
    this.rest = 0;
    this.spaceHeld = false;
    /** @type {import("./studio-trace.js").Trace | null} */
    this.trace = null;
    /** What of the picture shows a place, and what a line. @type {Map<string, Element[]>} */
    this.drawnPlaces = new Map();
    /** @type {Map<string, Element[]>} */
    this.drawnLines = new Map();
    this.stage = h("div", { id: "stage" });
    this.sheet = h("div", { id: "sheet-edge" });
    this.traceImage = /** @type {HTMLImageElement} */ (h("img", { id: "trace", alt: "", hidden: true }));
    this.frameOfPicture = h("div", { id: "picture" });
    this.overlay = /** @type {SVGSVGElement} */ (s("svg", { id: "overlay", width: 1, height: 1, "aria-hidden": "true" }));
    this.hint = h("p", { id: "hint" });
    this.canvas = h("div", { id: "canvas", tabindex: 0, role: "application", "aria-label": "The board. V selects, P makes places, L makes lines, Tab goes from place to place." });
    this.build();
    model.listen(() => this.shown());
    void model.load();
    void restored(this);
  }

  /** Whether all that was done is in the file's draft and drawn: then nothing is under way. */
  isSettled() {
    const { model } = this;
    return Boolean(model.version) && !model.waiting && !model.drawing && model.picture !== null && model.picture.version >= model.version && !this.drag;
  }

  build() {
    const tools = TOOLS.map(([tool, text, key]) => h("button", { type: "button", "data-tool": tool, "aria-pressed": "false", title: `${text} (${key})`, onclick: () => this.use(tool) }, text));
    const grid = /** @type {HTMLSelectElement} */ (h("select", { id: "grid", onchange: () => this.setGrid(Number(grid.value)) }, ...[0, 5, 10, 20, 50].map((n) => h("option", { value: n }, n ? String(n) : "off"))));
    grid.value = String(this.grid);
    this.canvas.append(this.stage, this.hint);
    this.stage.append(this.sheet, this.traceImage, this.frameOfPicture, this.overlay);
    const zoom = h(
      "div",
      { id: "zoom" },
      h("button", { type: "button", "aria-label": "Larger", onclick: () => this.zoomBy(1.3) }, "+"),
      h("button", { type: "button", "aria-label": "Smaller", onclick: () => this.zoomBy(1 / 1.3) }, "−"),
      h("button", { type: "button", onclick: () => this.fit() }, "All"),
    );
    const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: "image/*", hidden: true, id: "trace-file", onchange: () => void traced(this, file.files?.[0]) }));
    fill(
      at("main"),
      h("div", { id: "toolbar", role: "toolbar", "aria-label": "Tools" }, ...tools, h("label", {}, "grid", grid), h("span", { class: "gap" }), file, h("button", { type: "button", onclick: () => file.click(), title: "A picture to draw after: it stays in this browser and is no part of the game" }, "Picture to trace…")),
      this.canvas,
    );
    this.canvas.append(zoom);
    this.canvas.addEventListener("pointerdown", (event) => this.down(event));
    // Where the focus goes is said above: a field for a name is not to lose it to the click that asked for it.
    this.canvas.addEventListener("mousedown", (event) => {
      if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement)) event.preventDefault();
    });
    this.canvas.addEventListener("pointermove", (event) => this.move(event));
    this.canvas.addEventListener("pointerup", (event) => this.up(event));
    this.canvas.addEventListener("pointercancel", () => this.cancel());
    this.canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    this.canvas.addEventListener("keyup", (event) => {
      if (event.key === " ") this.spaceHeld = false;
    });
    this.use("select");
  }

  ended() {
    cancelAnimationFrame(this.frame);
  }

  changed() {
    if (!this.model.waiting && !this.drag) void this.model.load();
  }

  async flush() {
    await this.model.queue;
  }

  /** @param {string} tool */
  use(tool) {
    this.tool = tool;
    this.from = null;
    for (const button of document.querySelectorAll("#toolbar [data-tool]")) button.setAttribute("aria-pressed", String(button.getAttribute("data-tool") === tool));
    this.canvas.classList.toggle("placing", tool === "place");
    this.canvas.classList.toggle("linking", tool === "line");
    this.hint.textContent = HINTS[/** @type {keyof typeof HINTS} */ (tool)];
    if (tool === "place" && !this.cursor) this.cursor = this.snapped(/** @type {Point} */ (this.model.size.map((n) => n / 2)));
    this.paint();
  }

  /** @param {number} grid */
  setGrid(grid) {
    this.grid = grid;
    this.paint();
  }

  /* What is seen. */

  shown() {
    const [width, height] = this.model.size;
    Object.assign(this.sheet.style, { width: `${width}px`, height: `${height}px` });
    if (this.model.broken) {
      this.hint.textContent = `${this.model.broken}`;
      this.studio.notice(`The board cannot be shown: ${this.model.broken}`);
    }
    for (const id of this.places) if (!this.model.places[id]) this.places.delete(id);
    for (const id of this.lines) if (!this.model.lines[id]) this.lines.delete(id);
    this.showPicture();
    if (!this.fitted && this.model.version) {
      this.fitted = true;
      this.fit();
    }
    this.marked();
    this.paint();
    inspector(this);
  }

  showPicture() {
    const picture = this.model.picture;
    if (!picture || picture === this.shownPicture) return;
    this.shownPicture = picture;
    this.drawnPlaces = new Map();
    this.drawnLines = new Map();
    if (!picture.svg) {
      this.frameOfPicture.replaceChildren();
      return;
    }
    const drawn = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (svg(picture.svg)));
    const box = drawn.viewBox.baseVal;
    const { scale, origin } = picture;
    Object.assign(this.frameOfPicture.style, { left: `${-origin[0] / scale}px`, top: `${-origin[1] / scale}px`, width: `${box.width / scale}px`, height: `${box.height / scale}px` });
    this.frameOfPicture.replaceChildren(drawn);
    const note = (/** @type {Map<string, Element[]>} */ map, /** @type {string} */ id, /** @type {Element} */ element) => map.set(id, [...(map.get(id) || []), element]);
    for (const element of drawn.querySelectorAll("g.lane")) note(this.drawnLines, (element.getAttribute("data-lane") || "").split("/")[0], element);
    for (const element of drawn.querySelectorAll("g.place")) note(this.drawnPlaces, element.getAttribute("data-place") || "", element);
  }

  /** Marks what is chosen, and what no longer is where it is drawn. */
  marked() {
    for (const [id, elements] of this.drawnPlaces) {
      for (const element of elements) {
        element.classList.toggle("picked", this.places.has(id));
        element.classList.toggle("stale", this.model.stale.has(id) || !this.model.places[id]);
      }
    }
    for (const [id, elements] of this.drawnLines) {
      const line = this.model.lines[id];
      const stale = !line || line.ends.some((end) => this.model.stale.has(end));
      for (const element of elements) {
        element.classList.toggle("picked", this.lines.has(id));
        element.classList.toggle("stale", stale);
      }
    }
  }

  /** Paints what lies over the picture, once before the next frame. */
  paint() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.paintNow());
  }

  paintNow() {
    const { model } = this;
    const parts = [];
    const unit = 1 / this.zoom;
    if (this.grid && this.grid * this.zoom >= 9) parts.push(...this.gridLines());
    const moved = this.drag?.kind === "places" ? this.drag.to : null;
    const where = (/** @type {string} */ id) => moved?.get(id) || model.places[id]?.at;
    const loose = (/** @type {string} */ id) => Boolean(moved?.has(id) || model.stale.has(id) || !this.drawnPlaces.has(id));
    for (const [id, line] of Object.entries(model.lines)) {
      if (this.drawnLines.has(id) && !line.ends.some(loose)) continue;
      const [a, b] = line.ends.map(where);
      if (!a || !b) continue;
      parts.push(s("line", { class: "ghost-line", x1: a[0], y1: a[1], x2: b[0], y2: b[1] }));
      if (moved) parts.push(this.label([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], `${line.length} on ${model.spaces(a, b).toFixed(1)}`));
    }
    for (const id of Object.keys(model.places)) {
      const point = where(id);
      if (!loose(id) || !point) continue;
      parts.push(s("circle", { class: "ghost-place", cx: point[0], cy: point[1], r: 7 * unit }));
      const name = s("text", { class: "ghost-name", x: 0, y: 0, transform: `translate(${point[0] + 10 * unit} ${point[1] + 4 * unit}) scale(${unit})` });
      name.textContent = model.nameOf(id);
      parts.push(name);
    }
    for (const id of this.places) {
      const point = where(id);
      if (point && loose(id)) parts.push(s("circle", { class: "ring-now", cx: point[0], cy: point[1], r: 12 * unit }));
    }
    parts.push(...this.underWay(unit));
    this.overlay.replaceChildren(...parts);
  }

  gridLines() {
    const [width, height] = this.model.size;
    let d = "";
    for (let x = 0; x <= width; x += this.grid) d += `M${x} 0V${height}`;
    for (let y = 0; y <= height; y += this.grid) d += `M0 ${y}H${width}`;
    return [s("path", { class: "grid-line", d })];
  }

  /** @param {number} unit */
  underWay(unit) {
    const parts = [];
    const { drag, model } = this;
    for (const [axis, value] of drag?.guides || []) {
      const [width, height] = model.size;
      parts.push(axis === 0 ? s("line", { class: "guide", x1: value, y1: 0, x2: value, y2: height }) : s("line", { class: "guide", x1: 0, y1: value, x2: width, y2: value }));
    }
    if (drag?.kind === "marquee") {
      const [a, b] = [drag.start, drag.now];
      parts.push(s("rect", { class: "marquee", x: Math.min(a[0], b[0]), y: Math.min(a[1], b[1]), width: Math.abs(a[0] - b[0]), height: Math.abs(a[1] - b[1]) }));
    }
    const from = this.from && model.places[this.from];
    if (from) {
      parts.push(s("circle", { class: "ring-now", cx: from.at[0], cy: from.at[1], r: 13 * unit }));
      const to = this.pointer;
      if (to) {
        const over = this.placeNear(to);
        const end = over && over !== this.from ? model.places[over].at : to;
        parts.push(s("line", { class: "ghost-line", x1: from.at[0], y1: from.at[1], x2: end[0], y2: end[1] }));
        parts.push(this.label([(from.at[0] + end[0]) / 2, (from.at[1] + end[1]) / 2], `${this.lengthFor(from.at, end)} spaces`));
      }
    }
    if (this.tool === "place" && this.cursor && document.activeElement === this.canvas) {
      const [x, y] = this.cursor;
      const r = 9 * unit;
      parts.push(s("path", { class: "cross", d: `M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}` }));
    }
    return parts;
  }

  /**
   * @param {Point} point
   * @param {string} text
   */
  label(point, text) {
    const element = s("text", { class: "measure", "text-anchor": "middle", transform: `translate(${point[0]} ${point[1] - 6 / this.zoom}) scale(${1 / this.zoom})` });
    element.textContent = text;
    return element;
  }

  /* Where it is seen. */

  place() {
    this.stage.style.transform = `translate(${this.offset[0]}px, ${this.offset[1]}px) scale(${this.zoom})`;
    // While it moves it is a picture that is shifted; when it rests it is drawn sharp again.
    this.stage.classList.add("moving");
    window.clearTimeout(this.rest);
    this.rest = window.setTimeout(() => {
      this.stage.classList.remove("moving");
      this.paint();
    }, 160);
  }

  fit() {
    const [width, height] = this.model.size;
    const room = this.canvas.getBoundingClientRect();
    // Below there is what is said about the tool.
    const [edge, below] = [32, 44];
    this.zoom = Math.min(Math.max(Math.min((room.width - edge) / width, (room.height - edge - below) / height), 0.05), 4);
    this.offset = [(room.width - width * this.zoom) / 2, (room.height - below - height * this.zoom) / 2];
    this.place();
    this.paint();
  }

  /**
   * @param {number} factor
   * @param {Point} [about] in pixels of the canvas
   */
  zoomBy(factor, about) {
    const room = this.canvas.getBoundingClientRect();
    const [x, y] = about || [room.width / 2, room.height / 2];
    const zoom = Math.min(Math.max(this.zoom * factor, 0.05), 8);
    this.offset = [x - ((x - this.offset[0]) / this.zoom) * zoom, y - ((y - this.offset[1]) / this.zoom) * zoom];
    this.zoom = zoom;
    this.place();
    if (!this.model.picture) this.paint();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const room = this.canvas.getBoundingClientRect();
    if (event.ctrlKey || event.metaKey || !event.shiftKey && Math.abs(event.deltaX) < 1) {
      this.zoomBy(Math.exp(-event.deltaY * 0.0016), [event.clientX - room.left, event.clientY - room.top]);
    } else {
      this.offset = [this.offset[0] - event.deltaX - (event.shiftKey ? event.deltaY : 0), this.offset[1] - (event.shiftKey ? 0 : event.deltaY)];
      this.place();
    }
  }

  /**
   * The point of the map under the mouse.
   * @param {MouseEvent} event
   * @returns {Point}
   */
  point(event) {
    const room = this.canvas.getBoundingClientRect();
    return [(event.clientX - room.left - this.offset[0]) / this.zoom, (event.clientY - room.top - this.offset[1]) / this.zoom];
  }

  /**
   * @param {Point} point
   * @returns {Point}
   */
  snapped(point) {
    const step = this.grid || 1;
    return [Math.round(point[0] / step) * step, Math.round(point[1] / step) * step];
  }

  /**
   * @param {Point} point
   * @returns {string | null}
   */
  placeNear(point) {
    let [best, least] = [null, NEAR / this.zoom];
    // A city is drawn at a size of the map, which may be larger than what is near on the screen.
    const drawn = this.model.picture ? 11 / this.model.picture.scale : 0;
    least = Math.max(least, drawn);
    for (const [id, place] of Object.entries(this.model.places)) {
      const far = Math.hypot(place.at[0] - point[0], place.at[1] - point[1]);
      if (far < least) [best, least] = [/** @type {any} */ (id), far];
    }
    return best;
  }

  /**
   * @param {Point} point
   * @param {EventTarget | null} target
   * @returns {string | null}
   */
  lineAt(point, target) {
    const drawn = target instanceof Element ? target.closest("g.lane")?.getAttribute("data-lane")?.split("/")[0] : null;
    if (drawn && this.model.lines[drawn]) return drawn;
    for (const [id, line] of Object.entries(this.model.lines)) {
      if (this.drawnLines.has(id)) continue;
      const [a, b] = line.ends.map((end) => this.model.places[end]?.at);
      if (a && b && apart(point, a, b) < NEAR / this.zoom) return id;
    }
    return null;
  }

  /* What the mouse does. */

  /** @param {PointerEvent} event */
  down(event) {
    if (event.target instanceof Element && event.target.closest("#zoom, .naming")) return;
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    const point = this.point(event);
    const place = this.placeNear(point);
    if (event.button === 1 || event.button === 2 || this.spaceHeld) {
      this.drag = { kind: "pan", from: [event.clientX, event.clientY], offset: this.offset };
      this.canvas.classList.add("panning");
    } else if (event.button !== 0) {
      return;
    } else if (this.tool === "place") {
      if (place) this.begin(place, event, point);
      else void this.addPlace(this.snapped(point));
    } else if (this.tool === "line") {
      if (place && this.from && this.from !== place) void this.addLine(this.from, place, event.shiftKey);
      else if (place) {
        this.from = place;
        this.drag = { kind: "line", start: place };
      } else this.from = null;
    } else if (place) {
      this.begin(place, event, point);
    } else {
      const line = this.lineAt(point, document.elementFromPoint(event.clientX, event.clientY));
      if (line) this.choose([], [line], event.shiftKey);
      else this.drag = { kind: "marquee", start: point, now: point, add: event.shiftKey };
    }
    this.paint();
  }

  /**
   * @param {string} place
   * @param {PointerEvent} event
   * @param {Point} point
   */
  begin(place, event, point) {
    if (event.shiftKey) {
      this.choose([place], [], true);
      return;
    }
    if (!this.places.has(place)) this.choose([place], [], false);
    this.drag = { kind: "places", start: point, handle: place, to: new Map(), moved: false, guides: [] };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const point = this.point(event);
    this.pointer = point;
    const { drag } = this;
    if (!drag) {
      if (this.from) this.paint();
      return;
    }
    if (drag.kind === "pan") {
      this.offset = [drag.offset[0] + event.clientX - drag.from[0], drag.offset[1] + event.clientY - drag.from[1]];
      this.place();
      return;
    }
    if (drag.kind === "marquee") drag.now = point;
    if (drag.kind === "places") this.dragPlaces(point, event.altKey);
    this.paint();
  }

  /**
   * @param {Point} point
   * @param {boolean} free
   */
  dragPlaces(point, free) {
    const { drag, model } = this;
    const far = Math.hypot(point[0] - drag.start[0], point[1] - drag.start[1]) * this.zoom;
    if (!drag.moved && far < 3) return;
    drag.moved = true;
    const home = model.places[drag.handle].at;
    /** @type {Point} */
    let to = [home[0] + point[0] - drag.start[0], home[1] + point[1] - drag.start[1]];
    drag.guides = [];
    if (!free) {
      const near = 6 / this.zoom;
      to = this.snapped(to);
      // In line with another place: that goes before the grid.
      for (const axis of [0, 1]) {
        for (const [id, other] of Object.entries(model.places)) {
          if (!this.places.has(id) && Math.abs(other.at[axis] - (home[axis] + point[axis] - drag.start[axis])) < near) {
            to[axis] = other.at[axis];
            drag.guides.push([axis, other.at[axis]]);
            break;
          }
        }
      }
    }
    const by = [Math.round(to[0] - home[0]), Math.round(to[1] - home[1])];
    for (const id of this.places) {
      const from = model.places[id].at;
      drag.to.set(id, [from[0] + by[0], from[1] + by[1]]);
    }
    for (const id of this.places) for (const element of this.drawnPlaces.get(id) || []) element.classList.add("stale");
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { drag } = this;
    this.drag = null;
    this.canvas.classList.remove("panning");
    if (!drag) return;
    const point = this.point(event);
    if (drag.kind === "marquee") {
      const inside = (/** @type {Point} */ p) => [0, 1].every((axis) => p[axis] >= Math.min(drag.start[axis], point[axis]) && p[axis] <= Math.max(drag.start[axis], point[axis]));
      const chosen = Object.entries(this.model.places).filter(([, place]) => inside(place.at)).map(([id]) => id);
      const within = new Set(chosen);
      const lines = Object.entries(this.model.lines).filter(([, line]) => line.ends.every((end) => within.has(end))).map(([id]) => id);
      this.choose(chosen, lines, drag.add);
    } else if (drag.kind === "places" && drag.moved) {
      this.movePlaces([...drag.to]);
    } else if (drag.kind === "line") {
      const place = this.placeNear(point);
      if (place && place !== drag.start) void this.addLine(drag.start, place, event.shiftKey);
    }
    this.paint();
  }

  cancel() {
    this.drag = null;
    this.from = null;
    this.marked();
    this.paint();
  }

  /**
   * @param {string[]} places
   * @param {string[]} lines
   * @param {boolean} add
   */
  choose(places, lines, add) {
    if (!add) {
      this.places.clear();
      this.lines.clear();
    }
    for (const id of places) {
      if (add && places.length === 1 && this.places.has(id)) this.places.delete(id);
      else this.places.add(id);
    }
    for (const id of lines) {
      if (add && lines.length === 1 && this.lines.has(id)) this.lines.delete(id);
      else this.lines.add(id);
    }
    const one = [...places, ...lines];
    if (one.length) this.studio.say(one.length === 1 ? this.about(one[0]) : `${places.length} places and ${lines.length} lines are chosen`);
    this.marked();
    this.paint();
    inspector(this);
  }

  /** @param {string} id */
  about(id) {
    const line = this.model.lines[id];
    if (!this.model.places[id] && line) return `${line.ends.map((end) => this.model.nameOf(end)).join(" – ")}, ${line.length} spaces`;
    const lines = Object.values(this.model.lines).filter((line) => line.ends.includes(id)).length;
    return `${this.model.nameOf(id)}, ${lines} lines`;
  }

  /* What is done. */

  /** @param {[string, Point][]} to */
  movePlaces(to) {
    const names = to.length === 1 ? this.model.nameOf(to[0][0]) : `${to.length} places`;
    void this.model.edit([{ do: "move-places", to }], `moving ${names}`);
  }

  /** @param {Point} point */
  async addPlace(point) {
    const name = freeName(this.model);
    const id = idOf(name, (id) => Boolean(this.model.places[id]));
    const at = /** @type {Point} */ (point.map(Math.round));
    this.cursor = at;
    const added = this.model.edit([{ do: "add-place", id, keys: { name, at } }], `adding ${name}`);
    this.choose([id], [], false);
    this.nameIt(id, at);
    await added;
  }

  /**
   * Asks for the name of a place, where it lies.
   * @param {string} id
   * @param {Point} point
   */
  nameIt(id, point) {
    this.canvas.querySelector(".naming")?.remove();
    const input = /** @type {HTMLInputElement} */ (h("input", { class: "naming", type: "text", "aria-label": "Name of the place", maxlength: 60, value: this.model.places[id]?.name || "" }));
    Object.assign(input.style, { position: "absolute", left: `${point[0] * this.zoom + this.offset[0] + 12}px`, top: `${point[1] * this.zoom + this.offset[1] - 16}px`, width: "9rem", zIndex: "5" });
    let done = false;
    const finish = (/** @type {boolean} */ take) => {
      if (done) return;
      done = true;
      const name = input.value.trim();
      input.remove();
      if (take && name) void this.rename(id, name);
      this.canvas.focus({ preventScroll: true });
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") finish(true);
      if (event.key === "Escape") finish(false);
    });
    input.addEventListener("blur", () => finish(true));
    this.canvas.append(input);
    input.focus({ preventScroll: true });
    input.select();
  }

  /**
   * A place has another name; the id of one that was made here follows it.
   * @param {string} id
   * @param {string} name
   */
  async rename(id, name) {
    const place = this.model.places[id];
    if (!place || place.name === name) return;
    const to = idOf(name, (other) => other !== id && Boolean(this.model.places[other]));
    const edits = [{ do: "set", path: ["places", id, "name"], value: name }];
    const follows = this.model.fresh.has(id) && to !== id;
    if (follows) edits.push(/** @type {any} */ ({ do: "rename-place", id, to }));
    const sent = this.model.edit(edits, `calling it ${name}`);
    if (follows && this.places.delete(id)) this.places.add(to);
    this.paint();
    inspector(this);
    await sent;
  }

  /**
   * @param {Point} a
   * @param {Point} b
   */
  lengthFor(a, b) {
    const longest = Math.max(6, ...Object.values(this.model.lines).map((line) => line.length));
    return Math.min(Math.max(Math.round(this.model.spaces(a, b)), 1), longest);
  }

  /**
   * @param {string} a
   * @param {string} b
   * @param {boolean} goesOn
   */
  async addLine(a, b, goesOn) {
    this.from = goesOn ? b : null;
    this.drag = null;
    const [from, to] = [a, b].map((id) => this.model.places[id]);
    const there = Object.entries(this.model.lines).find(([, line]) => line.ends.includes(a) && line.ends.includes(b));
    if (there) {
      // A second line between two places is a second lane of the first.
      const [id, line] = there;
      this.choose([], [id], false);
      await this.model.edit([{ do: "set", path: ["lines", id, "lanes"], value: [...(line.lanes || ["grey"]), "grey"] }], "a lane more");
      return;
    }
    const keys = { length: this.lengthFor(from.at, to.at) };
    const sent = this.model.edit([{ do: "add-line", ends: [a, b], keys }], `a line from ${this.model.nameOf(a)} to ${this.model.nameOf(b)}`);
    this.choose([], [[a, b].sort().join("-")], false);
    await sent;
  }

  remove() {
    if (!this.places.size && !this.lines.size) return;
    const [places, lines] = [[...this.places], [...this.lines]];
    const what = [...places.map((id) => this.model.nameOf(id)), ...lines].slice(0, 3).join(", ");
    this.places.clear();
    this.lines.clear();
    void this.model.edit([{ do: "remove", places, lines }], `taking out ${what}`);
    inspector(this);
  }

  /* The keyboard. */

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target !== this.canvas || event.ctrlKey || event.metaKey) return;
    const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const arrow = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    const step = (this.grid || 1) * (event.shiftKey ? 5 : 1);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const tool = TOOLS.find(([, , letter]) => letter.toLowerCase() === key);
    if (tool) this.use(tool[0]);
    else if (arrow && this.tool === "place") {
      const from = this.cursor || [0, 0];
      this.cursor = [from[0] + arrow[0] * step, from[1] + arrow[1] * step];
      this.studio.say(`${this.cursor.join(", ")}`);
      this.paint();
    } else if (arrow && this.places.size) {
      this.movePlaces([...this.places].map((id) => [id, /** @type {Point} */ ([this.model.places[id].at[0] + arrow[0] * step, this.model.places[id].at[1] + arrow[1] * step])]));
    } else if (arrow) {
      this.offset = [this.offset[0] - arrow[0] * 60, this.offset[1] - arrow[1] * 60];
      this.place();
    } else if (key === "Enter") this.enter();
    else if (key === "Delete" || key === "Backspace") this.remove();
    else if (key === "Escape") {
      this.choose([], [], false);
      this.cancel();
    } else if (key === "+" || key === "=") this.zoomBy(1.25);
    else if (key === "-") this.zoomBy(1 / 1.25);
    else if (key === "0") this.fit();
    else if (key === "Tab" && this.next(event.shiftKey ? -1 : 1)) {
      // Goes on below.
    } else return;
    event.preventDefault();
  }

  enter() {
    if (this.tool === "place" && this.cursor) {
      void this.addPlace(this.cursor);
      return;
    }
    const [place] = this.places;
    if (this.tool === "line" && place) {
      if (this.from && this.from !== place) void this.addLine(this.from, place, false);
      else {
        this.from = place;
        this.studio.say(`A line from ${this.model.nameOf(place)}: go to its other end with Tab, then Enter`);
        this.paint();
      }
    } else if (place) {
      this.nameIt(place, this.model.places[place].at);
    } else {
      /** @type {HTMLInputElement | null} */ (at("side").querySelector("input, select"))?.focus();
    }
  }

  /**
   * Chooses the next place in reading order; past the last the focus goes on.
   * @param {number} by
   */
  next(by) {
    const ids = Object.keys(this.model.places);
    if (!ids.length) return false;
    const [now] = this.places;
    const index = now ? ids.indexOf(now) + by : by > 0 ? 0 : ids.length - 1;
    if (index < 0 || index >= ids.length) {
      this.choose([], [], false);
      return false;
    }
    this.choose([ids[index]], [], false);
    return true;
  }
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
