// Practice: the parts to play, the keys that playback waits for, and how it goes.

import { byId, make, put } from "./dom.js";

export class PracticeView {
  constructor(model) {
    this.model = model;
    this.parts = make("fieldset", { id: "practice-parts" });
    this.keys = make("p", { class: "big-keys", id: "practice-keys", role: "status", "aria-label": "Keys to press" });
    this.wrong = make("p", { class: "faint", id: "practice-wrong" });
    this.counts = make("p", { class: "faint", id: "practice-counts" });
    this.heard = make("input", { type: "checkbox", id: "practice-heard", data: { role: "transport" } });
    byId("view-practice").append(
      make("h2", {}, "Practice"),
      make("p", { class: "faint" }, "Choose the parts that you play. Playback waits for your keys, on a keyboard that is connected to this machine."),
      this.parts,
      make("div", { class: "tools" },
        make("label", {}, this.heard, " Play these parts as well"),
        make("button", { id: "practice-start", data: { role: "transport" }, on: { click: () => this.#start() } }, "Start"),
        make("button", { id: "practice-stop", data: { role: "transport" }, on: { click: () => model.send("practice", { practice: "off" }) } }, "Stop practice")),
      this.keys, this.wrong, this.counts);
    model.addEventListener("piece", () => this.#showParts());
    model.addEventListener("status", () => this.#show());
    model.addEventListener("role", () => this.#showParts());
    model.addEventListener("practice", ({ detail }) => {
      if (detail.change === "wrong") put(this.wrong, `Wrong: ${[detail.keys].flat().join(" ")}`);
      if (detail.change === "played") put(this.wrong, "");
    });
  }

  show() {}

  #showParts() {
    const tracks = (this.model.piece?.tracks ?? []).filter((track) => track.noteCount > 0);
    this.parts.replaceChildren(make("legend", {}, "Parts"),
      ...tracks.map((track) => make("label", {},
        make("input", { type: "checkbox", value: `track:${track.track}`, disabled: !this.model.allows("transport"), data: { role: "transport" } }),
        track.name || `Track ${track.track}`)));
    if (!tracks.length) this.parts.append("No file with notes is loaded.");
  }

  #start() {
    const practice = [...this.parts.querySelectorAll("input:checked")].map((input) => input.value);
    if (!practice.length) return this.parts.querySelector("input")?.focus();
    return this.model.send("practice", { practice, heard: this.heard.checked });
  }

  #show() {
    const { status } = this.model;
    const isOn = status.practice !== undefined && status.practice !== "off";
    const keys = status.practiceKeys ?? "";
    put(this.keys, isOn ? [keys].flat().join(" ") || "…" : "");
    put(this.counts, isOn
      ? `${status.practiceSteps ?? 0} played, ${status.practiceWrong ?? 0} wrong, waited ${Math.round(status.practiceWaitedSeconds ?? 0)} s`
      : "Practice is off.");
    byId("practice-stop").disabled = !isOn || !this.model.allows("transport");
  }
}
