// The time line: notes as a piano roll, bars, markers, the loop and the playhead.

import { byId, colour, fit, make, variable } from "./dom.js";

export class TimeLine {
  #zoom = 1;
  #from = 0;
  #loopFrom = null;
  #frame = null;

  constructor(model) {
    this.model = model;
    this.line = byId("timeline");
    model.addEventListener("piece", () => this.#begin());
    model.addEventListener("status", () => { this.#draw(); this.#animate(); });
    model.addEventListener("position", () => this.#drawOverlay());
    new ResizeObserver(() => this.#draw()).observe(this.line);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
    this.line.addEventListener("pointerdown", (event) => this.#drag(event));
    this.line.addEventListener("keydown", (event) => this.#key(event));
    byId("zoom-in").addEventListener("click", () => this.#setZoom(this.#zoom * 2));
    byId("zoom-out").addEventListener("click", () => this.#setZoom(this.#zoom / 2));
    byId("loop-from").addEventListener("click", () => {
      this.#loopFrom = Math.round(model.ticks);
      byId("loop-to").disabled = false;
      this.#drawOverlay();
    });
    byId("loop-to").addEventListener("click", () => this.#loopTo());
    byId("loop-file").addEventListener("click", () => model.send("loop", { loop: model.status.loop === "file" ? "off" : "file" }));
    byId("loop-off").addEventListener("click", () => model.send("loop", { loop: "off" }));
    byId("markers").addEventListener("change", (event) => {
      if (event.target.value) model.send("seek", { position: `${event.target.value}t` });
      event.target.value = "";
    });
  }

  get #end() { return this.model.piece?.endTick ?? 1; }
  get #span() { return this.#end / this.#zoom; }

  #begin() {
    const { piece } = this.model;
    this.#loopFrom = null;
    byId("loop-to").disabled = true;
    this.#from = 0;
    const markers = byId("markers");
    markers.replaceChildren(make("option", { value: "" }, "–"));
    for (const marker of piece?.markers ?? []) markers.append(make("option", { value: String(marker.tick) }, `${marker.name} (${marker.position ?? ""})`));
    this.#draw();
  }

  #setZoom(zoom) {
    this.#zoom = Math.min(Math.max(zoom, 1), 64);
    this.#follow(true);
    this.#draw();
  }

  /** Moves the visible part to where the music is. */
  #follow(isForced = false) {
    const ticks = this.model.ticks, span = this.#span;
    const isVisible = ticks >= this.#from && ticks < this.#from + span;
    if (isVisible && !isForced) return false;
    const from = this.#zoom === 1 ? 0 : Math.min(Math.max(ticks - span / 8, 0), this.#end - span);
    if (from === this.#from) return false;
    this.#from = from;
    return true;
  }

  #loopTo() {
    const [from, to] = [this.#loopFrom, Math.round(this.model.ticks)].sort((first, second) => first - second);
    if (from === null || to <= from) return;
    this.model.send("loop", { loop: `${from}t..${to}t` });
    this.#loopFrom = null;
    byId("loop-to").disabled = true;
  }

  // MARK: - Moving

  #tick(event) {
    const box = this.line.getBoundingClientRect();
    const part = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    return Math.min(Math.round(this.#from + part * this.#span), this.#end - 1);
  }

  #drag(event) {
    if (!this.model.piece || !this.model.allows("transport") || event.button > 0) return;
    this.line.setPointerCapture(event.pointerId);
    let tick = this.#tick(event);
    const move = (moved) => { tick = this.#tick(moved); this.#drawOverlay(tick); };
    const end = () => {
      this.line.removeEventListener("pointermove", move);
      this.model.send("seek", { position: `${Math.max(tick, 0)}t` });
    };
    this.#drawOverlay(tick);
    this.line.addEventListener("pointermove", move);
    this.line.addEventListener("pointerup", end, { once: true });
  }

  #key(event) {
    const steps = { ArrowLeft: "-1 beat", ArrowRight: "+1 beat", PageUp: "+4 bars", PageDown: "-4 bars", Home: "0t", ArrowUp: "+1 bar", ArrowDown: "-1 bar" };
    const position = steps[event.key];
    if (!position || !this.model.allows("transport")) return;
    event.preventDefault();
    this.model.send("seek", { position });
  }

  // MARK: - Drawing

  #animate() {
    if (this.#frame !== null || !this.model.isPlaying) return;
    // Thirty times a second is smooth enough for a playhead, and half the work.
    let isEven = false;
    const step = () => {
      this.#frame = null;
      if (!this.model.isPlaying) return;
      isEven = !isEven;
      if (isEven) this.#drawOverlay();
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #draw() {
    const context = fit(byId("roll"));
    const { width, height } = context.canvas;
    const { piece, status } = this.model;
    context.clearRect(0, 0, width, height);
    if (!piece) return this.#drawOverlay();
    const scale = width / this.#span, from = this.#from;
    this.#drawBars(context, scale);
    const keys = piece.notes.map((note) => note[5]);
    const low = keys.reduce((least, key) => Math.min(least, key), 127) - 1;
    const high = keys.reduce((most, key) => Math.max(most, key), 0) + 1;
    const row = height / Math.max(high - low + 1, 12);
    const muted = new Set(status.muted ?? []);
    const colours = new Map();
    for (const [start, duration, track, , channel, key, velocity] of piece.notes) {
      const x = (start - from) * scale, length = Math.max(duration * scale, 1.5);
      if (x + length < 0 || x > width) continue;
      if (!colours.has(track)) colours.set(track, colour(track));
      context.fillStyle = colours.get(track);
      context.globalAlpha = muted.has(`track:${track}`) || muted.has(`ch:${channel}`) ? 0.15 : 0.45 + velocity / 230;
      context.fillRect(x, (high - key) * row, length, Math.max(row - 0.5, 1));
    }
    context.globalAlpha = 1;
    this.#drawOverlay();
  }

  #drawBars(context, scale) {
    const { piece } = this.model;
    const { width, height } = context.canvas;
    const meters = piece.meters.length ? piece.meters : [{ tick: 0, numerator: 4, denominator: 4 }];
    context.fillStyle = variable("--line");
    context.globalAlpha = 0.7;
    for (const [index, meter] of meters.entries()) {
      const bar = (piece.quarter * 4 * meter.numerator) / meter.denominator;
      const end = meters[index + 1]?.tick ?? piece.endTick;
      if (!(bar * scale > 0)) continue;
      // So many bars that lines are not a surface.
      const step = bar * Math.max(1, 2 ** Math.ceil(Math.log2(14 / (bar * scale))));
      const first = meter.tick + Math.max(0, Math.floor((this.#from - meter.tick) / step)) * step;
      for (let tick = first; tick < end; tick += step) {
        const x = (tick - this.#from) * scale;
        if (x > width) break;
        context.fillRect(x, 0, 1, height);
      }
    }
    context.globalAlpha = 1;
  }

  #drawOverlay(wanted = null) {
    if (wanted === null && this.model.isPlaying && this.#follow()) return this.#draw();
    const context = fit(byId("overlay"));
    const { width, height } = context.canvas;
    const { piece, status } = this.model;
    context.clearRect(0, 0, width, height);
    if (!piece) return;
    const x = (tick) => ((tick - this.#from) / this.#span) * width;
    const ticks = wanted ?? Math.min(this.model.ticks, piece.endTick);
    const loop = this.#loopTicks(status.loop);
    if (loop || this.#loopFrom !== null) {
      const [from, to] = loop ?? [this.#loopFrom, ticks];
      context.fillStyle = variable("--accent");
      context.globalAlpha = 0.18;
      context.fillRect(x(from), 0, x(to) - x(from), height);
      context.globalAlpha = 1;
      context.fillRect(x(from), 0, 2, height);
      context.fillRect(x(to) - 2, 0, 2, height);
    }
    context.font = `${Math.round(11 * (width / Math.max(this.line.clientWidth, 1)))}px system-ui`;
    context.fillStyle = variable("--text");
    let free = -Infinity;
    for (const marker of piece.markers) {
      const at = x(marker.tick);
      if (at < -100 || at > width) continue;
      context.fillRect(at, 0, 1, height);
      if (at < free) continue;
      context.fillText(marker.name, at + 3, 14 * (width / Math.max(this.line.clientWidth, 1)));
      free = at + context.measureText(marker.name).width + 8;
    }
    context.fillStyle = variable("--head");
    context.fillRect(x(ticks) - 1, 0, 3, height);
    this.#tellPosition(ticks);
  }

  #tellPosition(ticks) {
    const { model, line } = this;
    const now = String(Math.round(ticks));
    // Screen readers are told at most once a second.
    if (performance.now() - (this.toldAt ?? -2000) < 1000 && model.isPlaying) return;
    this.toldAt = performance.now();
    line.setAttribute("aria-valuemax", String(this.#end));
    line.setAttribute("aria-valuenow", now);
    line.setAttribute("aria-valuetext", model.place.text ? `bar ${model.place.text}` : "no position");
  }

  /** The ticks of a loop between two positions; `null` for any other. */
  #loopTicks(loop) {
    const parts = /^(.+)\.\.(.+)$/.exec(loop ?? "");
    if (!parts) return null;
    const ticks = parts.slice(1).map((text) => this.#ticksOf(text));
    return ticks.includes(null) ? null : ticks;
  }

  #ticksOf(text) {
    const inTicks = /^(\d+)t$/.exec(text);
    if (inTicks) return Number(inTicks[1]);
    const inBars = /^(\d+):(\d+)(?::(\d+))?$/.exec(text);
    if (!inBars) return null;
    const { piece } = this.model;
    const [bar, beat, rest] = [Number(inBars[1]), Number(inBars[2]), Number(inBars[3] ?? 0)];
    let first = 1, found = { tick: 0, numerator: 4, denominator: 4 };
    for (const meter of piece.meters) {
      const length = (piece.quarter * 4 * found.numerator) / found.denominator;
      const next = first + Math.ceil((meter.tick - found.tick) / length);
      if (next > bar) break;
      [first, found] = [next, meter];
    }
    const quarter = (piece.quarter * 4) / found.denominator;
    return found.tick + (bar - first) * quarter * found.numerator + (beat - 1) * quarter + rest;
  }
}
