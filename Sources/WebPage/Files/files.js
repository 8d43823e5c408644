// The files in the folders that seqd web shows.

import { byId, fileName, make, say } from "./dom.js";

export class FilesView {
  #path = null;
  #isShown = false;

  constructor(model) {
    this.model = model;
    this.place = make("p", { class: "faint", id: "folder" });
    this.list = make("ul", { class: "rows", id: "file-list" });
    this.up = make("button", { id: "folder-up", on: { click: () => this.#up() } }, "Up");
    this.all = make("button", { id: "folder-add", data: { role: "transport" }, on: { click: () => model.send("enqueue", { path: [this.#path] }) } }, "Add this folder");
    byId("view-files").append(make("h2", {}, "Files"), make("div", { class: "tools" }, this.up, this.all), this.place, this.list);
    model.addEventListener("role", () => { if (this.#isShown) this.#open(this.#path); });
  }

  show(isShown) {
    if (isShown && !this.#isShown) this.#open(this.#path);
    this.#isShown = isShown;
  }

  #up() {
    const parent = this.#path?.slice(0, this.#path.lastIndexOf("/"));
    this.#open(this.folders?.includes(this.#path) || !parent ? null : parent);
  }

  async #open(path) {
    try {
      const answer = await fetch(path === null ? "folder" : `folder?path=${encodeURIComponent(path)}`);
      if (!answer.ok) throw new Error((await answer.text()).trim());
      const listing = await answer.json();
      if (path === null) {
        this.folders = listing.folders;
        if (listing.folders.length === 1 && !listing.files.length) return this.#open(listing.folders[0]);
      }
      this.#path = path;
      this.#show(listing);
    } catch (error) {
      say(error.message);
    }
    return undefined;
  }

  #show({ folders, files }) {
    const canEdit = this.model.allows("transport");
    this.place.textContent = this.#path ?? "";
    this.up.disabled = this.#path === null;
    this.all.disabled = this.#path === null || !canEdit;
    const rows = folders.map((path) => make("li", {},
      make("button", { class: "grow", on: { click: () => this.#open(path) } }, `📁 ${fileName(path)}`)));
    for (const path of files) {
      const name = fileName(path);
      const button = (label, text, method, params) => make("button", {
        class: "icon", "aria-label": `${label}: ${name}`, disabled: !canEdit, data: { role: "transport" }, on: { click: () => this.model.send(method, params) },
      }, text);
      rows.push(make("li", {}, make("span", { class: "grow", title: path }, name),
        button("Play", "▶", "play", { path: [path] }), button("Add to the queue", "+", "enqueue", { path: [path] })));
    }
    this.list.replaceChildren(...rows);
    if (!rows.length) this.list.append(make("li", { class: "empty" }, this.#path === null ? "No folders are shown: seqd web --allow-path names some." : "No MIDI files here."));
  }
}
