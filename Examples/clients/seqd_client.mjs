#!/usr/bin/env node
/**
 * A client of the seqd daemon for Node.js, 18 or later; no packages.
 *
 *     import { Client } from "./seqd_client.mjs";
 *
 *     const seqd = await Client.connect();
 *     await seqd.play({ path: "/music/song.mid", from: "17:1" });
 *     for await (const event of seqd.events("transport", "lyric")) {
 *       console.log(event);
 *     }
 *
 * The socket is `$SEQD_SOCKET`, else `seqd/control.sock` in the user's runtime folder. Errors of
 * the daemon are SeqdError. As a program, it plays a file and prints the daemon's events until its
 * end:
 *
 *     Examples/clients/seqd_client.mjs song.mid
 *
 * Made by make_clients.py from `seqd daemon --print-openrpc`; docs/PROTOCOL.md describes the
 * protocol.
 */
import net from "node:net";
import path from "node:path";
import process from "node:process";
import readline from "node:readline";
import { fileURLToPath } from "node:url";

/** An error that the daemon answers, or the end of the connection (code 69). */
export class SeqdError extends Error {
  /**
   * @param {number} code The number of docs/PROTOCOL.md, the same as exit statuses of seqd.
   * @param {string} message The message.
   */
  constructor(code, message) {
    super(message);
    this.name = "SeqdError";
    this.code = code;
  }
}

/**
 * The path of the daemon's socket.
 *
 * @returns {string} The path.
 */
export function socketPath() {
  const folder = process.env.XDG_RUNTIME_DIR || `/run/user/${process.getuid()}`;
  return process.env.SEQD_SOCKET || `${folder}/seqd/control.sock`;
}

/** Parameters under the names that the daemon gives them. */
function renamed(parameters, names) {
  const entries = Object.entries(parameters);
  return Object.fromEntries(entries.map(([key, value]) => [names[key] ?? key, value]));
}

/** A connection to the daemon. */
export class Client {
  #socket;
  #number = 0;
  #waiting = new Map();
  #followers = new Set();
  #ended = null;

  /**
   * Connects.
   *
   * @param {string} [at] The socket; default: socketPath().
   * @returns {Promise<Client>} The client.
   */
  static connect(at = socketPath()) {
    return new Promise((resolve, reject) => {
      const socket = net.createConnection(at);
      socket.once("error", (error) => {
        const reason = error.code ?? error.message;
        reject(new SeqdError(69, `no daemon at ${at}: ${reason} (seqd daemon starts one)`));
      });
      socket.once("connect", () => {
        socket.removeAllListeners("error");
        resolve(new Client(socket));
      });
    });
  }

  /**
   * Makes a client of a connected socket; see connect().
   *
   * @param {net.Socket} socket The socket.
   */
  constructor(socket) {
    this.#socket = socket;
    socket.on("error", () => {});
    socket.on("close", () => this.#end());
    readline.createInterface({ input: socket, crlfDelay: Infinity }).on("line", (line) => {
      const message = JSON.parse(line);
      const waiting = this.#waiting.get(message.id);
      if (waiting) {
        this.#waiting.delete(message.id);
        if (message.error) waiting.reject(new SeqdError(message.error.code, message.error.message));
        else waiting.resolve(message.result);
      } else if (message.params) {
        for (const follower of this.#followers) follower(message.params);
      }
    });
  }

  /** Closes the connection. */
  close() {
    this.#socket.destroy();
  }

  /**
   * Sends a command by its name.
   *
   * @param {string} method The name, as docs/PROTOCOL.md has it.
   * @param {Object} [parameters] Its parameters.
   * @returns {Promise<Object>} The answer.
   */
  call(method, parameters = {}) {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#number;
    const request = { jsonrpc: "2.0", id, method, params: parameters };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(`${JSON.stringify(request)}\n`);
    });
  }

