// The connection to the daemon: JSON-RPC 2.0 through a WebSocket, and again after a loss.

/** The time between two questions whether the server is there, and for an answer, in milliseconds. */
const heartbeat = 4000;

/** An error that the daemon has answered. */
export class RequestError extends Error {
  constructor(error) {
    super(error.message);
    this.code = error.code;
  }
}

export class Client extends EventTarget {
  #socket = null;
  #waiting = new Map();
  #last = 0;
  #pause = 250;
  #timer = null;
  #watch = null;

  /** Whether requests can be sent. */
  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }

  constructor() {
    super();
    // Whoever looks at the page again wants to know at once.
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#check(); });
    addEventListener("online", () => this.#check());
  }

  /** Connects; again after each loss, with pauses that grow to four seconds. */
  connect() {
    clearTimeout(this.#timer);
    // With another token, there may be a connection that has the rights of the last one.
    this.#leave();
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.#socket = socket;
    socket.onopen = () => this.#emit("open");
    socket.onmessage = (message) => {
      this.#pause = 250;
      for (const line of message.data.split("\n")) if (line) this.#take(JSON.parse(line));
    };
    socket.onclose = (close) => this.#lose(socket, close.reason);
    this.#watch = setInterval(() => this.#check(), heartbeat);
  }

  /** Asks whether the other end is still there: a network that is gone says nothing. */
  #check() {
    const socket = this.#socket;
    if (!socket || socket.readyState > WebSocket.OPEN) return;
    const end = setTimeout(() => this.#lose(socket, "no answer"), heartbeat);
    if (socket.readyState === WebSocket.OPEN) this.ask("ping").then(() => clearTimeout(end), () => clearTimeout(end));
    else socket.addEventListener("open", () => clearTimeout(end), { once: true });
  }

  /** Drops the present connection, if there is one; nothing of it is taken any more. */
  #leave() {
    const socket = this.#socket;
    this.#socket = null;
    clearInterval(this.#watch);
    if (!socket) return;
    socket.onopen = socket.onmessage = null;
    socket.close();
    for (const { reject } of this.#waiting.values()) reject(new Error("the connection was lost"));
    this.#waiting.clear();
  }

  #lose(socket, reason) {
    if (socket !== this.#socket) return;
    this.#leave();
    this.#emit("close", { reason });
    this.#timer = setTimeout(() => this.#emit("retry"), this.#pause);
    this.#pause = Math.min(this.#pause * 1.6, 4000);
  }

  /** Asks the daemon; the promise has the result. */
  ask(method, params) {
    if (!this.isOpen) return Promise.reject(new Error("not connected"));
    const id = ++this.#last;
    const request = { jsonrpc: "2.0", id, method };
    if (params && Object.keys(params).length) request.params = params;
    this.#socket.send(JSON.stringify(request));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #take(value) {
    if (value.method === "event") return this.#emit("event", value.params);
    const waiting = this.#waiting.get(value.id);
    this.#waiting.delete(value.id);
    if (!waiting) return;
    if (value.error) waiting.reject(new RequestError(value.error));
    else waiting.resolve(value.result);
  }

  #emit(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}
