// The board under the mouse: the picture as it will be printed, and over it what is being done. The keyboard can do all that the mouse can.
import { at, counted, fill, h, svg } from "./dom.js";
import { freeName, idOf } from "./studio-board.js";
import { inspector } from "./studio-inspector.js";
import { key, TOOLS } from "./studio-keys.js";
import { paintOver, s } from "./studio-overlay.js";
import { down, move, up } from "./studio-pointer.js";
import { restored, traced } from "./studio-trace.js";

/** @typedef {import("./studio.js").StudioPage} StudioPage */
/** @typedef {import("./studio-board.js").BoardModel} BoardModel */
/** @typedef {[number, number]} Point */

const HINTS = {
  select: "Drag places · drag over nothing to choose several · Delete takes out · arrows move",
  place: "Click where a place is to be, then type its name · arrows and Enter do the same",
  line: "Drag from a place to another, or click both · each further one goes on from there with Shift",
};

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
    /** How far down the canvas begins. @type {number | null} */
    this.top = null;
    this.watch = new ResizeObserver(() => this.stay());
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
    this.canvas.addEventListener("pointerdown", (event) => down(this, event));
    // Where the focus goes is said above: a field for a name is not to lose it to the click that asked for it.
    this.canvas.addEventListener("mousedown", (event) => {
      if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement)) event.preventDefault();
    });
    this.canvas.addEventListener("pointermove", (event) => move(this, event));
    this.canvas.addEventListener("pointerup", (event) => up(this, event));
    this.canvas.addEventListener("pointercancel", () => this.cancel());
    this.canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.canvas.addEventListener("keydown", (event) => key(this, event));
    this.canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    this.canvas.addEventListener("keyup", (event) => {
      if (event.key === " ") this.spaceHeld = false;
    });
    this.watch.observe(this.canvas);
    this.use("select");
  }

  ended() {
    this.watch.disconnect();
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
    this.frame = requestAnimationFrame(() => paintOver(this));
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

  /** A notice above the board takes room from it: what is drawn stays under the mouse all the same. */
  stay() {
    const { top } = this.canvas.getBoundingClientRect();
    const by = top - (this.top ?? top);
    this.top = top;
    if (!by) return;
    this.offset = [this.offset[0], this.offset[1] - by];
    const naming = /** @type {HTMLElement | null} */ (this.canvas.querySelector(".naming"));
    if (naming) naming.style.top = `${Number.parseFloat(naming.style.top) - by}px`;
    this.place();
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
    if (one.length) this.studio.say(one.length === 1 ? this.about(one[0]) : `${counted(places.length, "place")} and ${counted(lines.length, "line")} are chosen`);
    this.marked();
    this.paint();
    inspector(this);
  }

  /** @param {string} id */
  about(id) {
    const line = this.model.lines[id];
    if (!this.model.places[id] && line) return `${line.ends.map((end) => this.model.nameOf(end)).join(" – ")}, ${counted(line.length, "space")}`;
    const lines = Object.values(this.model.lines).filter((line) => line.ends.includes(id)).length;
    return `${this.model.nameOf(id)}, ${counted(lines, "line")}`;
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
}
