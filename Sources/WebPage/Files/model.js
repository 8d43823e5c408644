// What the page knows of the daemon, and how it learns of changes.

import { limited, say } from "./dom.js";

/** A speed as the daemon writes it: `0.5`, `3/4`. */
export function factor(text) {
  const [above, below = 1] = String(text ?? 1).split("/").map(Number);
  return above / below || 1;
}

const roles = ["observer", "transport", "admin"];

/** Reads the content of a piece; while the server has too much to send, again after a while. */
async function fetchPiece(path, signal) {
  for (;;) {
    const answer = await fetch(`piece?path=${encodeURIComponent(path)}`, { signal });
    if (answer.ok) return answer.json();
    const pause = Number(answer.headers.get("Retry-After"));
    if (answer.status !== 503 || !pause) throw new Error((await answer.text()).trim());
    await new Promise((done) => setTimeout(done, pause * 1000));
  }
}

export class Model extends EventTarget {
  status = {};
  queue = { entries: [] };
  strips = [];
  rack = {};
  effects = [];
  piece = null;
  role = "observer";
  /** The last known position, and the time at which it was known. */
  #place = { ticks: 0, seconds: 0, at: 0, text: "" };
  #levels = new Map();
  /** The tempo that is played, in quarter notes per minute at speed 1. */
  #tempo = 120;
  /** What ends the loading of a piece, and its path; `null` while none is loaded. */
  #loading = null;

