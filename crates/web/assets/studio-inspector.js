// What is chosen on the board, with all that the map declares for it; nothing chosen is the map itself.
import { at, counted, fill, h } from "./dom.js";
import { forget, keep, placed } from "./studio-trace.js";

/** @typedef {import("./studio-canvas.js").BoardView} BoardView */
/** @typedef {import("./studio-board.js").Line} Line */

/** The keys of lines and places that have fields of their own here. */
const SWATCHES = { grey: "#9a938a", red: "#c8102e", blue: "#1769c4", green: "#2e7d32", yellow: "#e6b800", black: "#2b2a28", white: "#f6f3ea", orange: "#e4761b", purple: "#7b3fa0", pink: "#d85a9c", brown: "#7a4a23" };

/** @param {BoardView} view */
export function inspector(view) {
  const side = at("side");
  // Somebody who types here is not to lose what they type.
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement && side.contains(focused) && focused.value !== focused.defaultValue) return;
  const [places, lines] = [[...view.places], [...view.lines]];
  const parts = [];
  if (!places.length && !lines.length) parts.push(...ofMap(view));
  if (places.length) parts.push(...ofPlaces(view, places));
  if (lines.length) parts.push(...ofLines(view, lines));
  parts.push(h("div", { id: "effect" }));
  fill(side, ...parts);
  view.studio.effect.show();
}

/**
 * @param {string} label
 * @param {Node} input
 */
function field(label, input) {
  return h("label", { class: "field" }, h("span", {}, label), input);
}

/**
 * @param {string} key
 * @param {unknown} value
 * @param {(value: string) => void} change
 * @param {Record<string, unknown>} [more]
 */
function text(key, value, change, more = {}) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "text", "data-key": key, value: value ?? "", ...more }));
  input.addEventListener("change", () => {
    change(input.value.trim());
    input.defaultValue = input.value;
  });
  return input;
}

/**
 * @param {string} key
 * @param {unknown} value
 * @param {(value: number) => void} change
 * @param {Record<string, unknown>} [more]
 */
function number(key, value, change, more = {}) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "number", "data-key": key, value: value ?? "", ...more }));
  input.addEventListener("change", () => {
    if (input.value !== "" && input.validity.valid) change(Number(input.value));
    input.defaultValue = input.value;
  });
  return input;
}

/**
 * @param {string} key
 * @param {string[]} options
 * @param {string} value
 * @param {(value: string) => void} change
 * @param {Record<string, unknown>} [more]
 */
export function select(key, options, value, change, more = {}) {
  const all = options.includes(value) ? options : [value, ...options];
  const element = /** @type {HTMLSelectElement} */ (h("select", { "data-key": key, ...more }, ...all.map((option) => h("option", { value: option }, option))));
  element.value = value;
  element.addEventListener("change", () => change(element.value));
  return element;
}

/** @param {BoardView} view */
function ofMap(view) {
  const { model } = view;
  const figures = model.picture?.figures;
  const set = (/** @type {string[]} */ path, /** @type {unknown} */ value, /** @type {string} */ what) => void model.edit([{ do: "set", path, value }], what);
  const size = model.size;
  const parts = [
    h("h2", {}, "The board"),
    field("name", text("name", model.data.name, (value) => set(["name"], value, "the name of the board"))),
    h("div", { class: "field" }, h("span", {}, "size"), h("div", { class: "pair" }, number("width", size[0], (n) => set(["size"], [n, size[1]], "the size of the board"), { min: 50, max: 20000, "aria-label": "width" }), number("height", size[1], (n) => set(["size"], [size[0], n], "the size of the board"), { min: 50, max: 20000, "aria-label": "height" }))),
    h("p", { class: "faint" }, model.data.title ? `Played by ${model.data.title}.` : "No game of the folder is played on it yet."),
  ];
  if (figures) {
    parts.push(
      h("p", {}, `${counted(figures.cities, "cit").replace(/cits$/, "cities").replace(/cit$/, "city")}, ${counted(figures.lines, "line")}, ${counted(figures.spaces, "space")}. `, figures.farthest ? `Farthest apart: ${figures.farthest.places.map((/** @type {string} */ id) => model.nameOf(id)).join(" and ")}, ${figures.farthest.spaces} spaces; on average ${figures.mean}.` : ""),
      h("h3", {}, "Spaces of each colour"),
      h("div", { class: "lanes" }, ...figures.colours.map((/** @type {any} */ one) => h("div", { class: "lane-row" }, swatch(one.colour), h("span", {}, one.colour), h("span", { class: "faint" }, `${one.spaces} on ${counted(one.lanes, "lane")}`)))),
    );
  }
  if (model.picture && !model.picture.whole && model.picture.svg) parts.push(h("p", { class: "faint" }, "The game cannot be loaded yet, so the board is shown without its rules. What is missing stands below."));
  parts.push(...declared(view), ...tracing(view));
  return parts;
}

