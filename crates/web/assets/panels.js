// What lies beside the board: the table's cards and counters, seats, companies, own hand and goals, the log, the score sheet.
import { card } from "./cards.js";
import { counted, fill, h } from "./dom.js";
import { cardName, plain, setOf } from "./words.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").Belongings} Belongings */
/** @typedef {import("./types.js").Zone} Zone */
/** @typedef {import("./types.js").Goal} Goal */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Thing} Thing */

/**
 * @typedef {{
 *   about: About, pick: (thing: Thing) => void, legalCards: Set<string>, legalCompanies: Set<string>, rowed: Set<string>,
 *   person: (seat: number) => string, say: (text: string) => string, goal: (goal: Goal | null) => void,
 * }} Around
 */

/**
 * @param {Around} around
 * @param {Belongings} all
 * @param {{own?: boolean, table?: boolean, without?: Set<string>}} [how] zones that are shown elsewhere are left out
 */
export function belongings(around, all, how = {}) {
  const counters = all.counters.map((counter) => h("span", { class: "counter" }, h("span", {}, `${counter.name} `), h("b", {}, String(counter.value))));
  const trains = (all.trains || []).map((train) => h("span", { class: "counter" }, h("span", {}, `${train.name} `), h("b", {}, around.say(train.where))));
  const wanted = all.zones.filter((one) => !how.without?.has(one.id));
  const isOpen = (/** @type {Zone} */ one) => Boolean(one.cards || (one.row && (!how.own || one.row.some((slot) => slot))));
  const open = wanted.filter(isOpen).map((one) => zone(around, one, how));
  const closed = wanted.filter((one) => !isOpen(one) && (one.size || !how.own)).map((one) => h("span", {}, `${one.name} ${one.size ?? "?"}`));
  return h(
    "div",
    { class: "belongings" },
    counters.length || trains.length ? h("p", { class: "counters" }, ...counters, ...trains) : null,
    ...open,
    closed.length ? h("p", { class: "closed-zones" }, ...closed) : null,
  );
}

/**
 * @param {Around} around
 * @param {Zone} zone
 * @param {{own?: boolean, table?: boolean}} how
 */
function zone(around, zone, how) {
  const title = h("span", { class: "zone-name" }, `${zone.name}${zone.size === null ? "" : ` ${zone.size}`}`);
  // What lies open in a row is what a card that can be taken means; else it is one's own.
  const rowed = Boolean(how.table && zone.row);
  /** @type {(id: string, count?: number) => HTMLElement} */
  const one = (id, count) => {
    const legal = around.legalCards.has(id) && (how.table ? rowed || !around.rowed.has(id) : Boolean(how.own) && !around.rowed.has(id));
    const action = legal || how.own || rowed ? () => around.pick({ kind: "card", id }) : null;
    return card(around.about, zone.set, id, { count: count && count > 1 ? count : undefined, small: !how.own && !zone.row, legal, key: `${zone.id}:${id}`, action });
  };
  if (zone.row) {
    const row = h("div", { class: "cards" }, ...zone.row.map((slot) => (slot ? one(slot) : h("span", { class: "card empty" }, "–"))));
    if (zone.columns && zone.columns > 1) {
      row.classList.add("grid");
      row.style.setProperty("--columns", String(zone.columns));
    }
    return h("div", { class: "zone" }, title, row);
  }
  return h("div", { class: "zone" }, title, h("div", { class: "cards" }, ...(zone.cards || []).map(([id, count]) => one(id, count))));
}

/**
 * @param {HTMLElement} element
 * @param {Around} around
 * @param {Position} position
 */
export function seats(element, around, position) {
  const parts = (position.seats || []).map((seat, i) => {
    if (position.you === i + 1) return null;
    const person = position.people?.seats[i];
    const turn = position.moment?.waiting.includes(i + 1) && !position.moment.over;
    const about = person?.bot ? `bot: ${person.bot}` : person?.here ? "here" : person?.joined ? "away" : "invited";
    return h(
      "section",
      { class: `seat${turn ? " turn" : ""}` },
      h("h3", {}, mark(around.about, i), ` ${around.person(i + 1)} `, h("span", { class: "faint" }, about), turn ? h("span", { class: "to-move" }, " to move") : null),
      belongings(around, seat),
    );
  });
  const companies = (position.companies || []).map((company, i) => {
    const name = around.legalCompanies.has(company.id)
      ? h("button", { type: "button", class: "company legal", "data-key": company.id, onclick: () => around.pick({ kind: "company", id: company.id }) }, company.name)
      : h("button", { type: "button", class: "company", "data-key": company.id, onclick: () => around.pick({ kind: "company", id: company.id }) }, company.name);
    return h("section", { class: "seat" }, h("h3", {}, mark(around.about, around.about.players + i), " ", name), belongings(around, company));
  });
  fill(element, ...parts, ...companies);
}

