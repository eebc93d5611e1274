// The page of a table: what the server tells is shown, what somebody does is sent. It knows no game and no rule.
import * as alerts from "./alerts.js";
import { Board } from "./board.js";
import { card } from "./cards.js";
import { at, counted, fill, h, svg } from "./dom.js";
import * as mine from "./mine.js";
import { Moves, isAbout } from "./moves.js";
import { Refused, ask, listen } from "./net.js";
import * as panels from "./panels.js";
import { Replay, thoughts } from "./replay.js";
import { Rules } from "./rules.js";
import { Words, plain } from "./words.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").Thing} Thing */
/** @typedef {import("./types.js").Goal} Goal */

const id = location.pathname.split("/").pop() || "";

/** The table as this page knows it. */
class Table {
  constructor() {
    /** @type {Position} */
    this.now = {};
    /** @type {import("./types.js").LogLine[]} */
    this.log = [];
    /** @type {string | null} */
    this.token = null;
    /** @type {mine.MySeat[]} */
    this.seats = [];
    /** The turn in which somebody was called last; none while others are to move. @type {number | null} */
    this.called = null;
    this.sending = false;
    /** The lines of the log that were here before the connection was lost. */
    this.known = 0;
    /** @type {Replay | undefined} */
    this.replay = undefined;
    /** @type {Rules | undefined} */
    this.rules = undefined;
    /** Whether what is shown is how it stood before. */
    this.past = false;
    /** @type {() => void} */
    this.hangUp = () => {};
  }

  async start() {
    await this.sitDown();
    /** @type {About} */
    let about;
    try {
      about = await ask(`/api/tables/${id}/board`, { token: this.token });
    } catch (error) {
      return this.closed(/** @type {Error} */ (error));
    }
    this.about = about;
    mine.remember(id, (table) => (table.title = about.name));
    at("title").textContent = about.name;
    this.board = new Board(about, (thing) => this.pick(thing), (thing) => this.tip(thing));
    at("legend").replaceChildren(svg(about.legend));
    this.words = new Words(about, (lane) => this.board?.laneName(lane) || lane, (seat) => this.person(seat));
    this.moves = new Moves(at("moves"), /** @type {HTMLInputElement} */ (at("typed")), {
      about,
      name: (text) => this.say(text),
      play: (text) => void this.play(text),
      hover: (move) => this.board?.mark("hinted", move?.lanes || [], move?.places || []),
    });
    this.buttons();
    this.connect();
    void this.learn();
  }

  /** The rules are read beside the game: nothing waits for them. */
  async learn() {
    const headers = this.token ? { authorization: `Bearer ${this.token}` } : undefined;
    const answer = await fetch(`/api/tables/${id}/rules`, { headers }).catch(() => null);
    if (!answer?.ok) return at("show-rules").setAttribute("hidden", "");
    this.rules = new Rules(await answer.text());
    const tables = this.rules.tables();
    at("tables-frame").toggleAttribute("hidden", tables.length === 0);
    fill(at("tables"), ...tables);
    this.explain();
    if (this.now.over) this.showOver(this.around([]));
  }

  /** Says what moves mean, unless that is not wished. */
  explain() {
    if (!this.moves) return;
    this.moves.says = mine.setting("explain", true) && this.rules ? this.rules.says() : new Map();
    this.moves.show();
  }

  /** Finds the seats of whoever opened the page: in the address, or in what this browser remembers. */
  async sitDown() {
    const said = new URLSearchParams(location.hash.slice(1));
    const invite = said.get("join");
    const own = mine.tables()[id];
    if (invite && !own?.seats.length) {
      try {
        const joined = await ask(`/api/tables/${id}/join`, { body: { invite, name: mine.myName() } });
        mine.remember(id, (table) => table.seats.push({ seat: joined.seat, token: joined.token }));
      } catch (error) {
        notice(/** @type {Error} */ (error).message);
      }
    }
    const shown = (said.get("seat") || "").split(",").filter((token) => /^[0-9a-f]{32}$/.test(token));
    mine.remember(id, (table) => {
      for (const token of shown) if (!table.seats.some((seat) => seat.token === token)) table.seats.push({ seat: 0, token });
    });
    // The secret is not left standing where somebody could look over a shoulder.
    if (location.hash) history.replaceState(null, "", location.pathname);
    this.seats = mine.tables()[id].seats;
    if (shown.length) this.seats = [...this.seats.filter((s) => shown.includes(s.token)), ...this.seats.filter((s) => !shown.includes(s.token))];
    this.token = this.seats[0]?.token || null;
    if (!this.seats.length && !mine.tables()[id].invites.length) mine.forget(id);
  }