/** @param {BoardView} view */
function declared(view) {
  const { model } = view;
  const add = (/** @type {string} */ of) => {
    const name = text(`new-${of}`, "", (value) => {
      const id = value.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
      if (id) void model.edit([{ do: "set", path: ["attributes", of, id], value: "number" }], `declaring ${id}`);
    }, { placeholder: "a new one…", "aria-label": `A new attribute of ${of}s` });
    return name;
  };
  const of = (/** @type {string} */ kind, /** @type {string} */ title) => {
    const all = Object.entries(model.data.attributes?.[kind] || {});
    return [
      h("h3", {}, title),
      ...all.map(([id, type]) => field(id, select(`${kind}-${id}`, ["number", "word", "place", "numbers", "words"], String(type), (value) => void model.edit([{ do: "set", path: ["attributes", kind, id], value }], `what ${id} holds`)))),
      add(kind),
    ];
  };
  return [...of("place", "What places have besides"), ...of("lane", "What lines have besides")];
}

/** @param {BoardView} view */
function tracing(view) {
  const trace = view.trace;
  if (!trace) return [];
  const change = (/** @type {"opacity" | "left" | "top" | "width"} */ key, /** @type {number} */ value) => {
    trace[key] = value;
    placed(view);
    void keep(view);
  };
  const opacity = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: 1, step: 0.05, value: trace.opacity, oninput: () => change("opacity", Number(opacity.value)) }));
  return [
    h("h3", {}, "The picture to trace"),
    field("shows", opacity),
    h("div", { class: "field" }, h("span", {}, "lies at"), h("div", { class: "pair" }, number("trace-left", trace.left, (n) => change("left", n), { "aria-label": "from the left" }), number("trace-top", trace.top, (n) => change("top", n), { "aria-label": "from the top" }))),
    field("wide", number("trace-width", trace.width, (n) => change("width", n), { min: 10 })),
    h("button", { type: "button", onclick: () => void forget(view) }, "Take it away"),
  ];
}

/**
 * @param {BoardView} view
 * @param {string[]} ids
 */
