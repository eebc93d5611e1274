// The rules of the game as the server has them: to be read, and in parts where somebody needs just those.
import { h } from "./dom.js";
import { plain } from "./words.js";

/** What is at hand anyway, or only looked up, stands closed and last. */
const LOOKED_UP = /^(The board|Where cards lie|All .*|The rules that are cited)$/;

/** A text with `code`, **strong** and *stressed* words. @param {string} text */
function words(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`)/).filter(Boolean).map((part) => {
    if (part.startsWith("**")) return h("strong", {}, plain(part.slice(2, -2)));
    if (part.startsWith("*")) return h("em", {}, plain(part.slice(1, -1)));
    return part.startsWith("`") ? h("code", {}, part.slice(1, -1)) : part;
  });
}

/** @param {string} line */
const cells = (line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());

/** @param {string[]} lines */
function table(lines) {
  const [head, , ...rows] = lines.map(cells);
  const row = (/** @type {string[]} */ of) => h("tr", {}, ...of.map((cell, i) => (i === 0 ? h("th", { scope: "row" }, plain(cell)) : h("td", {}, ...words(cell)))));
  return h("div", { class: "scrolls", tabindex: 0, role: "group", "aria-label": "Table" }, h("table", {}, h("thead", {}, h("tr", {}, ...head.map((cell) => (cell ? h("th", { scope: "col" }, cell) : h("td", {}))))), h("tbody", {}, ...rows.map(row))));
}

/** Items of a list, those that stand further in below the one before them. @param {string[]} lines */
function list(lines) {
  /** @type {{depth: number, list: HTMLElement}[]} */
  const open = [];
  for (const line of lines) {
    const [, space, mark, text] = /** @type {RegExpExecArray} */ (/^( *)(-|\d+\.) (.*)$/.exec(line));
    while (open.length && open[open.length - 1].depth > space.length) open.pop();
    if (!open.length || open[open.length - 1].depth < space.length) {
      const inner = h(mark === "-" ? "ul" : "ol", {});
      const above = open[open.length - 1]?.list.lastElementChild;
      above?.append(inner);
      open.push({ depth: space.length, list: inner });
    }
    open[open.length - 1].list.append(h("li", {}, ...words(text)));
  }
  return open[0]?.list;
}

/**
 * What the lines of a page show, without its headings.
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function shown(text) {
  const blocks = text.split(/\n\s*\n/).filter((block) => block.trim());
  return blocks.flatMap((block) => {
    const lines = block.split("\n").filter((line) => line.trim());
    if (lines[0].startsWith("#")) return [h("h3", {}, plain(lines[0].replace(/^#+ */, "")))];
    if (lines[0].startsWith("|")) return [table(lines)];
    if (lines.every((line) => /^ *(-|\d+\.) /.test(line))) return [list(lines)];
    return [h("p", {}, ...words(lines.join(" ")))];
  });
}

/** The rules of a game. */
export class Rules {
  /** @param {string} page */
  constructor(page) {
    const [head, ...sections] = page.split(/\n(?=## )/);
    this.head = head;
    this.sections = sections.map((section) => {
      const end = section.indexOf("\n");
      return { title: section.slice(3, end < 0 ? undefined : end).trim(), text: end < 0 ? "" : section.slice(end + 1) };
    });
  }

  /** @param {string} title */
  section(title) {
    return this.sections.find((section) => section.title === title)?.text || "";
  }

  /** What each word of an action means, in the sentence that its part of the rulebook begins with. */
  says() {
    /** @type {Map<string, string>} */
    const says = new Map();
    for (const part of `\n${this.section("What players can do")}`.split(/\n(?=### )/)) {
      const [, title, text] = /^### ([^\n]+)\n+([^\n]+)/.exec(part) || [];
      if (!title || /^[-*|#]/.test(text)) continue;
      // An example is written as players write it.
      const word = (/ writes `([^` ]+)/.exec(part) || [])[1] || title.toLowerCase().replaceAll(" ", "-");
      if (!says.has(word)) says.set(word, text.replace(/ \([A-Z]+-[^)]*\)/g, "").replace(/[`*]/g, ""));
    }
    return says;
  }

  /** What each line of the score counts. */
  scores() {
    /** @type {Map<string, string>} */
    const says = new Map();
    for (const [, name, text] of this.section("Scoring").matchAll(/^- \*\*([^*]+)\*\*: (.*)$/gm)) says.set(name.toLowerCase(), text);
    return says;
  }

  /** The tables of numbers: prices, values, points. */
  tables() {
    const parts = this.section("The board").split(/\n(?=### )/);
    return parts.filter((part) => part.startsWith("### Tables\n")).flatMap((part) => shown(part.replace("### Tables", "")));
  }

  /** All of it; what is needed at the table stands open. */
  all() {
    const title = (/^# (.*)/.exec(this.head) || ["", ""])[1];
    const isLookedUp = (/** @type {{title: string}} */ section) => LOOKED_UP.test(section.title);
    const order = [...this.sections].sort((a, b) => Number(isLookedUp(a)) - Number(isLookedUp(b)));
    const section = (/** @type {{title: string, text: string}} */ of) => h("details", { open: !isLookedUp(of) }, h("summary", {}, h("h2", {}, of.title)), ...shown(of.text));
    return [h("h1", {}, title), ...shown(this.head.replace(/^# .*/, "")), ...order.map(section)];
  }
}
