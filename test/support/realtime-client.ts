import { once } from 'node:events';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type ClientOptions, WebSocket } from 'ws';
import { asyncApi } from '../../src/realtime/schema/async-api.js';
import { eventually } from './service.js';

export interface Frame {
  op: string;
  [field: string]: any;
}

export interface RealtimeEvent {
  stream: string;
  epoch?: string;
  seq?: number;
  type: string;
  at: string;
  actor_id: string | null;
  data: any;
}

interface Options {
  headers?: Record<string, string>;
  /** The query of the address, such as `?ticket=…`. */
  query?: string;
  /** The credential for the first frame; the handshake then has none. */
  auth?: { token: string } | { api_key: string };
  /** Positions of an earlier connection, resumed after `ready`. */
  positions?: Map<string, { epoch: string; seq: number }>;
  socket?: ClientOptions;
}

/** A realtime client that tracks its positions; the events that it applies are complete and in order. */
export class RealtimeClient {
  /** All received frames, in order. */
  readonly frames: Frame[] = [];
  /** The applied events: durable ones once each and in order, hints as received. */
  readonly events: RealtimeEvent[] = [];
  readonly positions: Map<string, { epoch: string; seq: number }>;
  /** Violations of the contract. */
  readonly faults: string[] = [];
  closed: { code: number } | undefined;
  private sent = 0;
  private readonly asking = new Set<string>();

  private constructor(
    readonly socket: WebSocket,
    private readonly options: Options,
  ) {
    this.positions = options.positions ?? new Map();
    socket.on('message', (data) => this.receive(JSON.parse(data.toString()) as Frame));
    socket.on('close', (code) => (this.closed = { code }));
    socket.on('error', () => undefined);
  }

  /** Opens the connection and waits for `ready`. */
  static async connect(url: string, options: Options): Promise<RealtimeClient> {
    const client = RealtimeClient.open(url, options);
    await client.frame(({ op }) => op === 'ready');
    return client;
  }

  /** Connects with this access token. */
  static as(url: string, token: string, options: Options = {}): Promise<RealtimeClient> {
    const headers = { authorization: `Bearer ${token}`, ...options.headers };
    return RealtimeClient.connect(url, { ...options, headers });
  }

  static open(url: string, options: Options = {}): RealtimeClient {
    const address = `${url.replace(/^http/, 'ws')}/v1/realtime${options.query ?? ''}`;
    const socket = new WebSocket(address, { headers: options.headers, ...options.socket });
    const client = new RealtimeClient(socket, options);
    if (options.auth) socket.once('open', () => client.send({ op: 'auth', ...options.auth }));
    return client;
  }

  /** The status and body of a handshake that is refused. */
  static async refused(url: string, options: Options = {}): Promise<{ status: number; body: any; headers: any }> {
    const { socket } = RealtimeClient.open(url, options);
    const [, response] = await once(socket, 'unexpected-response');
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return { status: response.statusCode, body: JSON.parse(text), headers: response.headers };
  }

  send(frame: object): void {
    this.socket.send(JSON.stringify(frame));
  }

  /** Sends an operation with a new id, and returns its answers once `count` of them have arrived. */
  async ask(frame: object, count = 1): Promise<Frame[]> {
    const id = `ask-${++this.sent}`;
    this.send({ id, ...frame });
    return eventually(() => {
      const answers = this.frames.filter((one) => one.id === id);
      if (answers.length < count) throw this.told(`no answer to ${JSON.stringify(frame)}`);
      return Promise.resolve(answers);
    });
  }

  async subscribe(...streams: (string | { stream: string; epoch: string; since: number })[]): Promise<Frame[]> {
    const wanted = streams.map((one) => (typeof one === 'string' ? { stream: one } : one));
    for (const one of wanted) if ('since' in one) this.keep({ ...one, seq: one.since });
    return this.ask({ op: 'subscribe', streams: wanted }, wanted.length);
  }

  /** Waits for an applied event. */
  event(type: string, isMeant: (event: RealtimeEvent) => boolean = () => true): Promise<RealtimeEvent> {
    return this.found(type, () => this.events.find((event) => event.type === type && isMeant(event)));
  }

  frame(isMeant: (frame: Frame) => boolean): Promise<Frame> {
    return this.found(String(isMeant), () => this.frames.find(isMeant));
  }

  /** Waits until the connection is closed, and returns the code. */
  async closing(seconds?: number): Promise<number> {
    await eventually(() => {
      if (!this.closed) throw this.told('it is not closed');
      return Promise.resolve();
    }, seconds);
    return this.closed?.code as number;
  }

