import { canonicalId, isUuid } from '../../platform/database/uuid.js';
import type { SubscriptionRequest } from '../hub/subscriptions.service.js';

const MOST_ID = 64;
export const STREAMS_PER_FRAME = 100;
export const MOST_WATCHED = 500;

export type Id = string | number | null;

/** A frame of a client: an object that names an operation. */
export interface Frame {
  op: string;
  id?: unknown;
  [field: string]: unknown;
}

/** A valid frame whose fields do not fit its operation. */
export class FrameFault extends Error {
  constructor(
    readonly error: 'bad_request' | 'unknown_op' | 'too_many' | 'rate_limited',
    readonly retryAfterMs?: number,
  ) {
    super(error);
  }
}

const badRequest = () => new FrameFault('bad_request');

/** Undefined if the text is not a frame. */
export function readFrame(text: string): Frame | undefined {
  try {
    const frame = JSON.parse(text) as Frame | null;
    return typeof frame?.op === 'string' && !Array.isArray(frame) ? frame : undefined;
  } catch {
    return undefined;
  }
}

export function idOf({ id }: Frame): Id {
  if (id === undefined || id === null) return null;
  if (typeof id === 'string' && id.length <= MOST_ID) return id;
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
  throw badRequest();
}

function listOf(value: unknown, most: number): unknown[] {
  if (!Array.isArray(value)) throw badRequest();
  if (value.length > most) throw new FrameFault('too_many');
  return value as unknown[];
}

export function wantedOf({ streams }: Frame): SubscriptionRequest[] {
  const list = listOf(streams, STREAMS_PER_FRAME);
  if (!list.length) throw badRequest();
  return list.map((one) => {
    const { stream, epoch, since } = (one ?? {}) as { stream?: unknown; epoch?: unknown; since?: unknown };
    if (typeof stream !== 'string') throw badRequest();
    if (epoch === undefined && since === undefined) return { stream };
    const position = readPosition(epoch, since);
    return position ? { stream, position } : { stream, isMalformed: true };
  });
}

/** Undefined unless both parts are present and valid. */
export function readPosition(epoch: unknown, since: unknown): SubscriptionRequest['position'] {
  const isPosition =
    typeof epoch === 'string' && /^[\w-]+$/.test(epoch) && Number.isSafeInteger(since) && Number(since) >= 0;
  return isPosition ? { epoch, since: Number(since) } : undefined;
}

export function streamsOf({ streams }: Frame): string[] {
  const list = listOf(streams, STREAMS_PER_FRAME);
  if (!list.every((stream) => typeof stream === 'string')) throw badRequest();
  return list;
}

/** Replaces the watched users, or adds to them: 500 ids do not fit into one frame. */
export function watchedOf({ user_ids, add = false }: Frame, before: Iterable<string>) {
  const list = listOf(user_ids, MOST_WATCHED);
  if (typeof add !== 'boolean' || !list.every((id) => typeof id === 'string' && isUuid(id))) throw badRequest();
  const ids = new Set(list.map(canonicalId) as string[]);
  if (new Set([...(add ? before : []), ...ids]).size > MOST_WATCHED) throw new FrameFault('too_many');
  return { ids: [...ids], add };
}

export function typingOf({ channel_id, is_typing }: Frame): { channelId: string; isTyping: boolean } {
  if (typeof channel_id !== 'string' || typeof is_typing !== 'boolean') throw badRequest();
  return { channelId: channel_id, isTyping: is_typing };
}

export function credentialOf({ token, api_key }: Frame): { token?: string; key?: string } {
  const isText = (value: unknown) => value === undefined || (typeof value === 'string' && value !== '');
  const isOne = (token === undefined) !== (api_key === undefined);
  if (!isOne || !isText(token) || !isText(api_key)) throw badRequest();
  return { token: token as string | undefined, key: api_key as string | undefined };
}
