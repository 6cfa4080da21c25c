// Elements from calls. Nothing here takes markup as text, so that no text of others can
// become markup.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Props */

const SVG = 'http://www.w3.org/2000/svg';

/** @param {Element} element @param {Props} props */
function dress(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on') && typeof value === 'function') {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === 'value' && 'value' in element) {
      element.value = value;
    } else if (value === true) {
      element.setAttribute(name, '');
    } else {
      element.setAttribute(name, String(value));
    }
  }
}

/** @param {Element} element @param {Child[]} children */
function fill(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, children);
  dress(element, props);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, props);
  fill(element, children);
  return element;
}

/** A link within the pages. @param {string} href @param {Props} props @param {...Child} children */
export function link(href, props, ...children) {
  return h('a', { href, ...props }, ...children);
}

/** A button. @param {Child} label @param {() => void} onclick @param {Props} [props] */
export function button(label, onclick, props = {}) {
  return h('button', { type: 'button', onclick, ...props }, label);
}

/** Replaces what is in an element. @param {Element} element @param {...Child} children */
export function put(element, ...children) {
  element.replaceChildren();
  fill(element, children);
}

/** Says something to people who listen to the page. @param {string} text */
export function say(text) {
  const live = document.getElementById('live');
  if (live) live.textContent = text;
}

/** Shows a line for a moment. @param {string} text */
export function note(text) {
  const toast = document.getElementById('toast');
  if (!toast) return;
  toast.textContent = text;
  toast.classList.add('shown');
  window.clearTimeout(Number(toast.dataset.timer));
  toast.dataset.timer = String(window.setTimeout(() => toast.classList.remove('shown'), 3500));
}

/** Puts text on the clipboard. @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    note(`${what} copied`);
  } catch {
    note(`this browser does not let a page copy; ${what.toLowerCase()}: ${text}`);
  }
}

/**
 * Puts what the server tells on the clipboard as one line of JSON.
 * @param {() => Promise<object | string>} ask
 * @param {string} what
 */
export async function copyLater(ask, what) {
  try {
    const told = await ask();
    await copy(typeof told === 'string' ? told : JSON.stringify(told), what);
  } catch (error) {
    note(String(error instanceof Error ? error.message : error));
  }
}

/**
 * Which of the elements that a selector finds has the keyboard; -1 if none.
 * @param {Element} root
 * @param {string} selector
 */
export function focusedAt(root, selector) {
  const found = [...root.querySelectorAll(selector)];
  return document.activeElement ? found.indexOf(document.activeElement) : -1;
}

/**
 * Sets a custom property of a style.
 * @param {HTMLElement | SVGElement} element
 * @param {string} name
 * @param {string} value
 */
export function paint(element, name, value) {
  element.style.setProperty(name, value);
}
