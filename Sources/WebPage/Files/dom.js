// Elements of the page, made and found.

export const byId = (id) => document.getElementById(id);

/** Makes an element: properties, then children. */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") element.className = value;
    else if (key === "on") for (const [type, action] of Object.entries(value)) element.addEventListener(type, action);
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key in element && key !== "list") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** The name of a file without its folders. */
export const fileName = (path) => path.slice(path.lastIndexOf("/") + 1);

/** Seconds as minutes and seconds. */
export function timeText(seconds) {
  const whole = Math.max(0, Math.floor(seconds || 0));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Shows a message for some seconds. */
export function say(text) {
  const line = make("p", {}, text);
  byId("messages").append(line);
  setTimeout(() => line.remove(), 8000);
}

/** Sets a property only if it changes: each assignment costs a layout. */
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A colour of the palette, by number; far apart, and readable on light and dark ground. */
export function colour(number) {
  return `hsl(${(number * 137.5 + 165) % 360} 62% ${matchMedia("(prefers-color-scheme: dark)").matches ? 64 : 42}%)`;
}

/** The value of a CSS variable. */
export const variable = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A canvas with as many pixels as the screen has for it. */
export function fit(canvas) {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const [width, height] = [Math.max(1, Math.round(canvas.clientWidth * ratio)), Math.max(1, Math.round(canvas.clientHeight * ratio))];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  return canvas.getContext("2d");
}

/** Calls an action at most once in so many milliseconds, the last time included. */
export function limited(milliseconds, action) {
  let waiting = null, last = -Infinity, values = [];
  return (...given) => {
    values = given;
    if (waiting !== null) return;
    const pause = Math.max(0, last + milliseconds - performance.now());
    waiting = setTimeout(() => { waiting = null; last = performance.now(); action(...values); }, pause);
  };
}

/** A slider that sends what somebody sets, and shows what others set when nobody moves it. */
export class Slider {
  #touched = -Infinity;
  #known = null;
  #timer = null;

  /**
   * @param input The element.
   * @param describe The text of a value.
   * @param send Sends a value.
   * @param usual The value that a double click sets.
   */
  constructor(input, output, describe, send, usual = 0) {
    Object.assign(this, { input, output, describe });
    const pass = limited(40, send);
    input.addEventListener("input", () => {
      const value = Number(input.value);
      this.#touched = performance.now();
      this.#known = value;
      this.#describe(value);
      pass(value);
    });
    input.addEventListener("dblclick", () => {
      input.value = usual;
      input.dispatchEvent(new Event("input"));
    });
  }

  /** Shows a value; while somebody moves the slider, afterwards. */
  show(value) {
    this.#known = value;
    const rest = this.input.matches(":active") ? 300 : this.#touched + 300 - performance.now();
    if (rest > 0) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.show(this.#known), rest);
      return;
    }
    this.input.value = value;
    this.#describe(value);
  }

  #describe(value) {
    const text = this.describe(value);
    put(this.output, text);
    this.input.setAttribute("aria-valuetext", text);
  }
}
