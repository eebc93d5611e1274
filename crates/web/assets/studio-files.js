// The files of the folder, new games, and what to do when another program has changed the same lines.
import { at, fill, h } from "./dom.js";
import { ask } from "./net.js";

/** @typedef {import("./studio.js").StudioPage} StudioPage */

const SORTS = [["game", "Games"], ["map", "Boards"], ["part", "Parts"], ["module", "Modules"], ["scenario", "Scenarios"]];

/** @param {StudioPage} studio */
export function showFiles(studio) {
  const files = studio.state?.files || [];
  const one = (/** @type {import("./studio.js").FileState} */ file) =>
    h(
      "button",
      { type: "button", "data-key": file.path, "data-file": file.path, "aria-current": String(file.path === studio.file), title: file.path, onclick: () => studio.go(file.path) },
      h("span", {}, file.sort === "scenario" || !file.name ? file.path.split("/").pop() || file.path : file.name),
      file.changed ? h("span", { class: "dot", title: "not saved yet" }, "●") : null,
    );
  const groups = SORTS.flatMap(([sort, title]) => {
    const own = files.filter((file) => file.sort === sort);
    return own.length ? [h("h2", {}, title), ...own.map(one)] : [];
  });
  fill(at("files"), h("button", { type: "button", onclick: () => beginWizard(studio) }, "+ New game"), ...groups);
}

/** @param {StudioPage} studio */
export function firstPage(studio) {
  const state = studio.state;
  if (!state) return;
  const games = state.files.filter((file) => file.sort === "game");
  const maps = state.files.filter((file) => file.sort === "map");
  const card = (/** @type {import("./studio.js").FileState} */ file) =>
    h("button", { type: "button", "data-file": file.path, onclick: () => studio.go(file.path) }, h("strong", {}, file.name || file.path), h("small", {}, file.path));
  fill(
    at("main"),
    h(
      "section",
      { "aria-label": "Begin" },
      h("h2", {}, games.length ? "A new game" : "Begin here"),
      h(
        "div",
        { class: "begin-with" },
        ...KINDS.map(([kind, title, text]) => h("button", { type: "button", "data-kind": kind, onclick: () => beginWizard(studio, kind) }, h("strong", {}, title), h("small", {}, text))),
      ),
    ),
    maps.length ? h("section", { "aria-label": "Boards" }, h("h2", {}, "Your boards"), h("div", { class: "begin-with" }, ...maps.map(card))) : null,
    games.length ? h("section", { "aria-label": "Games" }, h("h2", {}, "Your games"), h("div", { class: "begin-with" }, ...games.map(card))) : null,
    h("p", { class: "faint" }, `The folder is ${state.folder}. Nothing outside it is written.`),
  );
}

const KINDS = [
  ["empty", "An empty board", "You draw it with the mouse. The rules are those of a game you know."],
  ["sketch", "A sketch of a board", "A few places and lines on which a game plays at once, to be changed."],
  ["variant", "A variant", "A bundled game with a copy of its board: change what you like."],
  ["own", "A small game of its own", "Rules, board, modules and scenarios of a small island."],
];

/**
 * @param {StudioPage} studio
 * @param {string} [chosen]
 */
export function beginWizard(studio, chosen = "empty") {
  const dialog = /** @type {HTMLDialogElement} */ (at("dialog"));
  const kind = /** @type {HTMLSelectElement} */ (h("select", { id: "new-kind" }, ...KINDS.map(([value, text]) => h("option", { value }, text))));
  kind.value = chosen;
  const name = /** @type {HTMLInputElement} */ (h("input", { id: "new-name", required: true, maxlength: 40, autocomplete: "off", placeholder: "my-island" }));
  const from = /** @type {HTMLSelectElement} */ (h("select", { id: "new-from" }, ...(studio.state?.bundled || []).map((id) => h("option", { value: id }, id.replace(/-/g, " ")))));
  from.value = (studio.state?.bundled || []).includes("ticket-to-ride") ? "ticket-to-ride" : from.value;
  const fromLabel = h("label", {}, "rules of", from);
  const what = h("p", { class: "faint" });
  const shown = () => {
    fromLabel.hidden = kind.value === "own";
    what.textContent = KINDS.find(([value]) => value === kind.value)?.[2] || "";
  };
  kind.addEventListener("change", shown);
  shown();
  const wrong = h("p", { role: "alert" });
  const make = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const id = name.value.trim().toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
    wrong.textContent = "";
    try {
      const made = await ask("/api/studio/new", { body: { name: id || name.value, kind: kind.value, from: kind.value === "own" ? "" : from.value } });
      dialog.close();
      await studio.look();
      studio.go(made.map, "map");
    } catch (error) {
      wrong.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  fill(
    dialog,
    h(
      "form",
      { onsubmit: make },
      h("h2", { id: "dialog-title" }, "A new game"),
      h("label", {}, "called", name),
      h("label", {}, "begins with", kind),
      fromLabel,
      what,
      wrong,
      h("div", { class: "row" }, h("button", { class: "main", id: "make" }, "Make it"), h("button", { type: "button", onclick: () => dialog.close() }, "Cancel")),
    ),
  );
  dialog.showModal();
  name.focus();
}

/**
 * Another program has changed the same lines as somebody here: nothing is written before it is said whose hold.
 * @param {StudioPage} studio
 * @param {string} file
 */
export async function askAboutConflict(studio, file) {
  const dialog = /** @type {HTMLDialogElement} */ (at("dialog"));
  if (dialog.open) return;
  const now = await studio.attempt(() => ask("/api/studio/file", { body: { file } }));
  if (!now?.conflict || dialog.open) return;
  const settle = async (/** @type {boolean} */ mine) => {
    dialog.close();
    await studio.attempt(() => ask("/api/studio/settle", { body: { file, mine } }));
    await studio.look();
  };
  const theirs = now.conflict.theirs;
  const differing = (/** @type {string} */ a, /** @type {string} */ b) => {
    const other = new Set(b.split("\n"));
    return a.split("\n").filter((line) => !other.has(line)).slice(0, 8).join("\n");
  };
  fill(
    dialog,
    h("h2", { id: "dialog-title" }, `${file} was changed by another program`),
    h("p", {}, theirs === null ? "It is gone from the folder." : "It changed lines that you have changed here, too. Whose shall hold? Nothing is written until you say."),
    theirs === null ? null : h("h3", {}, "Theirs"),
    theirs === null ? null : h("pre", { class: "scrolls" }, differing(theirs, now.text) || "(lines taken out)"),
    h("h3", {}, "Yours"),
    h("pre", { class: "scrolls" }, differing(now.text, theirs || "") || "(lines taken out)"),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", id: "keep-mine", onclick: () => settle(true) }, "Keep mine"),
      theirs === null ? null : h("button", { type: "button", id: "take-theirs", onclick: () => settle(false) }, "Take theirs"),
    ),
    h("p", { class: "faint" }, "Either can be undone: no text is lost."),
  );
  dialog.showModal();
}
