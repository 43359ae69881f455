import type { Envelope } from '../../src/realtime/event-type.js';
import { RealtimeService } from '../../src/realtime/realtime.service.js';
import type { Person } from '../social/people.js';
import { faultOf } from '../support/realtime-client.js';
import type { TestService } from '../support/service.js';
import { asListed } from './room-people.js';

export const CANNOT_MESSAGE = { error: 'You cannot message this user' };
export const NO_CONVERSATION = { error: 'Conversation not found' };
export const NO_MESSAGE = { error: 'Message not found' };
export const ID = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);

export const open = (one: Person, { id }: { id: string }) => one.client.post('/v1/community/dm', { user_id: id });
export const conversation = async (one: Person, other: Person): Promise<string> =>
  (await open(one, other).expect(201)).body.conversation.id;
export const send = (one: Person, id: string, content: unknown = 'Hello') =>
  one.client.post(`/v1/community/dm/${id}`, { content });
/** Sends a message and returns it as lists show it. */
export const sent = async (one: Person, id: string, content?: string) =>
  asListed((await send(one, id, content).expect(201)).body.message);
export const react = (one: Person, id: string, message_id: unknown, emoji: unknown = '👍') =>
  one.client.post(`/v1/community/dm/${id}/reactions`, { message_id, emoji });
export const block = (one: Person, { id }: Person) => one.client.put(`/v1/users/${id}/block`).expect(200);
export const listed = async ({ client }: Person) =>
  (await client.get('/v1/community/dm').expect(200)).body.conversations;

export interface Told {
  type: string;
  actor_id: string | null;
  data: any;
}

export interface Hinted extends Told {
  stream: string;
}

/** Fails for an event that does not match its documented schema. */
function sound(event: object): void {
  const fault = faultOf({ op: 'event', ...event });
  if (fault) throw new Error(fault);
}

/** The user's events in the realtime log, oldest first; only of these types when some are given. */
export async function told({ database }: TestService, { id }: { id: string }, ...types: string[]): Promise<Told[]> {
  const { rows } = await database.query(
    `SELECT stream, 'x' AS epoch, seq::int, type, to_json(created_at)#>>'{}' AS at, actor_id, data
     FROM realtime.events WHERE stream = 'user:' || $1 ORDER BY seq`,
    [id],
  );
  rows.forEach(sound);
  return rows
    .map(({ type, actor_id, data }) => ({ type, actor_id, data }))
    .filter(({ type }) => !types.length || types.includes(type));
}

/** Collects the hints of this type that are sent from now on; hints are not in the log. */
export function hints(service: TestService, wanted: string): Hinted[] {
  const heard: Hinted[] = [];
  const events = (all: Envelope[]) => {
    for (const { stream, type, at, actor_id, data: json } of all.filter((one) => one.type === wanted)) {
      const data = JSON.parse(json);
      sound({ stream, type, at, actor_id, data });
      heard.push({ stream, type, actor_id, data });
    }
  };
  service.app.get(RealtimeService).addOutlet({ deliver: events, hasListeners: () => true });
  return heard;
}