  connect() {
    this.hangUp();
    this.hangUp = listen(id, this.token, {
      told: (event, data) => this.told(event, data),
      connected: (yes) => {
        document.body.classList.toggle("away", !yes);
        at("connection").textContent = yes ? "" : "The connection is lost; it is tried again by itself.";
        if (!yes) this.known = this.log.length;
      },
      refused: (error) => this.closed(error),
    });
  }

  /** @param {Error} error */
  closed(error) {
    fill(at("main"), h("section", { class: "notice" }, h("h2", {}, "This table cannot be shown"), h("p", {}, error.message), h("p", {}, h("a", { href: "/" }, "To the first page"))));
  }

  /**
   * @param {string} event
   * @param {Position} data
   */
  told(event, data) {
    if (event === "position") {
      // A new connection tells everything: what is no longer on the board, too.
      for (const name of this.board?.parts.keys() || []) this.board?.change({ [name]: data.board?.[name] || "" });
      this.log = [];
    }
    const { board, log, ...sections } = data;
    Object.assign(this.now, sections);
    if (board && event !== "position") this.board?.change(board);
    const before = this.log.length;
    if (log) this.log.splice(log.from, this.log.length - log.from, ...log.lines);
    this.show(data, before);
  }

  /**
   * @param {Position} changed
   * @param {number} before how many lines of the log were known
   */
  show(changed, before) {
    const { now, about, board, moves } = this;
    if (!about || !board || !moves) return;
    document.body.dataset.revision = String(now.revision ?? "");
    const legal = Array.isArray(now.legal) ? now.legal : [];
    if ("legal" in changed || "revision" in changed) {
      fill(at("hinted"));
      moves.offer(legal);
      board.light(count(legal, "lanes"), count(legal, "places"));
    }
    board.mark("touched", now.touched?.lanes || [], now.touched?.places || []);
    const around = this.around(legal);
    if (now.table) fill(at("market"), panels.belongings(around, now.table, { table: true }));
    panels.seats(at("others"), around, now);
    const you = now.you ? now.seats?.[now.you - 1] : null;
    // Cards that name places and a way, or what places pay, are goals; the others are in the hand alone.
    const goals = (now.goals || []).filter((goal) => goal.way !== undefined || goal.places.some(([, pays]) => typeof pays === "number"));
    const without = new Set(goals.filter((goal) => !legal.some((move) => move.cards?.includes(goal.card))).map((goal) => goal.zone));
    for (const goal of goals) if (legal.some((move) => move.cards?.includes(goal.card))) without.delete(goal.zone);
    fill(at("own"), ...(you ? [h("h2", {}, panels.mark(about, (now.you || 1) - 1), ` ${this.person(now.you || 0)}`), panels.belongings(around, you, { own: true, without })] : []));
    panels.goals(at("goals"), around, goals);
    this.showGoal(null);
    if (changed.log) this.showLog(before);
    this.showTurn(legal);
    this.showUndo();
    this.showOver(around);
    this.showSeats();
  }

  /** @param {Move[]} legal @returns {panels.Around} */
  around(legal) {
    return {
      about: /** @type {About} */ (this.about),
      pick: (thing) => this.pick(thing),
      legalCards: new Set(count(legal, "cards").keys()),
      legalCompanies: new Set(count(legal, "companies").keys()),
      rowed: new Set((this.now.table?.zones || []).flatMap((zone) => zone.row || []).filter((slot) => slot !== null)),
      person: (seat) => this.person(seat),
      say: (text) => this.say(text),
      goal: (goal) => this.showGoal(goal),
    };
  }

  /** @param {number} seat counted from one */
  person(seat) {
    const person = this.now.people?.seats[seat - 1];
    if (person?.name) return person.name;
    return seat === this.now.you ? "You" : person?.bot ? `Bot ${seat}` : `Player ${seat}`;
  }

