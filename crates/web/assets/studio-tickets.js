// The tickets as a table: what each is worth, how long its shortest way is, and how many lead over each line.
import { at, counted, fill, h } from "./dom.js";
import { select } from "./studio-inspector.js";
import { ask } from "./net.js";

/** @typedef {import("./studio.js").StudioPage} StudioPage */
/** @typedef {import("./studio-board.js").BoardModel} BoardModel */

/**
 * @param {StudioPage} studio
 * @param {BoardModel} model
 */
export function showTickets(studio, model) {
  const view = new Tickets(studio, model);
  model.listen(() => view.show());
  void model.load();
  return { changed: () => void (model.waiting || model.load()), flush: () => model.queue.then(() => {}) };
}

class Tickets {
  /**
   * @param {StudioPage} studio
   * @param {BoardModel} model
   */
  constructor(studio, model) {
    this.studio = studio;
    this.model = model;
    this.set = "";
    /** How many tickets were asked for last. @type {number | null} */
    this.wanted = null;
  }

  /** The sets of cards that name two places. */
  sets() {
    const fields = (/** @type {any} */ about) => Object.values(about?.fields || {}).filter((kind) => kind === "place").length;
    const declared = Object.entries(this.model.data.cards || {}).filter(([, about]) => fields(about) === 2).map(([set]) => set);
    return declared.length ? declared : Object.keys(this.model.data.kinds || {});
  }

