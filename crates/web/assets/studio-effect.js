// What is wrong with the game as it is now, and what the last save did to it.
import { at, counted, fill, h } from "./dom.js";
import { ask } from "./net.js";

/** @typedef {import("./studio.js").StudioPage} StudioPage */
/** @typedef {{file: string, range: {start: {line: number, character: number}}, severity: string, message: string, help: string | null}} Problem */

export class Effect {
  /** @param {StudioPage} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {Problem[]} */
    this.problems = [];
    this.known = "";
    /** @type {any} */
    this.difference = null;
    this.asking = false;
  }

  opened() {
    this.known = "";
    void this.ask();
  }

  saved() {
    void this.ask();
  }

  /** @param {any} difference */
  told(difference) {
    const changed = JSON.stringify(difference) !== JSON.stringify(this.difference);
    this.difference = difference;
    if (changed) this.show();
    void this.ask();
  }

  /** Asks what is wrong, if anything has changed since. */
  async ask() {
    const { state, file } = this.studio;
    const now = `${state?.revision} ${file}`;
    if (!state || !file || now === this.known || this.asking) return;
    this.asking = true;
    this.known = now;
    const told = await ask("/api/studio/problems", { body: { file } }).catch(() => null);
    this.asking = false;
    if (told && this.studio.file === file) {
      this.problems = told.problems;
      this.show();
    }
  }

  show() {
    const { problems } = this;
    const errors = problems.filter((problem) => problem.severity === "error").length;
    const file = this.studio.file;
    if (!file) return;
    const foot = [
      h("span", { class: errors ? "wrong" : null, id: "health" }, !problems.length ? "Nothing is wrong." : `${counted(errors, "error")}, ${counted(problems.length - errors, "warning")}`),
      ...this.differenceInShort(),
    ];
    fill(at("foot"), ...foot);
    const frame = document.getElementById("effect");
    if (!frame) return;
    const go = (/** @type {Problem} */ problem) => {
      this.studio.go(problem.file, "text");
      window.setTimeout(() => document.dispatchEvent(new CustomEvent("studio-goto", { detail: problem.range.start })), 300);
    };
    const one = (/** @type {Problem} */ problem) =>
      h("button", { type: "button", class: `problem ${problem.severity}`, onclick: () => go(problem) }, h("span", {}, problem.message), problem.help ? h("small", {}, problem.help) : null, h("small", {}, `${problem.file}, line ${problem.range.start.line + 1}`));
    fill(frame, problems.length ? h("h3", {}, "What is wrong") : null, ...problems.slice(0, 12).map(one), problems.length > 12 ? h("p", { class: "faint" }, `and ${problems.length - 12} more`) : null, ...this.differenceAtLength());
  }

  /** @param {any} figure */
  line(figure) {
    const share = figure.share ? 100 : 1;
    const number = (/** @type {number} */ n) => `${n >= 0 ? "+" : "−"}${Math.abs(n * share).toFixed(Math.abs(n * share) < 10 ? 1 : 0)}${figure.share ? " %" : ""}`;
    const spread = Math.abs(figure.interval[1] - figure.interval[0]) / 2;
    return `${figure.name} ${number(figure.mean)} ± ${(spread * share).toFixed(spread * share < 10 ? 1 : 0)}`;
  }

  differenceInShort() {
    const found = this.difference?.found;
    if (!this.difference) return [];
    const sure = (found?.figures || []).filter((/** @type {any} */ figure) => figure.holds).slice(0, 3);
    const far = this.difference.done < this.difference.of && !this.difference.stopped ? ` · ${found ? counted(found.pairs, "game") : "…"}, going on` : found ? ` · ${counted(found.pairs, "game")}` : "";
    return [h("span", { id: "difference" }, sure.length ? `Since the save before: ${sure.map((/** @type {any} */ figure) => this.line(figure)).join("; ")}${far}` : found ? `Since the save before: nothing that is certain yet${far}` : "Both versions are being played…")];
  }

  differenceAtLength() {
    const figures = this.difference?.found?.figures || [];
    if (!figures.length) return [];
    const sorted = [...figures].sort((a, b) => Number(b.holds) - Number(a.holds));
    return [
      h("h3", {}, "What the last save did"),
      h("p", { class: "faint" }, `${counted(this.difference.found.pairs, "game")} of greedy bots with each version, by the same chance. ● holds although so many figures were looked at.`),
      ...sorted.slice(0, 12).map((figure) => h("div", { class: figure.holds ? "" : "faint" }, `${figure.holds ? "● " : ""}${this.line(figure)}`)),
    ];
  }
}
