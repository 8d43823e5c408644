// The mixer: strips with meters, gain, pan, sends and inserts.

import { Slider, byId, fit, make, variable } from "./dom.js";

const rate = 30;
const floor = -60;

/** A meter of two bars, drawn only when it changes. */
class Meter {
  #drawn = "";

  constructor() {
    this.canvas = make("canvas", { class: "meter", "aria-hidden": "true" });
  }

  prepare() {
    this.context = fit(this.canvas);
    this.colours = [variable("--good"), variable("--solo"), variable("--head")];
    this.#drawn = "";
  }

  draw(levels) {
    if (!this.context) return;
    const { width, height } = this.canvas;
    const part = (level) => Math.round(Math.min(Math.max((level - floor) / -floor, 0), 1) * width);
    const number = (level) => (typeof level === "number" ? level : -Infinity);
    const values = [levels.peakLeft, levels.peakRight, levels.heldPeakLeft, levels.heldPeakRight].map((level) => part(number(level)));
    const drawn = values.join();
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { context, colours } = this;
    context.clearRect(0, 0, width, height);
    const bar = Math.floor(height / 2) - 1;
    for (const side of [0, 1]) {
      const [value, held] = [values[side], values[side + 2]];
      context.fillStyle = value >= width ? colours[2] : value > width * 0.8 ? colours[1] : colours[0];
      context.fillRect(0, side * (bar + 2), value, bar);
      if (held > 0) context.fillRect(Math.max(held - 2, 0), side * (bar + 2), 2, bar);
    }
  }
}

export class MixerView {
  #isShown = false;
  #strips = new Map();
  #names = "";

