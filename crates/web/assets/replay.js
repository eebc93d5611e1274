// Looking back: any step, as one saw it; of a game that is over as any seat, with what a search would have done, and a table that goes on from there.
import { at, fill, h } from "./dom.js";
import * as mine from "./mine.js";
import { ask } from "./net.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {Position & {step: number, steps: number}} Past */

/** The slider and what belongs to it. */
export class Replay {
  /**
   * @param {string} id
   * @param {() => string | null} token
   * @param {{over: boolean, show: (past: Past) => void, present: () => void, say: (text: string) => string, person: (seat: number) => string, players: number}} on
   */
  constructor(id, token, on) {
    this.id = id;
    this.token = token;
    this.on = on;
    this.over = on.over;
    this.step = 0;
    this.steps = 0;
    this.asked = 0;
    const range = h("input", { type: "range", id: "step", min: 0, max: 0, value: 0, "aria-label": "Step", oninput: () => void this.go(Number(this.range.value)) });
    this.range = /** @type {HTMLInputElement} */ (range);
    this.as = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "As seen by", onchange: () => void this.go(this.step) }, h("option", { value: "" }, "everything")));
    for (let seat = 1; seat <= on.players; seat += 1) this.as.append(h("option", { value: seat }, on.person(seat)));
    this.where = h("span", { class: "faint" });
    this.thought = h("div", { id: "thought", role: "status" });
    const button = (/** @type {string} */ text, /** @type {() => void} */ action, /** @type {string} */ label = text) => h("button", { type: "button", onclick: action, "aria-label": label }, text);
    const more = on.over
      ? [this.as, button("What would search do?", () => void this.think()), button("Play on from here", () => void this.fork())]
      : [button("Back to the game", on.present)];
    fill(
      at("replay"),
      h("h2", {}, "Look back"),
      h("div", { class: "row" }, button("⏮", () => void this.go(0), "To the beginning"), button("◀", () => void this.go(this.step - 1), "One step back"), this.range, button("▶", () => void this.go(this.step + 1), "One step on"), button("⏭", () => void this.go(this.steps), "To the end")),
      h("div", { class: "row" }, this.where, ...more),
      this.thought,
    );
    at("replay").removeAttribute("hidden");
    this.keys = (/** @type {KeyboardEvent} */ event) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.altKey || event.ctrlKey) return;
      if (event.key === "ArrowLeft") void this.go(this.step - 1);
      if (event.key === "ArrowRight") void this.go(this.step + 1);
      if (event.key === "Escape" && !this.over) this.on.present();
    };
    document.addEventListener("keydown", this.keys);
    void this.go(Number.MAX_SAFE_INTEGER, on.over);
  }

  /** It is no longer wanted. */
  close() {
    document.removeEventListener("keydown", this.keys);
    at("replay").setAttribute("hidden", "");
    this.asked += 1;
  }

  /**
   * @param {number} step
   * @param {boolean} [quiet] nothing is shown, only how many steps there are is learned
   */
  async go(step, quiet = false) {
    const asked = (this.asked += 1);
    const wanted = Math.max(0, Math.min(step, this.steps || 100000));
    const seat = this.as.value ? `&seat=${this.as.value}` : "";
    /** @type {Past} */
    const past = await ask(`/api/tables/${this.id}/replay?step=${wanted}${seat}`, { token: this.token() });
    // Somebody who drags the slider is shown the last step alone.
    if (asked !== this.asked) return;
    this.steps = past.steps;
    this.step = past.step;
    this.range.max = String(past.steps);
    this.range.value = String(past.step);
    this.where.textContent = `step ${past.step} of ${past.steps}`;
    fill(this.thought);
    if (!quiet) this.on.show(past);
  }

  async think() {
    fill(this.thought, "thinking …");
    try {
      /** @type {{do: string, worse: number}[]} */
      const best = await ask(`/api/tables/${this.id}/think`, { token: this.token(), body: { step: this.step } });
      fill(this.thought, thoughts(best, this.on.say));
    } catch (error) {
      fill(this.thought, /** @type {Error} */ (error).message);
    }
  }

  async fork() {
    const me = Number(this.as.value) || 1;
    const seats = Array.from({ length: this.on.players }, (_, i) => (i + 1 === me ? { who: "me", name: mine.myName() } : { who: "greedy", name: "" }));
    try {
      const made = await ask(`/api/tables/${this.id}/fork`, { token: this.token(), body: { step: this.step, seats } });
      mine.made(made);
      location.href = `/t/${made.id}`;
    } catch (error) {
      fill(this.thought, /** @type {Error} */ (error).message);
    }
  }
}

/**
 * @param {{do: string, worse: number}[]} best
 * @param {(text: string) => string} say
 */
export function thoughts(best, say) {
  return h("ol", { class: "thoughts" }, ...best.map((one, i) => h("li", {}, `${i + 1}. ${say(one.do)}`, h("span", { class: "faint" }, i === 0 ? " best" : ` ${one.worse.toFixed(1)} points less`))));
}
