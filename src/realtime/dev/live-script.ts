/** What the page does: it draws what the client tells. */
export const LIVE_SCRIPT = `
import { RealtimeClient } from './realtime-client.js';

const KEPT = 1000;
const WAYS = { in: '↓', out: '↑', note: '·' };
const TONES = { ready: 'good', closed: 'bad' };
const STATES = { off: 'Not connected', connecting: 'Connecting …', ready: 'Connected', cut: 'Cut', later: 'Disconnected', closed: 'Closed' };
const UUID = /([0-9a-f]{4})[0-9a-f]{4}-[0-9a-f-]{23}([0-9a-f]{4})/;
const at = (id) => document.getElementById(id);
const make = (name, className, text = '') => Object.assign(document.createElement(name), { className, textContent: text });
const short = (stream) => stream.replace(UUID, '$1…$2');
const pretty = (value) => JSON.stringify(value, null, 2);
const clock = (date) => date.toTimeString().slice(0, 8) + '.' + String(date.getMilliseconds()).padStart(3, '0');

const list = at('list');
const rows = new Map();
let entries = [];
let [held, faults, isPaused, isDue] = [0, 0, false, false];
let schema;
let filled = {};

const client = new RealtimeClient(
  (way, frame, { verdict, tone }) => {
    const named = [Object.keys(frame.positions ?? {}), frame.streams, frame.stream].flat();
    const streams = named.map((one) => one?.stream ?? one).filter((one) => typeof one === 'string');
    const type = String(frame.op === 'event' ? frame.type : frame.op);
    const entry = { at: new Date(), way, frame, verdict, tone, streams, type };
    if (tone === 'bad') faults += 1;
    entries.push(entry);
    if (entries.length > KEPT) entries.shift().drawn?.remove();
    for (const stream of streams) offer(at('by-stream'), stream);
    offer(at('by-type'), type);
    if (isPaused) held += 1;
    else show([entry]);
    soon();
  },
  () => soon(),
);

function offer(select, value) {
  if (![...select.options].some((option) => option.value === value)) select.add(new Option(short(value), value));
}

function matches({ streams, type, tone }) {
  const stream = at('by-stream').value;
  const wanted = at('by-type').value;
  return (!stream || streams.includes(stream)) && (!wanted || wanted === type || (wanted === '!' && tone === 'bad'));
}

// The newest stays in sight for whoever is at the end of the list.
function show(some) {
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  for (const entry of some) {
    entry.drawn ??= draw(entry);
    entry.drawn.hidden = !matches(entry);
    if (!entry.drawn.isConnected) list.append(entry.drawn);
  }
  if (isAtEnd) list.scrollTop = list.scrollHeight;
}

function draw(entry) {
  const { way, frame, streams, type, verdict, tone } = entry;
  const details = make('details', 'frame ' + way + ' ' + tone);
  const summary = make('summary', '');
  const place = streams.length > 1 ? streams.length + ' streams' : short(streams[0] ?? '');
  const words = frame.op === 'close' ? [frame.code, verdict].filter(Boolean).join(': ') : verdict;
  summary.append(make('time', '', clock(entry.at)), make('span', 'way', WAYS[way]), make('span', 'name', type));
  summary.append(make('span', 'place', place), make('span', 'seq', frame.seq ?? ''), make('span', 'verdict', words));
  details.append(summary);
  details.ontoggle = () => details.children.length > 1 || details.append(json(frame), actions(entry));
  return details;
}

function json(value) {
  const pre = make('pre', '');
  pre.append(...pretty(value).split(/("[^"]*"(?=: ))/).map((part, i) => (i % 2 ? make('span', 'key', part) : part)));
  return pre;
}

function actions({ way, frame, type }) {
  const row = make('div', 'row');
  const copy = make('button', 'quiet', 'Copy');
  const about = make('button', 'quiet', 'About ' + type);
  copy.onclick = () => take(copy, pretty(frame));
  about.onclick = () => describe(frame.op === 'event' ? type : (way === 'in' ? 'server.' : 'client.') + type);
  row.append(copy, ...(way === 'note' ? [] : [about]));
  return row;
}

async function take(button, text) {
  const words = button.textContent;
  // Not there where the page came neither from this machine nor encrypted.
  const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  button.textContent = done ? 'Copied' : 'Not allowed';
  setTimeout(() => (button.textContent = words), 1500);
}

function soon() {
  if (isDue) return;
  isDue = true;
  setTimeout(refresh, 30);
}

function refresh() {
  isDue = false;
  const { state, reason, secret } = client;
  const isOpen = state === 'ready' || state === 'connecting';
  at('status').textContent = STATES[state] + (reason ? ' – ' + reason : '');
  at('status').dataset.tone = TONES[state] ?? 'off';
  at('faults').hidden = !faults;
  at('faults').textContent = faults === 1 ? '1 fault' : faults + ' faults';
  at('signed-out').hidden = Boolean(secret);
  at('signed-in').hidden = !secret;
  at('expiry').textContent = client.expiresAt ? ', until ' + clock(new Date(client.expiresAt)).slice(0, 5) : '';
  at('cut').hidden = !isOpen && state !== 'later';
  at('resume').hidden = isOpen;
  at('anew').disabled = state === 'connecting';
  at('lose').disabled = at('send').disabled = state !== 'ready';
  at('lose').setAttribute('aria-pressed', client.losing);
  at('pause').textContent = isPaused ? 'Go on (' + held + ')' : 'Pause';
  at('pause').setAttribute('aria-pressed', isPaused);
  at('frame-count').textContent = entries.length || '';
  at('none').hidden = entries.length > 0;
  drawStreams();
  // What nobody has touched is made anew with what is known by now.
  if (at('text').value === filled.text && filled.stream !== target()) fill();
}

function drawStreams() {
  const { positions, heads, wire, waiting } = client;
  at('streams').hidden = !positions.size;
  at('no-streams').hidden = positions.size > 0;
  at('stream-count').textContent = positions.size || '';
  for (const [stream, row] of rows) if (!positions.has(stream) && rows.delete(stream)) row.remove();
  for (const [stream, { epoch, seq }] of positions) {
    if (!rows.has(stream)) rows.set(stream, drawRow(stream));
    const isBehind = waiting.has(stream) || seq < heads.get(stream);
    const state = wire.has(stream) ? (isBehind ? 'behind' : 'live') : 'kept';
    const { cells } = rows.get(stream);
    [epoch, seq, state].forEach((value, i) => (cells[i + 1].textContent = value));
    cells[1].title = epoch;
    cells[3].className = { live: 'good', behind: 'warn' }[state] ?? '';
  }
}

function drawRow(stream) {
  const row = at('streams').tBodies[0].insertRow();
  for (let i = 0; i < 4; i += 1) row.insertCell();
  const button = make('button', '', short(stream));
  button.title = stream + ': show and use this stream only';
  button.onclick = () => {
    offer(at('by-stream'), stream);
    at('by-stream').value = at('by-stream').value === stream ? '' : stream;
    filter();
    fill();
  };
  row.cells[0].append(button);
  return row;
}

function filter() {
  show(entries.filter((entry) => !isPaused || entry.drawn));
}

function target() {
  const known = [...client.positions.keys()];
  return at('by-stream').value || known.find((one) => one.startsWith('room:')) || known[0] || 'room:';
}

function fill() {
  const { positions, userId } = client;
  const stream = target();
  const { epoch = '', seq: since = 0 } = positions.get(stream) ?? {};
  const op = at('template').value;
  const rest = {
    subscribe: { streams: [{ stream }] },
    since: { streams: [{ stream, epoch, since }] },
    unsubscribe: { streams: [stream] },
    watch: { user_ids: [userId] },
    typing: { channel_id: stream.split(':')[1], is_typing: true },
    presence: { status: 'away' },
    auth: { [client.secret && client.isKey ? 'api_key' : 'token']: '$TOKEN' },
  };
  const id = op === 'auth' ? {} : { id: client.nextId() };
  filled = { stream, text: pretty({ op: op === 'since' ? 'subscribe' : op, ...id, ...rest[op] }) };
  at('text').value = filled.text;
}

async function describe(type) {
  const response = await fetch('../v1/realtime/schema').catch(() => undefined);
  schema = response?.ok ? await response.json() : {};
  at('type').replaceChildren();
  for (const name of [...Object.keys(schema.components?.messages ?? {}), type ?? '']) if (name) offer(at('type'), name);
  if (type) at('type').value = type;
  if (!at('about').open) at('about').showModal();
  tell();
}

function tell() {
  const message = schema.components?.messages?.[at('type').value];
  at('description').textContent = message ? (message.summary ?? '') : 'The schema does not describe it.';
  at('shape').hidden = !message;
  at('shape').replaceChildren(...json(shapeOf(message?.payload)).childNodes);
}

// A schema as a value with its types in the places of values: what an eye takes in at once.
function shapeOf(node, within = []) {
  if (!node) return null;
  const { $ref, type, format, properties, required = [], items } = node;
  if ($ref) {
    const target = $ref.slice(2).split('/').reduce((part, key) => part?.[key], schema);
    return within.includes($ref) ? '…' : shapeOf(target, [...within, $ref]);
  }
  const either = node.anyOf ?? node.oneOf;
  if (either) return { 'one of': either.map((one) => shapeOf(one, within)) };
  if (properties) {
    const shape = (name) => [required.includes(name) ? name : name + '?', shapeOf(properties[name], within)];
    return Object.fromEntries(Object.keys(properties).map(shape));
  }
  if (items) return [shapeOf(items, within)];
  const plain = node.const ?? node.enum?.join(' | ') ?? [type ?? 'anything'].flat().join(' | ');
  return format ? plain + ' (' + format + ')' : plain;
}

function enter(secret, who, isOurs) {
  Object.assign(client, { secret, isOurs });
  at('who').textContent = who;
  at('fault').textContent = '';
  client.connect();
}

function on(form, work) {
  document.forms[form].onsubmit = (event) => (event.preventDefault(), work(event.target.elements));
}

on('account', async ({ email, password }) => {
  const { ok, answer } = await client.post('auth/sign-in', { email: email.value.trim(), password: password.value });
  if (!ok) return void (at('fault').textContent = answer?.error ?? 'The server does not answer.');
  password.value = '';
  enter(answer.session.access_token, answer.user.email, true);
});
on('credential', ({ secret }) => {
  enter(secret.value.trim(), 'the owner of what was pasted', false);
  secret.value = '';
});
on('send', () => client.send(at('text').value));

const clicks = {
  cut: () => client.leave('cut'),
  resume: () => client.connect(),
  anew: () => (client.positions.clear(), client.connect()),
  lose: () => (client.losing = !client.losing),
  async leave() {
    // The session that was begun here ends, and the server is the one to say so; what was pasted goes on elsewhere.
    const isTold = client.isOurs && client.state === 'ready' && (await client.post('auth/sign-out')).ok;
    if (!isTold) client.leave('off');
    client.secret = client.expiresAt = undefined;
    soon();
  },
  pause() {
    isPaused = !isPaused;
    held = 0;
    if (!isPaused) filter();
  },
  clear() {
    entries = [];
    held = faults = 0;
    list.replaceChildren(at('none'));
  },
  copy() {
    const shown = entries.filter((entry) => entry.drawn && matches(entry));
    take(at('copy'), shown.map(({ at: time, way, verdict, frame }) => JSON.stringify({ at: time, way, verdict, frame })).join('\\n'));
  },
  types: () => describe(),
  close: () => at('about').close(),
};
for (const [id, work] of Object.entries(clicks)) at(id).onclick = () => (work(), soon());
for (const radio of document.getElementsByName('way')) radio.onchange = () => (client.way = radio.value);
client.way = document.querySelector('[name=way]:checked').value;
at('by-stream').onchange = at('by-type').onchange = filter;
at('template').onchange = fill;
at('type').onchange = tell;
at('text').onkeydown = ({ key, ctrlKey, metaKey }) => {
  if (key === 'Enter' && (ctrlKey || metaKey) && !at('send').disabled) document.forms.send.requestSubmit();
};
list.onkeydown = (event) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const shown = [...list.querySelectorAll('.frame:not([hidden]) > summary')];
  const from = shown.indexOf(document.activeElement);
  const next = event.key === 'ArrowDown' ? from + 1 : from < 0 ? shown.length - 1 : from - 1;
  if (!shown[next]) return;
  event.preventDefault();
  shown[next].focus();
};
fill();
refresh();
`;
