/** `user:{id}` is the private stream of one user. The areas decide who may read the other kinds. */
export type Stream = `${'user' | 'room' | 'post' | 'broadcast' | 'presence'}:${string}`;

/**
 * Ends subscriptions when the event is delivered. A single user's subscription ends before the event, so that
 * user does not get it.
 */
export interface Ending {
  /** Without it, all subscriptions of the stream end. */
  user_id?: string;
  reason: 'left' | 'kicked' | 'banned' | 'deleted' | 'access';
}

interface Options<Data> {
  ends?: (data: Data) => Ending | undefined;
}

export interface EventType<Data extends object = object> extends Options<Data> {
  readonly name: string;
  /**
   * Durable events are written to the log and always delivered. A hint carries state that a small GET returns as well.
   */
  readonly durable: boolean;
  /** The class of the data, with validators, from which the schema is made. */
  readonly data: new () => Data;
}

const types = new Map<string, EventType>();

/** All event types by name. */
export const eventTypes: ReadonlyMap<string, EventType> = types;

/** For events that are addressed to a user, or that change what a room or a post shows. */
export const durable = <Data extends object>(name: string, data: new () => Data, options: Options<Data> = {}) =>
  register<Data>({ name, data, durable: true, ...options });

export const hint = <Data extends object>(name: string, data: new () => Data) =>
  register<Data>({ name, data, durable: false });

function register<Data extends object>(type: EventType<Data>): EventType<Data> {
  if (types.has(type.name)) throw new Error(`Two types of event are named ${type.name}`);
  types.set(type.name, type as unknown as EventType);
  return type;
}

/** An event as it is transported: a log entry, or a hint without epoch and seq. */
export interface Envelope {
  stream: string;
  epoch?: string;
  seq?: number;
  type: string;
  /** ISO 8601. */
  at: string;
  actor_id: string | null;
  /** JSON, exactly as it was written. */
  data: string;
}

/** An event of the log. */
export type Logged = Envelope & { epoch: string; seq: number };

/** The JSON that clients see, without the opening brace, so that a caller can put `op` in front. */
export function bodyOf({ stream, epoch, seq, type, at, actor_id, data }: Envelope): string {
  const position = seq === undefined ? '' : `"epoch":"${epoch}","seq":${seq},`;
  return `"stream":${JSON.stringify(stream)},${position}"type":"${type}","at":"${at}","actor_id":${JSON.stringify(actor_id)},"data":${data}}`;
}

export const positionOf = ({ stream, epoch, seq }: Pick<Envelope, 'stream' | 'epoch' | 'seq'>) =>
  `${stream};${epoch};${seq}`;