  constructor(model, scenes = null) {
    this.model = model;
    this.scenes = scenes;
    this.master = new Meter();
    this.list = make("div", { class: "mixer", id: "strips", role: "group", "aria-label": "Strips" });
    byId("view-mixer").append(make("h2", {}, "Mixer"),
      make("p", { class: "faint" }, "Master"), this.master.canvas, this.list);
    model.addEventListener("strips", () => this.#show());
    model.addEventListener("levels", ({ detail }) => this.#level(detail));
    // On a new connection. Only what is shown follows: to end what never began could end what another
    // view has begun.
    model.addEventListener("role", () => { this.#names = ""; if (this.#isShown) this.#follow(); });
    new ResizeObserver(() => { if (this.#isShown) this.#prepare(); }).observe(this.list);
  }

  show(isShown) {
    if (isShown === this.#isShown) return;
    this.#isShown = isShown;
    this.scenes?.show(isShown);
    this.#follow();
    if (isShown) this.#show();
  }

  /** Follows the levels while they are seen. */
  #follow() {
    const { client } = this.model;
    if (!client.isOpen) return;
    const request = this.#isShown ? ["subscribe", { types: "levels", levels: rate }] : ["unsubscribe", { types: "levels" }];
    client.ask(...request).catch(() => {});
  }

  #prepare() {
    this.master.prepare();
    for (const { meter } of this.#strips.values()) meter.prepare();
  }

  #level(levels) {
    if (!this.#isShown) return;
    if (levels.strip === undefined) this.master.draw(levels);
    this.#strips.get(levels.strip ?? "master")?.meter.draw(levels);
  }

  #show() {
    if (!this.#isShown) return;
    const { strips } = this.model;
    const names = JSON.stringify(strips.map((strip) => [strip.name, strip.inserts]));
    if (names !== this.#names) {
      this.#names = names;
      const focused = document.activeElement?.id;
      this.#strips = new Map(strips.map((strip, index) => [strip.name, this.#strip(strip, index)]));
      this.list.replaceChildren(...[...this.#strips.values()].map(({ element }) => element));
      if (!strips.length) this.list.append(make("p", { class: "empty" }, "There are no strips while nothing is loaded."));
      this.#prepare();
      if (focused) byId(focused)?.focus();
    }
    for (const strip of strips) this.#strips.get(strip.name)?.show(strip);
  }

  #strip(strip, index) {
    const { model } = this;
    const { name } = strip;
    const canEdit = model.allows("transport");
    const meter = new Meter();
    const send = (values) => model.send("strip", { name, ...values });
    const sliders = [["gain", -60, 12, 0.5, " dB"], ["pan", -100, 100, 1, ""], ["reverb", -60, 12, 0.5, " dB"], ["chorus", -60, 12, 0.5, " dB"]]
      .map(([key, min, max, step, unit]) => {
        const output = make("output", {});
        const input = make("input", { type: "range", min, max, step, id: `strip-${index}-${key}`, disabled: !canEdit, "aria-label": `${name}: ${key}`, data: { role: "transport" } });
        // The lowest level is silence.
        const isSilence = (value) => unit !== "" && value <= min;
        const describe = (value) => (key === "pan" && value === 0 ? "centre" : isSilence(value) ? "−∞ dB" : `${value}${unit}`);
        const slider = new Slider(input, output, describe, (value) => send({ [key]: isSilence(value) ? "-inf" : value }));
        return { key, min, slider, label: make("label", {}, key[0].toUpperCase() + key.slice(1), output, input) };
      });
    const buttons = ["mute", "solo"].map((key) => make("button", {
      class: key, id: `strip-${index}-${key}`, "aria-pressed": "false", "aria-label": `${name}: ${key}`, disabled: !canEdit, data: { role: "transport" },
      on: { click: (event) => send({ [key]: event.currentTarget.getAttribute("aria-pressed") !== "true" }) },
    }, key[0].toUpperCase() + key.slice(1)));
    const element = make("section", { class: "strip", "aria-label": `Strip ${name}` },
      make("h3", { title: name }, name), meter.canvas,
      make("div", { class: "pair" }, ...buttons),
      ...sliders.map(({ label }) => label),
      this.#inserts(strip, index, canEdit));
    return {
      element, meter,
      show: (values) => {
        for (const { key, min, slider } of sliders) {
          const value = values[key] ?? 0;
          slider.show(typeof value === "number" ? value : min);
        }
        for (const [at, key] of ["mute", "solo"].entries()) buttons[at].setAttribute("aria-pressed", String(values[key] === true));
      },
    };
  }

  /** The inserts: each can be bypassed or removed, and one added. */
  #inserts(strip, index, canEdit) {
    const { model } = this;
    const { name } = strip;
    const texts = (strip.inserts ?? "").split(";").map((text) => text.trim()).filter((text) => text && text !== "none");
    const list = make("ul", { "aria-label": `${name}: inserts` });
    for (const [at, text] of texts.entries()) {
      const number = at + 1;
      const isOff = /(^|,)bypass=(yes|on|true)(,|$)/.test(text);
      const kind = text.split(",")[0];
      list.append(make("li", {},
        make("button", { class: "grow", id: `strip-${index}-bypass-${number}`, title: text, "aria-pressed": String(!isOff), "aria-label": `${name}: ${kind} on`, disabled: !canEdit, data: { role: "transport" },
          on: { click: () => model.send("set-insert", { name, number, parameters: `bypass=${isOff ? "no" : "yes"}` }) } }, kind),
        make("button", { "aria-label": `${name}: remove ${kind}`, disabled: !canEdit, data: { role: "transport" }, on: { click: () => model.send("remove-insert", { name, number }) } }, "✕")));
    }
    const add = make("select", { "aria-label": `${name}: add insert`, id: `strip-${index}-add`, disabled: !canEdit, data: { role: "transport" },
      on: { change: (event) => { if (event.target.value) model.send("add-insert", { name, insert: event.target.value }); event.target.value = ""; } } },
    make("option", { value: "" }, "+ Insert"),
    ...["eq", "filter", "compressor", "gate", "limiter", "drive", "delay", "reverb", "chorus", "width"].map((kind) => make("option", { value: kind }, kind)));
    return make("div", {}, list, add);
  }
}
