import './realtime.css';
import './realtime-frames.css';
import { type Frame, type Judgement, RealtimeClient, type Way } from './realtime-client';
import { at, button, clock, copyText, json, make, offer, pretty, select, short } from './realtime-dom';
import { describe } from './realtime-schema';

interface Entry extends Pick<Judgement, 'verdict' | 'tone'> {
  at: Date;
  way: Way;
  frame: Frame;
  streams: string[];
  type: string;
  drawn?: HTMLElement;
}

const KEPT = 1000;
const WAYS = { in: '↓', out: '↑', note: '·' };
const TONES: Record<string, string> = { ready: 'good', closed: 'bad' };
const STATES = {
  off: 'Not connected',
  connecting: 'Connecting …',
  ready: 'Connected',
  cut: 'Cut',
  later: 'Disconnected',
  closed: 'Closed',
};

const list = at('list');
const text = at<HTMLTextAreaElement>('text');
const rows = new Map<string, HTMLTableRowElement>();
let entries: Entry[] = [];
let faults = 0;
/** Frames that came since the list was paused. */
let held = 0;
let isPaused = false;
let isDue = false;
let filled = { stream: '', text: '' };

const client = new RealtimeClient((way, frame, { verdict, tone }) => {
  const named = [Object.keys(frame.positions ?? {}), frame.streams, frame.stream].flat();
  const streams = named
    .map((one) => (one as Frame | undefined)?.stream ?? one)
    .filter((one) => typeof one === 'string');
  const type = String(frame.op === 'event' ? frame.type : frame.op);
  const entry: Entry = { at: new Date(), way, frame, verdict, tone, streams, type };
  if (tone === 'bad') faults += 1;
  entries.push(entry);
  if (entries.length > KEPT) entries.shift()?.drawn?.remove();
  for (const stream of streams) offer(select('by-stream'), stream);
  offer(select('by-type'), type);
  if (isPaused) held += 1;
  else show([entry]);
  soon();
}, soon);

function matches({ streams, type, tone }: Entry): boolean {
  const stream = select('by-stream').value;
  const wanted = select('by-type').value;
  return (!stream || streams.includes(stream)) && (!wanted || wanted === type || (wanted === '!' && tone === 'bad'));
}

/** A list that is scrolled to its end stays at its end. */
function show(some: Entry[]): void {
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  for (const entry of some) {
    entry.drawn ??= draw(entry);
    entry.drawn.hidden = !matches(entry);
    if (!entry.drawn.isConnected) list.append(entry.drawn);
  }
  if (isAtEnd) list.scrollTop = list.scrollHeight;
}

function draw(entry: Entry): HTMLElement {
  const { way, frame, streams, type, verdict, tone } = entry;
  const details = make('details', `frame ${way} ${tone}`);
  const place = streams.length > 1 ? `${streams.length} streams` : short(streams[0] ?? '');
  const words = frame.op === 'close' ? [frame.code, verdict].filter(Boolean).join(': ') : verdict;
  const summary = make('summary');
  summary.append(
    make('time', '', clock(entry.at)),
    make('span', 'way', WAYS[way]),
    make('span', 'name', type),
    make('span', 'place', place),
    make('span', 'seq', String(frame.seq ?? '')),
    make('span', 'verdict', words),
  );
  details.append(summary);
  details.addEventListener('toggle', () => details.append(json(frame), actions(entry)), { once: true });
  return details;
}

function actions({ way, frame, type }: Entry): HTMLElement {
  const row = make('div', 'row');
  const copy = make('button', 'quiet', 'Copy');
  const about = make('button', 'quiet', `About ${type}`);
  const described = frame.op === 'event' ? type : `${way === 'in' ? 'server' : 'client'}.${type}`;
  copy.addEventListener('click', () => copyText(copy, pretty(frame)));
  about.addEventListener('click', () => describe(described));
  row.append(copy, ...(way === 'note' ? [] : [about]));
  return row;
}

/** Many frames in a row redraw the page once. */
function soon(): void {
  if (isDue) return;
  isDue = true;
  setTimeout(refresh, 30);
}

function refresh(): void {
  isDue = false;
  const { state, reason, secret } = client;
  const isOpen = state === 'ready' || state === 'connecting';
  at('status').textContent = STATES[state] + (reason ? ` – ${reason}` : '');
  at('status').dataset.tone = TONES[state] ?? 'off';
  at('faults').hidden = !faults;
  at('faults').textContent = faults === 1 ? '1 fault' : `${faults} faults`;
  at('signed-out').hidden = Boolean(secret);
  at('signed-in').hidden = !secret;
  const until = client.expiresAt && clock(new Date(client.expiresAt)).slice(0, 5);
  at('expiry').textContent = until ? `, until ${until}` : '';
  at('cut').hidden = !isOpen && state !== 'later';
  at('resume').hidden = isOpen;
  button('anew').disabled = state === 'connecting';
  button('lose').disabled = button('send').disabled = state !== 'ready';
  at('lose').setAttribute('aria-pressed', String(client.losing));
  at('pause').textContent = isPaused ? `Go on (${held})` : 'Pause';
  at('pause').setAttribute('aria-pressed', String(isPaused));
  at('frame-count').textContent = String(entries.length || '');
  at('none').hidden = entries.length > 0;
  drawStreams();
  // A frame that the user has not edited is filled again, with the streams that are known now.
  if (text.value === filled.text && filled.stream !== target()) fill();
}

