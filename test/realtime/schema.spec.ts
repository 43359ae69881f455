import { eventTypes } from '../../src/realtime/event-type.js';
import { TestService } from '../support/service.js';

interface Document {
  asyncapi: string;
  info: { title: string; version: string };
  channels: Record<string, { address: string; messages: Record<string, { $ref: string }> }>;
  operations: Record<string, { action: string; channel: { $ref: string }; messages: { $ref: string }[] }>;
  components: { messages: Record<string, any>; schemas: Record<string, object> };
}

let service: TestService;
let document: Document;

beforeAll(async () => {
  service = await TestService.start();
  document = (await service.client().get('/v1/realtime/schema').expect(200)).body;
});
afterAll(() => service.stop());

/** The part of the realtime page that does not depend on installed apps. */
const TYPES = `message.created message.updated message.deleted message.reaction room.updated room.deleted
  member.joined member.role member.left member.muted member.unmuted room.invited room.added room.removed
  conversation.created dm.created dm.updated dm.deleted dm.reaction read.updated typing presence
  call.ringing call.active call.ended tip.created membership.updated badge.earned
  broadcast.started broadcast.ended broadcast.viewers`.split(/\s+/);
const HINTS = new Set(['typing', 'presence', 'broadcast.viewers']);

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [inner as string] : references(inner)));
}

const at = (pointer: string) =>
  pointer
    .slice(2)
    .split('/')
    .reduce<any>((value, key) => value?.[key], document);

it('is an AsyncAPI 3 document', () => {
  expect(document).toMatchObject({ asyncapi: '3.0.0', info: { title: expect.any(String), version: '1' } });
  for (const { action, channel, messages } of Object.values(document.operations)) {
    expect(['send', 'receive']).toContain(action);
    expect(channel.$ref).toBe('#/channels/realtime');
    for (const { $ref } of messages) expect($ref).toMatch(/^#\/channels\/realtime\/messages\//);
  }
  for (const name of Object.keys(document.components.messages)) expect(name).toMatch(/^[\w.-]+$/);
  for (const message of Object.values(document.components.messages)) expect(message.payload).toBeDefined();
});

it('refers only to what it contains', () => {
  const all = references(document);
  expect(all.length).toBeGreaterThan(50);
  for (const pointer of all) expect([pointer, at(pointer)]).toEqual([pointer, expect.anything()]);
});

it('contains every event type', () => {
  const names = Object.keys(document.components.messages);
  expect(names).toEqual(expect.arrayContaining([...eventTypes.keys()]));
  expect(TYPES.filter((name) => !names.includes(name))).toEqual([]);
});

it('says which events are durable', () => {
  for (const name of TYPES) {
    const { payload } = document.components.messages[name];
    expect([name, 'seq' in payload.properties]).toEqual([name, !HINTS.has(name)]);
  }
});