  /** A round trip, after which everything that was sent before has arrived. */
  async settled(): Promise<void> {
    await this.ask({ op: 'ping' });
    this.expectSound();
  }

  of(type: string): RealtimeEvent[] {
    return this.events.filter((event) => event.type === type);
  }

  expectSound(): void {
    if (this.faults.length) throw new Error(this.faults.join('\n'));
  }

  async close(): Promise<void> {
    if (this.socket.readyState !== WebSocket.CLOSED) {
      this.socket.close();
      await once(this.socket, 'close');
    }
    this.expectSound();
  }

  private async found<T>(what: string, look: () => T | undefined): Promise<T> {
    const found = await eventually(() => {
      const one = look();
      if (one === undefined) throw this.told(`there was no ${what}`);
      return Promise.resolve(one);
    });
    this.expectSound();
    return found;
  }

  private told(problem: string): Error {
    const last = this.frames.slice(-8).map((frame) => JSON.stringify(frame));
    return new Error(`${problem}; closed: ${JSON.stringify(this.closed)}; last came:\n${last.join('\n')}`);
  }

  private receive(frame: Frame): void {
    this.frames.push(frame);
    const fault = faultOf(frame);
    if (fault) this.faults.push(fault);
    if (frame.op === 'event') this.take(frame as unknown as RealtimeEvent);
    else if (frame.op === 'resync') this.keep(frame as any);
    else if (frame.op === 'subscribed' && !frame.error && !frame.recovered) this.keep(frame as any);
    if (frame.op === 'subscribed') this.asking.delete(frame.stream);
    else if (frame.op === 'unsubscribed') this.positions.delete(frame.stream);
    else if (frame.op === 'ready') this.begin(frame);
    else if (frame.op === 'positions') this.compare(frame.positions);
  }

  private begin({ streams }: Frame): void {
    const missed: object[] = [];
    for (const { stream, epoch, seq } of streams) {
      const own = this.positions.get(stream);
      if (own) missed.push({ stream, epoch: own.epoch, since: own.seq });
      else this.positions.set(stream, { epoch, seq });
    }
    for (const [stream, { epoch, seq }] of this.options.positions ?? []) {
      if (!streams.some((one: any) => one.stream === stream)) missed.push({ stream, epoch, since: seq });
    }
    while (missed.length) this.send({ op: 'subscribe', streams: missed.splice(0, 100) });
  }

  private keep({ stream, epoch, seq }: { stream: string; epoch: string; seq: number }): void {
    this.positions.set(stream, { epoch, seq });
  }

  private take(event: RealtimeEvent): void {
    if (event.seq === undefined) {
      this.events.push(event);
      return;
    }
    const own = this.positions.get(event.stream);
    if (!own) {
      this.faults.push(`an event of ${event.stream}, which is not subscribed: ${JSON.stringify(event)}`);
      return;
    }
    if (event.seq <= own.seq) return;
    if (event.seq > own.seq + 1) return this.catchUp(event.stream);
    this.positions.set(event.stream, { epoch: event.epoch as string, seq: event.seq });
    this.events.push(event);
  }

  private compare(positions: Record<string, number>): void {
    for (const [stream, seq] of Object.entries(positions)) {
      if (seq > (this.positions.get(stream)?.seq ?? seq)) this.catchUp(stream);
    }
  }

  private catchUp(stream: string): void {
    const own = this.positions.get(stream);
    // Asks once: events that arrive before the answer are beyond the gap too.
    if (!own || this.asking.has(stream)) return;
    this.asking.add(stream);
    this.send({ op: 'subscribe', streams: [{ stream, epoch: own.epoch, since: own.seq }] });
  }
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const checks = new Map<string, ValidateFunction>();

/** Undefined when the frame is documented and matches its schema. */
export function faultOf(frame: Frame): string | undefined {
  const name = frame.op === 'event' ? String(frame.type) : `server.${frame.op}`;
  const check = checks.get(name) ?? compiled(name);
  if (!check) return `${name} is not documented`;
  checks.set(name, check);
  if (check(frame)) return undefined;
  return `${name} is not as documented: ${ajv.errorsText(check.errors)} in ${JSON.stringify(frame)}`;
}

function compiled(name: string): ValidateFunction | undefined {
  const document = asyncApi() as { components: { messages: object } };
  if (!Object.hasOwn(document.components.messages, name)) return undefined;
  // Event types that a spec declares are included only while that spec runs.
  ajv.removeSchema('realtime').addSchema(document, 'realtime');
  return ajv.compile({ $ref: `realtime#/components/messages/${name}/payload` });
}