function drawStreams(): void {
  const { positions, heads, wire, waiting } = client;
  at('streams').hidden = !positions.size;
  at('no-streams').hidden = positions.size > 0;
  at('stream-count').textContent = String(positions.size || '');
  for (const [stream, row] of rows) if (!positions.has(stream) && rows.delete(stream)) row.remove();
  for (const [stream, { epoch, seq }] of positions) {
    const row = rows.get(stream) ?? drawRow(stream);
    rows.set(stream, row);
    const isBehind = waiting.has(stream) || seq < (heads.get(stream) ?? 0);
    const state = wire.has(stream) ? (isBehind ? 'behind' : 'live') : 'kept';
    const { cells } = row;
    [epoch, seq, state].forEach((value, i) => (cells[i + 1]!.textContent = String(value)));
    cells[1]!.title = epoch;
    cells[3]!.className = { live: 'good', behind: 'warn', kept: '' }[state];
  }
}

function drawRow(stream: string): HTMLTableRowElement {
  const row = at<HTMLTableElement>('streams').tBodies[0]!.insertRow();
  const name = make('button', '', short(stream));
  name.title = `${stream}: show and use this stream only`;
  name.addEventListener('click', () => {
    const filterBy = select('by-stream');
    offer(filterBy, stream);
    filterBy.value = filterBy.value === stream ? '' : stream;
    filter();
    fill();
  });
  row.insertCell().append(name);
  for (let i = 1; i < 4; i += 1) row.insertCell();
  return row;
}

function filter(): void {
  show(entries.filter((entry) => !isPaused || entry.drawn));
}

/** The stream that templates are filled with. */
function target(): string {
  const known = [...client.positions.keys()];
  return select('by-stream').value || known.find((one) => one.startsWith('room:')) || known[0] || 'room:';
}

function fill(): void {
  const { positions, userId } = client;
  const stream = target();
  const { epoch = '', seq: since = 0 } = positions.get(stream) ?? {};
  const op = select('template').value;
  const fields: Record<string, object> = {
    subscribe: { streams: [{ stream }] },
    since: { streams: [{ stream, epoch, since }] },
    unsubscribe: { streams: [stream] },
    watch: { user_ids: [userId] },
    typing: { channel_id: stream.split(':')[1], is_typing: true },
    presence: { status: 'away' },
    auth: { [client.secret && client.isKey ? 'api_key' : 'token']: '$TOKEN' },
  };
  const id = op === 'auth' ? {} : { id: client.nextId() };
  filled = { stream, text: pretty({ op: op === 'since' ? 'subscribe' : op, ...id, ...fields[op] }) };
  text.value = filled.text;
}

function enter(secret: string, who: string, isOurs: boolean): void {
  Object.assign(client, { secret, isOurs });
  at('who').textContent = who;
  at('fault').textContent = '';
  void client.connect();
}

function onSubmit(name: string, work: () => unknown): void {
  const form = document.querySelector<HTMLFormElement>(`form[name=${name}]`)!;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    work();
  });
}

onSubmit('account', async () => {
  const email = at<HTMLInputElement>('email').value.trim();
  const password = at<HTMLInputElement>('password');
  const { ok, answer } = await client.post('auth/sign-in', { email, password: password.value });
  if (!ok) {
    at('fault').textContent = answer?.error ?? 'The server does not answer.';
    return;
  }
  password.value = '';
  const { session, user } = answer as unknown as {
    session: { access_token: string };
    user: { email: string };
  };
  enter(session.access_token, user.email, true);
});
onSubmit('credential', () => {
  const secret = at<HTMLInputElement>('secret');
  enter(secret.value.trim(), 'the owner of what was pasted', false);
  secret.value = '';
});
onSubmit('send', () => client.send(text.value));

const clicks = {
  cut: () => client.leave('cut'),
  resume: () => client.connect(),
  anew: () => {
    client.positions.clear();
    void client.connect();
  },
  lose: () => (client.losing = !client.losing),
  async leave() {
    // The page ends a session that it has begun: the server then closes the connection. A pasted credential stays valid.
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
    const lines = shown.map(({ at: time, way, verdict, frame }) => JSON.stringify({ at: time, way, verdict, frame }));
    return copyText(button('copy'), lines.join('\n'));
  },
  types: () => describe(),
};
for (const [id, work] of Object.entries(clicks)) {
  at(id).addEventListener('click', () => {
    void work();
    soon();
  });
}
for (const radio of document.querySelectorAll<HTMLInputElement>('[name=way]')) {
  if (radio.checked) client.way = radio.value;
  radio.addEventListener('change', () => (client.way = radio.value));
}
for (const id of ['by-stream', 'by-type']) at(id).addEventListener('change', filter);
at('template').addEventListener('change', fill);
text.addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
  if (key === 'Enter' && (ctrlKey || metaKey) && !button('send').disabled) text.form?.requestSubmit();
});
list.addEventListener('keydown', (event) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const shown = [...list.querySelectorAll<HTMLElement>('.frame:not([hidden]) > summary')];
  const from = shown.indexOf(document.activeElement as HTMLElement);
  const next = event.key === 'ArrowDown' ? from + 1 : from < 0 ? shown.length - 1 : from - 1;
  if (!shown[next]) return;
  event.preventDefault();
  shown[next].focus();
});
fill();
refresh();