function ofPlaces(view, ids) {
  const { model } = view;
  const [id] = ids;
  const place = model.places[id];
  if (!place) return [];
  const one = ids.length === 1;
  const named = one ? model.nameOf(id) : `${ids.length} places`;
  const set = (/** @type {string} */ key, /** @type {unknown} */ value) =>
    void model.edit(ids.map((id) => ({ do: "set", path: ["places", id, key], value })), `${key} of ${named}`);
  const parts = [h("h2", {}, named)];
  if (one) {
    parts.push(
      field("name", text("place-name", place.name, (value) => void view.rename(id, value))),
      h("p", { class: "faint" }, `called `, h("code", {}, id), " in the file"),
      h("div", { class: "field" }, h("span", {}, "lies at"), h("div", { class: "pair" }, ...[0, 1].map((axis) => number(`at-${axis}`, place.at[axis], (n) => view.movePlaces([[id, axis ? [place.at[0], n] : [n, place.at[1]]]]), { "aria-label": axis ? "from the top" : "from the left" })))),
    );
  } else {
    parts.push(h("div", { class: "row" }, h("button", { type: "button", onclick: () => lineUp(view, ids, 1) }, "In a row"), h("button", { type: "button", onclick: () => lineUp(view, ids, 0) }, "In a column")));
  }
  const junction = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", "data-key": "junction", onchange: () => set("junction", junction.checked || null) }));
  junction.checked = Boolean(place.junction);
  parts.push(field("junction", junction), ...tagsOf(view, ids), ...attributesOf(view, "places", "place", ids));
  if (one) {
    const lines = Object.entries(model.lines).filter(([, line]) => line.ends.includes(id));
    parts.push(h("h3", {}, counted(lines.length, "line")), h("div", { class: "chips" }, ...lines.map(([line, about]) => h("button", { type: "button", class: "chip", onclick: () => view.choose([], [line], false) }, `${model.nameOf(about.ends[0] === id ? about.ends[1] : about.ends[0])} ${about.length}`))));
  }
  parts.push(h("button", { type: "button", "data-key": "remove", onclick: () => view.remove() }, one ? "Take it out" : "Take them out"));
  return parts;
}

/**
 * @param {BoardView} view
 * @param {string[]} ids
 * @param {0 | 1} axis
 */
function lineUp(view, ids, axis) {
  const mean = Math.round(ids.reduce((sum, id) => sum + view.model.places[id].at[axis], 0) / ids.length);
  view.movePlaces(ids.map((id) => [id, /** @type {[number, number]} */ (view.model.places[id].at.map((n, i) => (i === axis ? mean : n)))]));
}

/**
 * Tags, which regions are, too: those that all have can be taken away, and any other given to all.
 * @param {BoardView} view
 * @param {string[]} ids
 */
function tagsOf(view, ids) {
  const { model } = view;
  const of = (/** @type {string} */ id) => model.places[id]?.tags || [];
  const all = [...new Set(ids.flatMap(of))].sort();
  const change = (/** @type {string} */ tag, /** @type {boolean} */ on) => {
    const edits = ids.map((id) => {
      const tags = of(id).filter((known) => known !== tag);
      if (on) tags.push(tag);
      return { do: "set", path: ["places", id, "tags"], value: tags.length ? tags : null };
    });
    void model.edit(edits, on ? `tag ${tag}` : `taking away tag ${tag}`);
  };
  const known = h("datalist", { id: "known-tags" }, ...model.tags("places").map((tag) => h("option", { value: tag })));
  const more = text("new-tag", "", (value) => value && change(value, true), { list: "known-tags", placeholder: "a tag or region…", "aria-label": "A further tag" });
  return [h("h3", {}, "Tags and regions"), h("div", { class: "chips" }, ...all.map((tag) => h("button", { type: "button", class: "chip", title: "Take it away", onclick: () => change(tag, false) }, `${tag} ✕`))), known, more];
}

/**
 * @param {BoardView} view
 * @param {"places" | "lines"} table
 * @param {"place" | "lane"} of
 * @param {string[]} ids
 */
