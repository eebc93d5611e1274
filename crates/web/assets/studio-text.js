// A file as text: colours, what is wrong where it stands, what could be typed, what a word means. The server knows the language; here is only the page.
import { at, fill, h } from "./dom.js";
import { ask } from "./net.js";
import { form } from "./studio-numbers.js";
import { tokens } from "./studio-tokens.js";

/** @typedef {import("./studio.js").StudioPage} StudioPage */
/** @typedef {{line: number, character: number}} Position */

/** What is typed is sent when nothing was typed for so long. */
const PAUSE = 250;

export class TextPane {
  /**
   * @param {StudioPage} studio
   * @param {string} file
   */
  constructor(studio, file) {
    this.studio = studio;
    this.file = file;
    this.version = 0;
    this.sent = "";
    this.timer = 0;
    this.resting = 0;
    /** @type {any[]} */
    this.problems = [];
    /** @type {any[]} */
    this.proposed = [];
    this.at = 0;
    this.shownLines = 0;
    /** @type {any[] | null} */
    this.shownProblems = null;
    /** @type {{width: number, height: number, left: number, top: number} | null} */
    this.letter = null;
    /** @type {Promise<unknown>} */
    this.queue = Promise.resolve();
    this.gutter = h("div", { id: "gutter", "aria-hidden": "true" });
    this.colours = h("pre", { id: "colours", "aria-hidden": "true" });
    this.marks = h("pre", { id: "marks", "aria-hidden": "true" });
    this.area = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "text", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": `The text of ${this.file}` }));
    this.proposals = h("div", { id: "proposals", role: "listbox", hidden: true });
    this.meaning = h("div", { id: "meaning", role: "tooltip", hidden: true });
    this.pane = h("div", { id: "text-pane" }, this.gutter, h("div", { id: "pages" }, this.colours, this.marks, this.area), this.proposals, this.meaning);
    this.goto = (/** @type {Event} */ event) => this.show(/** @type {CustomEvent} */ (event).detail);
    this.build();
    void this.load();
  }

  build() {
    fill(at("main"), this.pane);
    fill(at("side"), h("div", { id: "numbers" }), h("div", { id: "effect" }));
    this.studio.effect.show();
    this.area.addEventListener("input", () => this.typed());
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.area.addEventListener("blur", () => window.setTimeout(() => (this.proposals.hidden = true), 150));
    this.area.addEventListener("mousemove", (event) => this.rest(event));
    this.area.addEventListener("mouseleave", () => this.unrest());
    document.addEventListener("studio-goto", this.goto);
  }

  ended() {
    window.clearTimeout(this.timer);
    window.clearTimeout(this.resting);
    document.removeEventListener("studio-goto", /** @type {EventListener} */ (this.goto));
  }

  async load() {
    const told = await this.studio.attempt(() => ask("/api/studio/file", { body: { file: this.file } }));
    if (!told) return;
    this.version = told.version;
    this.sent = told.text;
    if (this.area.value !== told.text) {
      const { selectionStart, selectionEnd } = this.area;
      const before = this.area.value;
      this.area.value = told.text;
      // The caret stays beside what it stood beside.
      let same = 0;
      while (same < selectionStart && before[same] === told.text[same]) same += 1;
      const moved = same < selectionStart ? told.text.length - before.length : 0;
      this.area.setSelectionRange(Math.max(selectionStart + moved, 0), Math.max(selectionEnd + moved, 0));
    }
    this.paint();
    void this.look();
  }

  /** What an editor is told: something has changed, perhaps this file. */
  changed() {
    const now = this.studio.current()?.version;
    if (this.area.value === this.sent && now !== this.version) void this.load();
    else void this.look();
  }

  typed() {
    this.unrest();
    this.paint();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.send(), PAUSE);
    const before = this.area.value.slice(0, this.area.selectionStart);
    if (/[a-z0-9_.-]{2,}$/i.test(before) && !/#[^\n]*$/.test(before)) void this.propose();
    else this.proposals.hidden = true;
  }

  async flush() {
    window.clearTimeout(this.timer);
    await this.send();
  }

  send() {
    this.queue = this.queue.then(async () => {
      const text = this.area.value;
      if (text === this.sent) return;
      try {
        const told = await ask("/api/studio/write", { body: { file: this.file, version: this.version, text } });
        this.version = told.version;
        this.sent = text;
        this.studio.notice("");
        void this.studio.look();
      } catch (error) {
        // Somebody else has changed the file: what was typed here goes over it, as one more step that can be taken back.
        const now = await ask("/api/studio/file", { body: { file: this.file } }).catch(() => null);
        if (now) {
          this.version = now.version;
          this.sent = now.text;
          this.timer = window.setTimeout(() => void this.send(), PAUSE);
        }
        this.studio.notice(error instanceof Error ? error.message : String(error));
      }
    });
    return this.queue;
  }

