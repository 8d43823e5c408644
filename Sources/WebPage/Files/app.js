// The beginning: who may do what, the connection, and the views.

import { Client } from "./client.js";
import { byId, put, say } from "./dom.js";
import { FilesView } from "./files.js";
import { KeysView } from "./keys.js";
import { LyricsView } from "./lyrics.js";
import { MixerView } from "./mixer.js";
import { Model } from "./model.js";
import { PracticeView } from "./practice.js";
import { QueueView } from "./queue.js";
import { ScenesView } from "./scenes.js";
import { ScopeView } from "./scope.js";
import { TimeLine } from "./timeline.js";
import { TracksView } from "./tracks.js";
import { Transport } from "./transport.js";

const client = new Client();
const model = new Model(client);

/** Says whether the page is connected, in words and for the style sheet. */
function show(state, text) {
  const line = byId("connection");
  line.dataset.state = state;
  document.body.dataset.connection = state;
  put(line, text);
}

/** The role of this browser; `null` if it needs a token. */
async function role() {
  const answer = await fetch("session", { signal: AbortSignal.timeout(8000) });
  if (answer.status === 401) return null;
  const text = await answer.text();
  if (!answer.ok) throw new Error(text.trim());
  return /^role: (\w+)/.exec(text)[1];
}

async function logIn(token) {
  const answer = await fetch("login", { method: "POST", body: token });
  if (!answer.ok) throw new Error((await answer.text()).trim());
}

async function start() {
  try {
    const found = await role();
    byId("login").hidden = found !== null;
    byId("remote").hidden = found === null;
    if (found === null) {
      show("closed", "Token needed");
      return;
    }
    model.role = found;
    client.connect();
  } catch (error) {
    show("closed", "Disconnected");
    setTimeout(start, 1000);
  }
}

client.addEventListener("open", async () => {
  try {
    await model.begin();
    show("open", `Connected: ${model.role}`);
  } catch (error) {
    // After a loss, the reason is shown already.
    if (client.isOpen) say(error.message);
  }
});
client.addEventListener("close", ({ detail }) => {
  show("closed", detail.reason === "no daemon" ? "No daemon" : "Disconnected");
});
client.addEventListener("retry", start);

// A role that is too small for a control disables it.
model.addEventListener("role", () => {
  for (const control of document.querySelectorAll("[data-role]")) control.disabled = !model.allows(control.dataset.role);
});

byId("login-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await logIn(byId("token").value.trim());
    put(byId("login-message"), "");
    byId("token").value = "";
    start();
  } catch (error) {
    put(byId("login-message"), error.message);
  }
});

new Transport(model);
new TimeLine(model);
const views = {
  queue: new QueueView(model),
  tracks: new TracksView(model),
  mixer: new MixerView(model, new ScenesView(model)),
  lyrics: new LyricsView(model),
  keys: new KeysView(model),
  practice: new PracticeView(model),
  scope: new ScopeView(model),
  files: new FilesView(model),
};

/** Shows a view and hides the others. */
function select(name, isFocused = false) {
  for (const [other, view] of Object.entries(views)) {
    const tab = byId(`tab-${other}`);
    const isChosen = other === name;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    byId(`view-${other}`).hidden = !isChosen;
    if (!isChosen) view.show(false);
    if (isChosen && isFocused) tab.focus();
  }
  document.body.dataset.view = name;
  // Behind the others: two views may follow the same events.
  views[name].show(true);
  try { sessionStorage.setItem("view", name); } catch { /* Without storage it begins with the queue. */ }
}

const names = Object.keys(views);
byId("tabs").addEventListener("click", (event) => {
  const tab = event.target.closest("[role=tab]");
  if (tab) select(tab.id.slice(4));
});
byId("tabs").addEventListener("keydown", (event) => {
  const at = names.indexOf(document.activeElement.id.slice(4));
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  select(names[(to + names.length) % names.length], true);
});

// The space key plays and pauses, unless it is meant for a control.
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.target !== document.body || !model.allows("transport")) return;
  event.preventDefault();
  model.send("toggle");
});

let stored = null;
try { stored = sessionStorage.getItem("view"); } catch { /* As above. */ }
select(names.includes(stored) ? stored : "queue");

/** Takes the token out of the address; `null` if it has none. */
function takeToken() {
  const token = location.hash.slice(1);
  // Not in the history, and not in a picture of the screen; a part of a secret is one too.
  if (location.href.includes("#")) history.replaceState(null, "", "/");
  return /^[0-9a-f]{32}$/.test(token) ? token : null;
}

/** Begins with a token, or says why not. */
async function startWith(token) {
  try {
    await logIn(token);
    put(byId("login-message"), "");
  } catch (error) {
    put(byId("login-message"), error.message);
    if (client.isOpen) return say(error.message);
  }
  return start();
}

// A link that is opened in the page itself loads nothing.
addEventListener("hashchange", () => {
  const token = takeToken();
  if (token) startWith(token);
});

const token = takeToken();
if (token) startWith(token);
else start();
