// What the words of a file are, for their colours: enough of TOML and of Rhai to read by, and no more.

/** @type {[string, RegExp][]} */
const TOML = [
  ["comment", /#[^\n]*/y],
  ["string", /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?/y],
  ["header", /^[ \t]*\[\[?[^\]\n]*\]?\]?/my],
  ["key", /[A-Za-z0-9_$-][\w.$-]*(?=[ \t]*=)/y],
  ["number", /[+-]?\d[\d_]*(?:\.\d+)?/y],
  ["word", /\b(?:true|false)\b/y],
];

/** @type {[string, RegExp][]} */
const RHAI = [
  ["comment", /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y],
  ["string", /"(?:\\.|[^"\\])*"?|`[^`]*`?/y],
  ["header", /\b(?:fn|let|const|if|else|for|in|while|loop|return|import|as|switch|break|continue|private|throw|try|catch)\b/y],
  ["number", /\b\d[\d_]*\b/y],
  ["word", /\b(?:true|false|this)\b/y],
];

/**
 * A text as words, each with what it is; all of them together are the text.
 * @param {string} text
 * @param {boolean} rhai
 * @returns {[string, string][]}
 */
export function tokens(text, rhai) {
  const rules = rhai ? RHAI : TOML;
  /** @type {[string, string][]} */
  const found = [];
  let [at, plain] = [0, 0];
  while (at < text.length) {
    let hit = null;
    for (const [kind, rule] of rules) {
      rule.lastIndex = at;
      const match = rule.exec(text);
      if (match && match[0]) {
        hit = /** @type {[string, string]} */ ([kind, match[0]]);
        break;
      }
    }
    if (hit) {
      if (plain < at) found.push(["", text.slice(plain, at)]);
      found.push(hit);
      at += hit[1].length;
      plain = at;
    } else {
      // A word goes as a whole, so that no number or keyword begins within it.
      const word = /[A-Za-z_]\w*|[\s\S]/y;
      word.lastIndex = at;
      at += word.exec(text)?.[0].length || 1;
    }
  }
  if (plain < text.length) found.push(["", text.slice(plain)]);
  return found;
}
