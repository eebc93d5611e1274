// The studio: what is open, what it looks like, saving, undoing. The files themselves are the server's.
import { at, fill, h } from "./dom.js";
import { ask } from "./net.js";
import { BoardModel } from "./studio-board.js";
import { BoardView } from "./studio-canvas.js";
import { Effect } from "./studio-effect.js";
import { askAboutConflict, firstPage, showFiles } from "./studio-files.js";
import { showScenarios } from "./studio-scenarios.js";
import { showTickets } from "./studio-tickets.js";
import { TextPane } from "./studio-text.js";

/** @typedef {{path: string, sort: string, name: string | null, games: string[], changed: boolean, conflict: boolean, version: number | null}} FileState */
/** @typedef {{folder: string, files: FileState[], revision: number, undo: string | null, redo: string | null, bundled: string[], news: string[], difference: any}} StudioState */

/** How often the folder is looked at. */
const LOOK = 1500;

class Studio {
  constructor() {
    /** @type {StudioState | null} */
    this.state = null;
    /** @type {string | null} */
    this.file = null;
    this.view = "";
    /** @type {{shown?: () => void, changed?: () => void, flush?: () => Promise<void>, ended?: () => void} | null} */
    this.pane = null;
    this.effect = new Effect(this);
    at("save").addEventListener("click", () => void this.save());
    at("undo").addEventListener("click", () => void this.undo(false));
    at("redo").addEventListener("click", () => void this.undo(true));
    at("play").addEventListener("click", () => void this.play());
    window.addEventListener("hashchange", () => {
      // What was said of another page is no longer meant.
      this.notice("");
      void this.route();
    });
    const print = /** @type {HTMLDetailsElement} */ (at("print-menu"));
    document.addEventListener("click", (event) => {
      // What is chosen in the menu closes it as well as what is clicked beside it; its own button does so by itself.
      if (!(event.target instanceof Element && event.target.closest("#print-menu > summary"))) print.open = false;
    });
    print.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !print.open) return;
      print.open = false;
      print.querySelector("summary")?.focus();
    });
    window.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("beforeunload", (event) => {
      if (this.state?.files.some((file) => file.changed)) event.preventDefault();
    });
  }

  async begin() {
    await this.look();
    await this.route();
    const again = async () => {
      await this.look();
      window.setTimeout(again, LOOK);
    };
    window.setTimeout(again, LOOK);
  }

  /** @param {string} text */
  notice(text) {
    at("notice").textContent = text;
  }

  /** @param {string} text */
  say(text) {
    at("said").textContent = text;
  }

  /**
   * Does something that the server may refuse; then it is said.
   * @template T
   * @param {() => Promise<T>} what
   * @returns {Promise<T | null>}
   */
  async attempt(what) {
    try {
      const done = await what();
      return done;
    } catch (error) {
      this.notice(error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  /** Looks at the folder, and at what other programs did in it. */
  async look() {
    /** @type {StudioState | null} */
    const state = await ask("/api/studio").catch((error) => {
      this.notice(error.message);
      return null;
    });
    if (!state) return;
    const before = this.state;
    this.state = state;
    if (at("notice").textContent?.includes("cannot be reached")) this.notice("");
    for (const text of state.news) this.notice(text);
    this.header();
    if (!before || JSON.stringify(before.files) !== JSON.stringify(state.files)) {
      if (this.file) showFiles(this);
      else if (before) firstPage(this);
    }
    const conflict = state.files.find((file) => file.conflict);
    if (conflict) askAboutConflict(this, conflict.path);
    if (before && before.revision !== state.revision) this.pane?.changed?.();
    this.effect.told(state.difference);
  }

  header() {
    const state = this.state;
    if (!state) return;
    const button = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (at(id));
    const changed = state.files.filter((file) => file.changed).length;
    button("save").disabled = !changed;
    button("save").textContent = changed > 1 ? `Save ${changed} files` : "Save";
    button("undo").disabled = !state.undo;
    button("undo").title = state.undo ? `Undo: ${state.undo} (Ctrl+Z)` : "";
    button("redo").disabled = !state.redo;
    button("redo").title = state.redo ? `Redo: ${state.redo} (Ctrl+Shift+Z)` : "";
  }

  /** @returns {FileState | undefined} */
  current() {
    return this.state?.files.find((file) => file.path === this.file);
  }

  /** The game that the open file belongs to. */
  game() {
    const file = this.current();
    return file?.sort === "game" ? file.path : file?.games[0] || null;
  }

  /** Shows what the address says. */
  async route() {
    await this.pane?.flush?.();
    this.pane?.ended?.();
    this.pane = null;
    const wanted = new URLSearchParams(location.hash.slice(1));
    this.file = wanted.get("file");
    const file = this.current();
    if (!file) {
      this.file = null;
      document.body.classList.add("beginning");
      at("title").textContent = "";
      fill(at("views"));
      fill(at("foot"));
      at("play").hidden = true;
      at("print-menu").hidden = true;
      firstPage(this);
      return;
    }
    document.body.classList.remove("beginning");
    this.view = wanted.get("view") || (file.sort === "map" ? "map" : "text");
    document.title = `${file.name || file.path} · Studio`;
    at("title").textContent = file.name || file.path;
    at("play").hidden = !this.game();
    at("print-menu").hidden = file.sort !== "map";
    const print = (/** @type {string} */ what, /** @type {string} */ text) => h("a", { href: `/api/studio/print?file=${encodeURIComponent(file.path)}&what=${what}`, download: true, id: `print-${what}` }, text);
    fill(at("print-links"), print("board", "The board in true size (PDF)"), print("tiles", "The board on sheets of A4 (PDF)"), print("tickets", "The tickets to cut (PDF)"));
    const views = file.sort === "map" ? [["map", "Board"], ["tickets", "Tickets"], ["text", "Text"]] : file.sort === "game" ? [["text", "Rules"], ["scenarios", "Scenarios"]] : [["text", "Text"]];
    const link = (/** @type {string[]} */ [view, text]) => h("button", { type: "button", "aria-current": view === this.view ? "page" : null, onclick: () => this.go(file.path, view) }, text);
    fill(at("views"), ...views.map(link));
    showFiles(this);
    fill(at("side"));
    fill(at("main"));
    if (this.view === "map") this.pane = new BoardView(this, new BoardModel(this, file.path));
    else if (this.view === "tickets") this.pane = showTickets(this, new BoardModel(this, file.path));
    else if (this.view === "scenarios") this.pane = showScenarios(this, file.path);
    else this.pane = new TextPane(this, file.path);
    this.effect.opened();
  }

  /**
   * @param {string} file
   * @param {string} [view]
   */
  go(file, view) {
    const hash = new URLSearchParams(view ? { file, view } : { file });
    location.hash = hash.toString();
  }

  async save() {
    await this.pane?.flush?.();
    const done = await this.attempt(() => ask("/api/studio/save", { body: {} }));
    if (done) this.say("Saved.");
    if (done && done.saved.length) this.notice("");
    await this.look();
    this.effect.saved();
    return Boolean(done);
  }

  /** @param {boolean} again */
  async undo(again) {
    await this.pane?.flush?.();
    const what = again ? this.state?.redo : this.state?.undo;
    const done = await this.attempt(() => ask("/api/studio/undo", { body: { again } }));
    if (done?.files.length) {
      this.say(`${again ? "Done again" : "Taken back"}: ${what}`);
      if (!done.files.includes(this.file)) this.go(done.files[0]);
    }
    await this.look();
  }

  async play() {
    const game = this.game();
    if (!game) return;
    if (this.state?.files.some((file) => file.changed) && !(await this.save())) return;
    const made = await this.attempt(() => ask("/api/studio/play", { body: { game } }));
    if (made) window.open(made.address, "_blank", "noopener") || location.assign(made.address);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "s") {
      event.preventDefault();
      void this.save();
    } else if (key === "z" || key === "y") {
      // A field that somebody types into has an undo of its own until it is left.
      const target = event.target;
      if (target instanceof HTMLInputElement && target.value !== target.defaultValue) return;
      event.preventDefault();
      void this.undo(key === "y" || event.shiftKey);
    }
  }
}

const studio = new Studio();
void studio.begin();
// For whoever watches from outside whether anything is still under way.
Object.defineProperty(window, "studioIsSettled", { value: () => studio.pane instanceof BoardView && studio.pane.isSettled() });

/** @typedef {Studio} StudioPage */
