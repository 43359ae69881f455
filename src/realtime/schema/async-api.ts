import { type JsonSchema, SchemaRegistry } from '../../platform/http/openapi/json-schema.js';
import { type EventType, eventTypes } from '../event-type.js';
import { CLIENT_FRAMES, eventFrame, SERVER_FRAMES } from './frames.js';

const CHANNEL = '#/channels/realtime';

/** The AsyncAPI document. It is built from the event types that the code emits, so the two cannot disagree. */
export function asyncApi(): JsonSchema {
  const book = new SchemaRegistry();
  const types = [...eventTypes.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const events = Object.fromEntries(types.map((type) => [type.name, eventMessage(type, book)]));
  const server = messages('server', SERVER_FRAMES);
  const client = messages('client', CLIENT_FRAMES);
  const all = { ...server, ...client, ...events };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Community Platform: realtime',
      version: '1',
      description:
        'Frames of the WebSocket at /v1/realtime. The stream of events at /v1/realtime/events carries those of the ' +
        'server as its data.',
    },
    defaultContentType: 'application/json',
    channels: {
      realtime: {
        address: '/v1/realtime',
        title: 'The WebSocket',
        messages: references('#/components/messages', Object.keys(all)),
        bindings: {
          ws: {
            method: 'GET',
            query: { type: 'object', properties: { ticket: { type: 'string' } } },
            bindingVersion: '0.1.0',
          },
        },
      },
    },
    operations: {
      tell: operation('send', [...Object.keys(server), ...Object.keys(events)]),
      listen: operation('receive', Object.keys(client)),
    },
    components: { messages: all, schemas: book.schemas },
  };
}

const eventMessage = ({ name, durable, data }: EventType, book: SchemaRegistry): JsonSchema => ({
  name,
  title: name,
  summary: durable
    ? 'Durable: kept in the log, in order, for 72 hours'
    : 'A hint: a client that misses it reads the state by GET',
  payload: eventFrame(name, durable, book.reference(data, true)),
});

const messages = (side: string, frames: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(frames).map(([op, payload]) => [`${side}.${op}`, { name: op, title: op, payload }]),
  );

const references = (base: string, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `${base}/${name}` }]));

const operation = (action: 'send' | 'receive', names: string[]): JsonSchema => ({
  action,
  channel: { $ref: CHANNEL },
  messages: names.map((name) => ({ $ref: `${CHANNEL}/messages/${name}` })),
});
