import { atOnce, tally } from '../account/at-once.js';
import { events, FORBIDDEN, NOT_AUTHENTICATED, person, type Person, UNKNOWN } from '../social/people.js';
import {
  aCategory,
  changedOf,
  openedOf,
  at,
  detail,
  invite,
  join,
  joined,
  listed,
  moderate,
  NO_ROOM,
  NOBODY,
  open,
  PATH,
  privately,
  role,
  type Room,
  roomOf,
  said,
  toldRoom,
  toldUser,
} from './room-people.js';
import { admin, ann, bob, cat, service, withPeople } from './stage.js';

withPeople();
beforeEach(() => service.database.query('DELETE FROM community.rooms'));
let category: string;
beforeAll(async () => {
  category = await aCategory(admin);
});

const create = ({ client }: Person, body: unknown) => client.post(PATH, JSON.stringify(body));

describe('POST /v1/community/rooms', () => {
  it('creates a room whose owner and first admin is the caller', async () => {
    const { body } = await create(ann, {
      name: 'Tea 🍵',
      description: 'All of it',
      category_id: category.toUpperCase(),
      is_private: true,
      owner_id: bob.id,
      member_count: 7,
      avatar_url: 'https://example.com/a.png',
    }).expect(201);
    const made = { name: 'Tea 🍵', description: 'All of it', category_id: category, is_private: true };
    expect(body).toEqual({ room: openedOf(ann, made) });
    const { room, members, messages, roles } = await detail(ann, body.room);
    expect(room).toEqual(roomOf(ann, made));
    expect(members).toEqual([
      {
        user_id: ann.id,
        room_id: room.id,
        role: 'admin',
        joined_at: expect.any(String),
        is_banned: false,
        profile: NOBODY,
      },
    ]);
    expect([messages, roles]).toEqual([[], ['admin', 'member']]);
    expect(await toldUser(service, ann)).toEqual([{ type: 'room.added', actor_id: ann.id, data: { room } }]);
    expect(await events(service, ann.id, 'room.created')).toEqual([{ room_id: room.id }]);
    await service.client().post(PATH, { name: 'x' }).expect(401, NOT_AUTHENTICATED);
  });

  it('needs no more than a name', async () => {
    const { body } = await create(ann, { name: 'x', description: null, category_id: null }).expect(201);
    expect(body).toEqual({ room: openedOf(ann, { name: 'x' }) });
  });

  it.each([
    ['missing', 'name', {}],
    ['empty', 'name', { name: '' }],
    ['blank', 'name', { name: ' \n ' }],
    ['null', 'name', { name: null }],
    ['no text', 'name', { name: 5 }],
    ['too long', 'name', { name: 'x'.repeat(101) }],
    ['no text', 'description', { name: 'x', description: 5 }],
    ['too long', 'description', { name: 'x', description: 'x'.repeat(1_001) }],
    ['no id', 'category_id', { name: 'x', category_id: 'general' }],
    ['no boolean', 'is_private', { name: 'x', is_private: 'true' }],
    ['null', 'is_private', { name: 'x', is_private: null }],
  ])('%s %s is refused', async (_, field, body) => {
    const { body: answer } = await create(ann, body).expect(400);
    expect(answer).toEqual({ error: 'Validation error', details: expect.any(Array) });
    expect(answer.details).toContainEqual({ field, message: expect.any(String) });
  });

  it('refuses an unknown category', async () => {
    await create(ann, { name: 'x', category_id: UNKNOWN }).expect(404, { error: 'Category not found' });
    expect(await listed(ann)).toEqual([]);
    expect(await toldUser(service, ann)).toEqual([]);
  });

  it('one Idempotency-Key creates one room', async () => {
    const client = ann.client.with({ 'idempotency-key': 'room-1' });
    const answers = await atOnce(5, () => client.post(PATH, { name: 'once' }));
    expect(tally(answers)).toEqual({ 201: 5 });
    expect(new Set(answers.map(({ body }) => body.room.id)).size).toBe(1);
    expect(await listed(ann)).toHaveLength(1);
  });
});

