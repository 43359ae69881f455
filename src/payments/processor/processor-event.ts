import { parseJson } from '../../platform/http/input/json.js';
import { Refusal } from '../../platform/http/refusal.js';

/** Reads an object of the processor. Every accessor tolerates missing fields and fields of another type. */
export class ProcessorObject {
  constructor(private readonly fields: Record<string, unknown>) {}

  has(name: string): boolean {
    return isObject(this.fields[name]);
  }

  /** A text field. When the processor has expanded a reference into an object, the id of that object. */
  text(name: string): string | undefined {
    const value = this.fields[name];
    if (typeof value === 'string') return value || undefined;
    return isObject(value) ? new ProcessorObject(value).text('id') : undefined;
  }

  whole(name: string): bigint | undefined {
    const value = this.fields[name];
    return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
  }

  flag(name: string): boolean {
    return this.fields[name] === true;
  }

  time(name: string): Date | undefined {
    const seconds = this.whole(name);
    return seconds === undefined || seconds < 0n || seconds > 253_402_300_799n
      ? undefined
      : new Date(Number(seconds) * 1000);
  }

  at(name: string): ProcessorObject {
    const value = this.fields[name];
    return new ProcessorObject(isObject(value) ? value : {});
  }

  /** The first object of a list, which is either an array or the processor's wrapper with the array in `data`. */
  first(name: string): ProcessorObject {
    const value = this.fields[name];
    const list = isObject(value) ? value.data : value;
    const first: unknown = Array.isArray(list) ? list[0] : undefined;
    return new ProcessorObject(isObject(first) ? first : {});
  }
}

export interface ProcessorEvent {
  id: string;
  type: string;
  created: Date;
  object: ProcessorObject;
}

/** Answers 400 for a signed body that is not an event; the processor itself never sends one. */
export function readEvent(bytes: Buffer): ProcessorEvent {
  const event = new ProcessorObject(parsed(bytes));
  const id = event.text('id');
  const type = event.text('type');
  const object = event.at('data').at('object');
  if (!id || id.length > 255 || !type || type.length > 255 || !event.at('data').has('object')) throw notAnEvent();
  return { id, type, created: event.time('created') ?? new Date(), object };
}

function parsed(bytes: Buffer): Record<string, unknown> {
  try {
    const json = parseJson(bytes);
    if (isObject(json)) return json;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  throw notAnEvent();
}

const notAnEvent = () => new Refusal(400, 'Invalid payload');
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
