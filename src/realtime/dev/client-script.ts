/** The client of the page, with the rules of a client and no more: what it knows of a page is whom it tells. */
export const CLIENT_SCRIPT = `
const MEANINGS = {
  1002: 'broken WebSocket framing',
  1007: 'broken UTF-8',
  1009: 'a frame over 16 KiB',
  1012: 'the server restarts',
  4400: 'a frame that is none',
  4401: 'no credential, or a bad or ended one: sign in again',
  4403: 'suspended or banned',
  4408: 'read too slowly',
  4409: 'too many connections: a newer one took its place',
  4429: 'too many frames',
};
const STAY_AWAY = [1002, 1007, 1009, 4400, 4401, 4403, 4409];
const LOSSES = {
  epoch: 'the log is another one',
  expired: 'older than the log',
  too_many: 'more than 500 missed; GET /v1/realtime/catch-up gives them too',
};

const good = (verdict) => ({ verdict, tone: 'good' });
const warn = (verdict, again = []) => ({ verdict, tone: 'warn', again });
const bad = (verdict, again = []) => ({ verdict, tone: 'bad', again });
const count = (many, word) => many + ' ' + word + (many === 1 ? '' : 's');

// What each frame of the server means to a client: a verdict to show, and the streams to ask for again.
const RULES = {
  ready(client, { user_id, expires_at, streams }) {
    client.expiresAt = expires_at;
    if (!streams.length) return good('renewed');
    if (client.userId !== user_id) client.positions.clear();
    client.userId = user_id;
    client.failures = 0;
    const own = [...client.positions.keys()];
    for (const { stream, epoch, seq } of streams) {
      client.begin(stream, seq);
      if (!client.positions.has(stream)) client.positions.set(stream, { epoch, seq });
    }
    client.become('ready');
    return { ...good(own.length ? 'resuming' : ''), again: own };
  },
  subscribed(client, { id, stream, error, epoch, seq, recovered, retry_after_ms }) {
    const frame = client.asked.get(id);
    const since = frame?.streams?.find?.((one) => one?.stream === stream)?.since;
    client.waiting.delete(stream);
    if (error) {
      if (error === 'not_found' || error === 'forbidden') client.forget(stream);
      if (retry_after_ms !== undefined) setTimeout(() => client.catchUp([stream]), retry_after_ms);
      return bad(error);
    }
    client.begin(stream, seq, recovered ? (since ?? null) : seq);
    if (!recovered) {
      client.positions.set(stream, { epoch, seq });
      return since === undefined ? good('from ' + (seq + 1) + ' on') : warn('not recovered');
    }
    // Asked for by hand, the position that was given becomes the client's own.
    if (since !== undefined && !client.own.has(frame)) client.positions.set(stream, { epoch, seq: since });
    if (since === undefined) return good('recovered');
    return good('recovered: ' + (seq > since ? count(seq - since, 'missed event') : 'nothing missed'));
  },
  event(client, { stream, epoch, seq }) {
    if (seq === undefined) return { verdict: 'hint', tone: '' };
    if (!client.wire.has(stream)) return bad('of a stream that is not subscribed');
    const last = client.wire.get(stream);
    const own = client.positions.get(stream) ?? { epoch, seq: seq - 1 };
    client.wire.set(stream, Math.max(last ?? 0, seq));
    client.heads.set(stream, Math.max(client.heads.get(stream), seq));
    const fault = faultOf(last, own, epoch, seq);
    if (epoch === own.epoch && seq <= own.seq) return fault ? bad(fault) : { verdict: 'known: ignored', tone: 'off' };
    if (epoch === own.epoch && seq === own.seq + 1) {
      client.positions.set(stream, { epoch, seq });
      return fault ? bad(fault + ', applied') : good('applied');
    }
    return fault ? bad(fault + ', not applied', [stream]) : warn('not applied, own is ' + own.seq, [stream]);
  },
  resync(client, { stream, epoch, seq, reason }) {
    client.begin(stream, seq);
    client.positions.set(stream, { epoch, seq });
    return warn('read it again by GET: ' + (LOSSES[reason] ?? reason));
  },
  unsubscribed(client, { stream, reason }) {
    client.forget(stream);
    return warn(reason);
  },
  positions(client, { positions }) {
    const behind = Object.keys(positions).filter((stream) => {
      const own = client.positions.get(stream);
      return own && own.seq < positions[stream] && !client.waiting.has(stream);
    });
    return behind.length ? bad('behind in ' + count(behind.length, 'stream'), behind) : good('nothing missed');
  },
  reply(client, { id, ok, error, retry_after_ms }) {
    if (!ok) return bad(error + (retry_after_ms === undefined ? '' : ', wait ' + retry_after_ms + ' ms'));
    const frame = client.asked.get(id);
    if (frame?.op === 'unsubscribe') frame.streams.forEach((stream) => client.forget(stream));
    return good('ok');
  },
  bye(client, { code, retry_after_ms }) {
    client.retryAfter = retry_after_ms;
    return warn(MEANINGS[code] ?? '');
  },
};

// Against what was sent before on this connection, whatever of it was applied.
function faultOf(last, own, epoch, seq) {
  if (epoch !== own.epoch) return 'another epoch without resync';
  if (last === null) return '';
  if (seq > last + 1) return seq === last + 2 ? 'hole: ' + (last + 1) : 'hole: ' + (last + 1) + ' to ' + (seq - 1);
  return seq <= last ? 'out of order: after ' + last : '';
}

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export class RealtimeClient {
  // What was applied, by stream: kept over cuts. The others are of one connection.
  positions = new Map();
  wire = new Map(); heads = new Map(); asked = new Map();
  waiting = new Set(); own = new WeakSet();
  state = 'off'; reason = ''; losing = false; failures = 0;
  #turn = 0; #ids = 0;

  constructor(told, changed) {
    this.told = told;
    this.changed = changed;
  }

  get isKey() {
    return this.secret?.split('.').length !== 3;
  }

  async post(path, body) {
    const credential = this.isKey ? { 'X-API-Key': this.secret } : { Authorization: 'Bearer ' + this.secret };
    const headers = body ? { 'Content-Type': 'application/json' } : credential;
    const init = { method: 'POST', credentials: 'omit', headers, body: body && JSON.stringify(body) };
    const response = await fetch('../v1/' + path, init).catch(() => undefined);
    const answer = await response?.json().catch(() => undefined);
    return { ok: response?.ok, status: response?.status, answer };
  }

  async connect() {
    const turn = this.leave('connecting');
    let query = '';
    if (this.way === 'ticket') {
      const { status, answer } = await this.post('realtime/tickets');
      if (turn !== this.#turn) return;
      const shown = answer?.ticket ? { ...answer, ticket: answer.ticket.slice(0, 4) + '…' } : answer;
      this.told('note', { op: 'ticket', status, answer: shown }, { verdict: '', tone: '' });
      if (status === 401) return this.become('closed', '401: sign in again');
      if (status !== 201) return this.later('no ticket');
      query = '?ticket=' + encodeURIComponent(answer.ticket);
    }
    const address = new URL('../v1/realtime' + query, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = (this.socket = new WebSocket(address));
    socket.onopen = () => {
      this.told('note', { op: 'open', by: this.way }, { verdict: '', tone: '' });
      if (this.way === 'frame') this.send(JSON.stringify({ op: 'auth', [this.isKey ? 'api_key' : 'token']: '$TOKEN' }));
    };
    socket.onmessage = ({ data }) => this.receive(parse(data));
    socket.onclose = ({ code }) => this.ended(code);
  }

  // Ends what is open, without a word of it reaching the client any more, as when a cable is pulled.
  leave(state) {
    clearTimeout(this.timer);
    const { socket } = this;
    this.socket = undefined;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
      this.told('note', { op: 'close', by: 'client' }, { verdict: '', tone: 'off' });
    }
    for (const kept of [this.wire, this.heads, this.waiting, this.asked]) kept.clear();
    this.retryAfter = undefined;
    this.become(state);
    return ++this.#turn;
  }

  ended(code) {
    const { retryAfter } = this;
    const meaning = MEANINGS[code] ?? 'the connection was lost';
    this.socket = undefined;
    this.told('note', { op: 'close', code, by: 'server' }, { verdict: meaning, tone: 'warn' });
    this.leave('closed');
    if (STAY_AWAY.includes(code) || retryAfter === null) this.become('closed', code + ': ' + meaning);
    else this.later(meaning, retryAfter);
  }

  later(why, wait = Math.random() * Math.min(30_000, 1000 * 2 ** this.failures)) {
    this.failures += 1;
    this.timer = setTimeout(() => this.connect(), wait);
    this.become('later', why + '; again in ' + Math.ceil(wait / 1000) + ' s');
  }

  become(state, reason = '') {
    Object.assign(this, { state, reason });
    this.changed();
  }

  receive(frame) {
    if (this.losing && frame.seq !== undefined && frame.op === 'event') {
      this.losing = false;
      this.told('in', frame, { verdict: 'lost on purpose', tone: 'off' });
      return this.changed();
    }
    const judged = RULES[frame.op]?.(this, frame) ?? { verdict: '', tone: '' };
    this.told('in', frame, judged);
    this.catchUp(judged.again ?? []);
    this.changed();
  }

  catchUp(streams) {
    const streamsOf = (stream) => {
      const { epoch, seq } = this.positions.get(stream);
      return { stream, epoch, since: seq };
    };
    const missed = streams.filter((one) => this.positions.has(one) && !this.waiting.has(one)).map(streamsOf);
    while (missed.length && this.state === 'ready') {
      const some = missed.splice(0, 100);
      for (const { stream } of some) this.waiting.add(stream);
      const frame = { op: 'subscribe', id: this.nextId(), streams: some };
      this.send(JSON.stringify(frame), true);
    }
  }

  // The credential is put in on the way, so that it is shown nowhere.
  send(text, own = false) {
    const frame = parse(text);
    if (frame?.id !== undefined) this.asked.set(frame.id, frame);
    if (own) this.own.add(frame);
    this.socket.send(text.replaceAll('$TOKEN', this.secret));
    this.told('out', frame?.op ? frame : { op: 'text', text }, { verdict: own ? 'by rule' : '', tone: '' });
  }

  nextId() {
    return String(++this.#ids);
  }

  begin(stream, head, last = head) {
    this.heads.set(stream, head);
    this.wire.set(stream, last);
  }

  forget(stream) {
    for (const kept of [this.positions, this.wire, this.heads, this.waiting]) kept.delete(stream);
  }
}
`;
