// Playback: buttons, position, speed, volume, transposition.

import { Slider, byId, fileName, put, timeText } from "./dom.js";
import { factor } from "./model.js";

export class Transport {
  constructor(model) {
    this.model = model;
    for (const name of ["previous", "toggle", "stop", "next", "panic"]) {
      byId(name).addEventListener("click", () => model.send(name === "toggle" ? this.#toggle : name));
    }
    byId("metronome").addEventListener("click", () => model.send("metronome", { metronome: !model.status.metronome }));
    this.sliders = {
      speed: this.#slider("speed", (value) => `${Math.round(value)} %`, (value) => ({ speed: value / 100 }), 100),
      gain: this.#slider("gain", (value) => `${value} dB`, (value) => ({ gain: value })),
      transpose: this.#slider("transpose", (value) => (value > 0 ? `+${value}` : `${value}`), (value) => ({ transpose: value })),
    };
    model.addEventListener("status", () => this.#show());
    model.addEventListener("position", () => this.#showPosition());
    model.addEventListener("piece", () => this.#show());
  }

  /** A stopped file begins with `play`; `toggle` continues one. */
  get #toggle() { return this.model.status.state === "stopped" ? "play" : "toggle"; }

  #slider(name, describe, values, usual) {
    return new Slider(byId(name), byId(`${name}-value`), describe, (value) => this.model.send(name, values(value)), usual);
  }

  #show() {
    const { status, piece } = this.model;
    const isPlaying = status.state === "playing";
    const toggle = byId("toggle");
    toggle.dataset.playing = String(isPlaying);
    toggle.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    byId("metronome").setAttribute("aria-pressed", String(status.metronome === true));
    const title = piece?.name ? `${piece.name} (${fileName(status.file ?? "")})` : fileName(status.file ?? "");
    put(byId("file"), title || "No file");
    document.title = title ? `${title} – seqd` : "seqd";
    this.sliders.speed.show(factor(status.speed) * 100);
    this.sliders.gain.show(status.gain ?? 0);
    this.sliders.transpose.show(status.transpose ?? 0);
    this.#showPosition();
  }

  #showPosition() {
    const { status, place } = this.model;
    // Bar and beat: ticks change faster than anybody reads.
    put(byId("position"), place.text.split(":").slice(0, 2).join(":") || "–");
    put(byId("time"), `${timeText(place.seconds)} / ${timeText(status.lengthSeconds)}`);
  }
}
