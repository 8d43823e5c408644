// The scope: the level of the output over the last seconds.

import { byId, fit, make, put, variable } from "./dom.js";

const seconds = 20;
const rate = 30;
const floor = -60;

export class ScopeView {
  #isShown = false;
  #points = [];
  #frame = null;

  constructor(model) {
    this.model = model;
    this.canvas = make("canvas", { class: "scope", id: "scope", role: "img", "aria-label": "Level of the output over the last 20 seconds" });
    this.text = make("p", { class: "faint", id: "scope-text" });
    this.strip = make("select", { id: "scope-strip", on: { change: () => { this.#points = []; } } });
    byId("view-scope").append(make("h2", {}, "Scope"), make("div", { class: "tools" }, make("label", {}, "Of ", this.strip)), this.canvas, this.text);
    model.addEventListener("levels", ({ detail }) => this.#take(detail));
    model.addEventListener("strips", () => this.#showStrips());
    model.addEventListener("role", () => { if (this.#isShown) this.#follow(); });
    this.#showStrips();
  }

  show(isShown) {
    if (isShown === this.#isShown) return;
    this.#isShown = isShown;
    this.#points = [];
    this.#follow();
    if (isShown) this.#animate();
  }

  #follow() {
    const { client } = this.model;
    if (!client.isOpen) return;
    const request = this.#isShown ? ["subscribe", { types: "levels", levels: rate }] : ["unsubscribe", { types: "levels" }];
    client.ask(...request).catch(() => {});
  }

  #showStrips() {
    const chosen = this.strip.value;
    this.strip.replaceChildren(make("option", { value: "" }, "the output"), ...this.model.strips.map((strip) => make("option", { value: strip.name }, strip.name)));
    this.strip.value = chosen;
  }

  #take(levels) {
    if (!this.#isShown || (levels.strip ?? "") !== this.strip.value) return;
    const number = (value) => (typeof value === "number" ? value : -Infinity);
    this.#points.push({ at: performance.now(), peak: Math.max(number(levels.peakLeft), number(levels.peakRight)), rms: Math.max(number(levels.rmsLeft), number(levels.rmsRight)) });
    while (this.#points.length > seconds * rate * 2) this.#points.shift();
  }

  #animate() {
    if (this.#frame !== null) return;
    const step = () => {
      this.#frame = null;
      if (!this.#isShown) return;
      this.#draw();
      this.#frame = setTimeout(() => { this.#frame = requestAnimationFrame(step); }, 40);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #draw() {
    const context = fit(this.canvas);
    const { width, height } = context.canvas;
    const now = performance.now();
    const x = (at) => width * (1 - (now - at) / 1000 / seconds);
    const y = (level) => height * Math.min(Math.max(level / floor, 0), 1);
    context.clearRect(0, 0, width, height);
    context.fillStyle = variable("--line");
    for (let level = -10; level > floor; level -= 10) context.fillRect(0, y(level), width, 1);
    for (const [key, name] of [["peak", "--solo"], ["rms", "--good"]]) {
      context.strokeStyle = variable(name);
      context.lineWidth = 2;
      context.beginPath();
      for (const [index, point] of this.#points.entries()) context[index ? "lineTo" : "moveTo"](x(point.at), y(point[key]));
      context.stroke();
    }
    const last = this.#points.at(-1);
    const text = (level) => (Number.isFinite(level) ? `${level.toFixed(1)} dB` : "silence");
    put(this.text, last ? `Peak ${text(last.peak)}, RMS ${text(last.rms)}; lines every 10 dB` : "Nothing sounds.");
  }
}
