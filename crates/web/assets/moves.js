// What can be done now: all of it in groups, what is about the thing somebody points at, what matches what is typed; and how it is paid.
import { card } from "./cards.js";
import { Choice } from "./choose.js";
import { counted, fill, h } from "./dom.js";
import { plain, setOf } from "./words.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").Thing} Thing */
/** @typedef {import("./types.js").Reason} Reason */
/** @typedef {{text: string, moves: Move[]}} Row */

/** So many rows are shown before groups stay closed. */
const ROOM = 14;
/** And so many moves about one thing, each with its cards. */
const ROOM_OF_A_THING = 120;

/**
 * @param {Move} move
 * @param {Thing} thing
 */
export function isAbout(move, thing) {
  const list = { lane: move.lanes, place: move.places, card: move.cards, company: move.companies }[thing.kind];
  return list?.includes(thing.id) || false;
}

/**
 * The moves of which every typed word begins a part.
 * @param {Move[]} moves
 * @param {string} typed
 */
export function matching(moves, typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  /** @param {string} text @param {string} word */
  const begins = (text, word) => {
    for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + 1)) {
      if (from === 0 || " -:.".includes(text[from - 1])) return true;
    }
    return false;
  };
  return moves.filter((move) => words.every((word) => begins(move.do, word)));
}

/**
 * Groups moves by the words they begin with, the smallest groups opened first.
 * @param {Move[]} moves
 * @param {number} room
 * @returns {Row[]}
 */
export function rows(moves, room) {
  /** @type {Row[]} */
  let all = [{ text: "", moves }];
  for (;;) {
    const closed = all.filter((row) => row.moves.length > 1).sort((a, b) => a.moves.length - b.moves.length);
    let opened = false;
    for (const row of closed) {
      const inner = open(row);
      if (inner.length < 2 || (all.length > 1 && all.length - 1 + inner.length > room)) continue;
      const index = all.indexOf(row);
      all = [...all.slice(0, index), ...inner, ...all.slice(index + 1)];
      opened = true;
      break;
    }
    if (!opened) return all.filter((row) => row.moves.length > 0);
  }
}

/**
 * @param {Row} row
 * @returns {Row[]}
 */
function open(row) {
  /** @type {Map<string, Row>} */
  const inner = new Map();
  for (const move of row.moves) {
    const from = row.text.length ? row.text.length + 1 : 0;
    const end = move.do.indexOf(" ", from);
    const text = end < 0 ? move.do : move.do.slice(0, end);
    const group = inner.get(text) || { text, moves: [] };
    group.moves.push(move);
    inner.set(text, group);
  }
  const groups = [...inner.values()];
  if (groups.length === 1 && groups[0].moves.length > 1 && groups[0].text.length > row.text.length) return open(groups[0]);
  return groups;
}

/** @param {string} text */
const wordOf = (text) => text.split(" ")[0];

/** The panel in which moves are chosen. */
export class Moves {
  /**
   * @param {HTMLElement} list
   * @param {HTMLInputElement} typed
   * @param {{about: About, name: (text: string) => string, play: (text: string) => void, hover: (move: Move | null) => void}} on
   */
  constructor(list, typed, on) {
    this.list = list;
    this.typed = typed;
    this.on = on;
    /** @type {Move[]} */
    this.legal = [];
    /** @type {Thing | null} */
    this.thing = null;
    /** @type {string} */
    this.thingName = "";
    /** What the group says that was opened last: what is typed after it looks only among its moves. */
    this.opened = "";
    /** @type {Reason[] | null} */
    this.reasons = null;
    /** @type {Choice | null} */
    this.choice = null;
    /** What the words of actions mean. @type {Map<string, string>} */
    this.says = new Map();
    typed.addEventListener("input", () => this.show());
    typed.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {Move[]} legal */
  offer(legal) {
    this.legal = legal;
    this.choice = Choice.of(this.on.about, legal);
    this.thing = null;
    this.reasons = null;
    this.typed.value = "";
    this.show();
  }

  /**
   * @param {Thing | null} thing
   * @param {string} name
   */
  pick(thing, name) {
    this.thing = thing;
    this.thingName = name;
    this.reasons = null;
    this.typed.value = "";
    this.show();
  }

  /**
   * Marks a card that is to be chosen among others; says whether it is.
   * @param {string} id
   */
  mark(id) {
    const at = this.choice?.cards.indexOf(id) ?? -1;
    if (!this.choice || at < 0 || this.typed.value) return false;
    this.choice.toggle(at);
    this.show();
    return true;
  }

  /** @param {Reason[]} reasons */
  explain(reasons) {
    this.reasons = reasons;
    this.show();
  }

  shown() {
    const about = this.thing ? this.legal.filter((move) => this.thing && isAbout(move, this.thing)) : this.legal;
    const [typed, opened] = [this.typed.value, this.opened];
    if (!opened || !typed.startsWith(`${opened} `)) return matching(about, typed);
    return matching(about.filter((move) => move.do === opened || move.do.startsWith(`${opened} `)), typed.slice(opened.length));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Enter") {
      const shown = this.shown();
      const exact = shown.find((move) => move.do === this.typed.value.trim());
      if (exact || shown.length === 1) this.on.play((exact || shown[0]).do);
      else if (shown.length === 0 && this.typed.value.trim()) this.on.play(this.typed.value.trim());
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      this.list.querySelector("button")?.focus();
    } else if (event.key === "Escape") {
      this.pick(null, "");
    }
  }