  async look() {
    const known = this.area.value;
    const told = await ask("/api/studio/problems", { body: { file: this.file } }).catch(() => null);
    if (!told || known !== this.area.value) return;
    this.problems = told.problems.filter((/** @type {any} */ problem) => problem.file === this.file);
    this.paintMarks();
    this.paintGutter();
    void this.showNumbers();
  }

  /** The numbers of a game as a form, which writes into this text. */
  async showNumbers() {
    if (this.studio.current()?.sort !== "game" || !document.getElementById("numbers")) return;
    const groups = await ask("/api/studio/numbers", { body: { file: this.file } }).catch(() => null);
    if (groups && document.getElementById("numbers")) form(this, groups);
  }

  /**
   * Sets a value of the file; nothing leaves it to what the game is made from.
   * @param {string[]} path
   * @param {unknown} value
   */
  async set(path, value) {
    await this.flush();
    const edits = [{ do: "set", path, value }];
    const done = await this.studio.attempt(() => ask("/api/studio/edit", { body: { file: this.file, edits, what: path.join(".") } }));
    if (done) {
      this.studio.notice("");
      await this.load();
      await this.studio.look();
    }
  }

  /* What is seen. */

  paint() {
    const text = this.area.value;
    const parts = tokens(text, this.file.endsWith(".rhai")).map(([kind, word]) => (kind ? h("span", { class: `tok-${kind}` }, word) : document.createTextNode(word)));
    this.colours.replaceChildren(...parts, document.createTextNode("\n\n"));
    this.paintGutter();
    this.paintMarks();
  }

  paintGutter() {
    const count = this.area.value.split("\n").length;
    if (this.shownLines === count && this.shownProblems === this.problems) return;
    [this.shownLines, this.shownProblems] = [count, this.problems];
    /** @type {Map<number, string>} */
    const bad = new Map();
    for (const problem of this.problems) {
      const { line } = problem.range.start;
      if (bad.get(line) !== "bad") bad.set(line, problem.severity === "error" ? "bad" : "odd");
    }
    const lines = [];
    let plain = "";
    for (let i = 0; i < count; i += 1) {
      const kind = bad.get(i);
      if (kind) {
        lines.push(plain, h("span", { class: kind }, `${kind === "bad" ? "✕" : "!"} ${i + 1}`));
        plain = "\n";
      } else plain += `${i + 1}\n`;
    }
    this.gutter.replaceChildren(...lines, plain);
  }

  paintMarks() {
    const text = this.area.value;
    const starts = this.starts();
    const offset = (/** @type {Position} */ position) => Math.min((starts[position.line] ?? text.length) + position.character, text.length);
    const ranges = this.problems.map((problem) => ({ from: offset(problem.range.start), to: offset(problem.range.end), problem })).sort((a, b) => a.from - b.from);
    const parts = [];
    let done = 0;
    for (const { from, to, problem } of ranges) {
      if (from < done) continue;
      parts.push(text.slice(done, from), h("mark", { class: problem.severity }, text.slice(from, Math.max(to, from + 1))));
      done = Math.max(to, from + 1);
    }
    this.marks.replaceChildren(...parts, text.slice(done));
  }

  starts() {
    const starts = [0];
    const text = this.area.value;
    for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
    return starts;
  }

  /**
   * @param {number} offset
   * @returns {Position}
   */
  position(offset) {
    const before = this.area.value.slice(0, offset);
    return { line: before.split("\n").length - 1, character: offset - (before.lastIndexOf("\n") + 1) };
  }

  /** @param {Position} position */
  show(position) {
    const offset = Math.min((this.starts()[position.line] ?? 0) + position.character, this.area.value.length);
    this.area.focus();
    this.area.setSelectionRange(offset, offset);
    const { height } = this.metrics();
    this.pane.scrollTop = Math.max(position.line * height - this.pane.clientHeight / 3, 0);
  }

  /** How large a letter is. */
  metrics() {
    if (!this.letter) {
      const probe = h("span", {}, "0".repeat(50));
      this.colours.append(probe);
      const box = probe.getBoundingClientRect();
      const style = getComputedStyle(this.colours);
      this.letter = { width: box.width / 50, height: parseFloat(style.lineHeight), left: parseFloat(style.paddingLeft), top: parseFloat(style.paddingTop) };
      probe.remove();
    }
    return this.letter;
  }