function attributesOf(view, table, of, ids) {
  const { model } = view;
  const declared = Object.entries(model.data.attributes?.[of] || {});
  if (!declared.length) return [];
  const values = (/** @type {string} */ key) => new Set(ids.map((id) => JSON.stringify(model.data[table][id]?.[key] ?? null)));
  const set = (/** @type {string} */ key, /** @type {unknown} */ value) => void model.edit(ids.map((id) => ({ do: "set", path: [table, id, key], value })), key);
  const inputs = declared.map(([key, kind]) => {
    const all = values(key);
    const value = all.size === 1 ? JSON.parse([...all][0]) : null;
    const more = { placeholder: all.size > 1 ? "various" : "" };
    if (kind === "number") {
      const input = number(`attribute-${key}`, value, (n) => set(key, n), { ...more, step: 1 });
      input.addEventListener("change", () => input.value === "" && set(key, null));
      return field(key, input);
    }
    if (kind === "place") return field(key, select(`attribute-${key}`, ["", ...Object.keys(model.places).sort()], value || "", (place) => set(key, place || null)));
    const list = kind === "numbers" || kind === "words";
    const shown = list && Array.isArray(value) ? value.join(", ") : value;
    const read = (/** @type {string} */ said) => (!said ? null : list ? said.split(/[\s,]+/).map((one) => (kind === "numbers" ? Number(one) : one)) : said);
    const words = [...new Set(Object.values(model.data[table]).map((/** @type {any} */ entry) => entry[key]).filter((word) => typeof word === "string"))].sort();
    const options = h("datalist", { id: `words-${key}` }, ...words.map((word) => h("option", { value: word })));
    return h("div", {}, field(key, text(`attribute-${key}`, shown, (said) => set(key, read(said)), { ...more, list: `words-${key}` })), options);
  });
  return [h("h3", {}, "By the map's own words"), ...inputs];
}

/** @param {string} colour */
function swatch(colour) {
  const element = h("span", { class: "swatch" });
  element.style.background = SWATCHES[/** @type {keyof typeof SWATCHES} */ (colour)] || "linear-gradient(135deg, #ddd, #888)";
  return element;
}

/**
 * @param {BoardView} view
 * @param {string[]} ids
 */
function ofLines(view, ids) {
  const { model } = view;
  const [id] = ids;
  const line = model.lines[id];
  if (!line) return [];
  const one = ids.length === 1;
  const named = one ? line.ends.map((end) => model.nameOf(end)).join(" – ") : `${ids.length} lines`;
  const set = (/** @type {string} */ key, /** @type {unknown} */ value) =>
    void model.edit(ids.map((id) => ({ do: "set", path: ["lines", id, key], value })), `${key} of ${named}`);
  const lengths = new Set(ids.map((id) => model.lines[id].length));
  const parts = [h("h2", {}, named), field("spaces", number("length", lengths.size === 1 ? line.length : null, (n) => set("length", n), { min: 1, max: 60, placeholder: "various" }))];
  if (one) {
    const [a, b] = line.ends.map((end) => model.places[end]?.at);
    if (a && b) parts.push(h("p", { class: "faint" }, `As drawn there is room for ${model.spaces(a, b).toFixed(1)} spaces of the usual size.`));
  }
  const lanes = line.lanes || ["grey"];
  const colourOf = (/** @type {any} */ lane) => (typeof lane === "string" ? lane : lane.color || "grey");
  const painted = (/** @type {number} */ i, /** @type {string} */ colour) =>
    set("lanes", lanes.map((lane, n) => (n !== i ? lane : typeof lane === "string" ? colour : { ...lane, color: colour })));
  parts.push(
    h("h3", {}, lanes.length > 1 ? `${lanes.length} lanes side by side` : "Its lane"),
    h(
      "div",
      { class: "lanes" },
      ...lanes.map((lane, i) =>
        h(
          "div",
          { class: "lane-row" },
          swatch(colourOf(lane)),
          select(`lane-${i}`, model.colours(), colourOf(lane), (colour) => painted(i, colour), { "aria-label": `Colour of lane ${i + 1}` }),
          lanes.length > 1 ? h("button", { type: "button", "aria-label": `Take lane ${i + 1} out`, onclick: () => set("lanes", lanes.filter((_, n) => n !== i)) }, "−") : h("span"),
        ),
      ),
    ),
    h("button", { type: "button", "data-key": "add-lane", onclick: () => set("lanes", [...lanes, "grey"]) }, "A lane more"),
  );
  const oneWay = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", "data-key": "one-way", onchange: () => set("one-way", oneWay.checked || null) }));
  oneWay.checked = Boolean(line["one-way"]);
  parts.push(field("one way", oneWay), ...attributesOf(view, "lines", "lane", ids), h("button", { type: "button", "data-key": "remove", onclick: () => view.remove() }, one ? "Take it out" : "Take them out"));
  return parts;
}
