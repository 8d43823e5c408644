// The queue: order by dragging, by buttons and by keys; playlists.

import { byId, fileName, make, put, timeText } from "./dom.js";

const switches = ["repeat", "single", "random", "consume"];

export class QueueView {
  constructor(model) {
    this.model = model;
    const view = byId("view-queue");
    this.switches = switches.map((name) => make("button", {
      id: `queue-${name}`, "aria-pressed": "false", data: { role: "transport" },
      on: { click: () => model.send(name, { [name]: !model.status[name] }) },
    }, name[0].toUpperCase() + name.slice(1)));
    this.name = make("input", { id: "playlist-name", "aria-label": "Name of a playlist", placeholder: "Playlist", maxLength: 60, data: { role: "transport" } });
    this.lists = make("select", { id: "playlist", "aria-label": "Playlists" });
    this.list = make("ol", { class: "rows", id: "queue-list" });
    this.total = make("p", { class: "faint", id: "queue-total" });
    view.append(
      make("h2", {}, "Queue"),
      make("div", { class: "tools" }, ...this.switches,
        make("button", { id: "queue-shuffle", data: { role: "transport" }, on: { click: () => model.send("shuffle") } }, "Shuffle"),
        make("button", { id: "queue-clear", data: { role: "transport" }, on: { click: () => model.send("clear") } }, "Clear")),
      this.list, this.total,
      make("h2", {}, "Playlists"),
      make("div", { class: "tools" }, this.lists,
        make("button", { id: "playlist-load", data: { role: "transport" }, on: { click: () => this.#load() } }, "Add to queue"),
        make("button", { id: "playlist-delete", data: { role: "transport" }, on: { click: () => this.#delete() } }, "Delete")),
      make("div", { class: "tools" }, this.name,
        make("button", { id: "playlist-save", data: { role: "transport" }, on: { click: () => this.#save() } }, "Save queue")),
    );
    model.addEventListener("queue", () => this.#show());
    model.addEventListener("status", () => this.#showState());
    model.addEventListener("role", () => { this.#show(); this.#listPlaylists(); });
  }

  show() {}

  // MARK: - Playlists

  async #listPlaylists() {
    const answer = await this.model.send("playlists");
    const chosen = this.lists.value;
    const names = (answer?.playlists ?? []).map((entry) => entry.name ?? entry);
    this.lists.replaceChildren(...names.map((name) => make("option", { value: name }, name)));
    if (!names.length) this.lists.append(make("option", { value: "" }, "No playlists"));
    if (names.includes(chosen)) this.lists.value = chosen;
  }

  async #load() { if (this.lists.value) await this.model.send("load", { name: this.lists.value }); }

  async #delete() {
    const name = this.lists.value;
    if (name && confirm(`Delete the playlist ${name}?`)) await this.model.send("delete-playlist", { name });
    this.#listPlaylists();
  }

  async #save() {
    const name = this.name.value.trim();
    if (!name) return this.name.focus();
    const exists = [...this.lists.options].some((option) => option.value === name);
    if (exists && !confirm(`Replace the playlist ${name}?`)) return;
    if (await this.model.send("save", exists ? { name, replace: true } : { name })) this.name.value = "";
    this.#listPlaylists();
  }

  // MARK: - Entries

  #showState() {
    for (const [index, name] of switches.entries()) this.switches[index].setAttribute("aria-pressed", String(this.model.status[name] === true));
    const current = this.model.status.entry;
    for (const [index, row] of [...this.list.children].entries()) {
      const isCurrent = index + 1 === current;
      row.classList.toggle("current", isCurrent);
      if (isCurrent) row.setAttribute("aria-current", "true"); else row.removeAttribute("aria-current");
    }
  }

  #show() {
    const { entries } = this.model.queue;
    const focused = this.list.contains(document.activeElement) ? document.activeElement : null;
    const [id, control] = [focused?.closest("li")?.dataset.id, focused?.dataset.control];
    const canEdit = this.model.allows("transport");
    this.list.replaceChildren(...entries.map((entry, index) => this.#row(entry, index, entries.length, canEdit)));
    if (!entries.length) this.list.append(make("li", { class: "empty" }, "The queue is empty."));
    const seconds = entries.reduce((sum, entry) => sum + (entry.seconds ?? 0), 0);
    put(this.total, entries.length ? `${entries.length} files, ${timeText(seconds)}` : "");
    if (id) this.list.querySelector(`li[data-id="${id}"] [data-control="${control}"]`)?.focus();
    this.#showState();
  }

  #row(entry, index, count, canEdit) {
    const { model } = this;
    const name = fileName(entry.path);
    const address = `id:${entry.id}`;
    const row = make("li", { data: { id: String(entry.id), index: String(index) } });
    const button = (control, label, text, action, isOff = false) => make("button", {
      class: "icon", "aria-label": `${label}: ${name}`, disabled: isOff || !canEdit, data: { control, role: "transport" }, on: { click: action },
    }, text);
    const handle = make("span", { class: "handle", "aria-hidden": "true", title: "Drag to move" }, "⠿");
    if (canEdit) handle.addEventListener("pointerdown", (event) => this.#drag(event, row));
    row.append(handle,
      make("button", { class: "grow", title: entry.path, disabled: !canEdit, data: { control: "jump" }, on: { click: () => model.send("jump", { entry: address }) } }, `${index + 1}. ${name}`),
      make("span", { class: "faint" }, entry.seconds ? timeText(entry.seconds) : ""),
      button("up", "Move up", "↑", () => model.send("move", { entry: address, position: index }), index === 0),
      button("down", "Move down", "↓", () => model.send("move", { entry: address, position: index + 2 }), index === count - 1),
      button("remove", "Remove", "✕", () => model.send("remove", { first: address })));
    return row;
  }

  #drag(event, row) {
    event.preventDefault();
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    row.classList.add("dragged");
    let target = Number(row.dataset.index);
    const move = (moved) => {
      for (const other of this.list.children) other.classList.remove("target");
      const over = [...this.list.children].find((other) => {
        const box = other.getBoundingClientRect();
        return moved.clientY >= box.top && moved.clientY < box.bottom;
      });
      if (!over) return;
      target = Number(over.dataset.index);
      if (over !== row) over.classList.add("target");
    };
    const end = (ended) => {
      handle.removeEventListener("pointermove", move);
      row.classList.remove("dragged");
      for (const other of this.list.children) other.classList.remove("target");
      if (ended.type === "pointerup" && target !== Number(row.dataset.index)) {
        this.model.send("move", { entry: `id:${row.dataset.id}`, position: target + 1 });
      }
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end, { once: true });
    handle.addEventListener("pointercancel", end, { once: true });
  }
}
