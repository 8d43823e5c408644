// The tracks of the file: mute, solo, instrument.

import { byId, colour, make } from "./dom.js";

export class TracksView {
  #isShown = false;
  #presets = [];
  #isKnown = false;
  #shown = "";

  constructor(model) {
    this.model = model;
    this.list = make("ul", { class: "rows", id: "track-list" });
    byId("view-tracks").append(make("h2", {}, "Tracks"), this.list);
    model.addEventListener("piece", () => this.#show());
    model.addEventListener("status", () => this.#showState());
    for (const type of ["role", "rack"]) model.addEventListener(type, () => { this.#isKnown = false; this.#show(); });
  }

  show(isShown) {
    this.#isShown = isShown;
    if (isShown) this.#show();
  }

  get #tracks() { return (this.model.piece?.tracks ?? []).filter((track) => track.noteCount > 0); }

  async #show() {
    if (!this.#isShown) return;
    // Who may not change instruments does not need their names.
    if (!this.#isKnown && this.model.allows("admin")) {
      this.#isKnown = true;
      this.#presets = (await this.model.send("presets"))?.presets ?? [];
    }
    const tracks = this.#tracks;
    // Rows stay as long as they can: somebody may just choose something in one of them.
    const shown = JSON.stringify([this.model.piece?.path, tracks, this.#presets, this.model.role]);
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.list.replaceChildren(...tracks.map((track) => this.#row(track)));
      if (!tracks.length) this.list.append(make("li", { class: "empty" }, "No file with notes is loaded."));
    }
    for (const select of this.list.querySelectorAll("select")) select.value = this.#program(select.dataset.selector);
    this.#showState();
  }

  #row(track) {
    const { model } = this;
    const selector = `track:${track.track}`;
    const name = track.name || `Track ${track.track}`;
    const canEdit = model.allows("transport");
    const button = (key, text) => make("button", {
      class: key, id: `${key}-${track.track}`, "aria-pressed": "false", "aria-label": `${text}: ${name}`, disabled: !canEdit, data: { role: "transport", selector, key },
      on: { click: (event) => this.#switch(key, selector, event.currentTarget.getAttribute("aria-pressed") === "true") },
    }, text);
    const swatch = make("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = colour(track.track);
    return make("li", {}, swatch,
      make("span", { class: "grow", title: name }, name),
      make("span", { class: "faint" }, `${track.noteCount} notes`),
      this.#instrument(track, selector, name),
      button("mute", "Mute"), button("solo", "Solo"));
  }

  #instrument(track, selector, name) {
    const program = track.programs[0];
    const own = program?.name ?? "";
    const presets = this.#presets ?? [];
    if (!this.model.allows("admin") || !presets.length || program?.isDrums) return make("span", { class: "faint" }, own);
    const select = make("select", {
      "aria-label": `Instrument: ${name}`, id: `instrument-${track.track}`, data: { role: "admin", selector },
      on: { change: (event) => this.#setProgram(selector, event.target.value) },
    }, make("option", { value: "" }, own ? `As written: ${own}` : "As written"),
    ...presets.filter((preset) => preset.bank < 128).map((preset) => make("option", { value: `${preset.bank}:${preset.program}` }, preset.name)));
    return select;
  }

  /** The presets that somebody has set for a part. */
  #programs(selector) { return (this.model.rack.programs ?? []).filter((text) => text.startsWith(`${selector}=`)); }

  #program(selector) { return this.#programs(selector)[0]?.slice(selector.length + 1) ?? ""; }

  async #setProgram(selector, preset) {
    // What another client has set just now is replaced too.
    this.model.rack = (await this.model.send("rack")) ?? this.model.rack;
    const old = this.#programs(selector);
    if (old.length) await this.model.send("unset-program", { programs: old });
    if (preset) await this.model.send("set-program", { programs: [`${selector}=${preset}`] });
  }

  #switch(key, selector, isOn) {
    const { model } = this;
    if (key === "mute") return model.send(isOn ? "unmute" : "mute", { selectors: [selector] });
    const soloed = new Set(model.status.soloed ?? []);
    if (isOn) soloed.delete(selector); else soloed.add(selector);
    return model.send("solo", { selectors: soloed.size ? [...soloed] : "off" });
  }

  #showState() {
    const { muted = [], soloed = [] } = this.model.status;
    for (const button of this.list.querySelectorAll("button[data-selector]")) {
      const chosen = button.dataset.key === "mute" ? muted : soloed;
      button.setAttribute("aria-pressed", String(chosen.includes(button.dataset.selector)));
    }
  }
}