  show() {
    const { model } = this;
    const focused = document.activeElement;
    if (focused instanceof HTMLInputElement && at("main").contains(focused) && focused.value !== focused.defaultValue) return;
    const sets = this.sets();
    if (!sets.includes(this.set)) this.set = sets[0] || "";
    if (!this.set) {
      fill(at("main"), h("div", { class: "sheet-view" }, h("p", {}, model.data.game ? "The game has no cards that name two places." : "No game is played on this board yet, so it has no tickets.")));
      fill(at("side"), h("div", { id: "effect" }));
      this.studio.effect.show();
      return;
    }
    const fields = Object.entries(model.data.cards?.[this.set]?.fields || {});
    const ends = fields.filter(([, kind]) => kind === "place").map(([field]) => field);
    const worth = fields.filter(([, kind]) => kind === "number").map(([field]) => field);
    const others = fields.map(([field]) => field).filter((field) => !ends.includes(field) && !worth.includes(field));
    const kinds = model.data.kinds?.[this.set]?.kinds || {};
    const figures = new Map((model.picture?.figures?.tickets || []).map((/** @type {any} */ ticket) => [ticket.id, ticket]));
    const head = ["", "from", "to", ...worth, "shortest way", "lines", ...others, ""];
    const rows = Object.entries(kinds).map(([id, card]) => this.row(id, card, ends, worth, others, figures.get(id)));
    fill(
      at("main"),
      h(
        "div",
        { class: "sheet-view" },
        h(
          "div",
          { class: "row" },
          sets.length > 1 ? select("set", sets, this.set, (set) => ((this.set = set), this.show())) : null,
          h("strong", {}, counted(rows.length, "ticket")),
          h("button", { type: "button", id: "add-ticket", onclick: () => this.add(ends, worth) }, "A ticket more"),
          worth.length === 1 ? h("button", { type: "button", id: "value-tickets", onclick: () => this.value(worth[0], figures) }, "Worth = shortest way") : null,
          ...this.suggesting(),
        ),
        h("table", { id: "tickets" }, h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, ...rows)),
      ),
    );
    this.loads();
  }

  suggesting() {
    const cities = this.cities();
    const lines = Object.values(this.model.lines);
    const reached = cities.filter((place) => lines.some((line) => line.ends.includes(place))).length;
    // With more tickets than there are pairs that no line joins, a deck has neighbours, too.
    const neighbours = new Set(lines.filter((line) => line.ends.every((end) => cities.includes(end))).map((line) => [...line.ends].sort().join())).size;
    const pairs = (reached * (reached - 1)) / 2;
    // Two for each city; a small board has fewer pairs than that.
    const usual = Math.max(Math.min(Math.max(reached * 2, 6), pairs - neighbours || pairs), 1);
    const count = /** @type {HTMLInputElement} */ (h("input", { type: "number", id: "suggest-count", min: 1, max: 200, required: true, value: this.wanted ?? usual, "aria-label": "How many tickets" }));
    const suggest = () => {
      // No tickets at all would be a deck that is taken away: that is said, not done.
      if (count.reportValidity()) void this.suggest(Number(count.value));
    };
    return [h("span", { class: "faint" }, "or"), count, h("button", { type: "button", id: "suggest", onclick: suggest }, "Suggest a deck")];
  }

  /** The places that tickets may lead to. */
  cities() {
    return Object.keys(this.model.places).filter((place) => !this.model.places[place].junction);
  }

  /** @param {number} count */
  async suggest(count) {
    await this.model.queue;
    const done = await this.studio.attempt(() => ask("/api/studio/suggest", { body: { file: this.model.file, set: this.set, count } }));
    if (!done) return;
    this.wanted = count;
    this.studio.notice("");
    this.studio.say(`${done.tickets} tickets are proposed; Undo brings the old ones back.`);
    await this.model.load();
    await this.studio.look();
  }

  /**
   * @param {string} id
   * @param {any} card
   * @param {string[]} ends
   * @param {string[]} worth
   * @param {string[]} others
   * @param {any} figures
   */
  row(id, card, ends, worth, others, figures) {
    const { model } = this;
    const set = (/** @type {string} */ field, /** @type {unknown} */ value) => void model.edit([{ do: "set", path: ["cards", this.set, "kinds", id, field], value }], `${field} of ${id}`);
    const end = (/** @type {string} */ field) => {
      const choice = /** @type {HTMLSelectElement} */ (h("select", { "data-key": `${id}-${field}`, "aria-label": `${field} of ${id}`, onchange: () => set(field, choice.value) }));
      const ids = this.cities().sort((a, b) => model.nameOf(a).localeCompare(model.nameOf(b)));
      if (card[field] && !ids.includes(card[field])) ids.unshift(card[field]);
      choice.append(...ids.map((place) => h("option", { value: place }, model.nameOf(place))));
      choice.value = card[field] || "";
      return choice;
    };
    const number = (/** @type {string} */ field) => {
      const input = /** @type {HTMLInputElement} */ (h("input", { type: "number", "data-key": `${id}-${field}`, "aria-label": `${field} of ${id}`, value: card[field] ?? "" }));
      input.addEventListener("change", () => {
        set(field, input.value === "" ? null : Number(input.value));
        input.defaultValue = input.value;
      });
      return input;
    };
    const way = figures ? (figures.shortest === null ? "none" : String(figures.shortest)) : "…";
    const off = figures && worth.length === 1 && figures.shortest !== card[worth[0]];
    return h(
      "tr",
      { "data-ticket": id },
      h("td", { class: "faint" }, `${card.count && card.count !== 1 ? `${card.count} ×` : ""}`),
      h("td", {}, end(ends[0])),
      h("td", {}, end(ends[1])),
      ...worth.map((field) => h("td", {}, number(field))),
      h("td", { class: off ? "off" : null, title: off ? "It is worth something else." : null }, way),
      h("td", {}, figures?.fewest ?? "…"),
      ...others.map((field) => h("td", { class: "faint" }, JSON.stringify(card[field] ?? ""))),
      h("td", {}, h("button", { type: "button", "aria-label": `Take ${id} out`, onclick: () => void model.edit([{ do: "remove-cards", set: this.set, ids: [id] }], `taking ${id} out`) }, "−")),
    );
  }

  /**
   * @param {string[]} ends
   * @param {string[]} worth
   */
  add(ends, worth) {
    const { model } = this;
    const cities = this.cities();
    const known = new Set(Object.values(model.data.kinds?.[this.set]?.kinds || {}).map((/** @type {any} */ card) => ends.map((end) => card[end]).sort().join()));
    const pairs = cities.flatMap((a, i) => cities.slice(i + 1).map((b) => [a, b].sort()));
    const joined = new Set(Object.values(model.lines).map((line) => [...line.ends].sort().join()));
    const free = pairs.filter((pair) => !known.has(pair.join()));
    const [a, b] = free.find((pair) => !joined.has(pair.join())) || free[0] || [];
    if (!a || !b) {
      this.studio.notice(cities.length < 2 ? "A ticket leads from one city to another: draw them on the board first." : "There are no two cities without a ticket.");
      return;
    }
    /** @type {Record<string, unknown>} */
    const keys = { [ends[0]]: a, [ends[1]]: b };
    for (const field of worth) keys[field] = this.way(a, b) ?? 1;
    void model.edit([{ do: "add-card", set: this.set, id: `${a}-${b}`, keys }], `a ticket from ${model.nameOf(a)} to ${model.nameOf(b)}`);
  }

  /**
   * Spaces on the shortest way, until the server has drawn the board and says it.
   * @param {string} a
   * @param {string} b
   * @returns {number | null}
   */
  way(a, b) {
    const far = new Map([[a, 0]]);
    const open = new Set([a]);
    while (open.size) {
      const here = [...open].reduce((best, place) => ((far.get(place) ?? 0) < (far.get(best) ?? 0) ? place : best));
      if (here === b) return far.get(b) ?? null;
      open.delete(here);
      for (const line of Object.values(this.model.lines).filter((line) => line.ends.includes(here))) {
        const next = line.ends[0] === here ? line.ends[1] : line.ends[0];
        const way = (far.get(here) ?? 0) + line.length;
        if (way < (far.get(next) ?? Infinity)) {
          far.set(next, way);
          open.add(next);
        }
      }
    }
    return null;
  }

  /**
   * @param {string} field
   * @param {Map<string, any>} figures
   */
  value(field, figures) {
    const kinds = this.model.data.kinds?.[this.set]?.kinds || {};
    const edits = Object.keys(kinds)
      .filter((id) => Number.isInteger(figures.get(id)?.shortest) && figures.get(id).shortest !== kinds[id][field])
      .map((id) => ({ do: "set", path: ["cards", this.set, "kinds", id, field], value: figures.get(id).shortest }));
    void this.model.edit(edits, "tickets worth their shortest way");
  }

  loads() {
    const loads = this.model.picture?.figures?.loads || [];
    const most = Math.max(1, ...loads.map((/** @type {any} */ load) => load.tickets));
    const nameOf = (/** @type {string} */ id) => (this.model.lines[id]?.ends || [id]).map((end) => this.model.nameOf(end)).join(" – ");
    const bar = (/** @type {number} */ n) => {
      const element = h("span", { class: n ? "bar" : "bar none" });
      element.style.width = `${Math.max((n / most) * 3.5, 0.3)}rem`;
      return element;
    };
    fill(
      at("side"),
      h("h2", {}, "Tickets over each line"),
      h("p", { class: "faint" }, "Every shortest way of a ticket counts. Lines that many need and that have one lane are fought for; those that none needs are left."),
      h("div", { class: "lanes loads" }, ...loads.map((/** @type {any} */ load) => h("div", { class: "field" }, h("span", {}, bar(load.tickets), ` ${load.tickets.toFixed(1)}`), h("span", {}, `${nameOf(load.line)}${load.lanes > 1 ? ` (${load.lanes} lanes)` : ""}`)))),
      h("div", { id: "effect" }),
    );
    this.studio.effect.show();
  }
}