  /**
   * Subscribes to types of events (none: to those subscribed to), and yields each one, until the
   * daemon ends. It subscribes when the first event is asked for. Each iteration gets the events
   * of all subscriptions.
   *
   * @param {...string} types The types.
   * @returns {AsyncGenerator<Object>} The events: `type`, `seq` and the keys of the type.
   */
  async *events(...types) {
    const events = [];
    let wake = () => {};
    const follower = (event) => {
      events.push(event);
      wake();
    };
    this.#followers.add(follower);
    try {
      if (types.length > 0) await this.subscribe({ types });
      while (true) {
        while (events.length > 0) {
          const event = events.shift();
          if (event === null) return;
          yield event;
        }
        if (this.#ended) return;
        await new Promise((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      this.#followers.delete(follower);
    }
  }

  #end() {
    this.#ended = new SeqdError(69, "the daemon closed the connection");
    for (const waiting of this.#waiting.values()) waiting.reject(this.#ended);
    this.#waiting.clear();
    for (const follower of this.#followers) follower(null);
  }

  /**
   * Replace the queue with these files and play.
   *
   * Without a path, it works like `continue`. The answer comes when the first file plays. If it
   * cannot be played, the answer is the error, and the previous file keeps playing. If one of the
   * paths cannot be read, nothing changes. Unreadable files of a folder or playlist are left out
   * and listed in `skipped`. In words, quote each path; without quotation marks, the rest of the
   * line is one path, including blanks. Options come before or after the paths. Queue entries keep
   * their `encoding` and `embedded-font`. With `paused=on`, the answer comes when the first file is
   * ready: a `continue` then plays it without delay.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @param {(string|string[])} [parameters.path] MIDI files, folders or playlists (.m3u); in JSON,
   * `paths` is an alias (absolute path).
   * @param {number} [parameters.countIn] Bars of count-in before playback starts (integer, 1 to
   * 16).
   * @param {(string|number)} [parameters.from] Start position in the first file; default: its start
   * (position: `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`).
   * @param {(string|boolean)} [parameters.paused] Whether playback waits there for `continue`;
   * default `off` (`on` or `off`).
   * @param {string} [parameters.encoding] Text encoding of names, markers and lyrics; default: the
   * daemon's option, or guessed (encoding name, as listed by `iconv -l`).
   * @param {(string|boolean)} [parameters.embeddedFont] Whether a SoundFont inside the file has
   * priority over the others; default `off`, or `on` if the daemon was started with --embedded-font
   * (`on` or `off`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{added?: number, skipped?: string[], warning?: string, action?: number, due?:
   * number}>} The answer.
   */
  play(parameters = {}) {
    return this.call("play", renamed(parameters, {
      countIn: "count-in",
      embeddedFont: "embedded-font",
    }));
  }

  /**
   * Go to the next file in the queue.
   *
   * The answer comes when the next file plays. If it cannot be played, the answer is the error; the
   * previous file keeps playing and stays the current entry. Paused or stopped playback stays so,
   * and `continue` starts the new entry.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{warning?: string, action?: number, due?: number}>} The answer.
   */
  next(parameters = {}) {
    return this.call("next", parameters);
  }

  /**
   * Go to the previous file in the queue.
   *
   * It works like `next`.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{warning?: string, action?: number, due?: number}>} The answer.
   */
  previous(parameters = {}) {
    return this.call("previous", parameters);
  }

  /**
   * Pause playback, or resume it.
   *
   * It works like `pause` while a file plays, else like `continue`.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{warning?: string, action?: number, due?: number}>} The answer.
   */
  toggle(parameters = {}) {
    return this.call("toggle", parameters);
  }

  /**
   * Pause playback.
   *
   * Sounding notes are released. Pausing twice is not an error.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  pause(parameters = {}) {
    return this.call("pause", parameters);
  }

  /**
   * Resume after pause, or play the queue after stop.
   *
   * After the end of the queue, it plays the files added since; if there are none, it plays the
   * last file again. An unreadable file causes an event `error`, and the next one plays. If none
   * can be played, the answer is the error.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @param {number} [parameters.countIn] Bars of count-in before playback starts (integer, 1 to
   * 16).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{warning?: string, action?: number, due?: number}>} The answer.
   */
  continue(parameters = {}) {
    return this.call("continue", renamed(parameters, {
      countIn: "count-in",
    }));
  }

  /**
   * Stop, and return to the start of the file.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  stop(parameters = {}) {
    return this.call("stop", parameters);
  }

  /**
   * Go to a position in the file.
   *
   * An offset counts from the playback position, and leads to the start or the end of the file at
   * most. With bars, the beat stays the same. Channel state is chased: it becomes what playing the
   * file up to there would give. In JSON, a number is seconds. Times are given at speed 1, and at
   * the tempo set with `tempo`.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|number)} parameters.position The new position (position as for `at`, or an
   * offset: `+10s`, `-1m30s`, `-2 bars`, `+1 beat`, `+480t`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  seek(parameters) {
    return this.call("seek", parameters);
  }

  /**
   * Move the position by hand, with sound.
   *
   * Playback pauses. The notes that begin between the old position and the new one are heard
   * shortened, and clips as on a tape, backwards too; of a passage longer than 0.6 seconds, only
   * the end is heard. The sound ends where the position rests. A jog wheel gives it by `map`: `map
   * cc 60 "scrub {}s" mode=wheel`.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|number)} parameters.position The new position (position as for `at`, or an
   * offset: `+10s`, `-1m30s`, `-2 bars`, `+1 beat`, `+480t`).
   * @returns {Promise<{}>} The answer.
   */
  scrub(parameters) {
    return this.call("scrub", parameters);
  }

  /**
   * Set the playback speed; the pitch stays the same.
   *
   * With `over` it moves there evenly: a ritardando or an accelerando, in steps of 10 ms.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|number)} parameters.speed Playback speed; 1 is normal (speed: `0.5`, `3/4`,
   * `150%`; 1/100 to 100).
   * @param {(string|number)} [parameters.over] Time that it takes (time, bars or beats: `2s`,
   * `1m30s`, `4bars`, `1beat`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  speed(parameters) {
    return this.call("speed", parameters);
  }

  /**
   * Set speed and pitch together, like a tape.
   *
   * All samplers sound higher or lower by it, and all clips are played as much faster or slower;
   * the metronome keeps its sound. The tempo is the product of `varispeed` and `speed`. With `over`
   * both move evenly, as when a tape starts or stops.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|number)} parameters.speed Speed and pitch; 1 is normal (speed: `0.5`, `3/4`,
   * `150%`; 1/100 to 8).
   * @param {(string|number)} [parameters.over] Time that it takes (time, bars or beats: `2s`,
   * `1m30s`, `4bars`, `1beat`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  varispeed(parameters) {
    return this.call("varispeed", parameters);
  }

  /**
   * Repeat the file or a part of it.
   *
   * `on` and `file` also apply to the files that follow. `file` repeats the part between the file's
   * own loop points, if it has any. Playback that is outside a loop between two positions goes to
   * its start, even while paused. Such a loop ends when another file plays. `off` takes no count.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|boolean)} parameters.loop The part to repeat; in JSON, `range` is an alias
   * (`on`, `off`, `file` or two positions, `17:1..25:1`).
   * @param {number} [parameters.loopCount] Number of times to play it before continuing; default:
   * endless; in JSON, `count` is an alias (integer, 1 to 1000000).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  loop(parameters) {
    return this.call("loop", renamed(parameters, {
      loopCount: "loop-count",
    }));
  }

  /**
   * Go to a position in the lyrics.
   *
   * The search starts at the current position and wraps around at the end. Case and the division
   * into syllables do not matter.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.text The lyrics to find (text).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  seekLyric(parameters) {
    return this.call("seek-lyric", parameters);
  }

  /**
   * Override the file's tempo.
   *
   * It also applies to the files that follow, and `speed` multiplies it. All times depend on it:
   * positions, lengths and `seek`. It is rounded to whole microseconds per quarter note, as in MIDI
   * files. With `over` it moves there evenly from the tempo that is played, in steps of 10 ms;
   * positions and lengths are those of the new tempo at once.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|number)} parameters.tempo One fixed tempo, or `off` for the file's own; in
   * JSON, `bpm` is an alias (quarter notes per minute, 4 to 1000, such as `92.5`, or `off`).
   * @param {(string|number)} [parameters.over] Time that it takes (time, bars or beats: `2s`,
   * `1m30s`, `4bars`, `1beat`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  tempo(parameters) {
    return this.call("tempo", parameters);
  }

  /**
   * Turn the metronome on or off.
   *
   * The answer comes when the change is audible. It also applies to the files that follow.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|boolean)} parameters.metronome Whether to click on each beat; in JSON, `click`
   * is an alias (`on` or `off`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  metronome(parameters) {
    return this.call("metronome", parameters);
  }

  /**
   * Cancel scheduled commands.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @param {number} [parameters.action] The `action` number from the answer to a command with `at`;
   * default: all (integer, 1 or more).
   * @returns {Promise<{cancelled?: number}>} The answer.
   */
  cancel(parameters = {}) {
    return this.call("cancel", parameters);
  }

  /**
   * Restart notes held at the start position after a seek.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|boolean)} parameters.chaseNotes Whether to restart them; default `off`; in
   * JSON, `chase` is an alias (`on` or `off`).
   * @returns {Promise<{}>} The answer.
   */
  chaseNotes(parameters) {
    return this.call("chase-notes", renamed(parameters, {
      chaseNotes: "chase-notes",
    }));
  }

  /**
   * Reload the current file when it changes on disk.
   *
   * Playback continues at the same beat of the same bar, and an event `reload` lists the changes.
   * If the new version cannot be read, or has lost music that the previous version had, an event
   * `error` says so, and the previous version keeps playing.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|boolean)} parameters.watch Whether to watch files; default `off`; in JSON,
   * `files` is an alias (`on` or `off`).
   * @param {("now"|"bar")} [parameters.watchAt] When to switch to the new version, at once or at
   * the next bar; default `now`; in JSON, `when` is an alias (`now` or `bar`).
   * @returns {Promise<{}>} The answer.
   */
  watch(parameters) {
    return this.call("watch", renamed(parameters, {
      watchAt: "watch-at",
    }));
  }

  /**
   * Add files to the end of the queue.
   *
   * They follow without a gap. If nothing is playing, `continue` starts them. The answer comes when
   * all files have been read. Paths are written and refused as for `play`; the options are the same
   * too.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|string[])} parameters.path MIDI files, folders or playlists (.m3u); in JSON,
   * `paths` is an alias (absolute path).
   * @param {string} [parameters.encoding] Text encoding of names, markers and lyrics; default: the
   * daemon's option, or guessed (encoding name, as listed by `iconv -l`).
   * @param {(string|boolean)} [parameters.embeddedFont] Whether a SoundFont inside the file has
   * priority over the others; default `off`, or `on` if the daemon was started with --embedded-font
   * (`on` or `off`).
   * @returns {Promise<{entry?: number, added?: number, skipped?: string[]}>} The answer.
   */
  enqueue(parameters) {
    return this.call("enqueue", renamed(parameters, {
      embeddedFont: "embedded-font",
    }));
  }

  /**
   * Insert files into the queue.
   *
   * They play after the current file, also in random order, or at the given queue position.
   * Otherwise it works like `enqueue`.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|string[])} parameters.path MIDI files, folders or playlists (.m3u); in JSON,
   * `paths` is an alias (absolute path).
   * @param {number} [parameters.position] Queue position of the first file, from 1; default: after
   * the current file (integer, 1 to 10000).
   * @param {string} [parameters.encoding] Text encoding of names, markers and lyrics; default: the
   * daemon's option, or guessed (encoding name, as listed by `iconv -l`).
   * @param {(string|boolean)} [parameters.embeddedFont] Whether a SoundFont inside the file has
   * priority over the others; default `off`, or `on` if the daemon was started with --embedded-font
   * (`on` or `off`).
   * @returns {Promise<{entry?: number, added?: number, skipped?: string[]}>} The answer.
   */
  insert(parameters) {
    return this.call("insert", renamed(parameters, {
      embeddedFont: "embedded-font",
    }));
  }

  /**
   * List the queue.
   *
   * Lengths are given at speed 1, and at the tempo set with `tempo`.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{current?: number, version?: number, entries?: Object[]}>} The answer.
   */
  queue(parameters = {}) {
    return this.call("queue", parameters);
  }

  /**
   * Go to a file in the queue.
   *
   * It works like `next`.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|number)} parameters.entry The file (queue position from 1, or `id:ID`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{warning?: string, action?: number, due?: number}>} The answer.
   */
  jump(parameters) {
    return this.call("jump", parameters);
  }

  /**
   * Remove files from the queue.
   *
   * If the current file is among them, the one after them plays, or playback stops if there is
   * none. The files after them move up.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|number)} parameters.first The file to remove (queue position from 1, or
   * `id:ID`).
   * @param {(string|number)} [parameters.last] The last of several files to remove (queue position
   * from 1, or `id:ID`).
   * @returns {Promise<{}>} The answer.
   */
  remove(parameters) {
    return this.call("remove", parameters);
  }

  /**
   * Move a file to another position in the queue.
   *
   * Playback is not interrupted.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|number)} parameters.entry The file to move (queue position from 1, or `id:ID`).
   * @param {number} parameters.position Its new queue position, from 1 (integer, 1 to 10000).
   * @returns {Promise<{}>} The answer.
   */
  move(parameters) {
    return this.call("move", parameters);
  }

  /**
   * Exchange two files in the queue.
   *
   * Playback is not interrupted.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|number)} parameters.first One file (queue position from 1, or `id:ID`).
   * @param {(string|number)} parameters.second The other file (queue position from 1, or `id:ID`).
   * @returns {Promise<{}>} The answer.
   */
  swap(parameters) {
    return this.call("swap", parameters);
  }

  /**
   * Put the queue into a random order.
   *
   * The current file keeps playing, and becomes the first.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{}>} The answer.
   */
  shuffle(parameters = {}) {
    return this.call("shuffle", parameters);
  }

  /**
   * Clear the queue.
   *
   * The current file plays to its end, and stays in the queue until then.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{}>} The answer.
   */
  clear(parameters = {}) {
    return this.call("clear", parameters);
  }

  /**
   * Repeat the queue.
   *
   * The first file follows the last without a gap. With `single on`, each file repeats. `loop`
   * repeats a file or a part of it without leaving it.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|boolean)} parameters.repeat Whether to repeat; `off` at start; in JSON, `on` is
   * an alias (`on` or `off`).
   * @returns {Promise<{}>} The answer.
   */
  repeat(parameters) {
    return this.call("repeat", parameters);
  }

  /**
   * Stop after each file.
   *
   * `continue` then plays the next file.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|boolean)} parameters.single Whether to stop; `off` at start; in JSON, `on` is
   * an alias (`on` or `off`).
   * @returns {Promise<{}>} The answer.
   */
  single(parameters) {
    return this.call("single", parameters);
  }

  /**
   * Play the queue in random order.
   *
   * Each file plays once; with `repeat on`, the next pass has another order. `previous` goes back
   * to the files that were played. The queue itself keeps its order; `shuffle` changes that.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|boolean)} parameters.random Whether the order is random; `off` at start; in
   * JSON, `on` is an alias (`on` or `off`).
   * @returns {Promise<{}>} The answer.
   */
  random(parameters) {
    return this.call("random", parameters);
  }

  /**
   * Remove files from the queue when they have been played.
   *
   * `next` removes the current file, too.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|boolean)} parameters.consume Whether to remove them; `off` at start; in JSON,
   * `on` is an alias (`on` or `off`).
   * @returns {Promise<{}>} The answer.
   */
  consume(parameters) {
    return this.call("consume", parameters);
  }

  /**
   * Fade from each file to the next.
   *
   * The next file begins this long before the end of the current one, and fades in while that fades
   * out; the loudness stays about the same. It is at most half of either file. A file that `next`
   * or `jump` begins is not faded in, and files on MIDI outputs are not faded. When the fade
   * begins, events and `status` already name the next file, and commands that wait for a later
   * position of the current one are cancelled.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {number} parameters.crossfade 0 is the default: each file begins where the one before
   * ends (number, 0 to 60 seconds).
   * @returns {Promise<{}>} The answer.
   */
  crossfade(parameters) {
    return this.call("crossfade", parameters);
  }

  /**
   * Play files earlier in random order.
   *
   * With `random on`, files with a higher priority play before the others. A file that was already
   * played plays once more if its priority is above 0. When a file begins, its priority is 0 again.
   * Without `random`, `move` changes the order.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|number)} parameters.first The file (queue position from 1, or `id:ID`).
   * @param {number} parameters.priority 0 is the default (integer, 0 to 255).
   * @param {(string|number)} [parameters.last] The last of several files (queue position from 1, or
   * `id:ID`).
   * @returns {Promise<{}>} The answer.
   */
  priority(parameters) {
    return this.call("priority", parameters);
  }

  /**
   * Save the queue as a playlist.
   *
   * The playlist is a file in the M3U format, which other players read too:
   * `$XDG_STATE_HOME/seqd/playlists/NAME.m3u` (default: `~/.local/state`). It has the paths of the
   * files. The answer comes when it is on disk.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name Name of the playlist (name: up to 200 bytes without `/`, not
   * beginning with `.`; quote blanks).
   * @param {(string|boolean)} [parameters.replace] Whether a playlist of this name is replaced;
   * default `off` (`on` or `off`).
   * @returns {Promise<{}>} The answer.
   */
  save(parameters) {
    return this.call("save", parameters);
  }

  /**
   * Add the files of a playlist to the end of the queue.
   *
   * It works like `enqueue` with the playlist's file. Files that cannot be read are left out and
   * listed in `skipped`. A file that has several patterns is added with all of them. To play only
   * this playlist, `clear` the queue first.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name Name of the playlist (name: up to 200 bytes without `/`, not
   * beginning with `.`; quote blanks).
   * @param {string} [parameters.encoding] Text encoding of names, markers and lyrics; default: the
   * daemon's option, or guessed (encoding name, as listed by `iconv -l`).
   * @param {(string|boolean)} [parameters.embeddedFont] Whether a SoundFont inside the file has
   * priority over the others; default `off`, or `on` if the daemon was started with --embedded-font
   * (`on` or `off`).
   * @returns {Promise<{entry?: number, added?: number, skipped?: string[]}>} The answer.
   */
  load(parameters) {
    return this.call("load", renamed(parameters, {
      embeddedFont: "embedded-font",
    }));
  }

  /**
   * List the playlists.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{playlists?: Object[]}>} The answer.
   */
  playlists(parameters = {}) {
    return this.call("playlists", parameters);
  }

  /**
   * Delete a playlist.
   *
   * The queue and the files stay.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name Name of the playlist (name: up to 200 bytes without `/`, not
   * beginning with `.`; quote blanks).
   * @returns {Promise<{}>} The answer.
   */
  deletePlaylist(parameters) {
    return this.call("delete-playlist", parameters);
  }

  /**
   * Set the output gain.
   *
   * With `over` it moves evenly over that time, like a fader (see `strip`).
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {number} parameters.gain 0 is the default; in JSON, `decibels` is an alias (number, -60
   * to 24 dB).
   * @param {(string|number)} [parameters.over] Time that it takes (time, bars or beats: `2s`,
   * `1m30s`, `4bars`, `1beat`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  gain(parameters) {
    return this.call("gain", parameters);
  }

  /**
   * Set the level that files are brought to.
   *
   * It applies to files that are loaded from now on. Each file is rendered once to measure it (at
   * most its first hour), and the result is stored. The gain, -60 to 24 dB, is applied before the
   * strips, and `status` shows it as `level-gain`; `gain` is added to it. The metronome and the
   * live inputs stay as they are. It cannot be used with `at` or in a group.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.level The level, or `off` (`peak=DBFS` or `true-peak=DBFS`, -60 to
   * 0, or `lufs=LUFS`, -60 to -5; or `off`).
   * @returns {Promise<{}>} The answer.
   */
  level(parameters) {
    return this.call("level", parameters);
  }

  /**
   * Mute channels or tracks.
   *
   * They are added to the parts already muted.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {((string|number|*[])|(string|number|*[])[])} parameters.selectors Parts to mute
   * (comma-separated selectors: `10`, `ch:2/10`, `track:3`, `track:Bass`, `all`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  mute(parameters) {
    return this.call("mute", parameters);
  }

  /**
   * Unmute channels or tracks.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {((string|number|*[])|(string|number|*[])[])} parameters.selectors Parts to unmute
   * (comma-separated selectors: `10`, `ch:2/10`, `track:3`, `track:Bass`, `all`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  unmute(parameters) {
    return this.call("unmute", parameters);
  }

  /**
   * Solo channels or tracks.
   *
   * It replaces the previous solo.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {((string|number|*[])|(string|number|*[])[])} parameters.selectors Parts to solo, or
   * `off` (selectors as for `mute`, or `off`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  solo(parameters) {
    return this.call("solo", parameters);
  }

  /**
   * Transpose all notes except drums.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {number} parameters.transpose Up or down; drums are unaffected; in JSON, `semitones` is
   * an alias (integer, -48 to 48).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  transpose(parameters) {
    return this.call("transpose", parameters);
  }

  /**
   * Replace the SoundFonts during playback.
   *
   * The new ones are read and checked in the background, and compared with what the file and the
   * live inputs play. The answer comes when they are in use, or with `at` when they are ready to
   * take over. If one of them cannot be loaded, the old ones stay. Sounding notes continue on the
   * old ones. Quote a path that contains blanks. An engine applies to these SoundFonts, also when
   * they replace those of the rack's fallback; the samplers of routes and of the rack have their
   * own. At the start it is that of `--engine`, or of the fallback. Warnings name samples that
   * cannot be played, ten at most; the log names them too.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {(string|string[])} parameters.fonts The new SoundFonts, highest priority first
   * (absolute path of a SoundFont; `FONT+128` adds 128 to its bank numbers).
   * @param {("auto"|"fluidsynth"|"seqd")} [parameters.engine] The engine whose voices play them, as
   * `--engine`; default: as now (`auto`, `fluidsynth`, `seqd`).
   * @param {(string|boolean)} [parameters.strict] Whether SoundFonts that lack a preset in use are
   * refused; default `off` (`on` or `off`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{substitutions?: Object[], warnings?: string[], engine?: string, action?:
   * number, due?: number}>} The answer.
   */
  loadFont(parameters) {
    return this.call("load-font", parameters);
  }

  /**
   * Add a SoundFont to those in use, or move it to another place.
   *
   * Works like `load-font` with the SoundFonts in use and this one. A SoundFont that is in use
   * already moves to the place.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {string} parameters.font The SoundFont (absolute path of a SoundFont; `FONT+128` adds
   * 128 to its bank numbers).
   * @param {number} [parameters.place] Its place; 1, the default, has the highest priority, and a
   * number beyond the last place means the last (integer, 1 to 1000).
   * @param {(string|boolean)} [parameters.strict] Whether SoundFonts that lack a preset in use are
   * refused; default `off` (`on` or `off`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{substitutions?: Object[], warnings?: string[], engine?: string, action?:
   * number, due?: number}>} The answer.
   */
  addFont(parameters) {
    return this.call("add-font", parameters);
  }

  /**
   * Remove a SoundFont from those in use.
   *
   * Works like `load-font` with the other SoundFonts in use. The last one cannot be removed.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {string} parameters.font A SoundFont in use, as `status` lists it (absolute path of a
   * SoundFont; `FONT+128` adds 128 to its bank numbers).
   * @param {(string|boolean)} [parameters.strict] Whether SoundFonts that lack a preset in use are
   * refused; default `off` (`on` or `off`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{substitutions?: Object[], warnings?: string[], engine?: string, action?:
   * number, due?: number}>} The answer.
   */
  removeFont(parameters) {
    return this.call("remove-font", parameters);
  }

  /**
   * Read the SoundFonts again whose files have changed.
   *
   * The SoundFonts of the rack's samplers are read again too. Sounding notes continue on the old
   * ones. If one of the files cannot be loaded, everything stays as it is.
   *
   * Needs the role admin.
   *
   * @param {Object} [parameters]
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{substitutions?: Object[], warnings?: string[], engine?: string, action?:
   * number, due?: number}>} The answer.
   */
  reloadFonts(parameters = {}) {
    return this.call("reload-fonts", parameters);
  }

  /**
   * Take back the last change of the SoundFonts.
   *
   * Plays with the SoundFonts and the engine from before the last `load-font`, `add-font` or
   * `remove-font`; given once more, it makes that change again. Their files are read as by
   * `load-font`. It is refused after a restart, and if something else, such as `reload-config` or
   * `load-rack`, has changed the SoundFonts since.
   *
   * Needs the role admin.
   *
   * @param {Object} [parameters]
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{substitutions?: Object[], warnings?: string[], engine?: string, action?:
   * number, due?: number}>} The answer.
   */
  undoFont(parameters = {}) {
    return this.call("undo-font", parameters);
  }

  /**
   * List the presets of the SoundFonts.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @param {string} [parameters.sampler] The sampler of a rack, as listed by `rack`; default: the
   * first one (text).
   * @returns {Promise<{presets?: Object[]}>} The answer.
   */
  presets(parameters = {}) {
    return this.call("presets", parameters);
  }

  /**
   * Show the rack and the routes.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{file?: string, routes?: string[], programs?: string[], changes?: string[],
   * samplers?: Object[]}>} The answer.
   */
  rack(parameters = {}) {
    return this.call("rack", parameters);
  }

  /**
   * Give parts their own samplers, as a rack describes.
   *
   * The samplers are made in the background; the answer comes when they are in use. If the rack or
   * one of its SoundFonts cannot be used, everything stays as it is. Routes remain, and have
   * priority over the rules of the rack. The strips get the settings of the rack. If the rack has a
   * fallback, its SoundFonts replace those of `load-font`. Output pairs need a restart.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {string} parameters.path A rack, as docs/routing.md describes it (absolute path).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{substitutions?: Object[], warnings?: string[], action?: number, due?:
   * number}>} The answer.
   */
  loadRack(parameters) {
    return this.call("load-rack", parameters);
  }

  /**
   * Remove the rack and the routes.
   *
   * The presets of parts go too. Each port of a file then has a sampler with the default
   * SoundFonts. `--drums` and `--change` continue to apply.
   *
   * Needs the role admin.
   *
   * @param {Object} [parameters]
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{substitutions?: Object[], warnings?: string[], action?: number, due?:
   * number}>} The answer.
   */
  unloadRack(parameters = {}) {
    return this.call("unload-rack", parameters);
  }

  /**
   * Give a part its own sampler.
   *
   * A route has priority over earlier ones. Paths are absolute. Without a rack, `sampler` is the
   * sampler of all other parts: `track:2=sampler,transpose=12`. Otherwise it works like
   * `load-rack`; docs/routing.md describes routes.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {(string|string[])} parameters.routes As for `--route`: `ch:10=/a/drums.sf2,gain=-3`
   * (route: `PART=DESTINATION[,OPTION=VALUE …]`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{substitutions?: Object[], warnings?: string[], action?: number, due?:
   * number}>} The answer.
   */
  route(parameters) {
    return this.call("route", parameters);
  }

  /**
   * Remove routes.
   *
   * Needs the role admin.
   *
   * @param {Object} [parameters]
   * @param {(string|string[])} [parameters.routes] As in `rack`; default: all routes (route:
   * `PART=DESTINATION[,OPTION=VALUE …]`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{substitutions?: Object[], warnings?: string[], action?: number, due?:
   * number}>} The answer.
   */
  unroute(parameters = {}) {
    return this.call("unroute", parameters);
  }

  /**
   * Give a part of the music another preset.
   *
   * The part plays the preset whatever the music selects, until `unset-program`. A preset is
   * `BANK:PROGRAM`, `PROGRAM`, or a name or part of one, as listed by `presets`. For a single
   * program change on a live input, use `program`. Otherwise it works like `route`.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {(string|string[])} parameters.programs As for `--program`: `track:Lead=Violin`,
   * `4=0:40` (preset of a part: `PART=PRESET`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{substitutions?: Object[], warnings?: string[], action?: number, due?:
   * number}>} The answer.
   */
  setProgram(parameters) {
    return this.call("set-program", parameters);
  }

  /**
   * Let parts play the presets that the music selects again.
   *
   * Needs the role admin.
   *
   * @param {Object} [parameters]
   * @param {(string|string[])} [parameters.programs] As in `rack`; default: all of them (preset of
   * a part: `PART=PRESET`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{substitutions?: Object[], warnings?: string[], action?: number, due?:
   * number}>} The answer.
   */
  unsetProgram(parameters = {}) {
    return this.call("unset-program", parameters);
  }

  /**
   * Save the instruments and the mixer as a scene.
   *
   * A scene has the SoundFonts, the rack with its routes and presets, all that clients have set of
   * strips, inserts and effects, and the maps of controllers. It does not have the music, its
   * position and speed, nor the gain of the master. Scenes are remembered across restarts; there
   * can be 128.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {string} parameters.name Name of the scene (name: up to 200 bytes without `/`, not
   * beginning with `.`; quote blanks).
   * @param {(string|boolean)} [parameters.replace] Whether a scene of this name is replaced;
   * default `off` (`on` or `off`).
   * @returns {Promise<{}>} The answer.
   */
  saveScene(parameters) {
    return this.call("save-scene", parameters);
  }

  /**
   * Change to a scene.
   *
   * The samplers are made in the background; then all of the scene takes effect without a gap, with
   * `at` on the frame of the position. What a keyboard holds sounds until it is released; notes of
   * the music that move to another sampler are released at the change. If something cannot be used,
   * such as a SoundFont that is missing, everything stays as it is. If rack and SoundFonts are
   * those in use, only the mixer and the maps change; otherwise the files are read as they are now.
   * Maps whose command is `scene` stay. To change scenes from a keyboard: `map program 5 "scene
   * verse"`.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name Name of the scene (name: up to 200 bytes without `/`, not
   * beginning with `.`; quote blanks).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{substitutions?: Object[], warnings?: string[], action?: number, due?:
   * number}>} The answer.
   */
  scene(parameters) {
    return this.call("scene", parameters);
  }

  /**
   * List the scenes.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{scenes?: Object[]}>} The answer.
   */
  scenes(parameters = {}) {
    return this.call("scenes", parameters);
  }

  /**
   * Delete a scene.
   *
   * Everything sounds on as it is.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {string} parameters.name Name of the scene (name: up to 200 bytes without `/`, not
   * beginning with `.`; quote blanks).
   * @returns {Promise<{}>} The answer.
   */
  deleteScene(parameters) {
    return this.call("delete-scene", parameters);
  }

  /**
   * List the mixer's strips, with their levels.
   *
   * Each sampler has a strip: `sampler` and, for further ports of a file, `sampler 2` and so on;
   * those of a rack by their names; `live`, `live 2` … for live inputs; and `metronome`. A strip of
   * a removed rack remains if a client has set it. The peak is that of the last period, after gain
   * and pan.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{strips?: Object[]}>} The answer.
   */
  strips(parameters = {}) {
    return this.call("strips", parameters);
  }

  /**
   * Set a strip of the mixer.
   *
   * Omitted settings are unchanged. A change is ramped over 6 ms, to avoid clicks; inserts fade or
   * move over 1,024 frames. The settings of a strip also apply to the files that follow. The strip
   * `master` is the whole mix: it has only `gain` (the same as the command `gain`), `mute` and
   * `inserts`, which act on the first output pair; further pairs (`output:3-4`) and effects buses
   * (`effects:main`) have `inserts` alone. With `over` the gains, the pan, the tuning and the
   * parameters of inserts of the same kinds move evenly over that time, gains like a fader that is
   * moved by hand: halfway to `-inf` they are at -18 dB. Other settings of the strip can change in
   * the meantime; a setting that moves already starts from where it is. Bars and beats are those of
   * the loaded file; a move ends with the file at the latest.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name Name of the strip; quote blanks (text).
   * @param {(string|number)} [parameters.gain] Gain (number, -200 to 12 dB, or `-inf`).
   * @param {number} [parameters.pan] -100 is left, 100 is right (number, -100 to 100).
   * @param {(string|boolean)} [parameters.mute] Whether it is muted (`on` or `off`).
   * @param {(string|boolean)} [parameters.solo] Whether only this strip and other soloed ones are
   * heard (`on` or `off`).
   * @param {(string|number)} [parameters.reverb] Level of its reverb send; 0 is as the instruments
   * have it (number, -200 to 12 dB, or `-inf`).
   * @param {(string|number)} [parameters.chorus] Level of its chorus send (number, -200 to 12 dB,
   * or `-inf`).
   * @param {number} [parameters.transpose] Semitones; drums too (integer, -24 to 24).
   * @param {number} [parameters.tune] Fine tuning (number, -100 to 100 cents).
   * @param {string} [parameters.inserts] Effects before the gain, such as
   * `compressor,vocal;eq,warm`; `none` for none (kind, preset and parameters of each, with `;`
   * between them, or `none`).
   * @param {(string|number)} [parameters.over] Time that it takes (time, bars or beats: `2s`,
   * `1m30s`, `4bars`, `1beat`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  strip(parameters) {
    return this.call("strip", parameters);
  }

  /**
   * Add an insert to a strip.
   *
   * The inserts from that number on move one place back. The inserts of the strip fade over 1,024
   * frames into new ones, which begin in silence.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name Strip, `master`, `output:3-4` or `effects:main` (text).
   * @param {string} parameters.insert The insert: `compressor,vocal` (kind, preset and parameters).
   * @param {number} [parameters.number] Its number; by default it is the last (integer, 1 to 16).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  addInsert(parameters) {
    return this.call("add-insert", parameters);
  }

  /**
   * Change an insert of a strip.
   *
   * Other parameters are unchanged; a preset sets all of them. A band of an equalizer replaces the
   * one of its kind and frequency, or is added. Numbers move within 1,024 frames, or evenly over
   * the time of `over`, frequencies and times by their ratio; echoes and reverb continue. For
   * `bypass`, `curve`, `look-ahead`, the `release` of a limiter, another number of filters in an
   * `eq` and the controls of a plugin, the inserts of the strip fade over 1,024 frames into new
   * ones, which begin in silence.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name Strip, `master`, `output:3-4` or `effects:main` (text).
   * @param {number} parameters.number Its number, from 1 (integer, 1 to 16).
   * @param {string} parameters.parameters A preset, and parameters that change:
   * `threshold=-20,mix=0.8`, `bypass=yes` (text).
   * @param {(string|number)} [parameters.over] Time that it takes (time, bars or beats: `2s`,
   * `1m30s`, `4bars`, `1beat`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  setInsert(parameters) {
    return this.call("set-insert", parameters);
  }

  /**
   * Move an insert of a strip.
   *
   * The others keep their order. The inserts of the strip fade over 1,024 frames into new ones,
   * which begin in silence.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name Strip, `master`, `output:3-4` or `effects:main` (text).
   * @param {number} parameters.number Its number, from 1 (integer, 1 to 16).
   * @param {number} parameters.to The number that it gets (integer, 1 to 16).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  moveInsert(parameters) {
    return this.call("move-insert", parameters);
  }

  /**
   * Remove an insert of a strip.
   *
   * The inserts of the strip fade over 1,024 frames into new ones, which begin in silence.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name Strip, `master`, `output:3-4` or `effects:main` (text).
   * @param {number} parameters.number Its number, from 1 (integer, 1 to 16).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  removeInsert(parameters) {
    return this.call("remove-insert", parameters);
  }

  /**
   * List the effects of all buses.
   *
   * MIDI messages may have changed them since they were set.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{effects?: Object[]}>} The answer.
   */
  effects(parameters = {}) {
    return this.call("effects", parameters);
  }

  /**
   * Set the effects of a bus.
   *
   * An omitted effect is unchanged. Changes that MIDI messages have made are undone. With `over`
   * the parameters move evenly, in steps of 10 ms, and an effect that is switched on or off fades;
   * another `type` changes at once.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @param {string} [parameters.bus] Effects bus of the rack; default `main` (text).
   * @param {string} [parameters.reverb] As `--reverb`: `room`, `off`, `large-hall,level=0.5`
   * (text).
   * @param {string} [parameters.chorus] As `--chorus`: `off`, `chorus-3` (text).
   * @param {(string|number)} [parameters.over] Time that it takes (time, bars or beats: `2s`,
   * `1m30s`, `4bars`, `1beat`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  effect(parameters = {}) {
    return this.call("effect", parameters);
  }

  /**
   * Send a sound file to be played by `load-clip`.
   *
   * The daemon has it in memory, and `load-clip NAME memory:SOUND` makes a clip of it. The bytes
   * are those of a file: WAV, FLAC, Ogg, MP3 and others. Send one that is longer than a line in
   * parts of up to 48,000 bytes, with `append=on` from the second on. Without `append`, a sound of
   * that name is replaced; clips that were loaded from the old one continue to play it. A sound is
   * removed with the last clip that was loaded from it. At most 64 sounds and 64 MiB in all; they
   * are lost when the daemon ends.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name A name for it (text).
   * @param {string} parameters.data The file, or a part of it (Base64 with its padding, without
   * line breaks).
   * @param {(string|boolean)} [parameters.append] Whether it follows what was sent before; default
   * `off`, which begins a sound (`on` or `off`).
   * @returns {Promise<{bytes?: number}>} The answer.
   */
  sendSound(parameters) {
    return this.call("send-sound", parameters);
  }

  /**
   * Remove a sound that was sent.
   *
   * One that a clip was loaded from is removed by `remove-clip`.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name The name of a sound (text).
   * @returns {Promise<{}>} The answer.
   */
  removeSound(parameters) {
    return this.call("remove-sound", parameters);
  }

  /**
   * Load a sound file to be played by `play-clip`.
   *
   * Clips with one strip are one player: of them, one plays at a time. At most 64 clips; unless the
   * daemon has `--no-state`, they are loaded again when it starts again, and do not play; those of
   * sounds in memory are not.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name A name for it, which no other clip has (text).
   * @param {string} parameters.file A sound file: WAV, FLAC, Ogg, MP3 and others, or one in memory
   * (absolute path, or `memory:SOUND`).
   * @param {string} [parameters.strip] Its strip; default: one of its name (text).
   * @param {(string|number)} [parameters.gain] Gain (-inf, or -200 to 12 dB).
   * @param {(string|number)} [parameters.pan] -100 is left, 100 is right (-100 to 100).
   * @param {(string|number)} [parameters.offset] Position in the file at which it begins (0 to
   * 86400 seconds).
   * @param {(string|number)} [parameters.length] Duration, repeats included; default: all of it
   * (0.001 to 86400 seconds).
   * @param {(string|number)} [parameters.fadeIn] Fade at its beginning (0 to 86400 seconds).
   * @param {(string|number)} [parameters.fadeOut] Fade at its end (0 to 86400 seconds).
   * @param {(string|number)} [parameters.loop] Number of passes; `yes` repeats it endlessly (yes,
   * or a whole number, 1 to 1000000).
   * @param {(string|number)} [parameters.loopStart] Position in the file at which its loop begins
   * (0 to 86400 seconds).
   * @param {(string|number)} [parameters.loopEnd] Position in the file at which its loop ends;
   * default: its end (0.001 to 86400 seconds).
   * @returns {Promise<{}>} The answer.
   */
  loadClip(parameters) {
    return this.call("load-clip", renamed(parameters, {
      fadeIn: "fade-in",
      fadeOut: "fade-out",
      loopStart: "loop-start",
      loopEnd: "loop-end",
    }));
  }

  /**
   * Play a clip from its beginning.
   *
   * What its strip plays ends within 5 ms. With `queue=on` it begins on the frame behind that,
   * without a gap; a clip that repeats for ever ends with the pass that it plays then. `pause` and
   * `stop` are for the files of the queue, and leave clips playing. The event `clip` tells when one
   * begins and ends.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name The name of a clip (text).
   * @param {(string|boolean)} [parameters.queue] Whether it begins when what its strip plays is
   * over; default `off` (`on` or `off`).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  playClip(parameters) {
    return this.call("play-clip", parameters);
  }

  /**
   * Stop a clip.
   *
   * It fades out within 5 ms; one that waits is taken out of the queue of its strip. Clips that
   * wait behind it keep the time at which they begin.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name The name of a clip (text).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  stopClip(parameters) {
    return this.call("stop-clip", parameters);
  }

  /**
   * Remove a clip.
   *
   * If it plays, it is stopped first.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.name The name of a clip (text).
   * @returns {Promise<{}>} The answer.
   */
  removeClip(parameters) {
    return this.call("remove-clip", parameters);
  }

  /**
   * List the clips that were loaded.
   *
   * Those that play with a piece are not among them; `strips` has theirs.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{clips?: Object[]}>} The answer.
   */
  clips(parameters = {}) {
    return this.call("clips", parameters);
  }

  /**
   * Record a strip or the whole mix while it plays.
   *
   * The output does not change. A strip is recorded with its inserts, after its gain and pan,
   * without the effects buses; `master` is the output, after the limiter. With `point=pre` a strip
   * is recorded in front of its inserts, gain and pan, and `master` in front of the inserts, gain
   * and limiter of the output. A channel has a strip if the rack gives it one. Several taps may
   * record one strip. The tap runs until `untap`, from file to file, and does not grow while the
   * daemon has released its device. If a target is too slow, the tap loses frames, and the output
   * does not; `taps` and the event `tap` tell how many. A pipe is written as soon as something
   * reads from it. A WAV file may grow beyond 4 GiB (RF64). At most 64 taps; they are not restored
   * when the daemon starts again.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {string} parameters.strip The name of a strip, or `master` (text).
   * @param {string} parameters.target A sound file in a folder that exists, or a named pipe
   * (absolute path).
   * @param {("wav"|"rf64"|"flac"|"ogg"|"opus"|"mp3"|"aiff"|"raw")} [parameters.type] File type;
   * default: by the extension, for a pipe `wav` (`wav`, `rf64`, `flac`, `ogg`, `opus`, `mp3`,
   * `aiff`, `raw`).
   * @param {("s16"|"s24"|"s32"|"float")} [parameters.format] Format of the samples, for wav, rf64,
   * flac, aiff and raw; default `s16` (`s16`, `s24`, `s32`, `float`).
   * @param {number} [parameters.rate] Frames per second; by default those of the output (integer,
   * 8000 to 96000).
   * @param {("pre"|"post")} [parameters.point] In front of inserts, gain and pan, or behind them;
   * default `post` (`pre` or `post`).
   * @param {(string|boolean)} [parameters.replace] Whether an existing file is replaced; default
   * `off` (`on` or `off`).
   * @returns {Promise<{tap?: number}>} The answer.
   */
  tap(parameters) {
    return this.call("tap", parameters);
  }

  /**
   * End a tap.
   *
   * The answer comes when the file is complete. A pipe that nobody reads from is given up after
   * five seconds.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {number} parameters.tap The number from the answer to `tap` (integer, 1 or more).
   * @returns {Promise<{taps?: Object[]}>} The answer.
   */
  untap(parameters) {
    return this.call("untap", parameters);
  }

  /**
   * List the taps.
   *
   * The list has the running ones, including those of the option `--tap`, and the last 100 that
   * have ended.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{taps?: Object[]}>} The answer.
   */
  taps(parameters = {}) {
    return this.call("taps", parameters);
  }

  /**
   * Record what is played on the live inputs to a MIDI file.
   *
   * While a file plays or is paused, the recording has its tempo and meter, and each message has
   * the position that was audible when it arrived. Messages that arrive during a pause are left
   * out, and each pass of a loop becomes a track. The recording ends with the file. Otherwise the
   * first note is the beginning of bar 1, and the recording runs until `record-stop`. It is written
   * continuously to a file whose name ends in `.part`, which is a MIDI file too. A crash loses less
   * than a second, and the next start of the daemon completes the file.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {string} parameters.target The MIDI file, in a folder that exists (absolute path).
   * @param {number} [parameters.input] The live input to record; default: all (integer, 1 to 16).
   * @param {(string|number)} [parameters.tempo] Quarter notes per minute, if nothing plays; default
   * 120 (quarter notes per minute, 4 to 1000, such as `92.5`).
   * @param {string} [parameters.meter] Meter, if nothing plays; default `4/4` (meter: `4/4`,
   * `6/8`).
   * @param {(string|number)} [parameters.from] First position that is recorded; default: all of
   * them (position: `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`,
   * `next-beat`).
   * @param {(string|number)} [parameters.to] Position up to which is recorded; default: the end
   * (position: `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`,
   * `next-beat`).
   * @param {("input"|"channel")} [parameters.split] A track for each input, or for each channel of
   * each input; default `input` (`input` or `channel`).
   * @param {string} [parameters.quantise] Grid for the notes; default: as they were played (note
   * value: `1/16`, or `1/8t` for triplets).
   * @param {(string|boolean)} [parameters.replace] Whether an existing file is replaced; default
   * `off` (`on` or `off`).
   * @returns {Promise<{}>} The answer.
   */
  record(parameters) {
    return this.call("record", parameters);
  }

  /**
   * End the recording, and write its file.
   *
   * Held notes and pedals end there.
   *
   * Needs the role admin.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{target?: string, notes?: number, tracks?: number, seconds?: number, lost?:
   * number}>} The answer.
   */
  recordStop(parameters = {}) {
    return this.call("record-stop", parameters);
  }

  /**
   * Write what was just played on the live inputs to a MIDI file.
   *
   * Everything from MIDI sources is kept for a while (the daemon's option `--capture`, by default
   * an hour), across restarts too. Tempo, meter and bars are those of the file that plays. If
   * nothing plays, the tempo is guessed from the times between the notes, and the first note is the
   * beginning of bar 1.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {string} parameters.target The MIDI file, in a folder that exists (absolute path).
   * @param {(string|number)} [parameters.last] Time before the last message that came in; default:
   * all that was kept (time: `10m`, `1m30s`, `90` for seconds).
   * @param {("input"|"channel")} [parameters.split] A track for each input, or for each channel of
   * each input; default `input` (`input` or `channel`).
   * @param {string} [parameters.quantise] Grid for the notes; default: as they were played (note
   * value: `1/16`, or `1/8t` for triplets).
   * @param {(string|boolean)} [parameters.replace] Whether an existing file is replaced; default
   * `off` (`on` or `off`).
   * @returns {Promise<{target?: string, notes?: number, tracks?: number, seconds?: number, lost?:
   * number, bpm?: number}>} The answer.
   */
  capture(parameters) {
    return this.call("capture", parameters);
  }

  /**
   * List the audio devices, and the strips on outputs of their own.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{outputs?: Object[], assigned?: Object[]}>} The answer.
   */
  outputs(parameters = {}) {
    return this.call("outputs", parameters);
  }

  /**
   * Play on another audio device.
   *
   * The new device is opened during playback and then replaces the old one, whose buffer (some 20
   * ms) is lost. It must support the same rate, period, format and channels. If it does not, the
   * error says why, and the old one continues. With `none`, the old one is closed, and playback
   * continues in real time, silently. While the daemon is idle, the device is tried and released.
   * The change does not outlast the daemon.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {string} parameters.name ALSA device, as `seqd devices` shows it, or `none` (text).
   * @returns {Promise<{}>} The answer.
   */
  device(parameters) {
    return this.call("device", parameters);
  }

  /**
   * Select the preset of a live input's channel.
   *
   * For a part of the music, use `set-program`. With a rack, the preset is selected on all samplers
   * that the rules lead the channel to, except where a rule gives a preset. If the SoundFonts lack
   * the preset, the same program of bank 0 plays instead, else the first program of its family of
   * eight, else 0:0, else the first preset that is not a drum kit; for a drum kit, 128:0, else the
   * first kit. If they lack those too, the channel is silent. The answer then has a `warning`.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|number)} parameters.channel Channel of a live input (channel, 1 to 16, or
   * `INPUT/CHANNEL` such as `2/10`).
   * @param {(string|number)} parameters.preset A preset, as listed by `presets` (`BANK:PROGRAM`
   * such as `0:48`, or `PROGRAM` in bank 0; bank 0 to 16383, program 0 to 127).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{warning?: string, action?: number, due?: number}>} The answer.
   */
  program(parameters) {
    return this.call("program", parameters);
  }

  /**
   * Play a note.
   *
   * The answer does not wait for the end of the note. The note plays the sound of the live input
   * but does not count as input: the event `midi` and the commands `record`, `capture`, `map` and
   * `practice` do not get it.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|number)} parameters.channel Channel of a live input (channel, 1 to 16, or
   * `INPUT/CHANNEL` such as `2/10`).
   * @param {(string|number)} parameters.key The key; C4 is middle C (0 to 127, or a note such as
   * `C4` (60), `F#3`, `Bb-1`).
   * @param {number} parameters.velocity 0 releases the note (integer, 0 to 127).
   * @param {number} [parameters.seconds] Duration; default: until velocity 0 or `panic` (number,
   * 0.001 to 3600 seconds).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{warning?: string, action?: number, due?: number}>} The answer.
   */
  note(parameters) {
    return this.call("note", parameters);
  }

  /**
   * Send a control change.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|number)} parameters.channel Channel of a live input (channel, 1 to 16, or
   * `INPUT/CHANNEL` such as `2/10`).
   * @param {number} parameters.number 64 is the sustain pedal (integer, 0 to 127).
   * @param {number} parameters.value The controller's value (integer, 0 to 127).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  cc(parameters) {
    return this.call("cc", parameters);
  }

  /**
   * Send MIDI messages to a live input.
   *
   * Blanks between bytes are ignored: `midi 90 3C 64` equals `midi 903C64`. As with `note`, only
   * the samplers and MIDI outputs of the input get the messages.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {(string|string[])} parameters.bytes One or more complete MIDI messages (hexadecimal
   * digits, two per byte, such as `903C64`).
   * @param {number} [parameters.input] The live input; default 1 (integer, 1 to 16).
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{warning?: string, action?: number, due?: number}>} The answer.
   */
  midi(parameters) {
    return this.call("midi", parameters);
  }

  /**
   * Silence all notes at once.
   *
   * This includes the notes of the file, which continues with its next note.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{action?: number, due?: number}>} The answer.
   */
  panic(parameters = {}) {
    return this.call("panic", parameters);
  }

  /**
   * Explain which notes are sounding and which parts are silent, and why.
   *
   * A note that sounds is held by a key or a pedal of a track, a client or a MIDI source, or is
   * dying away. A part is silent because it is muted, because its strip is, because no route leads
   * to a sampler, because no live source has the name of its rule, because nothing is connected to
   * its MIDI output, because its preset is missing, or because its volume is 0; everything is
   * silent if nothing plays or the device is lost.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{sounding?: Object[], silent?: Object[], altered?: Object[]}>} The answer.
   */
  why(parameters = {}) {
    return this.call("why", parameters);
  }

  /**
   * List the MIDI ports, their connections and the rules for them.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{ports?: Object[], receivers?: Object[], rules?: string[]}>} The answer.
   */
  ports(parameters = {}) {
    return this.call("ports", parameters);
  }

  /**
   * Connect MIDI ports to a live input or output, now and whenever they appear.
   *
   * This adds a rule, as `--connect` and `--out` do, and the daemon remembers it across restarts.
   * If the rule exists, the ports that it matches are connected again. There can be 64 rules.
   * Without the ALSA sequencer the answer is the error 69, or 77 if permission is missing.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {string} parameters.pattern Name or number of a client or port (`*`, `?` and `[…]` match
   * as in a shell), or `hardware`; `2=PATTERN` for input 2, `out:2=PATTERN` for MIDI output 2
   * (text).
   * @returns {Promise<{ports?: Object[]}>} The answer.
   */
  connect(parameters) {
    return this.call("connect", parameters);
  }

  /**
   * Disconnect MIDI ports from the live inputs or a MIDI output.
   *
   * Rules with this pattern are removed, and all ports that it matches are disconnected, no matter
   * who connected them. Their notes and pedals are released. Without an input's number this means
   * all inputs. A port that another rule matches stays disconnected until it appears again. A
   * pattern that names neither a rule nor a connected port is an error.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {string} parameters.pattern Name or number of a client or port (`*`, `?` and `[…]` match
   * as in a shell), or `hardware`; `2=PATTERN` for input 2, `out:2=PATTERN` for MIDI output 2
   * (text).
   * @returns {Promise<{ports?: Object[]}>} The answer.
   */
  disconnect(parameters) {
    return this.call("disconnect", parameters);
  }

  /**
   * Wait for the keys of some parts before each of their notes.
   *
   * The parts are silent, and playback stops before each of their notes or chords until its keys
   * have been pressed on a live input. Sounding notes continue meanwhile. If the keys are pressed
   * in time, nothing stops. Wrong keys are counted. A key counts as long as it is held, and for the
   * tolerance after its press. It applies to the files that follow too, which then begin with a
   * short gap; one that lacks the parts plays as usual, and an event `error` says so. The event
   * `practice` lists the keys that playback waits for. Practice cannot be used while a source is
   * followed, and `follow` ends it.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {((string|number|*[])|(string|number|*[])[])} parameters.practice The parts that you
   * play, or `off`; in JSON, `parts` is an alias (selectors as for `mute`, or `off`).
   * @param {number} [parameters.tolerance] The time by which a key may be early, and within which
   * the keys of a chord are pressed, in ms; default 250 (integer, 20 to 2000).
   * @param {(string|boolean)} [parameters.heard] Whether the notes of the parts are played as the
   * file has them; default `off` (`on` or `off`).
   * @returns {Promise<{}>} The answer.
   */
  practice(parameters) {
    return this.call("practice", parameters);
  }

  /**
   * Change the speed from one repetition of the loop to the next.
   *
   * The first speed applies at once, and the last one from the last repetition. The speed changes
   * at the end of each pass of `loop`. `speed`, `follow` and `off` end the ramp; `off` keeps the
   * speed.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.ramp The first speed, the last one, and the number of repetitions
   * (two speeds and 2 to 1000 repetitions, such as `60%..100%/5`, or `off`).
   * @returns {Promise<{}>} The answer.
   */
  ramp(parameters) {
    return this.call("ramp", parameters);
  }

  /**
   * Keep playback in step with MIDI clock, MIDI time code or JACK.
   *
   * The source starts, stops and moves playback, and sets its speed. A difference above `jump` is a
   * jump. A smaller one is corrected by the speed, which is multiplied by 10 to the power of
   * (difference in seconds times `strength`): by a factor from 0.5 to 2. With `jack`, the transport
   * of a JACK server starts, stops and moves playback, and the file begins at its position 0. With
   * `clock`, a quarter note of the source is one of the file, whose own tempo is ignored. `pause`
   * and `stop` hold playback until the source is started or moved, or until `continue`. At the end
   * of a file, playback stops; `next` continues. While a source is followed, `seek` and `speed`
   * cannot be used; nor can `tempo` with `clock`. Files with SMPTE division have no quarter notes
   * and cannot follow a clock. It is remembered across restarts.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {("off"|"clock"|"mtc"|"jack")} parameters.follow MIDI clock, MIDI time code, JACK's
   * transport, or nothing; in JSON, `source` is an alias (`off`, `clock`, `mtc`, `jack`).
   * @param {number} [parameters.input] The live input to listen to; default: all (integer, 1 to
   * 16).
   * @param {number} [parameters.freewheel] Seconds that playback continues without messages;
   * default 1 (number, 0.1 to 60 seconds).
   * @param {string} [parameters.start] The time code at which the file begins; default `00:00:00`
   * (`HH:MM:SS`, 00:00:00 to 23:59:59).
   * @param {number} [parameters.jump] Difference above which playback jumps instead of changing its
   * speed; default 0.1 (number, 0.01 to 10 seconds).
   * @param {number} [parameters.tolerance] Difference below which nothing is corrected, less than
   * `jump`; default 0.0001 (number, 0 to 0.1 seconds).
   * @param {number} [parameters.strength] How fast a difference is corrected; default 1 (number,
   * 0.1 to 10).
   * @returns {Promise<{}>} The answer.
   */
  follow(parameters) {
    return this.call("follow", parameters);
  }

  /**
   * Run a command whenever a controller of a live input moves.
   *
   * `{}` in the command stands for the value: `map cc 20 "strip bass gain={}" min=-40 max=6`.
   * Without `{}`, the command runs when the value rises to 64 or more, the key is pressed, or the
   * program is selected: `map note 36 next`, `map program 5 "scene verse"` (programs count from 0).
   * Relative modes are for encoders without ends: their changes move a value that begins at `min`,
   * 127 changes from `min` to `max`. With `turn`, or for a `wheel`, `{}` is the change itself, with
   * a sign: `map cc 60 "seek {}s" mode=twos-complement turn=24 per-turn=4`. The command runs with
   * the role of the client, and needs that role. Maps are remembered across restarts; there can be
   * 256. Mapped controllers and keys also play. An error of a mapped command is an event.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {("cc"|"note"|"program")} parameters.kind A controller, a key, or a program change
   * (`cc`, `note`, `program`).
   * @param {number} parameters.number Its number (integer, 0 to 127).
   * @param {string} parameters.command A command in words, in quotation marks; `{}` is the value
   * (text).
   * @param {number} [parameters.channel] Its channel; default: all (integer, 1 to 16).
   * @param {number} [parameters.input] The live input; default: all (integer, 1 to 16).
   * @param {("absolute"|"twos-complement"|"sign-magnitude"|"offset"|"wheel")} [parameters.mode]
   * Meaning of the controller's values; default `absolute` (`absolute`, `twos-complement`,
   * `sign-magnitude`, `offset`, `wheel`).
   * @param {number} [parameters.min] Value at the lower end; default 0 (number, -1000000 to
   * 1000000).
   * @param {number} [parameters.max] Value at the upper end; default 127 (number, -1000000 to
   * 1000000).
   * @param {number} [parameters.step] Multiple to which values are rounded; default: none (number,
   * 0 to 1000000).
   * @param {(string|boolean)} [parameters.wrap] Whether a value wraps around from one end of its
   * range to the other (`on` or `off`).
   * @param {number} [parameters.turn] Changes in a turn of a relative encoder; then `{}` is the
   * change, in turns (integer, 1 to 10000).
   * @param {number} [parameters.perTurn] Change in a turn; default 1 (number, -1000000 to 1000000).
   * @returns {Promise<{maps?: Object[]}>} The answer.
   */
  map(parameters) {
    return this.call("map", renamed(parameters, {
      perTurn: "per-turn",
    }));
  }

  /**
   * Map the next controller that moves, or the next key.
   *
   * The answer comes when one does; if nothing moves in time, the answer is error 75.
   *
   * Needs the role transport.
   *
   * @param {Object} parameters
   * @param {string} parameters.command A command in words, in quotation marks; `{}` is the value
   * (text).
   * @param {number} [parameters.timeout] For how long to wait; default 30 (number, 1 to 3600
   * seconds).
   * @param {number} [parameters.input] The live input; default: all (integer, 1 to 16).
   * @param {("absolute"|"twos-complement"|"sign-magnitude"|"offset"|"wheel")} [parameters.mode]
   * Meaning of the controller's values; default `absolute` (`absolute`, `twos-complement`,
   * `sign-magnitude`, `offset`, `wheel`).
   * @param {number} [parameters.min] Value at the lower end; default 0 (number, -1000000 to
   * 1000000).
   * @param {number} [parameters.max] Value at the upper end; default 127 (number, -1000000 to
   * 1000000).
   * @param {number} [parameters.step] Multiple to which values are rounded; default: none (number,
   * 0 to 1000000).
   * @param {(string|boolean)} [parameters.wrap] Whether a value wraps around from one end of its
   * range to the other (`on` or `off`).
   * @param {number} [parameters.turn] Changes in a turn of a relative encoder; then `{}` is the
   * change, in turns (integer, 1 to 10000).
   * @param {number} [parameters.perTurn] Change in a turn; default 1 (number, -1000000 to 1000000).
   * @returns {Promise<{maps?: Object[]}>} The answer.
   */
  learn(parameters) {
    return this.call("learn", renamed(parameters, {
      perTurn: "per-turn",
    }));
  }

  /**
   * Remove a map, or all.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @param {number} [parameters.map] Its number; default: all (integer, 1 or more).
   * @returns {Promise<{removed?: number}>} The answer.
   */
  unmap(parameters = {}) {
    return this.call("unmap", parameters);
  }

  /**
   * List the maps of controllers.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{maps?: Object[]}>} The answer.
   */
  maps(parameters = {}) {
    return this.call("maps", parameters);
  }

  /**
   * Begin a group of commands that take effect together.
   *
   * The commands up to `end` are checked and kept. A group belongs to the client, and is discarded
   * if it disconnects. It can have these commands: `pause`, `seek`, `speed`, `varispeed`, `loop`,
   * `tempo`, `chase-notes`, `gain`, `mute`, `unmute`, `solo`, `transpose`, `strip`, `add-insert`,
   * `set-insert`, `move-insert`, `remove-insert`, `effect`, `play-clip`, `stop-clip`, `program`,
   * `note`, `cc`, `midi` and `panic`. Commands that only read are answered at once.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{}>} The answer.
   */
  begin(parameters = {}) {
    return this.call("begin", parameters);
  }

  /**
   * Carry out the commands since `begin` together, or none of them.
   *
   * All of them take effect in the same frame. If one of them was refused, or cannot be done, the
   * answer is its error and nothing changes. `seek` and `pause` are done last; with one of them, a
   * group with `at` is done in the audio period in which the position is reached.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @param {(string|number)} [parameters.at] Position in the current file to wait for (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
   * @returns {Promise<{warning?: string, action?: number, due?: number}>} The answer.
   */
  end(parameters = {}) {
    return this.call("end", parameters);
  }

  /**
   * Discard the commands since `begin`.
   *
   * Needs the role transport.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{}>} The answer.
   */
  discard(parameters = {}) {
    return this.call("discard", parameters);
  }

  /**
   * Render a file to a sound file.
   *
   * The answer comes at once; the daemon renders in the background, one job after another, while it
   * plays. The samplers are those that play now: SoundFonts, rack, routes, strips, effects and
   * gain; with `normalize`, the gain does not matter. Everything else is as for `seqd render`,
   * which makes the same bytes with the same settings. An event `job` reports the end. No file is
   * replaced without `replace`, and a job that fails or is cancelled leaves none. At most 100 jobs
   * wait.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {string} parameters.source The MIDI file (absolute path).
   * @param {string} parameters.target The sound file, in a folder that exists (absolute path).
   * @param {("wav"|"rf64"|"flac"|"ogg"|"opus"|"mp3"|"aiff"|"raw")} [parameters.type] File type;
   * default: by the extension (`wav`, `rf64`, `flac`, `ogg`, `opus`, `mp3`, `aiff`, `raw`).
   * @param {("s16"|"s24"|"s32"|"float")} [parameters.format] Format of the samples, for wav, rf64,
   * flac, aiff and raw; default `s16` (`s16`, `s24`, `s32`, `float`).
   * @param {number} [parameters.rate] Sample rate in Hz; default: that of the daemon (integer, 8000
   * to 96000).
   * @param {(string|number)} [parameters.from] Start position; default: the start of the file
   * (position: `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`).
   * @param {(string|number)} [parameters.to] End position; default: the end of the file (position:
   * `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`).
   * @param {(string|number)} [parameters.tail] Sound after the last note; default `auto` (`auto`
   * (until -80 dBFS, at most 10 s), `none`, or 0 to 3600 seconds).
   * @param {(string|number)} [parameters.maxLength] Longest sound that is rendered, tail included;
   * default `4h` (time: `10m`, `1m30s`, `90` for seconds).
   * @param {(string|number)} [parameters.speed] Speed at the same pitch; default 1 (speed: `0.5`,
   * `3/4`, `150%`; 1/100 to 100).
   * @param {(string|number)} [parameters.varispeed] Speed and pitch together, like a tape; default
   * 1 (speed: `0.5`, `3/4`, `150%`; 1/100 to 8).
   * @param {(string|number)} [parameters.tempo] One fixed tempo; default `off`: the file's own
   * (quarter notes per minute, 4 to 1000, such as `92.5`, or `off`).
   * @param {number} [parameters.transpose] Semitones for all notes except drums; default 0
   * (integer, -48 to 48).
   * @param {string} [parameters.normalize] Level that the file is brought to; default: none
   * (`peak=DBFS` or `true-peak=DBFS`, -60 to 0, or `lufs=LUFS`, -60 to -5).
   * @param {("channels"|"samplers"|"tracks")} [parameters.stems] Also write a file for each part,
   * and one for the effects, into a folder with the name of the target; their sum is the mix before
   * the limiter; default: none (`channels`, `samplers`, `tracks`).
   * @param {string} [parameters.encoding] Text encoding of names, markers and lyrics; default: the
   * daemon's option, or guessed (encoding name, as listed by `iconv -l`).
   * @param {(string|boolean)} [parameters.embeddedFont] Whether a SoundFont inside the file has
   * priority over the others; default `off`, or `on` if the daemon was started with --embedded-font
   * (`on` or `off`).
   * @param {(string|boolean)} [parameters.replace] Whether existing files are replaced; default
   * `off` (`on` or `off`).
   * @returns {Promise<{job?: number}>} The answer.
   */
  render(parameters) {
    return this.call("render", renamed(parameters, {
      maxLength: "max-length",
      embeddedFont: "embedded-font",
    }));
  }

  /**
   * List the render jobs.
   *
   * The list has the waiting and running ones, and the last 100 that have ended. `seconds` is the
   * length of the sound so far; `speed` is seconds of sound per second of work.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{jobs?: Object[]}>} The answer.
   */
  jobs(parameters = {}) {
    return this.call("jobs", parameters);
  }

  /**
   * Cancel a render job.
   *
   * A running job ends within a moment and leaves no file. A job that has ended cannot be
   * cancelled.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {number} parameters.job The number from the answer to `render` (integer, 1 or more).
   * @returns {Promise<{}>} The answer.
   */
  cancelJob(parameters) {
    return this.call("cancel-job", parameters);
  }

  /**
   * Show the state of the daemon.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{state?: string, file?: string, entry?: number, entries?: number,
   * queueVersion?: number, position?: string, seconds?: number, frames?: number, ticks?: number,
   * lengthSeconds?: number, bpm?: number, speed?: string, varispeed?: string, tempo?: string,
   * loop?: string, loopCount?: number, repeat?: boolean, single?: boolean, random?: boolean,
   * consume?: boolean, crossfade?: number, metronome?: boolean, chaseNotes?: boolean, watch?:
   * boolean, watchAt?: string, logLevel?: string, practice?: string, ramp?: string, follow?:
   * string, waiting?: Object[], practiceKeys?: string, practiceWrongKey?: string, practiceSteps?:
   * number, practiceWrong?: number, practiceWaits?: number, practiceWaitedSeconds?: number,
   * followState?: string, followOffsetSeconds?: number, followJitterSeconds?: number,
   * followCorrectionPPM?: number, followDropouts?: number, followJumps?: number, followBPM?:
   * number, followTimeCode?: string, gain?: number, gainDecibels?: number, level?: string,
   * levelGain?: number, muted?: string[], soloed?: string[], transpose?: number, voices?: number,
   * xruns?: number, load?: number, late?: number, renderP50?: number, renderP99?: number,
   * renderMax?: number, peakDecibels?: (number|null), gainReductionDecibels?: number, fonts?:
   * string[], engine?: string, samplers?: Object[], substitutions?: Object[], plugins?: Object[],
   * warnings?: string[], device?: string, output?: string, reason?: string, lostSeconds?: number,
   * rate?: number, requestedRate?: number, period?: number, requestedPeriod?: number, buffer?:
   * number, requestedBuffer?: number, format?: string, requestedFormat?: string, latencySeconds?:
   * number, deviceClockPPM?: number, furtherDevices?: Object[], sources?: number, sourceNames?:
   * string[], sequencer?: string, recording?: string, recordedNotes?: number, clients?: number}>}
   * The answer.
   */
  status(parameters = {}) {
    return this.call("status", parameters);
  }

  /**
   * List the commands, or explain one.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @param {string} [parameters.command] The command to explain (text).
   * @returns {Promise<{commands?: Object[], usage?: string, summary?: string, parameters?:
   * Object[], discussion?: string}>} The answer.
   */
  help(parameters = {}) {
    return this.call("help", parameters);
  }

  /**
   * Test the connection.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{}>} The answer.
   */
  ping(parameters = {}) {
    return this.call("ping", parameters);
  }

  /**
   * Show the versions of seqd and of this protocol.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{version?: string, protocol?: number, pid?: number}>} The answer.
   */
  version(parameters = {}) {
    return this.call("version", parameters);
  }

  /**
   * Show figures about the daemon since its start.
   *
   * `status` has the render times.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{uptime?: number, clients?: number, connections?: number, requests?: number,
   * events?: number, dropped?: number, xruns?: number, starved?: number, memory?: number,
   * descriptors?: number}>} The answer.
   */
  stats(parameters = {}) {
    return this.call("stats", parameters);
  }

  /**
   * Show the role of this client.
   *
   * The socket gives the role to all its clients. The reference in docs/PROTOCOL.md has the role
   * that each command needs.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{role?: string, user?: number, pid?: number}>} The answer.
   */
  whoami(parameters = {}) {
    return this.call("whoami", parameters);
  }

  /**
   * Describe all commands for programs.
   *
   * The result is an OpenRPC document (https://open-rpc.org), version 1.3.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{openrpc?: string, info?: Object, methods?: Object[]}>} The answer.
   */
  rpcDiscover(parameters = {}) {
    return this.call("rpc.discover", parameters);
  }

  /**
   * Read the configuration again, and apply it.
   *
   * Sound continues. If a file has a fault, or a setting has changed that needs a restart, the
   * answer is the error and nothing changes. These can change: `sf2`, `gain`, `reverb`, `chorus`,
   * `engine`, `bank-mode`, `interpolation`, `polyphony`, `half-pedal`, `note-cut`, `tuning`, `a4`,
   * `encoding`, `embedded-font`, `connect`, `on-device-loss` and `log-level`. A setting that a
   * client has changed stays unless the value in the configuration has changed too. Connection
   * rules of clients always stay. SIGHUP does the same.
   *
   * Needs the role admin.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{changed?: string[]}>} The answer.
   */
  reloadConfig(parameters = {}) {
    return this.call("reload-config", parameters);
  }

  /**
   * Set the lowest level that is logged.
   *
   * The configuration's level applies again after a restart.
   *
   * Needs the role admin.
   *
   * @param {Object} parameters
   * @param {("debug"|"info"|"warning"|"error")} parameters.logLevel The level; in JSON, `level` is
   * an alias (`debug`, `info`, `warning`, `error`).
   * @returns {Promise<{}>} The answer.
   */
  logLevel(parameters) {
    return this.call("log-level", renamed(parameters, {
      logLevel: "log-level",
    }));
  }

  /**
   * Shut down the daemon.
   *
   * The sound fades out, the socket is removed, all connections are closed.
   *
   * Needs the role admin.
   *
   * @param {Object} [parameters]
   * @returns {Promise<{}>} The answer.
   */
  quit(parameters = {}) {
    return this.call("quit", parameters);
  }

  /**
   * Subscribe to events.
   *
   * The types are added to those already subscribed to. Events use the dialect of the last
   * `subscribe`.
   *
   * Needs the role observer.
   *
   * @param {Object} parameters
   * @param {(string|string[])} parameters.types Event types (`all`, `transport`, `position`, `bar`,
   * `beat`, `meter`, `tempo`, `marker`, `lyric`, `track-end`, `note`, `chord`, `reload`, `setting`,
   * `queue`, `rack`, `action`, `error`, `substitution`, `output`, `ports`, `tap`, `clip`, `record`,
   * `job`, `levels`, `follow`, `practice`, `midi`).
   * @param {number} [parameters.position] Rate of `position` events during playback; default 10
   * (number, 0.1 to 100 Hz).
   * @param {number} [parameters.levels] Rate of `levels` events; default 10 (number, 0.1 to 50 Hz).
   * @returns {Promise<{}>} The answer.
   */
  subscribe(parameters) {
    return this.call("subscribe", parameters);
  }

  /**
   * Unsubscribe from events.
   *
   * Needs the role observer.
   *
   * @param {Object} [parameters]
   * @param {(string|string[])} [parameters.types] Event types; default: all (`all`, `transport`,
   * `position`, `bar`, `beat`, `meter`, `tempo`, `marker`, `lyric`, `track-end`, `note`, `chord`,
   * `reload`, `setting`, `queue`, `rack`, `action`, `error`, `substitution`, `output`, `ports`,
   * `tap`, `clip`, `record`, `job`, `levels`, `follow`, `practice`, `midi`).
   * @returns {Promise<{}>} The answer.
   */
  unsubscribe(parameters = {}) {
    return this.call("unsubscribe", parameters);
  }
}

/** Plays a file, and prints the daemon's events until its end. */
async function main(file) {
  const seqd = await Client.connect();
  // Before it plays, so that no event is missed.
  const events = seqd.events("transport", "bar", "lyric");
  const first = events.next();
  await seqd.ping();
  await seqd.play({ path: path.resolve(file) });
  for (let next = await first; !next.done; next = await events.next()) {
    console.log(next.value.type, JSON.stringify(next.value));
    if (next.value.change === "ended") {
      seqd.close();
      return;
    }
  }
  throw new SeqdError(69, "the daemon closed the connection");
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  if (process.argv.length !== 3) {
    console.error(`usage: ${process.argv[1]} FILE`);
    process.exit(64);
  }
  main(process.argv[2]).catch((error) => {
    console.error(error.message);
    process.exit(error.code > 0 && error.code < 256 ? error.code : 70);
  });
}