  /** @param {Thing} thing */
  pick(thing) {
    const { moves, board } = this;
    if (!moves || !board || this.past) return;
    if (thing.kind === "card" && moves.mark(thing.id)) return;
    const legal = Array.isArray(this.now.legal) ? this.now.legal : [];
    const about = legal.filter((move) => ({ lane: move.lanes, place: move.places, card: move.cards, company: move.companies })[thing.kind]?.includes(thing.id));
    board.mark("picked", thing.kind === "lane" ? [thing.id] : [], thing.kind === "place" ? [thing.id] : []);
    // A card that can be used in one way alone is used: that is what pointing at it means.
    if (thing.kind === "card" && about.length === 1 && !about[0].pay) return void this.play(about[0].do);
    moves.pick(thing, this.nameOf(thing));
    if (about.length === 0 && this.now.you && !this.now.over) void this.why({ thing: thing.id });
    else at("moves").querySelector("button.move")?.scrollIntoView({ block: "nearest" });
    const first = at("moves").querySelector("button.move");
    if (first instanceof HTMLElement && document.activeElement?.closest("#board")) first.focus();
  }

  /**
   * What somebody points at, with what can be done with it and what that costs.
   * @param {Thing | null} thing
   */
  tip(thing) {
    const legal = Array.isArray(this.now.legal) && thing ? this.now.legal.filter((move) => isAbout(move, thing)) : [];
    at("tip").toggleAttribute("hidden", !thing);
    if (thing?.kind === "card" || thing?.kind === "company") this.board?.mark("hinted", legal.flatMap((move) => move.lanes || []), legal.flatMap((move) => move.places || []));
    else this.board?.mark("hinted", [], []);
    if (!thing || !this.about) return;
    const about = this.about;
    const cheapest = [...new Map(legal.map((move) => [move.group, move])).values()].slice(0, 3);
    const one = (/** @type {Move} */ move) => h("span", { class: "can" }, this.say(move.do.split(" with ")[0]), ...(move.pay || []).map(([id, count]) => card(about, move.set || "", id, { count, small: true })));
    fill(at("tip"), h("b", {}, this.nameOf(thing)), ...cheapest.map(one), legal.length > cheapest.length ? h("span", { class: "faint" }, `${counted(legal.length, "move")} in all`) : null);
  }

  /** @param {Thing} thing */
  nameOf(thing) {
    if (thing.kind === "lane") return this.board?.laneName(thing.id) || thing.id;
    if (thing.kind === "place") return this.board?.placeName(thing.id) || thing.id;
    if (thing.kind === "company") return this.about?.companies.find((company) => company.id === thing.id)?.name || thing.id;
    return this.say(thing.id);
  }

