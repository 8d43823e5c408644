// Lyrics, large enough to sing from.

import { byId, make } from "./dom.js";

export class LyricsView {
  #isShown = false;
  #now = -1;

  constructor(model) {
    this.model = model;
    this.text = make("div", { class: "lyrics", id: "lyrics", role: "region", "aria-label": "Lyrics", tabIndex: 0 });
    byId("view-lyrics").append(this.text);
    model.addEventListener("piece", () => this.#begin());
    model.addEventListener("position", () => this.#mark());
  }

  show(isShown) {
    this.#isShown = isShown;
    this.#now = -1;
    if (isShown) this.#mark();
  }

  #begin() {
    const lines = this.model.piece?.lyrics ?? [];
    this.#now = -1;
    this.lines = lines.map((line) => {
      const element = make("p", {});
      for (const syllable of line.syllables ?? []) element.append(make("span", {}, syllable.text));
      if (!element.childNodes.length) element.append(line.text);
      return { ...line, element };
    });
    this.text.replaceChildren(...this.lines.map((line) => line.element));
    if (!lines.length) this.text.append(make("p", {}, this.model.piece ? "This file has no lyrics." : "No file is loaded."));
    this.#mark();
  }

  #mark() {
    if (!this.#isShown || !this.lines?.length) return;
    const { ticks } = this.model;
    let now = -1;
    for (const [index, line] of this.lines.entries()) if (line.tick <= ticks) now = index;
    const line = this.lines[now];
    for (const [index, syllable] of (line?.syllables ?? []).entries()) {
      line.element.children[index]?.classList.toggle("sung", syllable.tick <= ticks);
    }
    if (now === this.#now) return;
    this.lines[this.#now]?.element.classList.remove("now");
    for (const [index, other] of this.lines.entries()) {
      if (index !== now) for (const syllable of other.element.children) syllable.classList.remove("sung");
    }
    this.#now = now;
    if (!line) return;
    line.element.classList.add("now");
    // Within the box only: the page itself stays where the reader has it.
    this.text.scrollTop = line.element.offsetTop - this.text.offsetTop - this.text.clientHeight / 2 + line.element.clientHeight / 2;
  }
}
