// Scenes: instruments and mixer under a name, changed to by a press.

import { byId, make } from "./dom.js";

export class ScenesView {
  #isShown = false;

  constructor(model) {
    this.model = model;
    this.list = make("div", { class: "tools", id: "scenes", role: "group", "aria-label": "Scenes" });
    this.name = make("input", { id: "scene-name", "aria-label": "Name of a scene", placeholder: "Scene", maxLength: 60, data: { role: "admin" } });
    byId("view-mixer").append(make("h2", {}, "Scenes"), this.list,
      make("div", { class: "tools" }, this.name,
        make("button", { id: "scene-save", data: { role: "admin" }, on: { click: () => this.#save() } }, "Save scene"),
        make("button", { id: "scene-delete", data: { role: "admin" }, on: { click: () => this.#delete() } }, "Delete scene")));
    model.addEventListener("role", () => this.#load());
  }

  show(isShown) {
    this.#isShown = isShown;
    this.#load();
  }

  async #load() {
    if (!this.#isShown || !this.model.client.isOpen) return;
    const scenes = (await this.model.send("scenes"))?.scenes ?? [];
    const canRecall = this.model.allows("transport");
    this.list.replaceChildren(...scenes.map(({ name }) => make("button", {
      disabled: !canRecall, data: { role: "transport" }, on: { click: () => this.model.send("scene", { name }) },
    }, name)));
    if (!scenes.length) this.list.append(make("p", { class: "faint" }, "There are no scenes."));
  }

  async #save() {
    const name = this.name.value.trim();
    if (!name) return this.name.focus();
    const exists = [...this.list.children].some((button) => button.textContent === name);
    if (exists && !confirm(`Replace the scene ${name}?`)) return;
    if (await this.model.send("save-scene", exists ? { name, replace: true } : { name })) this.name.value = "";
    this.#load();
  }

  async #delete() {
    const name = this.name.value.trim();
    if (!name) return this.name.focus();
    if (confirm(`Delete the scene ${name}?`) && await this.model.send("delete-scene", { name })) this.name.value = "";
    this.#load();
  }
}
