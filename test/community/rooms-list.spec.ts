import { invalid, NOT_AUTHENTICATED, UNKNOWN, walk } from '../social/people.js';
import {
  asListed,
  aCategory,
  at,
  authorOf,
  BANNED,
  detail,
  ID,
  invite,
  joined,
  listed,
  listedRoom,
  writtenOf,
  moderate,
  NO_ROOM,
  open,
  PATH,
  privately,
  role,
  type Room,
  roomOf,
  said,
} from './room-people.js';
import { admin, ann, bob, cat, service, withPeople } from './stage.js';

withPeople();
beforeEach(() => service.database.query('DELETE FROM community.rooms'));
let category: string;
beforeAll(async () => {
  category = await aCategory(admin);
});

const ids = (rooms: Room[]) => rooms.map(({ id }) => id);

describe('GET /v1/community/rooms/categories', () => {
  it('has the categories that ship with the product', async () => {
    const { body } = await ann.client.get(`${PATH}/categories`).expect(200);
    expect(body.categories.length).toBeGreaterThan(5);
    expect(body.categories[0]).toEqual({ id: ID, name: 'General', icon: '💬' });
    await service.client().get(`${PATH}/categories`).expect(401, NOT_AUTHENTICATED);
  });
});

describe('GET /v1/community/rooms', () => {
  it('lists public rooms, and private ones for members and invited users; not for banned users', async () => {
    const [open1, own, invited, hidden, shut, left] = [
      await open(ann),
      await privately(bob),
      await privately(ann),
      await privately(ann),
      await open(ann),
      await privately(bob),
    ];
    await invite(ann, invited, bob).expect(200);
    await moderate(ann, shut, 'ban', bob).expect(200);
    expect(ids(await listed(bob))).toEqual([left.id, invited.id, own.id, open1.id]);
    expect(ids(await listed(ann))).toEqual([shut.id, hidden.id, invited.id, open1.id]);
    expect(ids(await listed(cat))).toEqual([shut.id, open1.id]);
    await bob.client.post(at(left, '/leave')).expect(200);
    expect(ids(await listed(cat, '?joined=true'))).toEqual([]);
    expect(ids(await listed(bob, '?joined=true'))).toEqual([own.id]);
    await service.client().get(PATH).expect(401, NOT_AUTHENTICATED);
  });

  it('shows the numbers of members and unread messages, and the last message to those who may read it', async () => {
    const [room, secret] = [await open(ann), await privately(ann)];
    await said(ann, room, 'before');
    await joined(room, bob);
    await invite(ann, secret, bob).expect(200);
    await said(ann, secret, 'between us');
    expect(await listedRoom(bob, room)).toEqual({
      ...roomOf(ann, { member_count: 2 }),
      unread_count: 0,
      last_message: {
        id: ID,
        content: 'before',
        created_at: expect.any(String),
        deleted_at: null,
        author: authorOf(ann),
      },
    });
    await said(ann, room, 'one');
    await said(ann, room, 'two');
    expect(await listedRoom(bob, room)).toMatchObject({ unread_count: 2, last_message: { content: 'two' } });
    expect(await listedRoom(ann, room)).toMatchObject({ unread_count: 0 });
    expect(await listedRoom(cat, room)).toMatchObject({ unread_count: 0, last_message: { content: 'two' } });
    expect(await listedRoom(bob, secret)).toMatchObject({ unread_count: 0, last_message: null });
  });

  it('filters by category, and pages stay stable while others create rooms', async () => {
    const rooms: string[] = [];
    for (let n = 0; n < 6; n++) {
      const make = n % 2 ? open : privately;
      rooms.unshift((await make(ann, { category_id: n < 4 ? category : null })).id);
    }
    const between = () => open(ann);
    expect(ids(await walk<Room>(ann.client, `${PATH}?limit=1`, 'rooms', between))).toEqual(rooms);
    const path = `${PATH}?limit=3&category_id=${category}`;
    expect(ids(await walk<Room>(ann.client, path, 'rooms'))).toEqual(rooms.slice(2));
    const own = `${PATH}?joined=true&limit=2&category_id=${category}`;
    expect(ids(await walk<Room>(ann.client, own, 'rooms'))).toEqual(rooms.slice(2));
    expect(await listed(ann, `?category_id=${UNKNOWN}`)).toEqual([]);
  });

  it('has twenty rooms a page, and at most fifty', async () => {
    await service.database.query(
      `INSERT INTO community.rooms (name, owner_id, created_at)
       SELECT 'r' || n, $1, now() - n * interval '1 s' FROM generate_series(1, 60) n`,
      [ann.id],
    );
    expect(await listed(bob)).toHaveLength(20);
    expect(await listed(bob, '?limit=500')).toHaveLength(50);
  });

  it.each([
    ['category_id=abc', invalid('category_id')],
    ['joined=yes', invalid('joined')],
  ])('%s is refused', async (query, error) => {
    const { body } = await ann.client.get(`${PATH}?${query}`).expect(400);
    expect(body).toEqual(error);
  });

  it('answers the position in the realtime stream', async () => {
    const before = (await ann.client.get(PATH).expect(200)).headers['x-realtime-position'] as string;
    expect(before).toMatch(new RegExp(`^user:${ann.id};[\\w-]+;0$`));
    await open(ann);
    const after = (await ann.client.get(PATH).expect(200)).headers['x-realtime-position'] as string;
    expect(after.split(';')[2]).toBe('1');
  });
});

describe('GET /v1/community/rooms/{id}', () => {
  it('a public room is open to everybody who is not banned, a private one to members', async () => {
    const [room, secret] = [await open(ann), await privately(ann)];
    await detail(bob, room);
    await moderate(ann, room, 'ban', cat).expect(200);
    await cat.client.get(at(room)).expect(403, BANNED);
    await bob.client.get(at(secret)).expect(404, NO_ROOM);
    await invite(ann, secret, bob).expect(200);
    await bob.client.get(at(secret)).expect(404, NO_ROOM);
    await moderate(ann, secret, 'ban', cat).expect(200);
    await cat.client.get(at(secret)).expect(404, NO_ROOM);
    await detail(admin, secret);
    for (const id of ['nothing', UNKNOWN]) await ann.client.get(at({ id })).expect(404, NO_ROOM);
    await service.client().get(at(room)).expect(401, NOT_AUTHENTICATED);
  });

  it('shows admins first, and the last fifty messages, newest first', async () => {
    const room = await open(ann);
    await joined(room, bob, cat);
    await role(ann, room, cat, 'admin').expect(200);
    for (let n = 1; n <= 52; n++) await said(bob, room, `${n}`);
    const { body, headers } = await ann.client.get(at(room)).expect(200);
    expect(body.members.map(({ user_id }: { user_id: string }) => user_id)).toEqual([ann.id, cat.id, bob.id]);
    expect(body.messages.map(({ content }: { content: string }) => content)).toEqual(
      Array.from({ length: 50 }, (_, n) => `${52 - n}`),
    );
    expect(body.messages[0]).toEqual(asListed(writtenOf(bob, { content: '52' })));
    expect(headers['x-realtime-position']).toMatch(new RegExp(`^room:${room.id};[\\w-]+;55$`));
  });
});