/**
 * The mark of a party's pieces.
 * @param {About} about
 * @param {number} party
 */
export function mark(about, party) {
  const of = about.parties[party];
  const element = h("span", { class: "mark", "aria-hidden": "true" }, of?.mark || "?");
  if (of) element.style.setProperty("--face", of.color);
  if (of && light(of.color)) element.classList.add("light");
  return element;
}

/** Whether dark letters are read better on a colour. @param {string} color */
function light(color) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return 0.299 * r + 0.587 * g + 0.114 * b > 150;
}

/**
 * @param {HTMLElement} element
 * @param {Around} around
 * @param {Goal[]} goals
 */
export function goals(element, around, goals) {
  /** @param {string} id */
  const place = (id) => around.about.places.find((place) => place.id === id)?.name || id;
  const sorted = [...goals].sort((a, b) => (a.missing ?? 99) - (b.missing ?? 99));
  const one = (/** @type {Goal} */ goal) => {
    const names = goal.places.map(([id, pays]) => (pays === undefined || pays === null ? place(id) : `${place(id)} ${pays}`));
    const stand = goal.way === undefined ? "" : goal.joined ? "✓ joined" : goal.missing === null || goal.missing === undefined ? "✗ cut off" : `${counted(goal.missing, "space")} to go`;
    const show = () => around.goal(goal);
    const hide = () => around.goal(null);
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: `goal${goal.joined ? " joined" : ""}`, "data-key": `goal:${goal.card}`, onmouseenter: show, onfocus: show, onmouseleave: hide, onblur: hide, onclick: show },
        goal.numbers?.length ? h("b", {}, goal.numbers.join(" ")) : null,
        goal.way === undefined ? h("b", {}, cardName(around.about, setOf(around.about, goal.card) || "", goal.card)) : null,
        h("span", {}, names.join(goal.way === undefined ? ", " : " – ")),
        h("span", { class: "faint" }, stand),
      ),
    );
  };
  fill(element, ...(goals.length ? [h("h2", {}, "Goals"), h("ul", { class: "goals" }, ...sorted.map(one))] : []));
}

/**
 * The score sheet, with what each line counts.
 * @param {HTMLElement} element
 * @param {Around} around
 * @param {NonNullable<Position["over"]>} over
 * @param {() => void} save
 * @param {Map<string, string>} says what each line counts, by its name
 */
export function sheet(element, around, over, save, says) {
  const table = over.sheet;
  const seats = table ? table.totals.map((_, i) => i) : [];
  const head = h("tr", {}, h("td", {}), ...seats.map((i) => h("th", { scope: "col" }, mark(around.about, i), ` ${around.person(i + 1)}`)));
  const lines = (table?.lines || []).map((line) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, plain(line.name), says.has(plain(line.name).toLowerCase()) ? h("span", { class: "says" }, (says.get(plain(line.name).toLowerCase()) || "").replace(/[`*]/g, "")) : null),
      ...seats.map((i) => h("td", {}, String(line.points[i]), line.tally[i] !== line.points[i] ? h("span", { class: "faint" }, ` (${line.tally[i]})`) : null)),
    ),
  );
  const total = h("tr", { class: "total" }, h("th", { scope: "row" }, "total"), ...seats.map((i) => h("td", {}, String(table?.totals[i]))));
  const place = h("tr", {}, h("th", { scope: "row" }, "place"), ...seats.map((i) => h("td", {}, String(table?.places[i]))));
  const names = (table?.winners || []).map((seat) => around.person(seat));
  const wins = names.length === 0 ? "Nobody wins." : names.length === 1 ? `${names[0]} wins.` : `${names.join(" and ")} share the win.`;
  fill(
    element,
    h("h2", {}, wins),
    h("p", {}, `How it ended: ${over.ending}`),
    table ? h("table", {}, h("thead", {}, head), h("tbody", {}, ...lines, total, place)) : null,
    h("p", { class: "faint" }, "Points, and in brackets what was counted where that is another number. ", `The seed was ${over.seed}. `, h("button", { type: "button", class: "quiet", onclick: save }, "Save the whole game")),
  );
}
