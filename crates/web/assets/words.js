// Ids of a game's files as words for people: what has a name is called by it, and hyphens are the spaces of ids.

/** @typedef {import("./types.js").About} About */

/** @param {string} id */
export function plain(id) {
  return id.replace(/-/g, " ");
}

/**
 * @param {About} about
 * @param {unknown} id
 * @returns {string | undefined}
 */
export function placeName(about, id) {
  return about.places.find((place) => place.id === id)?.name;
}

/**
 * What a card is called: by the two places that it joins, by the place that is its own, or by its id.
 * @param {About} about
 * @param {string} set
 * @param {string} id
 */
export function cardName(about, set, id) {
  const kind = about.cards[set]?.find((kind) => kind.id === id);
  const places = kind?.fields ? Object.values(kind.fields).filter((value) => typeof value === "string" && placeName(about, value)) : [];
  if (places.length === 2) return places.map((value) => placeName(about, value)).join(" – ");
  return placeName(about, id) || plain(id);
}

/**
 * The set of cards that has a card.
 * @param {About} about
 * @param {string} id
 */
export function setOf(about, id) {
  return Object.keys(about.cards).find((set) => about.cards[set].some((kind) => kind.id === id));
}

/** Texts in notation, told with names. */
export class Words {
  /**
   * @param {About} about
   * @param {(id: string) => string} laneName
   * @param {(seat: number) => string} person
   */
  constructor(about, laneName, person) {
    /** @type {Map<string, {name: string, card: boolean}>} */
    this.words = new Map();
    this.person = person;
    for (const set of Object.keys(about.cards)) for (const kind of about.cards[set]) this.words.set(kind.id, { name: cardName(about, set, kind.id), card: true });
    for (const company of about.companies) this.words.set(company.id, { name: company.name, card: false });
    for (const place of about.places) this.words.set(place.id, { name: place.name, card: this.words.get(place.id)?.card || false });
    for (const lane of about.lanes) this.words.set(lane.id, { name: laneName(lane.id), card: false });
  }

  /**
   * Notation with names in the place of ids, and people in the place of seats.
   * @param {string} text
   */
  say(text) {
    let before = false;
    const named = text.split(" ").map((word, i) => {
      const [, bare, rest] = /^(.*?)((?:'s)?[,.;:]*)$/.exec(word) || ["", word, ""];
      const known = this.words.get(bare);
      // Cards that stand side by side in notation are a list.
      const comma = known?.card && before ? ", " : i > 0 ? " " : "";
      before = Boolean(known?.card) && !rest;
      return comma + (known ? known.name : /^[a-z]+(-[a-z]+)+$/.test(bare) ? plain(bare) : bare) + rest;
    });
    return named.join("").replace(/\bseat (\d)('s)?/g, (_, seat, of) => this.person(Number(seat)) + (of || ""));
  }
}
