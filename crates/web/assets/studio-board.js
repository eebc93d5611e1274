// A map as it is being drawn: what is on it now, what was done to it and is not drawn yet, and the picture of how it will be printed.
import { ask } from "./net.js";

/** @typedef {import("./studio.js").StudioPage} StudioPage */
/** @typedef {{name?: string, at: [number, number], junction?: boolean, tags?: string[], [key: string]: any}} Place */
/** @typedef {{ends: [string, string], length: number, lanes?: (string | {color?: string, length?: number})[], "one-way"?: boolean, [key: string]: any}} Line */
/** @typedef {{do: string, [key: string]: any}} Edit */
/** @typedef {{version: number, svg: string | null, scale: number, origin: [number, number], whole: boolean, figures: any}} Picture */

export class BoardModel {
  /**
   * @param {StudioPage} studio
   * @param {string} file
   */
  constructor(studio, file) {
    this.studio = studio;
    this.file = file;
    /** @type {any} */
    this.data = { places: {}, lines: {}, kinds: {}, cards: {}, attributes: {}, size: [1000, 1000] };
    /** @type {Picture | null} */
    this.picture = null;
    this.version = 0;
    /** What is sent and not answered yet. */
    this.waiting = 0;
    /** @type {Promise<unknown>} */
    this.queue = Promise.resolve();
    this.drawing = false;
    this.drawAgain = false;
    /** @type {(() => void)[]} */
    this.heard = [];
    /** Places that were made here and saved nowhere: their ids follow their names. @type {Set<string>} */
    this.fresh = new Set();
    /** Why the file cannot be shown as a board. */
    this.broken = "";
    /** Where the mouse has put what is not drawn yet. @type {Set<string>} */
    this.stale = new Set();
  }

  /** @param {() => void} listener */
  listen(listener) {
    this.heard.push(listener);
  }

  tell() {
    for (const listener of this.heard) listener();
  }

  /** @returns {Record<string, Place>} */
  get places() {
    return this.data.places || {};
  }

  /** @returns {Record<string, Line>} */
  get lines() {
    return this.data.lines || {};
  }

  /** @returns {[number, number]} */
  get size() {
    const size = this.data.size;
    return Array.isArray(size) && size.length === 2 ? [Number(size[0]) || 1000, Number(size[1]) || 1000] : [1000, 1000];
  }

  /** Reads the file anew, and its picture. */
  async load() {
    try {
      const data = await ask("/api/studio/map", { body: { file: this.file } });
      if (this.waiting) return;
      this.data = data;
      this.version = data.version;
      this.broken = "";
      this.tell();
    } catch (error) {
      this.broken = error instanceof Error ? error.message : String(error);
      this.tell();
      return;
    }
    void this.draw();
  }

  /** The picture of the newest version; of several that are asked for while one is made, only the last is. */
  async draw() {
    if (this.drawing) {
      this.drawAgain = true;
      return;
    }
    this.drawing = true;
    do {
      this.drawAgain = false;
      const known = this.version;
      const picture = await ask("/api/studio/picture", { body: { file: this.file } }).catch(() => null);
      if (picture && picture.version >= known && !this.waiting) {
        this.picture = picture;
        this.stale.clear();
        this.tell();
      } else if (picture && picture.version < this.version) {
        this.drawAgain = true;
      }
    } while (this.drawAgain);
    this.drawing = false;
  }

  /**
   * Does something to the map: here at once, in the file as soon as the server has answered.
   * @param {Edit[]} edits
   * @param {string} what as it is called when it is taken back
   * @returns {Promise<boolean>}
   */
  edit(edits, what) {
    if (!edits.length) return Promise.resolve(true);
    for (const edit of edits) this.apply(edit);
    this.waiting += 1;
    this.tell();
    const send = async () => {
      const done = await this.studio.attempt(() => ask("/api/studio/edit", { body: { file: this.file, edits, what } }));
      this.waiting -= 1;
      if (done) {
        this.version = done.version;
        this.studio.notice("");
      }
      if (!this.waiting) {
        await this.load();
        void this.studio.look();
      }
      return Boolean(done);
    };
    const sent = this.queue.then(send);
    this.queue = sent;
    return sent;
  }