  show() {
    const shown = this.shown();
    const parts = [];
    if (this.thing) {
      const back = h("button", { type: "button", class: "quiet", "data-key": "all", onclick: () => this.pick(null, "") }, "all moves");
      parts.push(h("p", { class: "thing" }, h("strong", {}, this.thingName), " ", this.legal.length ? back : null));
    }
    if (this.reasons) parts.push(this.why(this.reasons));
    const byGroup = shown.length <= (this.thing ? ROOM_OF_A_THING : ROOM);
    const choice = this.thing || this.typed.value ? null : this.choice;
    if (choice) parts.push(choice.show(this.on.about, { play: this.on.play, name: plain, changed: () => this.show() }));
    const others = choice ? shown.filter((move) => !choice.has.has(move)) : shown;
    const listed = this.headed(byGroup ? this.payments(others) : rows(others, ROOM).map((row) => ({ word: wordOf(row.text || row.moves[0].do), element: this.row(row) })));
    if (listed.length) parts.push(h("ul", { class: "moves" }, ...listed.map((row) => h("li", {}, row))));
    fill(this.list, ...parts);
  }

  /** @param {Reason[]} reasons */
  why(reasons) {
    if (!reasons.length) return h("p", { class: "why" }, "Nothing can be done with this now.");
    const one = (/** @type {Reason} */ reason) =>
      h(
        "li",
        {},
        h("span", { class: "said" }, this.on.name(reason.do)),
        " ",
        reason.reason,
        reason.place ? h("span", { class: "cited" }, ` ${reason.rule} · ${reason.place}${reason.cites?.length ? ` · ${reason.cites.join(", ")}` : ""}`) : null,
      );
    return h("div", { class: "why", role: "status" }, h("p", {}, "Not now:"), h("ul", {}, ...reasons.map(one)));
  }

  /**
   * Rows, those that begin with the same word below what it means.
   * @param {{word: string, element: HTMLElement}[]} all
   */
  headed(all) {
    let before = "";
    return all.map(({ word, element }) => {
      const says = word === before || this.thing || this.typed.value ? undefined : this.says.get(word);
      before = word;
      return says ? h("div", {}, h("p", { class: "means", title: says }, h("b", {}, plain(word)), ` ${says.split(/(?<=\.) /)[0]}`), element) : element;
    });
  }

  /**
   * A row of the list: a move, or a group that opens.
   * @param {Row} row
   */
  row(row) {
    if (row.moves.length === 1) return this.button(row.moves[0]);
    const opens = () => {
      this.opened = row.text;
      this.typed.value = `${row.text} `;
      this.show();
      this.typed.focus();
    };
    const label = `${this.on.name(row.text)} … (${counted(row.moves.length, "move")})`;
    return h("button", { type: "button", class: "move group", "data-key": row.text, onclick: opens, ...this.hovers(row.moves[0]) }, label);
  }

  /**
   * Moves that differ only in what is paid stand together.
   * @param {Move[]} moves
   */
  payments(moves) {
    /** @type {Map<number, Move[]>} */
    const groups = new Map();
    for (const move of moves) {
      const group = groups.get(move.group);
      if (group) group.push(move);
      else groups.set(move.group, [move]);
    }
    return [...groups.values()].map((group) => ({ word: wordOf(group[0].do), element: this.payment(group) }));
  }

  /** @param {Move[]} group */
  payment(group) {
    if (group.length === 1) return this.button(group[0]);
    if (!group.every((move) => move.pay)) return h("div", {}, ...group.map((move) => this.button(move)));
    const head = this.on.name(group[0].do.split(" with ")[0]);
    return h("fieldset", { class: "pay" }, h("legend", {}, `${head}: pay with`), ...group.map((move) => this.button(move, true)));
  }

  /**
   * @param {Move} move
   * @param {boolean} [cardsOnly]
   */
  button(move, cardsOnly = false) {
    const name = this.on.name(move.do);
    const cards = (move.pay || []).map(([id, count]) => card(this.on.about, move.set || "", id, { count, small: true }));
    const said = move.pay ? this.on.name(move.do.split(" with ")[0]) : name;
    const [word, only, ...more] = move.do.split(" ");
    const set = only && !more.length && move.cards?.includes(only) ? setOf(this.on.about, only) : undefined;
    // A single card of a colour is shown as it lies on the table.
    if (set && this.on.about.faces[set]?.[only]?.color) cards.push(card(this.on.about, set, only, { small: true }));
    return h(
      "button",
      { type: "button", class: "move", "data-do": move.do, "data-key": move.do, "aria-label": name, onclick: () => this.on.play(move.do), ...this.hovers(move) },
      cardsOnly ? null : h("span", {}, set && cards.length ? plain(word) : said),
      ...cards,
    );
  }

  /** @param {Move} move */
  hovers(move) {
    const show = () => this.on.hover(move);
    const hide = () => this.on.hover(null);
    return { onmouseenter: show, onfocus: show, onmouseleave: hide, onblur: hide };
  }
}
