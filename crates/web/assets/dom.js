// Elements from plain values. Texts become text nodes: nothing that people or games are called is ever read as markup.

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes] `on…` are listeners, `class`, `text`, and anything else as it is
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "text") {
      element.textContent = String(value);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map((child) => child || ""));
  return element;
}

/**
 * The element with an id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function at(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * Puts children in the place of what an element holds, and keeps the focus where it was if something with the same `data-key` is there again.
 * @param {Element} element
 * @param {...(Node | string | null | undefined | false)} children
 */
export function fill(element, ...children) {
  const focused = document.activeElement;
  const key = focused && element.contains(focused) ? focused.getAttribute("data-key") : null;
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false).map((child) => child || ""));
  if (key) {
    const again = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again instanceof HTMLElement) again.focus();
  }
}

/**
 * A picture from the server: parsed as XML, never as a page.
 * @param {string} text
 * @returns {SVGElement}
 */
export function svg(text) {
  const root = '<svg xmlns="http://www.w3.org/2000/svg"';
  const bare = text.trimStart();
  const whole = !bare.startsWith("<svg") ? `${root}>${bare}</svg>` : bare.includes("xmlns=") ? bare : bare.replace("<svg", root);
  const parsed = new DOMParser().parseFromString(whole, "image/svg+xml");
  return /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(parsed.documentElement, true)));
}

/**
 * @param {number} count
 * @param {string} thing
 */
export function counted(count, thing) {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