  /**
   * What the server will do, as far as it is to be seen at once.
   * @param {Edit} edit
   */
  apply(edit) {
    const { places, lines } = this;
    if (edit.do === "add-place") {
      places[edit.id] = { ...edit.keys };
      this.fresh.add(edit.id);
    } else if (edit.do === "move-places") {
      for (const [id, to] of edit.to) {
        if (places[id]) places[id].at = to;
        this.stale.add(id);
      }
    } else if (edit.do === "add-line") {
      const ends = [...edit.ends].sort();
      let id = ends.join("-");
      for (let n = 2; lines[id]; n += 1) id = `${ends.join("-")}-${n}`;
      lines[id] = { ends, ...edit.keys };
    } else if (edit.do === "remove") {
      for (const id of edit.places || []) delete places[id];
      for (const [id, line] of Object.entries(lines)) {
        if ((edit.lines || []).includes(id) || line.ends.some((end) => (edit.places || []).includes(end))) delete lines[id];
      }
    } else if (edit.do === "rename-place" && places[edit.id]) {
      places[edit.to] = places[edit.id];
      delete places[edit.id];
      for (const line of Object.values(lines)) line.ends = /** @type {[string, string]} */ (line.ends.map((end) => (end === edit.id ? edit.to : end)));
      if (this.fresh.delete(edit.id)) this.fresh.add(edit.to);
    } else if (edit.do === "set") {
      let target = this.data;
      const path = edit.path[0] === "cards" ? ["kinds", ...edit.path.slice(1)] : edit.path;
      for (const key of path.slice(0, -1)) target = target[key] ??= {};
      const last = path[path.length - 1];
      if (edit.value === null) delete target[last];
      else target[last] = edit.value;
    } else if (edit.do === "add-card") {
      this.data.kinds ??= {};
      const kinds = ((this.data.kinds[edit.set] ??= {}).kinds ??= {});
      let id = edit.id;
      for (let n = 2; kinds[id]; n += 1) id = `${edit.id}-${n}`;
      kinds[id] = { ...edit.keys };
    } else if (edit.do === "remove-cards") {
      for (const id of edit.ids) delete this.data.kinds?.[edit.set]?.kinds?.[id];
    }
  }

  /** @param {string} id */
  nameOf(id) {
    return this.places[id]?.name || id;
  }

  /** The colours of lanes that the board has, the most usual first. */
  colours() {
    /** @type {Map<string, number>} */
    const counts = new Map([["grey", 0]]);
    for (const line of Object.values(this.lines)) {
      for (const lane of line.lanes || ["grey"]) {
        const color = typeof lane === "string" ? lane : lane.color || "grey";
        counts.set(color, (counts.get(color) || 0) + 1);
      }
    }
    const known = ["red", "blue", "green", "yellow", "black", "white", "orange", "purple", "pink", "brown"];
    const own = [...counts].sort((a, b) => b[1] - a[1]).map(([color]) => color);
    return [...own, ...known.filter((color) => !own.includes(color))];
  }

  /** @param {"places" | "lines"} table */
  tags(table) {
    const all = Object.values(this.data[table] || {}).flatMap((/** @type {any} */ entry) => entry.tags || []);
    return [...new Set(all)].sort();
  }

  /**
   * How far two points are apart in spaces, as spaces are drawn on this board.
   * @param {[number, number]} a
   * @param {[number, number]} b
   */
  spaces(a, b) {
    const far = Math.hypot(a[0] - b[0], a[1] - b[1]);
    return far / this.pitch();
  }

  /** How many units of the map a space takes, as on most lines. */
  pitch() {
    const all = [];
    for (const line of Object.values(this.lines)) {
      const [a, b] = line.ends.map((end) => this.places[end]?.at);
      if (a && b && line.length > 0) all.push(Math.hypot(a[0] - b[0], a[1] - b[1]) / line.length);
    }
    all.sort((a, b) => a - b);
    // The first line of a board says little about those to come.
    return all.length < 3 ? 60 : Math.max(all[Math.floor(all.length / 2)], 4);
  }
}

/**
 * An id from a name: small letters, digits, hyphens.
 * @param {string} name
 * @param {(id: string) => boolean} taken
 */
export function idOf(name, taken) {
  const plain = name.toLowerCase().replace(/ß/g, "ss").replace(/æ/g, "ae").replace(/[øö]/g, "o").replace(/ł/g, "l").normalize("NFD").replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "place";
  let id = plain;
  for (let n = 2; taken(id); n += 1) id = `${plain}-${n}`;
  return id;
}

const NAMES = "Ashby Brook Crane Dover Elmet Firth Grove Holm Ingle Jarrow Kelso Lorne Marsh Neath Orrin Penn Quill Rowan Stowe Thorpe Upton Vale Wick Yarrow".split(" ");

/**
 * A name for a place that has none yet.
 * @param {BoardModel} model
 */
export function freeName(model) {
  const taken = new Set(Object.values(model.places).map((place) => place.name));
  return NAMES.find((name) => !taken.has(name) && !model.places[name.toLowerCase()]) || `Place ${Object.keys(model.places).length + 1}`;
}
