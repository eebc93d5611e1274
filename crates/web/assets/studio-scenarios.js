// The scenarios of a game as it was saved: what passes, what happens otherwise than was kept, and what somebody says of it.
import { at, counted, fill, h } from "./dom.js";
import { ask } from "./net.js";

/** @typedef {{path: string, state: "passed" | "changed" | "new" | "failed", text: string}} Scenario */

const WORDS = { passed: "passes", changed: "happens otherwise than was kept", new: "has no outcome that is kept", failed: "fails" };

/**
 * @param {import("./studio.js").StudioPage} studio
 * @param {string} game
 */
export function showScenarios(studio, game) {
  /** Those that somebody has said no to: they are mended, not kept. @type {Set<string>} */
  const rejected = new Set();
  fill(at("side"), h("div", { id: "effect" }));
  studio.effect.show();
  fill(at("main"), h("div", { class: "sheet-view" }, h("p", {}, "The scenarios are played…")));
  const run = async () => {
    const told = await studio.attempt(() => ask("/api/studio/scenarios", { body: { file: game } }));
    if (told && studio.view === "scenarios" && studio.file === game) show(told);
  };
  const accept = async (/** @type {string} */ file) => {
    await studio.attempt(() => ask("/api/studio/accept", { body: { file } }));
    studio.say("What happens now is kept.");
    await run();
  };
  const one = (/** @type {Scenario} */ scenario) => {
    const name = scenario.path.split("/").pop()?.replace(/\.toml$/, "") || scenario.path;
    const open = scenario.state === "changed" || scenario.state === "new";
    const no = rejected.has(scenario.path);
    return h(
      "section",
      { class: `scenario ${scenario.state}`, "data-scenario": scenario.path },
      h("button", { type: "button", class: "quiet", onclick: () => studio.go(scenario.path) }, name),
      h("span", { class: "faint" }, ` ${no ? "is rejected: mend the rules or the scenario" : WORDS[scenario.state]}`),
      open && !no ? h("button", { type: "button", "data-key": `accept-${name}`, onclick: () => void accept(scenario.path) }, "Accept") : null,
      open && !no ? h("button", { type: "button", onclick: () => (rejected.add(scenario.path), void run()) }, "Reject") : null,
      scenario.text ? h("pre", { class: "scrolls" }, scenario.text) : null,
    );
  };
  const show = (/** @type {{scenarios: Scenario[], problems: string[]}} */ told) => {
    const order = ["failed", "changed", "new", "passed"];
    const sorted = [...told.scenarios].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    const passed = sorted.filter((scenario) => scenario.state === "passed").length;
    fill(
      at("main"),
      h(
        "div",
        { class: "sheet-view" },
        h("div", { class: "row" }, h("strong", {}, sorted.length ? `${passed} of ${counted(sorted.length, "scenario")} pass` : "There are no scenarios beside this game yet."), h("button", { type: "button", onclick: () => void run() }, "Play them again")),
        h("p", { class: "faint" }, "They are played with the game as it was saved last."),
        ...told.problems.map((text) => h("p", { class: "off" }, text)),
        ...sorted.map(one),
      ),
    );
  };
  void run();
  const known = { saved: studio.state?.files.filter((file) => file.changed).length };
  return {
    changed: () => {
      const now = studio.state?.files.filter((file) => file.changed).length;
      if (now !== known.saved) void run();
      known.saved = now;
    },
  };
}