  /**
   * Puts a panel beside a place in the text.
   * @param {HTMLElement} panel
   * @param {Position} position
   */
  beside(panel, position) {
    const { width, height, left, top } = this.metrics();
    panel.hidden = false;
    const x = this.gutter.offsetWidth + left + position.character * width;
    const y = top + (position.line + 1) * height + 2;
    const below = y - this.pane.scrollTop + panel.offsetHeight < this.pane.clientHeight;
    Object.assign(panel.style, { left: `${Math.min(x, this.pane.scrollLeft + this.pane.clientWidth - 260)}px`, top: `${below ? y : Math.max(y - height - panel.offsetHeight - 4, 0)}px` });
  }

  /* What could be typed, and what it means. */

  async propose() {
    const { selectionStart } = this.area;
    const position = this.position(selectionStart);
    const text = this.area.value;
    const words = await ask("/api/studio/complete", { body: { file: this.file, text, ...position } }).catch(() => []);
    if (this.area.value !== text || this.area.selectionStart !== selectionStart) return;
    const typed = /[a-z0-9_.-]*$/i.exec(text.slice(0, selectionStart))?.[0].split(".").pop() || "";
    this.proposed = words.filter((/** @type {any} */ word) => word.label.startsWith(typed) && word.label !== typed).slice(0, 40);
    this.at = 0;
    if (!this.proposed.length) {
      this.proposals.hidden = true;
      return;
    }
    this.paintProposals();
    this.beside(this.proposals, position);
  }

  paintProposals() {
    const one = (/** @type {any} */ word, /** @type {number} */ i) =>
      h("button", { type: "button", role: "option", tabindex: -1, "aria-selected": String(i === this.at), onmousedown: (/** @type {Event} */ event) => (event.preventDefault(), this.take(i)) }, h("span", {}, word.label), h("small", {}, word.detail || ""));
    fill(this.proposals, ...this.proposed.map(one));
    this.proposals.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} i */
  take(i) {
    const word = this.proposed[i];
    const starts = this.starts();
    const offset = (/** @type {Position} */ position) => starts[position.line] + position.character;
    this.proposals.hidden = true;
    this.area.setRangeText(word.insert, offset(word.range.start), offset(word.range.end), "end");
    this.typed();
    this.proposals.hidden = true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === " ") {
      event.preventDefault();
      void this.propose();
    } else if (!this.proposals.hidden && ["ArrowDown", "ArrowUp", "Enter", "Tab", "Escape"].includes(event.key)) {
      event.preventDefault();
      const count = this.proposed.length;
      if (event.key === "ArrowDown") this.at = (this.at + 1) % count;
      if (event.key === "ArrowUp") this.at = (this.at + count - 1) % count;
      if (event.key === "Enter" || event.key === "Tab") this.take(this.at);
      else if (event.key === "Escape") this.proposals.hidden = true;
      else this.paintProposals();
    } else if (event.key === "F1") {
      event.preventDefault();
      void this.explain(this.position(this.area.selectionStart));
    } else if (event.key === "Escape") {
      this.unrest();
    }
  }

  /** @param {MouseEvent} event */
  rest(event) {
    window.clearTimeout(this.resting);
    this.meaning.hidden = true;
    this.resting = window.setTimeout(() => {
      const box = this.area.getBoundingClientRect();
      const { width, height, left, top } = this.metrics();
      const line = Math.floor((event.clientY - box.top - top) / height);
      const character = Math.floor((event.clientX - box.left - left) / width);
      const text = this.area.value.split("\n")[line];
      if (text && character >= 0 && character < text.length) void this.explain({ line, character });
    }, 350);
  }

  unrest() {
    window.clearTimeout(this.resting);
    this.meaning.hidden = true;
  }

  /** @param {Position} position */
  async explain(position) {
    const text = this.area.value;
    const told = await ask("/api/studio/hover", { body: { file: this.file, text, ...position } }).catch(() => null);
    const wrong = this.problems.filter((problem) => problem.range.start.line === position.line && problem.range.start.character <= position.character && (problem.range.end.line > position.line || problem.range.end.character >= position.character));
    if (this.area.value !== text || !told && !wrong.length) return;
    fill(this.meaning, ...wrong.map((problem) => h("p", { class: "off" }, `${problem.message}${problem.help ? `: ${problem.help}` : ""}`)), told ? told.text.replace(/```\w*\n?|\*\*|`/g, "") : null);
    this.beside(this.meaning, position);
  }
}