  /** @param {{thing?: string, do?: string}} asked */
  async why(asked) {
    try {
      this.moves?.explain(await ask(`/api/tables/${id}/why`, { token: this.token, body: asked }));
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} text */
  async play(text) {
    if (this.sending) return;
    this.sending = true;
    document.body.classList.add("sending");
    try {
      await ask(`/api/tables/${id}/act`, { token: this.token, body: { do: text, after: this.now.revision || 0 } });
      notice("");
    } catch (error) {
      this.refused(text, /** @type {Refused} */ (error));
    } finally {
      this.sending = false;
      document.body.classList.remove("sending");
    }
  }

  /**
   * @param {string} text
   * @param {Refused} error
   */
  refused(text, error) {
    if (error.code === "stale" && error.body.position) {
      this.told("position", error.body.position);
      notice("Something happened before your move; this is how it stands now.");
    } else if (error.code === "refused" || error.code === "not-understood") {
      this.moves?.explain([{ do: text, reason: error.message, rule: error.body.rule, place: error.body.place, cites: error.body.cites }]);
    } else {
      notice(error.message);
    }
  }

  /** @param {Goal | null} goal */
  showGoal(goal) {
    const goals = goal ? [goal] : mine.setting("goals", true) ? (this.now.goals || []).filter((one) => !one.joined) : [];
    const lanes = goals.flatMap((one) => (one.way || []).filter(([, missing]) => missing > 0).map(([lane]) => lane));
    this.board?.mark("way", goal ? lanes : [], []);
    this.board?.mark("goal", [], goals.flatMap((one) => one.places.map(([place]) => place)));
  }

  /** @param {number} before */
  showLog(before) {
    const element = at("log");
    const follows = element.scrollHeight - element.scrollTop - element.clientHeight < 60;
    const missed = this.known > 0 && this.known < this.log.length ? this.known : Infinity;
    const lines = this.log.map((line, i) => {
      const text = h("span", {}, this.say(line.text.replace(/^seat (\d): /, "")));
      const who = line.seat && /^seat \d: /.test(line.text) ? [this.about ? panels.mark(this.about, line.seat - 1) : "", ` ${this.person(line.seat)}: `] : [];
      return h("li", { class: `${i >= missed ? "missed" : ""}${who.length ? " act" : ""}` }, ...who, text);
    });
    fill(element, ...lines);
    if (follows || before === 0) element.scrollTop = element.scrollHeight;
    const news = this.log.slice(before).map((line) => this.sentence(line));
    if (before > 0 && news.length) at("announce").textContent = news.slice(-6).join(". ");
  }

  /** @param {import("./types.js").LogLine} line */
  sentence(line) {
    return this.say(line.text.replace(/^seat (\d): /, (_, seat) => `${this.person(Number(seat))}: `));
  }

  /** @param {Move[]} legal */
  showTurn(legal) {
    const { now } = this;
    const turn = legal.length > 0 && !now.over;
    const waiting = (now.moment?.waiting || []).map((seat) => this.person(seat)).join(" and ");
    const busy = now.moment?.under_way ? `: go on with “${plain(now.moment.under_way)}”` : "";
    const last = now.moment?.last_turns !== null && now.moment?.last_turns !== undefined ? " · last round" : "";
    const said = this.past ? "Looking back" : now.over ? "The game is over." : turn ? `Your turn${busy}${last}` : `${waiting} to move${last}`;
    if (at("turn").textContent !== said) at("turn").textContent = said;
    document.body.classList.toggle("my-turn", turn);
    alerts.showTitle(this.about?.name || "", turn);
    // Bots may be so quick that nothing is told between two turns of one's own.
    if (turn && this.called !== (now.moment?.turn ?? 0)) alerts.call(this.about?.name || "");
    this.called = turn ? (now.moment?.turn ?? 0) : null;
    const fault = now.legal && !Array.isArray(now.legal) ? now.legal.fault : null;
    if (now.trouble || fault) notice(now.trouble || fault || "");
    at("typed").toggleAttribute("disabled", !now.you || Boolean(now.over));
    const people = (now.people?.seats || []).filter((person) => !person.bot).length;
    at("hint").toggleAttribute("hidden", !turn || people !== 1);
    if (!turn) fill(at("hinted"));
    const prompt = this.past ? "This is how it stood." : now.over ? "" : turn ? "Choose what glows, on the board or among the cards, or one of these:" : now.you ? `${waiting} to move. Point at anything on the board to see what it is.` : "You watch.";
    if (at("prompt").textContent !== prompt) at("prompt").textContent = prompt;
    document.body.classList.toggle("idle", !turn);
  }

  showUndo() {
    const { undo, you } = this.now;
    at("undo").toggleAttribute("hidden", !you || Boolean(this.now.over) || this.past);
    at("look-back").toggleAttribute("hidden", Boolean(this.now.over) || this.past);
    if (!undo) return fill(at("asked"));
    const mineToSay = you && you !== undo.by && !undo.agreed.includes(you);
    const answer = (/** @type {boolean} */ agree) => () => void this.send("agree", { agree });
    fill(
      at("asked"),
      h("p", {}, `${this.person(undo.by)} would like to take back the last choice (${undo.reason}).`),
      mineToSay ? h("button", { type: "button", class: "main", "data-key": "agree", onclick: answer(true) }, "Agree") : null,
      mineToSay || you === undo.by ? h("button", { type: "button", "data-key": "no", onclick: answer(false) }, you === undo.by ? "Never mind" : "No") : null,
    );
  }

  /** @param {panels.Around} around */
  showOver(around) {
    at("sheet").toggleAttribute("hidden", !this.now.over);
    if (!this.now.over) return;
    panels.sheet(at("sheet"), around, this.now.over, () => void this.save(), this.rules?.scores() || new Map());
    if (!this.replay?.over) this.lookBack(true);
  }

  /** @param {boolean} over whether the game is over: else one sees what oneself was told */
  lookBack(over) {
    this.replay?.close();
    this.replay = new Replay(id, () => this.token, {
      over,
      players: this.about?.players || 0,
      show: (past) => this.showPast(past),
      present: () => this.present(),
      say: (text) => this.say(text),
      person: (seat) => this.person(seat),
    });
  }

  /** From looking back to how it stands. */
  present() {
    this.past = false;
    this.replay?.close();
    this.replay = undefined;
    this.connect();
  }

  /** @param {import("./replay.js").Past} past */
  showPast(past) {
    // What happens meanwhile is told when one comes back.
    if (!this.now.over) this.hangUp();
    this.past = !this.now.over;
    for (const name of this.board?.parts.keys() || []) this.board?.change({ [name]: past.board?.[name] || "" });
    const you = !this.now.over ? this.now.you : this.replay?.as.value ? Number(this.replay.as.value) : null;
    Object.assign(this.now, { legal: null, undo: null, table: past.table, seats: past.seats, companies: past.companies, goals: past.goals, moment: past.moment, touched: past.touched, you });
    this.log = past.log?.lines || [];
    this.known = 0;
    this.show({ log: past.log, legal: null }, 0);
  }

  /** Several seats at one screen: whoever is to move takes over. */
  showSeats() {
    const buttons = this.seats.length < 2 ? [] : this.seats.map((seat, i) => h("button", { type: "button", "data-key": `seat:${i}`, "aria-pressed": String(seat.token === this.token), onclick: () => this.become(seat) }, `My seat ${i + 1}`));
    fill(at("my-seats"), ...buttons);
    const invites = mine.tables()[id]?.invites || [];
    const open = invites.filter((invite) => !this.now.people?.seats[invite.seat - 1]?.joined);
    const link = (/** @type {{seat: number, invite: string}} */ invite) => `${location.origin}/t/${id}#join=${invite.invite}`;
    const copy = (/** @type {string} */ text) => () => void navigator.clipboard?.writeText(text).then(() => notice("The link is copied."));
    fill(
      at("invites"),
      ...open.map((invite) => h("p", {}, `Link for seat ${invite.seat}: `, h("input", { readonly: true, value: link(invite), "aria-label": `Link for seat ${invite.seat}`, "data-key": `invite:${invite.seat}` }), h("button", { type: "button", onclick: copy(link(invite)) }, "Copy"))),
    );
  }

  /** @param {mine.MySeat} seat */
  become(seat) {
    this.token = seat.token;
    this.now = {};
    this.connect();
  }

  buttons() {
    at("undo").addEventListener("click", () => void this.takeBack(false));
    at("hint").addEventListener("click", () => void this.hint());
    at("look-back").addEventListener("click", () => {
      at("more").removeAttribute("open");
      this.lookBack(false);
      at("replay").scrollIntoView({ block: "nearest" });
    });
    at("show-rules").addEventListener("click", () => this.showRules());
    const explain = /** @type {HTMLInputElement} */ (at("explain"));
    explain.checked = mine.setting("explain", true);
    explain.addEventListener("change", () => {
      mine.set("explain", explain.checked);
      this.explain();
    });
    for (const panel of ["market", "own", "others"]) {
      at(panel).addEventListener("mouseover", (event) => this.tip(pointed(event)));
      at(panel).addEventListener("mouseleave", () => this.tip(null));
    }
    at("my-link").addEventListener("click", () => {
      const link = `${location.origin}/t/${id}${this.token ? `#seat=${this.token}` : ""}`;
      void navigator.clipboard?.writeText(link);
      notice(this.token ? `Your own link, to go on elsewhere. Give it to nobody: ${link}` : `The link to watch: ${link}`);
    });
    const sound = /** @type {HTMLInputElement} */ (at("sound"));
    sound.checked = mine.setting("sound", false);
    sound.addEventListener("change", () => void alerts.wish(sound.checked));
    document.addEventListener("keydown", (event) => this.key(event));
    const name = /** @type {HTMLInputElement} */ (at("name"));
    name.value = mine.myName();
    name.addEventListener("change", () => {
      mine.callMe(name.value);
      void this.send("name", { name: name.value });
    });
    at("name-label").toggleAttribute("hidden", !this.token);
  }

  showRules() {
    const dialog = /** @type {HTMLDialogElement} */ (at("rules"));
    const close = h("button", { type: "button", class: "close", onclick: () => dialog.close() }, "Close");
    fill(dialog, close, ...(this.rules?.all() || []));
    dialog.showModal();
    dialog.scrollTop = 0;
  }

  async hint() {
    fill(at("hinted"), "thinking …");
    try {
      fill(at("hinted"), thoughts(await ask(`/api/tables/${id}/think`, { token: this.token, body: {} }), (text) => this.say(text)));
    } catch (error) {
      fill(at("hinted"), /** @type {Error} */ (error).message);
    }
  }

  /** @param {boolean} anyway */
  async takeBack(anyway) {
    try {
      const answer = await ask(`/api/tables/${id}/undo`, { token: this.token, body: { after: this.now.revision || 0, anyway } });
      notice(answer.asked ? "The others are asked." : "");
      fill(at("asked"));
    } catch (error) {
      const refused = /** @type {Refused} */ (error);
      if (refused.code !== "looking-back") return this.refused("undo", refused);
      const yes = h("button", { type: "button", class: "main", "data-key": "anyway", onclick: () => void this.takeBack(true) }, "Take it back all the same");
      const no = h("button", { type: "button", "data-key": "leave", onclick: () => fill(at("asked")) }, "Leave it");
      fill(at("asked"), h("p", {}, `You would look back at what was hidden: ${this.say(refused.message)}.`), yes, no);
      yes.focus();
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const writing = event.target instanceof HTMLInputElement;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "/" && !writing) {
      event.preventDefault();
      at("typed").focus();
    } else if (event.key === "u" && !writing && !event.ctrlKey && !event.metaKey) {
      at("undo").click();
    } else if (event.key === "Escape" && !writing) {
      this.moves?.pick(null, "");
      this.board?.mark("picked", [], []);
    } else if (["ArrowDown", "ArrowUp"].includes(event.key) && document.activeElement?.closest("#moves")) {
      event.preventDefault();
      const all = [...at("moves").querySelectorAll("button")];
      const to = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + (event.key === "ArrowDown" ? 1 : -1);
      if (to < 0) at("typed").focus();
      else all[to]?.focus();
    }
  }

  /**
   * @param {string} what
   * @param {unknown} body
   */
  async send(what, body) {
    try {
      const answer = await ask(`/api/tables/${id}/${what}`, { token: this.token, body });
      notice(answer.asked ? "The others are asked." : "");
    } catch (error) {
      this.refused(what, /** @type {Refused} */ (error));
    }
  }

  async save() {
    const response = await fetch(`/api/tables/${id}/save`, { headers: this.token ? { authorization: `Bearer ${this.token}` } : {} });
    const link = /** @type {HTMLAnchorElement} */ (h("a", { href: URL.createObjectURL(await response.blob()), download: `${this.about?.game || id}.railwright` }));
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /**
   * Notation with names in the place of ids, and people in the place of seats.
   * @param {string} text
   */
  say(text) {
    return this.words ? this.words.say(text) : text;
  }
}

/**
 * The card or company that the mouse is over.
 * @param {Event} event
 * @returns {Thing | null}
 */
function pointed(event) {
  const over = /** @type {Element | null} */ (event.target)?.closest("[data-card], button.company");
  if (!over) return null;
  const card = over.getAttribute("data-card");
  return card ? { kind: "card", id: card } : { kind: "company", id: over.getAttribute("data-key") || "" };
}

/**
 * How many moves are about each thing of a kind.
 * @param {Move[]} legal
 * @param {"lanes" | "places" | "cards" | "companies"} kind
 */
function count(legal, kind) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const move of legal) for (const thing of move[kind] || []) counts.set(thing, (counts.get(thing) || 0) + 1);
  return counts;
}

/** @param {string} text */
function notice(text) {
  at("notice").textContent = text;
}

void new Table().start();
