// Some of several cards, chosen by marking them: instead of a list of everything that could be marked.
import { card } from "./cards.js";
import { h } from "./dom.js";
import { setOf } from "./words.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").Move} Move */

/** @param {Move} move */
const cardsOf = (move) => move.do.split(" ").slice(1);
/** @param {string[]} cards */
const key = (cards) => [...cards].sort().join(" ");

/** Cards to be marked, and what is done with those that are. */
export class Choice {
  /**
   * @param {Move[]} moves
   */
  constructor(moves) {
    this.moves = moves;
    this.has = new Set(moves);
    this.word = moves[0].do.split(" ")[0];
    /** Each card as often as it can be marked. */
    this.cards = /** @type {string[]} */ ([]);
    for (const move of moves) {
      const of = cardsOf(move);
      for (const id of new Set(of)) {
        const more = of.filter((other) => other === id).length - this.cards.filter((other) => other === id).length;
        for (let i = 0; i < more; i += 1) this.cards.push(id);
      }
    }
    // All of them if that can be, else what is first in the list.
    const all = moves.find((move) => key(cardsOf(move)) === key(this.cards));
    const first = cardsOf(all || moves[0]);
    this.marked = this.cards.map((id) => {
      const at = first.indexOf(id);
      if (at >= 0) first.splice(at, 1);
      return at >= 0;
    });
  }

  /**
   * The part of what can be done that is a choice of some cards; none if nothing is.
   * @param {About} about
   * @param {Move[]} moves
   * @returns {Choice | null}
   */
  static of(about, moves) {
    /** @type {Map<string, Move[]>} */
    const words = new Map();
    for (const move of moves) {
      const word = move.do.split(" ")[0];
      const of = words.get(word);
      if (of) of.push(move);
      else words.set(word, [move]);
    }
    const some = (/** @type {Move[]} */ of) => of.length > 2 && of.some((move) => cardsOf(move).length > 1) && of.every((move) => !move.pay && cardsOf(move).every((id) => setOf(about, id)));
    const found = [...words.values()].find(some);
    return found ? new Choice(found) : null;
  }

  /** The cards that are marked. */
  chosen() {
    return this.cards.filter((_, i) => this.marked[i]);
  }

  /** What is done with them, if that can be. */
  move() {
    const chosen = key(this.chosen());
    return this.moves.find((move) => key(cardsOf(move)) === chosen);
  }

  /** Whether some move has all of these cards. @param {string[]} cards */
  fits(cards) {
    return this.moves.some((move) => {
      const rest = cardsOf(move);
      return cards.every((id) => rest.includes(id) && rest.splice(rest.indexOf(id), 1).length);
    });
  }

  /**
   * Marks a card, or takes the mark away. What no longer goes together with it is no longer marked.
   * @param {number} at
   */
  toggle(at) {
    this.marked[at] = !this.marked[at];
    if (this.marked[at] && !this.fits(this.chosen())) this.marked = this.cards.map((_, i) => i === at);
  }

  /**
   * @param {About} about
   * @param {{play: (text: string) => void, name: (text: string) => string, changed: () => void}} on
   */
  show(about, on) {
    const one = (/** @type {string} */ id, /** @type {number} */ i) => {
      const action = () => {
        this.toggle(i);
        on.changed();
      };
      const element = card(about, setOf(about, id) || "", id, { action, key: `choose:${i}` });
      element.setAttribute("aria-pressed", String(this.marked[i]));
      element.classList.add("choice");
      return element;
    };
    const move = this.move();
    const count = this.chosen().length;
    const act = h(
      "button",
      { type: "button", class: "move main", "data-key": "chosen", "data-do": move?.do, disabled: !move, onclick: () => move && on.play(move.do) },
      move ? `${on.name(this.word)} ${count === 1 ? "this one" : `these ${count}`}` : `${on.name(this.word)}: choose ${count ? "more, or others" : "some"}`,
    );
    return h("div", { class: "choose" }, h("p", {}, `Choose what to ${on.name(this.word)}:`), h("div", { class: "cards" }, ...this.cards.map(one)), act);
  }
}
