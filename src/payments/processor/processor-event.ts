import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseJson } from '../../platform/http/input/json.js';
import { Refusal, refusal } from '../../platform/http/refusal.js';

const TOLERANCE_SECONDS = 300;
const V1 = /^[0-9a-f]{64}$/;
/** While a secret is rotated the processor signs with both secrets; the limit bounds the work for a forged header. */
const MAX_SIGNATURES = 20;

/** The processor sends `stripe-signature`; a proxy in front of this service may rename it to `processor-signature`. */
export const signatureOf = (headers: IncomingHttpHeaders) =>
  String(headers['processor-signature'] ?? headers['stripe-signature'] ?? '');

/**
 * True if the processor signed the bytes within the last minutes. The SDK's own check is not used, because it throws
 * plain errors on some malformed headers, accepts timestamps of the future and checks any number of signatures.
 */
export function isSigned(bytes: Buffer, header: string, secret: string, now = Date.now()): boolean {
  const parts = header.split(',', MAX_SIGNATURES + 1).map((part) => part.trim());
  const times = valuesOf('t', parts);
  const time = times[0] ?? '';
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(bytes).digest();
  return valuesOf('v1', parts).some((given) => V1.test(given) && timingSafeEqual(Buffer.from(given, 'hex'), expected));
}

const valuesOf = (key: string, parts: string[]) =>
  parts.filter((part) => part.startsWith(`${key}=`)).map((part) => part.slice(key.length + 1));

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

export const invalidPayload = refusal(400, 'Invalid payload');

/** Answers 400 for a signed body that is not an event; the processor itself never sends one. */
export function readEvent(bytes: Buffer): ProcessorEvent {
  const event = new ProcessorObject(parsed(bytes));
  const id = event.text('id');
  const type = event.text('type');
  const object = event.at('data').at('object');
  if (!id || id.length > 255 || !type || type.length > 255 || !event.at('data').has('object')) throw invalidPayload();
  return { id, type, created: event.time('created') ?? new Date(), object };
}

function parsed(bytes: Buffer): Record<string, unknown> {
  try {
    const json = parseJson(bytes);
    if (isObject(json)) return json;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  throw invalidPayload();
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * applied: the event changed something; unknown: it concerns nothing that this service knows; stale: newer information
 * is stored already; waiting: the money has not arrived yet; flagged: it contradicts the stored payment, so an operator
 * has to decide.
 */
export type WebhookOutcome = 'applied' | 'unknown' | 'stale' | 'waiting' | 'flagged';

/** Extension point: handles some types of the processor's events, inside the transaction of the webhook inbox. */
export abstract class WebhookHandler {
  abstract readonly types: readonly string[];
  abstract handle(event: ProcessorEvent): Promise<WebhookOutcome>;
}
