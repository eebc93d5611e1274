// The tables this browser remembers, and the secrets of their seats.

const KEY = "railwright-tables";

/** @typedef {{seat: number, token: string}} MySeat */
/** @typedef {{title: string, seats: MySeat[], invites: {seat: number, invite: string}[], at: number}} MyTable */

/** @returns {Record<string, MyTable>} */
export function tables() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}");
  } catch {
    return {};
  }
}

/** @param {Record<string, MyTable>} all */
function keep(all) {
  localStorage.setItem(KEY, JSON.stringify(all));
}

/**
 * @param {string} id
 * @param {(table: MyTable) => void} change
 */
export function remember(id, change) {
  const all = tables();
  const table = all[id] || { title: "", seats: [], invites: [], at: 0 };
  change(table);
  table.at = Date.now();
  all[id] = table;
  keep(all);
}

/** @param {string} id */
export function forget(id) {
  const all = tables();
  delete all[id];
  keep(all);
}

/**
 * What the server said of a new table is remembered.
 * @param {{id: string, title: string, seats: {seat: number, token?: string, invite?: string}[]}} made
 */
export function made(made) {
  remember(made.id, (table) => {
    table.title = made.title;
    for (const seat of made.seats) {
      if (seat.token) table.seats.push({ seat: seat.seat, token: seat.token });
      if (seat.invite) table.invites.push({ seat: seat.seat, invite: seat.invite });
    }
  });
}

/** What people call whoever sits here. */
export function myName() {
  return localStorage.getItem("railwright-name") || "";
}

/** @param {string} name */
export function callMe(name) {
  localStorage.setItem("railwright-name", name);
}

/**
 * @param {string} name
 * @param {boolean} otherwise
 */
export function setting(name, otherwise) {
  const kept = localStorage.getItem(`railwright-${name}`);
  return kept === null ? otherwise : kept === "yes";
}

/**
 * @param {string} name
 * @param {boolean} value
 */
export function set(name, value) {
  localStorage.setItem(`railwright-${name}`, value ? "yes" : "no");
}