describe('PATCH /v1/community/rooms/{id}', () => {
  const change = ({ client }: Person, room: Room, body: unknown) => client.patch(at(room), JSON.stringify(body));

  it('lets admins of the room and staff change the given fields', async () => {
    const room = await open(ann, { description: 'old' });
    await joined(room, bob, cat);
    await role(ann, room, bob, 'admin').expect(200);
    const wanted = { name: 'New', category_id: category, avatar_url: 'https://example.com/a.png' };
    const { body } = await change(bob, room, { ...wanted, owner_id: bob.id, member_count: 9 }).expect(200);
    expect(body).toEqual({ room: changedOf({ ...wanted, description: 'old' }) });
    const shown = roomOf(ann, { ...wanted, description: 'old', member_count: 3 });
    expect(await toldRoom(service, room, 'room.updated')).toEqual([
      { type: 'room.updated', actor_id: bob.id, data: { room: shown } },
    ]);
    await change(admin, room, { description: null, category_id: null, avatar_url: null }).expect(200);
    expect((await detail(cat, room)).room).toEqual(roomOf(ann, { name: 'New', member_count: 3 }));
    await change(cat, room, { name: 'Mine' }).expect(403, FORBIDDEN);
    await change(await person(service), room, { name: 'Mine' }).expect(403, FORBIDDEN);
    await service.client().patch(at(room), { name: 'x' }).expect(401, NOT_AUTHENTICATED);
  });

  it('announces nothing if nothing changes', async () => {
    const room = await open(ann, { category_id: category });
    const same = { name: 'A room', is_private: false, category_id: category.toUpperCase() };
    expect((await change(ann, room, same).expect(200)).body.room.name).toBe('A room');
    await change(ann, room, {}).expect(200);
    expect(await toldRoom(service, room)).toEqual([]);
    expect(await events(service, ann.id, 'room.updated')).toEqual([]);
  });

  it('a room that becomes private disappears for those who are not members', async () => {
    const room = await open(ann);
    await change(ann, room, { is_private: true }).expect(200);
    await bob.client.get(at(room)).expect(404, NO_ROOM);
    await change(bob, room, { name: 'x' }).expect(404, NO_ROOM);
    await change(ann, room, { is_private: false }).expect(200);
    await detail(bob, room);
  });

  it.each([
    [{ name: null }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: '\t' }, 'name'],
    [{ is_private: null }, 'is_private'],
    [{ is_private: 1 }, 'is_private'],
    [{ avatar_url: 'javascript:alert(1)' }, 'avatar_url'],
    [{ category_id: 5 }, 'category_id'],
  ])('%j is refused', async (body, field) => {
    const { body: answer } = await change(ann, { id: UNKNOWN }, body).expect(400);
    expect(answer.details).toContainEqual({ field, message: expect.any(String) });
  });

  it('refuses an unknown room', async () => {
    await change(ann, { id: UNKNOWN }, { name: 'x' }).expect(404, NO_ROOM);
    await change(ann, { id: 'x' }, { name: 'x' }).expect(404, NO_ROOM);
    const room = await open(ann);
    await change(ann, room, { name: 'New', category_id: UNKNOWN }).expect(404, {
      error: 'Category not found',
    });
    expect((await detail(ann, room)).room.name).toBe('A room');
  });
});

describe('DELETE /v1/community/rooms/{id}', () => {
  const remove = ({ client }: Person, room: Room) => client.delete(at(room));

  it('lets the owner and staff delete a room with everything in it', async () => {
    const room = await open(ann);
    await joined(room, bob, cat);
    await role(ann, room, bob, 'admin').expect(200);
    await said(bob, room);
    await moderate(ann, room, 'mute', cat).expect(200);
    await invite(ann, room, admin).expect(200);
    await remove(bob, room).expect(403, FORBIDDEN);
    await service.client().delete(at(room)).expect(401, NOT_AUTHENTICATED);
    await remove(ann, room).expect(200, { message: 'Room deleted successfully' });
    await remove(ann, room).expect(404, NO_ROOM);
    for (const table of ['members', 'messages', 'moderation', 'moderation_log', 'invitations']) {
      const { rowCount } = await service.database.query(`SELECT FROM community.room_${table} WHERE room_id = $1`, [
        room.id,
      ]);
      expect([table, rowCount]).toEqual([table, 0]);
    }
    expect(await toldRoom(service, room, 'room.deleted')).toEqual([
      { type: 'room.deleted', actor_id: ann.id, data: { room_id: room.id } },
    ]);
    const other = await privately(ann);
    await remove(bob, other).expect(404, NO_ROOM);
    await remove(admin, other).expect(200);
  });

  it('happens once when many ask at once, and nobody can write into a deleted room', async () => {
    const room = await open(ann);
    const answers = await atOnce(20, (n) =>
      n % 2 ? remove(ann, room) : ann.client.post(at(room, '/messages'), { content: `${n}` }),
    );
    expect(answers.filter(({ body }) => body.message === 'Room deleted successfully')).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 201, 404].includes(status))).toBe(true);
    const left = (await toldRoom(service, room)).map(({ type }) => type);
    expect(left.indexOf('room.deleted')).toBe(left.length - 1);
    await join(bob, room).expect(404, NO_ROOM);
  });
});
