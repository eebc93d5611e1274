// The board: drawn once, then only what changes on it. Lanes and places can be pointed at, with a finger, a mouse or the keyboard.
import { at, svg } from "./dom.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").Thing} Thing */

/** The board of a table. */
export class Board {
  /**
   * @param {About} about
   * @param {(thing: Thing) => void} pick
   * @param {(thing: Thing | null) => void} hover
   */
  constructor(about, pick, hover) {
    this.about = about;
    this.pick = pick;
    this.picture = svg(about.svg);
    this.picture.setAttribute("role", "group");
    this.picture.setAttribute("aria-label", "Board");
    at("board").replaceChildren(this.picture);
    /** @type {Map<string, SVGElement>} */
    this.lanes = new Map();
    /** @type {Map<string, SVGElement>} */
    this.places = new Map();
    /** @type {Map<string, SVGElement>} */
    this.parts = new Map();
    for (const element of this.picture.querySelectorAll("g.lane")) this.lanes.set(element.getAttribute("data-lane") || "", /** @type {SVGElement} */ (element));
    for (const element of this.picture.querySelectorAll("g.place")) this.places.set(element.getAttribute("data-place") || "", /** @type {SVGElement} */ (element));
    for (const element of this.picture.querySelectorAll("[data-part]")) this.parts.set(element.getAttribute("data-part") || "", /** @type {SVGElement} */ (element));
    this.picture.addEventListener("click", (event) => this.clicked(event));
    this.picture.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.clicked(event);
      }
    });
    this.picture.addEventListener("mouseover", (event) => hover(this.thing(/** @type {Element | null} */ (event.target))));
    this.picture.addEventListener("mouseleave", () => hover(null));
    this.zoom = 1;
    this.fit();
    at("zoom-in").addEventListener("click", () => this.scale(this.zoom * 1.4));
    at("zoom-out").addEventListener("click", () => this.scale(this.zoom / 1.4));
  }

  /** On a large screen the whole board is seen at first; on a small one it is larger than its frame, so that its names can be read. */
  fit() {
    const frame = at("board");
    const box = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (this.picture)).viewBox.baseVal;
    const height = frame.clientWidth * (box.height / box.width);
    if (!window.matchMedia("(max-width: 860px)").matches) {
      // But never so small that names cannot be read.
      const letters = this.picture.querySelector("g.place text")?.getBoundingClientRect().height || 20;
      return this.scale(Math.min(1, Math.max((window.innerHeight * 0.82) / height, 10 / letters)));
    }
    this.scale(Math.min(Math.max(560 / height, 1.25), 2.2));
    requestAnimationFrame(() => frame.scrollTo((frame.scrollWidth - frame.clientWidth) / 2, (frame.scrollHeight - frame.clientHeight) / 2));
  }

  /** @param {number} zoom */
  scale(zoom) {
    this.zoom = Math.min(Math.max(zoom, 0.5), 4);
    this.picture.style.width = `${this.zoom * 100}%`;
  }

  /** @param {Event} event */
  clicked(event) {
    const thing = this.thing(/** @type {Element | null} */ (event.target));
    if (thing) this.pick(thing);
  }

  /**
   * @param {Element | null} element
   * @returns {Thing | null}
   */
  thing(element) {
    const place = element?.closest("g.place");
    if (place) return { kind: "place", id: place.getAttribute("data-place") || "" };
    const lane = element?.closest("g.lane");
    return lane ? { kind: "lane", id: lane.getAttribute("data-lane") || "" } : null;
  }

  /** @param {Record<string, string>} parts */
  change(parts) {
    for (const [name, text] of Object.entries(parts)) {
      const group = this.parts.get(name);
      if (group) group.replaceChildren(...(text ? [...svg(text).childNodes] : []));
    }
  }

  /**
   * Lights what something can be done with.
   * @param {Map<string, number>} lanes how many moves there are about each
   * @param {Map<string, number>} places
   */
  light(lanes, places) {
    for (const [id, element] of this.lanes) this.lit(element, lanes.get(id), this.laneName(id));
    for (const [id, element] of this.places) this.lit(element, places.get(id), this.placeName(id));
  }

  /**
   * @param {SVGElement} element
   * @param {number | undefined} moves
   * @param {string} name
   */
  lit(element, moves, name) {
    element.classList.toggle("legal", moves !== undefined);
    if (moves === undefined) {
      element.removeAttribute("tabindex");
      element.removeAttribute("role");
      element.removeAttribute("aria-label");
    } else {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", `${name}, ${moves} ${moves === 1 ? "move" : "moves"}`);
    }
  }

  /**
   * @param {string} mark
   * @param {Iterable<string>} lanes
   * @param {Iterable<string>} places
   */
  mark(mark, lanes, places) {
    for (const element of this.picture.querySelectorAll(`.${mark}`)) element.classList.remove(mark);
    for (const id of lanes) this.lanes.get(id)?.classList.add(mark);
    for (const id of places) this.places.get(id)?.classList.add(mark);
  }

  /** @param {string} id */
  laneName(id) {
    const lane = this.about.lanes.find((lane) => lane.id === id);
    if (!lane) return id;
    const twins = this.about.lanes.filter((other) => other.line === lane.line && other.color === lane.color);
    const ends = lane.ends.map((end) => this.placeName(end)).join(" – ");
    const which = twins.length > 1 ? ` ${twins.indexOf(lane) + 1}` : "";
    return `${ends} (${lane.length}${lane.color ? ` ${lane.color}` : ""}${which})`;
  }

  /** @param {string} id */
  placeName(id) {
    return this.about.places.find((place) => place.id === id)?.name || id;
  }
}
