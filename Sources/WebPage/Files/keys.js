// A keyboard to touch: notes by the socket.

import { byId, make } from "./dom.js";

const names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"];
const letters = "awsedftgyhujkolp";
/** Held notes end by themselves if this browser is lost. */
const longest = 30;

export const keyName = (key) => `${names[key % 12]}${Math.floor(key / 12) - 1}`;

/**
 * A row of keys that calls when one goes down or up.
 *
 * What `down` returns, such as a channel, is what `up` gets with the key: it may be chosen anew meanwhile.
 */
export class Keyboard {
  /** The keys that are down, by what holds them. */
  #held = new Map();

  constructor(down, up) {
    this.down = down;
    this.up = up;
    this.element = make("div", { class: "keyboard", role: "group", "aria-label": "Keyboard" });
    this.element.addEventListener("pointerdown", (event) => this.#begin(event));
    this.element.addEventListener("pointermove", (event) => { if (this.#held.has(event.pointerId)) this.#move(event); });
    for (const type of ["pointerup", "pointercancel"]) this.element.addEventListener(type, (event) => this.#end(event.pointerId));
    this.element.addEventListener("contextmenu", (event) => event.preventDefault());
    // Keyboards of computers: Enter and the space key press the key that has the focus.
    this.element.addEventListener("keydown", (event) => {
      if ((event.key !== "Enter" && event.key !== " ") || event.repeat || !event.target.dataset.key) return;
      event.preventDefault();
      this.#press("key", Number(event.target.dataset.key), 90);
    });
    this.element.addEventListener("keyup", (event) => { if (event.key === "Enter" || event.key === " ") this.#end("key"); });
    this.element.addEventListener("focusout", () => this.#end("key"));
    // Nobody tells the page what is let go while it is not seen.
    for (const type of ["blur", "pagehide"]) addEventListener(type, () => this.releaseAll());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.releaseAll(); });
  }

  /** Lays out keys from a C. */
  build(lowest, octaves) {
    this.releaseAll();
    this.keys = new Map();
    const whites = [...Array(octaves * 12 + 1).keys()].map((offset) => lowest + offset).filter((key) => !names[key % 12].includes("#"));
    const width = 100 / whites.length;
    const elements = [];
    for (let key = lowest; key <= lowest + octaves * 12 && key < 128; key += 1) {
      const isBlack = names[key % 12].includes("#");
      const button = make("button", { type: "button", class: isBlack ? "black" : "white", "aria-label": keyName(key), data: { key: String(key) } },
        key % 12 === 0 ? keyName(key) : "");
      if (isBlack) {
        const before = whites.filter((white) => white < key).length;
        button.style.width = `${width * 0.62}%`;
        button.style.left = `${before * width - width * 0.31}%`;
      }
      this.keys.set(key, button);
      elements.push(button);
    }
    this.element.replaceChildren(...elements);
  }

  /** Marks the keys that are waited for. */
  want(wanted) {
    for (const [key, button] of this.keys ?? []) button.classList.toggle("wanted", wanted.has(key));
  }

  press(source, key, velocity) { this.#press(source, key, velocity); }
  release(source) { this.#end(source); }
  releaseAll() { for (const source of [...this.#held.keys()]) this.#end(source); }

  #keyAt(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    const key = element?.closest?.(".keyboard") === this.element ? element.dataset.key : undefined;
    return key === undefined ? null : { key: Number(key), element };
  }

  #velocity(event, element) {
    // Lower on the key is louder, as on other keyboards of glass.
    const box = element.getBoundingClientRect();
    return Math.round(50 + 65 * Math.min(Math.max((event.clientY - box.top) / box.height, 0), 1));
  }

  #begin(event) {
    if (event.button > 0) return;
    const found = this.#keyAt(event);
    if (!found) return;
    event.preventDefault();
    found.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    this.#press(event.pointerId, found.key, this.#velocity(event, found.element));
  }

  #move(event) {
    const found = this.#keyAt(event);
    if (!found || this.#held.get(event.pointerId).key === found.key) return;
    this.#end(event.pointerId);
    this.#press(event.pointerId, found.key, this.#velocity(event, found.element));
  }

  #press(source, key, velocity) {
    this.#end(source);
    this.keys.get(key)?.classList.add("down");
    this.#held.set(source, { key, place: this.down(key, velocity) });
  }

  #end(source) {
    const held = this.#held.get(source);
    if (!held) return;
    this.#held.delete(source);
    const { key, place } = held;
    const others = [...this.#held.values()].filter((other) => other.key === key);
    if (!others.length) this.keys.get(key)?.classList.remove("down");
    if (!others.some((other) => other.place === place)) this.up(key, place);
  }
}

export class KeysView {
  #octave = 4;
  #isShown = false;
  /** The channel whose pedal is down; `null` while none is. */
  #pedal = null;

  constructor(model) {
    this.model = model;
    this.keyboard = new Keyboard(
      (key, velocity) => {
        const channel = this.#channel;
        model.send("note", { channel, key, velocity, seconds: longest });
        return channel;
      },
      (key, channel) => model.send("note", { channel, key, velocity: 0 }),
    );
    this.channel = make("select", { id: "keys-channel", data: { role: "transport" }, on: { change: () => this.#setPedal(false) } },
      ...[...Array(16).keys()].map((index) => make("option", { value: String(index + 1) }, String(index + 1))));
    this.preset = make("select", { id: "keys-preset", data: { role: "transport" }, on: { change: (event) => this.#setPreset(event.target.value) } });
    this.octave = make("output", { id: "keys-octave" });
    byId("view-keys").append(
      make("h2", {}, "Keys"),
      make("div", { class: "tools" },
        make("label", {}, "Sound ", this.preset), make("label", {}, "Channel ", this.channel),
        make("button", { id: "octave-down", "aria-label": "Octave down", on: { click: () => this.#setOctave(this.#octave - 1) } }, "−"),
        this.octave,
        make("button", { id: "octave-up", "aria-label": "Octave up", on: { click: () => this.#setOctave(this.#octave + 1) } }, "+"),
        make("button", { id: "pedal", "aria-pressed": "false", data: { role: "transport" }, on: { click: () => this.#setPedal(this.#pedal === null) } }, "Pedal")),
      this.keyboard.element,
      make("p", { class: "faint" }, "The letters A to P play too."));
    new ResizeObserver(() => this.#build()).observe(this.keyboard.element);
    document.addEventListener("keydown", (event) => this.#letter(event, true));
    document.addEventListener("keyup", (event) => this.#letter(event, false));
    addEventListener("pagehide", () => this.#setPedal(false));
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.#setPedal(false); });
    model.addEventListener("role", () => this.#begin());
    this.#build();
  }

  show(isShown) {
    this.#isShown = isShown;
    if (isShown) return this.#begin();
    this.keyboard.releaseAll();
    return this.#setPedal(false);
  }

  get #channel() { return Number(this.channel.value); }

  get #octaves() {
    const width = this.keyboard.element.clientWidth || innerWidth;
    return width > 1600 ? 5 : width > 1000 ? 4 : width > 640 ? 3 : width > 420 ? 2 : 1;
  }

  #build() {
    // The octave of the letters is in the middle.
    const lowest = Math.max(this.#octave + 1 - Math.floor((this.#octaves - 1) / 2), 0) * 12;
    const octaves = Math.min(this.#octaves, Math.floor((127 - lowest) / 12));
    const layout = `${lowest} ${octaves}`;
    if (layout === this.layout) return;
    this.layout = layout;
    this.keyboard.build(lowest, Math.max(octaves, 1));
    this.octave.textContent = `C${this.#octave}`;
    this.#allow();
  }

  #allow() {
    for (const key of this.keyboard.element.children) key.disabled = !this.model.allows("transport");
  }

  #setOctave(octave) {
    this.#octave = Math.min(Math.max(octave, 0), 8);
    this.#build();
  }

  #setPedal(isDown) {
    if (isDown === (this.#pedal !== null)) return;
    const channel = this.#pedal ?? this.#channel;
    this.#pedal = isDown ? channel : null;
    byId("pedal").setAttribute("aria-pressed", String(isDown));
    this.model.send("cc", { channel, number: 64, value: isDown ? 127 : 0 });
  }

  async #begin() {
    this.#allow();
    if (!this.#isShown || !this.model.client.isOpen) return;
    const presets = (await this.model.send("presets"))?.presets ?? [];
    const chosen = this.preset.value;
    this.preset.replaceChildren(make("option", { value: "" }, "–"),
      ...presets.map((preset) => make("option", { value: `${preset.bank}:${preset.program}` }, preset.name)));
    this.preset.value = chosen;
  }

  #setPreset(preset) { if (preset) this.model.send("program", { channel: this.#channel, preset }); }

  #letter(event, isDown) {
    // A key that is let go was held, whatever else is pressed or has the focus by now.
    if (!isDown) return this.keyboard.release(event.code);
    if (!this.#isShown || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select") || !this.model.allows("transport")) return;
    const at = letters.indexOf(event.key.toLowerCase());
    if (at < 0 || event.repeat) return;
    this.keyboard.press(event.code, (this.#octave + 1) * 12 + at, 90);
  }
}
