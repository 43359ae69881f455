import type { JsonSchema } from '../../platform/http/openapi/json-schema.js';
import { PRESENCE_STATUSES } from '../extension-points.js';

const text: JsonSchema = { type: 'string' };
const whole: JsonSchema = { type: 'integer', minimum: 0 };
const moment: JsonSchema = { type: 'string', format: 'date-time' };
const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema.type as string, 'null'] });
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const ID: JsonSchema = { type: ['string', 'integer', 'null'], maxLength: 64 };

const object = (properties: Record<string, JsonSchema>, optional: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const frame = (op: string, properties: Record<string, JsonSchema>, optional: string[] = []) =>
  object({ op: { const: op }, ...properties }, optional);

const POSITION = { stream: text, epoch: text, seq: whole };
const FAULT = {
  error: {
    enum: ['bad_request', 'unknown_op', 'not_found', 'forbidden', 'rate_limited', 'unavailable', 'too_many'],
  },
  retry_after_ms: whole,
};

/** Frames that the server sends, except events. */
export const SERVER_FRAMES: Record<string, JsonSchema> = {
  hello: frame('hello', {
    v: { const: 1 },
    connection_id: text,
    heartbeat_ms: whole,
    auth_timeout_ms: whole,
    limits: object({
      frame_bytes: whole,
      frames_per_minute: whole,
      streams: whole,
      streams_per_frame: whole,
      replay: whole,
      watch: whole,
    }),
  }),
  ready: frame('ready', {
    user_id: text,
    expires_at: orNull(moment),
    streams: listOf({
      anyOf: [
        object({ ...POSITION, recovered: { type: 'boolean' } }, ['recovered']),
        object({ stream: text, ...FAULT }, ['retry_after_ms']),
      ],
    }),
  }),
  subscribed: {
    anyOf: [
      frame('subscribed', { id: ID, ...POSITION, recovered: { type: 'boolean' } }),
      frame('subscribed', { id: ID, stream: text, ...FAULT }, ['retry_after_ms']),
    ],
  },
  resync: frame('resync', { ...POSITION, reason: { enum: ['epoch', 'expired', 'too_many'] } }),
  unsubscribed: frame('unsubscribed', {
    stream: text,
    reason: { enum: ['left', 'kicked', 'banned', 'deleted', 'access'] },
  }),
  positions: frame('positions', { positions: { type: 'object', additionalProperties: whole } }),
  presences: frame('presences', {
    id: ID,
    presences: listOf(object({ user_id: text, status: { enum: PRESENCE_STATUSES }, last_seen: orNull(moment) })),
  }),
  reply: frame('reply', { id: ID, ok: { type: 'boolean' }, ...FAULT }, ['error', 'retry_after_ms']),
  pong: frame('pong', { id: ID }),
  bye: frame('bye', {
    code: { enum: [1012, 4400, 4401, 4403, 4409, 4429] },
    retry_after_ms: orNull(whole),
  }),
};

/** Frames that a client sends. */
export const CLIENT_FRAMES: Record<string, JsonSchema> = {
  auth: frame('auth', { token: text, api_key: text }, ['token', 'api_key']),
  subscribe: frame(
    'subscribe',
    {
      id: ID,
      streams: {
        ...listOf(object({ stream: text, epoch: text, since: whole }, ['epoch', 'since'])),
        minItems: 1,
        maxItems: 100,
      },
    },
    ['id'],
  ),
  unsubscribe: frame('unsubscribe', { id: ID, streams: { ...listOf(text), maxItems: 100 } }, ['id']),
  watch: frame(
    'watch',
    { id: ID, user_ids: { ...listOf(text), maxItems: 500 }, add: { type: 'boolean', default: false } },
    ['id', 'add'],
  ),
  typing: frame('typing', { id: ID, channel_id: text, is_typing: { type: 'boolean' } }, ['id']),
  presence: frame('presence', { id: ID, status: { enum: PRESENCE_STATUSES } }, ['id', 'status']),
  ping: frame('ping', { id: ID }, ['id']),
};

/** The frame of an event, around the schema of its data. */
export const eventFrame = (name: string, isDurable: boolean, data: JsonSchema): JsonSchema =>
  frame(
    'event',
    {
      stream: text,
      // An event type that is durable on one stream may be a hint on others, so both fields are optional.
      ...(isDurable && { epoch: text, seq: { type: 'integer', minimum: 1 } }),
      type: { const: name },
      at: moment,
      actor_id: orNull(text),
      data,
    },
    ['epoch', 'seq'],
  );
