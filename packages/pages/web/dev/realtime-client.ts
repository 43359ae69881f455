import { MEANINGS, RULES } from './realtime-rules';

type Json = Record<string, unknown>;

/** A frame as the server or the page sends it. Nothing is assumed to be right: the page exists to show faults. */
export interface Frame extends Json {
  op?: string;
  id?: string;
  type?: string;
  stream?: string;
  epoch?: string;
  seq?: number;
  streams?: unknown[];
  positions?: Record<string, number>;
  code?: number;
}
export interface Position {
  epoch: string;
  seq: number;
}
/** What a frame means to a client. `again`: streams to subscribe to again, from the client's own position. */
export interface Judgement {
  verdict: string;
  tone: '' | 'good' | 'warn' | 'bad' | 'off';
  again?: string[];
}
export type Way = 'in' | 'out' | 'note';
export type State = 'off' | 'connecting' | 'ready' | 'cut' | 'later' | 'closed';

interface Answer extends Json {
  error?: string;
  ticket?: string;
}

const STAY_AWAY = new Set([1002, 1007, 1009, 4400, 4401, 4403, 4409]);

function parse(text: string): Frame {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The client of the page, with the rules of any client. It reports to the page and knows nothing else of it. */
export class RealtimeClient {
  /** What the client has applied, by stream. Kept after a cut; the maps and sets below belong to one connection. */
  positions = new Map<string, Position>();
  /** The last event that this connection has received; null: none, and the first may have any number. */
  wire = new Map<string, number | null>();
  heads = new Map<string, number>();
  asked = new Map<string | undefined, Frame>();
  waiting = new Set<string>();
  /** Frames that the client has sent by its rules, not the user of the page. */
  own = new WeakSet<Frame>();

  way = 'ticket';
  secret: string | undefined;
  /** The page has begun the session itself, so it may end it. */
  isOurs = false;
  userId: unknown;
  expiresAt: string | null | undefined;
  /** Milliseconds; null: do not come back. */
  retryAfter: number | null | undefined;
  state: State = 'off';
  reason = '';
  losing = false;
  failures = 0;
  private socket: WebSocket | undefined;
  private listening: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;
  private ids = 0;

  constructor(
    private readonly onFrame: (way: Way, frame: Frame, judgement: Judgement) => void,
    private readonly onChange: () => void,
  ) {}

  get isKey(): boolean {
    return this.secret?.split('.').length !== 3;
  }

  async post(path: string, body?: object) {
    const secret = this.secret ?? '';
    const credential: HeadersInit = this.isKey ? { 'X-API-Key': secret } : { Authorization: `Bearer ${secret}` };
    const headers = body ? { 'Content-Type': 'application/json' } : credential;
    const init: RequestInit = {
      method: 'POST',
      credentials: 'omit',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    };
    const response = await fetch(`../v1/${path}`, init).catch(() => undefined);
    const answer: Answer | undefined = await response?.json().catch(() => undefined);
    return { ok: response?.ok, status: response?.status, answer };
  }

  async connect(): Promise<void> {
    const turn = this.leave('connecting');
    let query = '';
    if (this.way === 'ticket') {
      const { status, answer } = await this.post('realtime/tickets');
      if (turn !== this.turn) return;
      const ticket = answer?.ticket;
      const shown = ticket ? { ...answer, ticket: `${ticket.slice(0, 4)}…` } : answer;
      this.onFrame('note', { op: 'ticket', status, answer: shown }, { verdict: '', tone: '' });
      if (status === 401) return this.become('closed', '401: sign in again');
      if (status !== 201) return this.later('no ticket');
      query = `?ticket=${encodeURIComponent(ticket ?? '')}`;
    }
    const address = new URL(`../v1/realtime${query}`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = (this.socket = new WebSocket(address));
    const { signal } = (this.listening = new AbortController());
    socket.addEventListener('open', () => this.opened(), { signal });
    socket.addEventListener('message', ({ data }) => this.receive(parse(data)), { signal });
    socket.addEventListener('close', ({ code }) => this.ended(code), { signal });
  }

  private opened(): void {
    this.onFrame('note', { op: 'open', by: this.way }, { verdict: '', tone: '' });
    if (this.way !== 'frame') return;
    this.send(JSON.stringify({ op: 'auth', [this.isKey ? 'api_key' : 'token']: '$TOKEN' }));
  }

  /** Ends the connection. The client receives nothing more of it, not even its close. */
  leave(state: State): number {
    clearTimeout(this.timer);
    const { socket } = this;
    this.socket = undefined;
    if (socket) {
      this.listening?.abort();
      socket.close();
      this.onFrame('note', { op: 'close', by: 'client' }, { verdict: '', tone: 'off' });
    }
    for (const kept of [this.wire, this.heads, this.waiting, this.asked]) kept.clear();
    this.retryAfter = undefined;
    this.become(state);
    return ++this.turn;
  }

  private ended(code: number): void {
    const { retryAfter } = this;
    const meaning = MEANINGS[code] ?? 'the connection was lost';
    this.socket = undefined;
    this.onFrame('note', { op: 'close', code, by: 'server' }, { verdict: meaning, tone: 'warn' });
    this.leave('closed');
    if (STAY_AWAY.has(code) || retryAfter === null) this.become('closed', `${code}: ${meaning}`);
    else this.later(meaning, retryAfter);
  }

  private later(why: string, wait = Math.random() * Math.min(30_000, 1000 * 2 ** this.failures)): void {
    this.failures += 1;
    this.timer = setTimeout(() => this.connect(), wait);
    this.become('later', `${why}; again in ${Math.ceil(wait / 1000)} s`);
  }

  become(state: State, reason = ''): void {
    Object.assign(this, { state, reason });
    this.onChange();
  }

  private receive(frame: Frame): void {
    if (this.losing && frame.seq !== undefined && frame.op === 'event') {
      this.losing = false;
      this.onFrame('in', frame, { verdict: 'lost on purpose', tone: 'off' });
      return this.onChange();
    }
    const judgement = RULES[frame.op ?? '']?.(this, frame) ?? { verdict: '', tone: '' };
    this.onFrame('in', frame, judgement);
    this.catchUp(judgement.again ?? []);
    this.onChange();
  }

  catchUp(streams: string[]): void {
    const missed = streams.flatMap((stream) => {
      const own = this.positions.get(stream);
      return own && !this.waiting.has(stream) ? [{ stream, epoch: own.epoch, since: own.seq }] : [];
    });
    while (missed.length && this.state === 'ready') {
      const some = missed.splice(0, 100);
      for (const { stream } of some) this.waiting.add(stream);
      this.send(JSON.stringify({ op: 'subscribe', id: this.nextId(), streams: some }), true);
    }
  }

  /** The page shows the text as it is given; the credential takes the place of $TOKEN only in what is sent. */
  send(text: string, isOwn = false): void {
    const frame = parse(text);
    if (frame?.id !== undefined) this.asked.set(frame.id, frame);
    if (isOwn) this.own.add(frame);
    this.socket?.send(text.replaceAll('$TOKEN', this.secret ?? ''));
    this.onFrame('out', frame?.op ? frame : { op: 'text', text }, {
      verdict: isOwn ? 'by rule' : '',
      tone: '',
    });
  }

  nextId(): string {
    return String(++this.ids);
  }

  begin(stream: string, head: number, last: number | null = head): void {
    this.heads.set(stream, head);
    this.wire.set(stream, last);
  }

  forget(stream: string): void {
    for (const kept of [this.positions, this.wire, this.heads, this.waiting]) kept.delete(stream);
  }
}
