/** `user:{id}` is everything for one person; who may read the others, their areas know. */
export type Stream = `${'user' | 'room' | 'post' | 'broadcast' | 'presence'}:${string}`;

/** Whose subscription ends with an event, before it goes out to him. */
export interface Ending {
  /** Of all, where it is left out. */
  user_id?: string;
  reason: 'left' | 'kicked' | 'banned' | 'deleted' | 'access';
}

interface Options<Data> {
  ends?: (data: Data) => Ending | undefined;
}

export interface EventType<Data extends object = object> extends Options<Data> {
  readonly name: string;
  /** Written into the log and never dropped; a hint tells what a small GET tells too. */
  readonly durable: boolean;
  /** Its fields, with validators: the schema is made from them, as for the answers over HTTP. */
  readonly data: new () => Data;
}

const types = new Map<string, EventType>();

/** All that clients may hear of, by name. */
export const eventTypes: ReadonlyMap<string, EventType> = types;

/** An event that is addressed to somebody, or changes what a room or a post shows. */
export const durable = <Data extends object>(
  name: string,
  data: new () => Data,
  options: Options<Data> = {},
) => register<Data>({ name, data, durable: true, ...options });

export const hint = <Data extends object>(name: string, data: new () => Data) =>
  register<Data>({ name, data, durable: false });

function register<Data extends object>(type: EventType<Data>): EventType<Data> {
  if (types.has(type.name)) throw new Error(`Two types of event are named ${type.name}`);
  types.set(type.name, type as unknown as EventType);
  return type;
}