  constructor(client) {
    super();
    this.client = client;
    client.addEventListener("event", ({ detail }) => this.#take(detail));
    this.refreshStatus = limited(30, () => this.#load("status", "status", (status) => this.#setStatus(status)));
    this.refreshQueue = limited(30, () => this.#load("queue", "queue", (queue) => { this.queue = queue; }));
    this.refreshRack = limited(60, () => this.#load("rack", "rack", (rack) => { this.rack = rack; }));
    this.refreshStrips = limited(60, () => this.#load("strips", "strips", (answer) => { this.strips = answer.strips ?? []; }));
  }

  /** Whether a role is enough for something. */
  allows(role) { return roles.indexOf(this.role) >= roles.indexOf(role); }

  /** Begins anew on a connection: events first, then the values. */
  async begin() {
    const who = await this.client.ask("whoami");
    if (roles.indexOf(who.role) < roles.indexOf(this.role)) this.role = who.role;
    await this.client.ask("subscribe", {
      types: ["transport", "position", "setting", "queue", "rack", "output", "error", "practice", "reload", "tempo"],
      position: 20,
    });
    this.#tell("role");
    this.refreshStatus();
    this.refreshQueue();
    this.refreshStrips();
    this.refreshRack();
  }

  /** Sends a command; an error is shown. */
  async send(method, params) {
    try {
      const answer = await this.client.ask(method, params);
      const warning = answer?.warning ?? answer?.warnings;
      if (warning?.length) say(`${method}: ${[warning].flat().join("; ")}`);
      return answer;
    } catch (error) {
      say(`${method}: ${error.message}`);
      return null;
    }
  }

  get isPlaying() { return this.status.state === "playing"; }

  /** The position in ticks now: between two events, the music goes on. */
  get ticks() {
    const { ticks, at } = this.#place;
    if (!this.isPlaying) return ticks;
    const passed = Math.min((performance.now() - at) / 1000, 0.5);
    const speed = factor(this.status.speed) * factor(this.status.varispeed);
    return ticks + passed * speed * this.#ticksPerSecond();
  }

  get place() { return this.#place; }

  #ticksPerSecond() {
    const { piece } = this;
    // SMPTE time has no tempo, whichever is set.
    return piece?.ticksPerSecond ?? (this.#tempo / 60) * (piece?.quarter ?? 0);
  }

  #setStatus(status) {
    const before = this.status.file;
    this.status = status;
    this.#tempo = status.bpm ?? 120;
    this.#place = { ticks: status.ticks ?? 0, seconds: status.seconds ?? 0, at: performance.now(), text: status.position ?? "" };
    const isMissing = status.file && this.piece === null && this.#loading?.path !== status.file;
    if (status.file !== before || isMissing) this.#loadPiece(status.file);
    this.#tell("position");
  }

  async #load(what, method, take) {
    try {
      take(await this.client.ask(method));
      this.#tell(what);
    } catch (error) {
      if (this.client.isOpen) say(`${method}: ${error.message}`);
    }
  }

  /** Forgets the piece, and what is on its way. */
  #dropPiece() {
    this.#loading?.abort();
    this.#loading = null;
    this.piece = null;
  }

  async #loadPiece(path) {
    this.#dropPiece();
    this.#tell("piece");
    if (!path) return;
    const loading = Object.assign(new AbortController(), { path });
    this.#loading = loading;
    try {
      const piece = await fetchPiece(path, loading.signal);
      if (this.#loading !== loading) return;
      const sequence = piece.sequences[0] ?? {};
      const { ticksPerQuarter, framesPerSecond, ticksPerFrame } = piece.division;
      this.piece = {
        path,
        // A file with SMPTE time has no quarters; its ticks per second are two beats' at 120.
        quarter: ticksPerQuarter ?? (framesPerSecond * ticksPerFrame) / 2,
        ticksPerSecond: ticksPerQuarter ? undefined : framesPerSecond * ticksPerFrame,
        endTick: Math.max(sequence.endTick ?? 1, 1),
        name: sequence.name,
        tracks: sequence.tracks ?? [],
        notes: sequence.notes ?? [],
        markers: sequence.markers ?? [],
        meters: sequence.timeSignatures ?? [],
        lyrics: sequence.lyrics?.lines ?? [],
      };
    } catch (error) {
      // Another file is loaded by now, or this one anew.
      if (this.#loading !== loading) return;
      say(error.message);
      this.piece = { path, quarter: 480, endTick: 1, tracks: [], notes: [], markers: [], meters: [], lyrics: [] };
    }
    this.#loading = null;
    this.#tell("piece");
  }

  #take(event) {
    switch (event.type) {
      case "position":
        this.#place = { ticks: event.ticks ?? 0, seconds: event.seconds ?? 0, at: performance.now(), text: event.position ?? "" };
        return this.#tell("position");
      case "tempo":
        this.#tempo = event.bpm;
        return this.#tell("position");
      case "levels":
        this.#levels.set(event.strip ?? "", event);
        return this.#tell("levels", event);
      case "setting": return this.#takeSetting(event);
      case "transport":
        this.status.state = event.state;
        this.#tell("status");
        return this.refreshStatus();
      case "queue":
        this.refreshStatus();
        return this.refreshQueue();
      case "rack":
        this.refreshRack();
        return this.refreshStrips();
      case "reload":
        this.#dropPiece();
        return this.refreshStatus();
      case "lagged":
        this.refreshStatus();
        this.refreshQueue();
        this.refreshRack();
        return this.refreshStrips();
      case "output": return this.refreshStatus();
      case "error": return say(event.file ? `${event.file}: ${event.message}` : event.message);
      case "practice":
        this.#tell("practice", event);
        return this.refreshStatus();
      default: return this.#tell(event.type, event);
    }
  }

  #takeSetting(event) {
    if (event.strip !== undefined) {
      const strip = this.strips.find((entry) => entry.name === event.strip);
      if (!strip) return this.refreshStrips();
      strip[event.name] = event.new;
      return this.#tell("strips");
    }
    if (event.bus !== undefined) return this.#tell("effects");
    this.status[event.name] = event.new;
    this.#tell("status");
    // Lengths, times and lists depend on these.
    if (["tempo", "loop", "muted", "soloed", "speed", "practice"].includes(event.name)) this.refreshStatus();
  }

  /** The last levels of a strip; of the master without a name. */
  level(name = "") { return this.#levels.get(name); }

  #tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}
