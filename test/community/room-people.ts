import { type Notice, type Person, TIME } from '../social/people.js';
import { faultOf } from '../support/realtime-client.js';
import type { TestService } from '../support/service.js';

export const NO_ROOM = { error: 'Room not found' };
export const NO_MESSAGE = { error: 'Message not found' };
export const NO_MEMBER = { error: 'Member not found' };
export const NO_USER = { error: 'User not found' };
export const MUTED = { error: 'You are muted in this room' };
export const BANNED = { error: 'You are banned from this room' };
export const OUTSIDE = { error: 'Join the room first' };
export const ID = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);

export interface Room {
  id: string;
}

export const PATH = '/v1/community/rooms';
export const at = ({ id }: Room, rest = '') => `${PATH}/${id}${rest}`;

export const aCategory = async ({ client }: Person): Promise<string> =>
  (await client.get(`${PATH}/categories`).expect(200)).body.categories[0].id;
/** Creates a room of this owner. */
export const open = async ({ client }: Person, body: object = {}): Promise<Room> =>
  (await client.post(PATH, { name: 'A room', ...body }).expect(201)).body.room;
export const privately = (owner: Person, body: object = {}) => open(owner, { is_private: true, ...body });
export const join = ({ client }: Person, room: Room) => client.post(at(room, '/join'));
export const leave = ({ client }: Person, room: Room) => client.post(at(room, '/leave'));
export const joined = async (room: Room, ...people: Person[]): Promise<void> => {
  for (const person of people) await join(person, room).expect(200);
};
export const say = ({ client }: Person, room: Room, content: unknown = 'Hello') =>
  client.post(at(room, '/messages'), JSON.stringify({ content }));
/** A message as lists show it: with the fields that the answer to its author lacks. */
export const asListed = (message: object): any => ({
  edited_at: null,
  deleted_at: null,
  reactions: [],
  ...message,
});
/** Writes a message and returns it as lists show it. */
export const said = async (person: Person, room: Room, content?: string) =>
  asListed((await say(person, room, content).expect(201)).body.message);
export const messages = async ({ client }: Person, room: Room, query = '') =>
  (await client.get(at(room, `/messages${query}`)).expect(200)).body.messages;
export const react = ({ client }: Person, room: Room, { id }: { id: string }, emoji: unknown = '👍') =>
  client.post(at(room, `/messages/${id}/reactions`), JSON.stringify({ emoji }));
export const invite = ({ client }: Person, room: Room, { id }: { id: string }) =>
  client.post(at(room, '/invite'), { user_id: id });
export const role = ({ client }: Person, room: Room, { id }: { id: string }, to: string) =>
  client.patch(at(room, '/roles'), { user_id: id, role: to });
export const moderate = ({ client }: Person, room: Room, action: string, { id }: { id: string }, more: object = {}) =>
  client.post(at(room, `/moderation/${action}`), { user_id: id, ...more });
export const detail = async ({ client }: Person, room: Room) => (await client.get(at(room)).expect(200)).body;
export const memberCount = async (person: Person, room: Room): Promise<number> =>
  (await detail(person, room)).room.member_count;
/** The members with their roles, in the order of the answer. */
export const roles = async (person: Person, room: Room): Promise<[string, string][]> =>
  (await detail(person, room)).members.map((one: { user_id: string; role: string }) => [one.user_id, one.role]);
export const listed = async ({ client }: Person, query = '') => (await client.get(PATH + query).expect(200)).body.rooms;
export const listedRoom = async (person: Person, room: Room) =>
  (await listed(person, '?limit=50')).find(({ id }: Room) => id === room.id);
export const block = ({ client }: Person, { id }: Person) => client.put(`/v1/users/${id}/block`).expect(200);
export const named = async (person: Person, username: string): Promise<Person> => {
  await person.client.patch('/v1/users/me', { username }).expect(200);
  return person;
};

export const authorOf = ({ id }: Person) => ({ id, name: null, avatar_url: null });
export const NOBODY = { name: null, avatar_url: null, username: null };
/** The answer to the author of a new message. */
export const writtenOf = (author: Person, fields: object = {}) => ({
  id: ID,
  content: 'Hello',
  created_at: TIME,
  author: authorOf(author),
  ...fields,
});
/** The answer to a change of a room; `openedOf` is the answer to its creation, `roomOf` what a GET shows. */
export const changedOf = (fields: object = {}) => ({
  id: ID,
  name: 'A room',
  description: null,
  category_id: null,
  is_private: false,
  avatar_url: null,
  created_at: TIME,
  ...fields,
});
export const openedOf = (owner: Person, fields: object = {}) => ({
  ...changedOf(fields),
  owner_id: owner.id,
});
export const roomOf = (owner: Person, fields: object = {}) => ({
  member_count: 1,
  ...openedOf(owner, fields),
});

export interface Told {
  type: string;
  actor_id: string | null;
  data: any;
}

/** The log of a stream, oldest first, limited to the given types if there are any; every event must match its schema. */
async function log({ database }: TestService, stream: string, types: string[]): Promise<Told[]> {
  const { rows } = await database.query(
    `SELECT stream, 'x' AS epoch, seq::int, type, to_json(created_at)#>>'{}' AS at, actor_id, data
     FROM realtime.events WHERE stream = $1 AND type <> 'renewed' ORDER BY seq`,
    [stream],
  );
  const faults = rows.map((event) => faultOf({ op: 'event', ...event })).filter(Boolean);
  if (faults.length) throw new Error(faults.join('\n'));
  return rows
    .map(({ type, actor_id, data }) => ({ type, actor_id, data }))
    .filter(({ type }) => !types.length || types.includes(type));
}
export const toldRoom = (service: TestService, { id }: Room, ...types: string[]) => log(service, `room:${id}`, types);
export const toldUser = (service: TestService, { id }: { id: string }, ...types: string[]) =>
  log(service, `user:${id}`, types);

/** The person's notifications, newest first. */
export const notices = async ({ client }: Person): Promise<(Notice & { about: object; data: object })[]> =>
  (await client.get('/v1/notifications').expect(200)).body.notifications;
