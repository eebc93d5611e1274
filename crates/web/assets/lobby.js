// The first page: games to begin, tables somebody has, tables to watch, saved games.
import { at, fill, h } from "./dom.js";
import * as mine from "./mine.js";
import { ask } from "./net.js";

/** @typedef {{id: string, text: string}} Named */
/** @typedef {{id: string, name: string, summary: string, players: [number, number], minutes: number | null, map: string, provenance: string, options: Named[], personas: Named[], stamp: string}} Game */

/** Who can sit at a seat, and what that is called. */
const WHO = [
  ["me", "me"],
  ["friend", "a friend (by a link)"],
  ["greedy", "a bot (greedy)"],
  ["search", "a strong bot (search)"],
  ["search:100", "a strong bot that is quick (search:100)"],
  ["search:2s", "a strong bot, 2 seconds a move (search:2s)"],
  ["random", "a weak bot (random)"],
];

/** @param {string} text */
function notice(text) {
  at("notice").textContent = text;
}

async function showGames() {
  /** @type {Game[]} */
  const games = await ask("/api/games");
  const one = (/** @type {Game} */ game) => {
    const players = game.players[0] === game.players[1] ? `${game.players[0]} players` : `${game.players[0]}–${game.players[1]} players`;
    return h(
      "button",
      { type: "button", class: "game", "data-game": game.id, onclick: () => begin(game) },
      h("img", { src: `/api/games/${encodeURIComponent(game.id)}/picture.svg?${game.stamp}`, alt: "", loading: "lazy" }),
      h("strong", {}, game.name),
      h("span", { class: "faint" }, `${players}${game.minutes ? ` · ${game.minutes} minutes` : ""}${game.provenance === "reconstructed" ? " · board reconstructed" : ""}`),
      h("span", {}, game.summary),
    );
  };
  fill(at("games"), ...games.map(one));
}

/**
 * The form for a new table.
 * @param {Game} game
 */
function begin(game) {
  const dialog = /** @type {HTMLDialogElement} */ (at("new"));
  const who = [...WHO, ...game.personas.map((persona) => [`persona:${persona.id}`, `a bot with a plan: ${persona.id.replace(/-/g, " ")}`])];
  const players = /** @type {HTMLSelectElement} */ (h("select", { id: "players" }));
  for (let n = game.players[0]; n <= game.players[1]; n += 1) players.append(h("option", { value: n }, String(n)));
  const seats = h("div", { class: "seats" });
  const showSeats = () => {
    const chosen = [...seats.querySelectorAll("select")].map((select) => select.value);
    const rows = [];
    for (let i = 0; i < Number(players.value); i += 1) {
      const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": `Seat ${i + 1}` }, ...who.map(([value, text]) => h("option", { value }, text))));
      select.value = chosen[i] || (i === 0 ? "me" : "greedy");
      rows.push(h("label", {}, `Seat ${i + 1} `, select));
    }
    fill(seats, ...rows);
  };
  players.addEventListener("change", showSeats);
  showSeats();
  const options = game.options.map((option) => h("label", { class: "option" }, h("input", { type: "checkbox", name: "option", value: option.id }), ` ${option.text || option.id}`));
  const name = /** @type {HTMLInputElement} */ (h("input", { id: "my-name", maxlength: 40, value: mine.myName(), autocomplete: "nickname" }));
  const seed = /** @type {HTMLInputElement} */ (h("input", { id: "seed", inputmode: "numeric", placeholder: "by chance" }));
  const open = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "open" }));
  const said = h("p", { role: "alert" });
  const create = async (/** @type {Event} */ event) => {
    event.preventDefault();
    mine.callMe(name.value.trim());
    const chosen = [...seats.querySelectorAll("select")].map((select) => ({ who: select.value, name: select.value === "me" ? name.value : "" }));
    const on = [...dialog.querySelectorAll("input[name=option]")].filter((box) => /** @type {HTMLInputElement} */ (box).checked);
    try {
      const made = await ask("/api/tables", {
        body: { game: game.id, seats: chosen, options: on.map((box) => /** @type {HTMLInputElement} */ (box).value), seed: seed.value.trim() || null, open: open.checked || !chosen.some((seat) => seat.who === "me" || seat.who === "friend") },
      });
      mine.made(made);
      location.href = `/t/${made.id}`;
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message;
    }
  };
  const form = h(
    "form",
    { onsubmit: create },
    h("h2", { id: "new-title" }, game.name),
    h("p", {}, game.summary),
    h("label", {}, "My name ", name),
    h("label", {}, "Players ", players),
    seats,
    ...(options.length ? [h("fieldset", {}, h("legend", {}, "Options"), ...options)] : []),
    h("details", { id: "more-settings" }, h("summary", {}, "More"), h("label", {}, "Seed ", seed), h("p", { class: "faint" }, "The same number shuffles in the same way again."), h("label", { class: "option" }, open, " anybody with the address may watch")),
    said,
    h("p", { class: "row" }, h("button", { type: "submit", class: "main", id: "create" }, "Begin"), h("button", { type: "button", onclick: () => dialog.close() }, "Cancel")),
  );
  fill(dialog, form);
  dialog.showModal();
}

async function showMine() {
  const all = mine.tables();
  const asked = Object.entries(all).sort((a, b) => b[1].at - a[1].at).slice(0, 40).flatMap(([id, table]) => (table.seats[0] ? [{ id, token: table.seats[0].token }] : []));
  if (!asked.length) return fill(at("mine"));
  /** @type {{id: string, title: string, seat: number, your_turn: boolean, over: string | null, turn: number, people: {seats: {name: string, bot: string | null}[]}}[]} */
  const tables = await ask("/api/mine", { body: asked });
  for (const { id } of asked) if (!tables.some((table) => table.id === id)) mine.forget(id);
  const row = (/** @type {(typeof tables)[number]} */ table) => {
    const others = table.people.seats.filter((_, i) => i + 1 !== table.seat).map((seat) => seat.name || (seat.bot ? `bot ${seat.bot}` : "a friend"));
    const stands = table.over ? "over" : table.your_turn ? "your turn" : "others to move";
    return h("li", {}, h("a", { href: `/t/${table.id}`, class: table.your_turn ? "turn" : "" }, table.title), h("span", { class: "faint" }, ` with ${others.join(", ")} · turn ${table.turn} · ${stands}`));
  };
  fill(at("mine"), ...(tables.length ? [h("h2", {}, "My games"), h("ul", { class: "tables" }, ...tables.map(row))] : []));
}

async function showWatched() {
  /** @type {{id: string, title: string, over: boolean}[]} */
  const tables = await ask("/api/tables");
  const row = (/** @type {(typeof tables)[number]} */ table) => h("li", {}, h("a", { href: `/t/${table.id}` }, table.title), h("span", { class: "faint" }, table.over ? " · over" : " · under way"));
  fill(at("watch"), ...(tables.length ? [h("h2", {}, "To watch"), h("ul", { class: "tables" }, ...tables.map(row))] : []));
}

at("import").addEventListener("change", async (event) => {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (!file) return;
  try {
    const made = await ask("/api/import", { body: { save: await file.text(), name: mine.myName() } });
    mine.made(made);
    location.href = `/t/${made.id}`;
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
});

const told = (/** @type {Error} */ error) => notice(error.message);
showGames().catch(told);
showMine().catch(told);
showWatched().catch(told);
