import { atOnce, tally } from '../account/at-once.js';
import { events, NOT_AUTHENTICATED, person, type Person, UNKNOWN, walk } from '../social/people.js';
import { TestService } from '../support/service.js';
import {
  asListed,
  at,
  BANNED,
  join,
  joined,
  writtenOf,
  messages,
  moderate,
  MUTED,
  NO_ROOM,
  open,
  OUTSIDE,
  privately,
  type Room,
  said,
  say,
  toldRoom,
} from './room-people.js';
import { admin, ann, bob, cat, room, service, withRoom } from './stage.js';

withRoom();
beforeEach(() => joined(room, bob));

interface Message {
  id: string;
  content: string;
  created_at: string;
}
const contents = (list: Message[]) => list.map(({ content }) => content);
const seqs = async () =>
  (
    await service.database.query('SELECT seq::int FROM community.room_messages WHERE room_id = $1 ORDER BY seq', [
      room.id,
    ])
  ).rows.map(({ seq }) => seq);

describe('POST /v1/community/rooms/{id}/messages', () => {
  it('writes a message and announces it to the room', async () => {
    const { body } = await say(bob, room, 'Hi 👩‍👩‍👧 ﷽').expect(201);
    expect(body).toEqual({ message: writtenOf(bob, { content: 'Hi 👩‍👩‍👧 ﷽' }) });
    const message = asListed(body.message);
    expect(await messages(cat, room)).toEqual([message]);
    expect(await toldRoom(service, room, 'message.created')).toEqual([
      { type: 'message.created', actor_id: bob.id, data: { room_id: room.id, message } },
    ]);
    expect(await events(service, bob.id, 'message.created')).toEqual([{ room_id: room.id, message_id: message.id }]);
    await service.client().post(at(room, '/messages'), { content: 'x' }).expect(401, NOT_AUTHENTICATED);
  });

  it('one Idempotency-Key writes one message, and the event carries the key', async () => {
    const client = bob.client.with({ 'idempotency-key': 'key-"1"' });
    const answers = await atOnce(5, () => client.post(at(room, '/messages'), { content: 'once' }));
    expect(tally(answers)).toEqual({ 201: 5 });
    expect(await messages(ann, room)).toHaveLength(1);
    const told = await toldRoom(service, room, 'message.created');
    expect(told.map(({ data }) => data.client_ref)).toEqual(['key-"1"']);
    await client.post(at(room, '/messages'), { content: 'else' }).expect(409, { error: 'Idempotency key reused' });
  });

  it.each([
    ['missing', {}],
    ['null', { content: null }],
    ['empty', { content: '' }],
    ['blank', { content: ' \n\t\u00a0\u3000' }],
    ['no text', { content: 5 }],
    ['too long', { content: '😀'.repeat(4_001) }],
  ])('a content that is %s is refused', async (_, body) => {
    const { body: answer } = await bob.client.post(at({ id: UNKNOWN }, '/messages'), body).expect(400);
    expect(answer.error).toBe('Validation error');
    expect(answer.details[0].field).toBe('content');
  });

  it('keeps up to four thousand characters as they are', async () => {
    for (const content of ['😀'.repeat(4_000), ' \n👩‍👩‍👧 ', '\u200d'])
      expect(await said(bob, room, content)).toMatchObject({ content });
  });

  it('only members who are neither muted nor banned may write', async () => {
    await say(cat, room).expect(403, OUTSIDE);
    await say(admin, room).expect(403, OUTSIDE);
    for (const id of ['nothing', UNKNOWN]) await say(bob, { id }).expect(404, NO_ROOM);
    const secret = await privately(ann);
    await say(bob, secret).expect(404, NO_ROOM);
    await moderate(ann, room, 'mute', bob, { duration_minutes: 2 }).expect(200);
    const { headers } = await say(bob, room).expect(403, MUTED);
    expect(Number(headers['retry-after'])).toBeGreaterThan(110);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(120);
    await moderate(ann, room, 'mute', bob).expect(200);
    const { headers: endless } = await say(bob, room).expect(403, MUTED);
    expect(endless).not.toHaveProperty('retry-after');
    await moderate(ann, room, 'ban', bob).expect(200);
    await say(bob, room).expect(403, BANNED);
    await moderate(ann, secret, 'ban', bob).expect(200);
    await say(bob, secret).expect(404, NO_ROOM);
    expect(await messages(ann, room)).toEqual([]);
    expect(await toldRoom(service, room, 'message.created')).toEqual([]);
  });

  it('a mute ends by itself', async () => {
    await moderate(ann, room, 'mute', bob, { duration_minutes: 1 }).expect(200);
    await service.database.query(
      `UPDATE community.room_moderation SET expires_at = now() - interval '1 ms' WHERE room_id = $1`,
      [room.id],
    );
    await say(bob, room).expect(201);
  });

  it('sixty messages at once are each stored once, numbered without gaps', async () => {
    const others = await Promise.all([cat, await person(service)].map(async (one) => (await join(one, room), one)));
    const people = [ann, bob, ...others];
    const answers = await atOnce(60, (n) => say(people[n % 4] as Person, room, `${n}`));
    expect(tally(answers)).toEqual({ 201: 60 });
    const all = await walk<Message>(ann.client, at(room, '/messages?limit=7'), 'messages');
    expect(new Set(contents(all)).size).toBe(60);
    expect(await seqs()).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    const told = await toldRoom(service, room, 'message.created');
    expect(told.map(({ data }) => data.message.id)).toEqual(all.map(({ id }) => id).reverse());
    const moments = all.map(({ created_at }) => created_at);
    expect(moments.toSorted().reverse()).toEqual(moments);
  });

  it('each is in its own room, beside muted users and strangers, when many write at once', async () => {
    const rooms = [room, ...(await Promise.all(Array.from({ length: 4 }, () => open(ann))))] as Room[];
    for (const one of rooms.slice(1)) await joined(one, bob);
    await moderate(ann, rooms[4] as Room, 'mute', bob).expect(200);
    const byAnn = (n: number) => Math.floor(n / 6) % 2 === 1;
    const answers = await atOnce(60, (n) => {
      const place = n % 6;
      if (place === 5) return say(cat, rooms[Math.floor(n / 6) % 5] as Room, 'stranger');
      return say(byAnn(n) ? ann : bob, rooms[place] as Room, `${place}: ${n}`);
    });
    expect(tally(answers)).toEqual({ 201: 45, 403: 15 });
    for (const [place, one] of rooms.entries()) {
      const shown: (Message & { author: { id: string } })[] = await messages(ann, one);
      const numbers = shown.map(({ content }) => Number(content.replace(`${place}: `, '')));
      const all = Array.from({ length: 10 }, (_, n) => 6 * n + place).filter((n) => place < 4 || byAnn(n));
      expect(numbers.toSorted((a, b) => a - b)).toEqual(all);
      expect(shown.map(({ author }) => author.id === ann.id)).toEqual(numbers.map(byAnn));
      const told = await toldRoom(service, one, 'message.created');
      expect(told.map(({ data }) => data.message)).toEqual(shown.toReversed());
    }
  });

  it('a kicked user writes nothing after the kick, also while it races a hundred messages', async () => {
    const answers = await atOnce(100, (n) =>
      n === 50 ? moderate(ann, room, 'kick', bob) : say(n % 2 ? bob : ann, room, `${n}`),
    );
    expect(answers.every(({ status }) => [200, 201, 403].includes(status))).toBe(true);
    const told = await toldRoom(service, room);
    const kicked = told.findIndex(({ type }) => type === 'member.left');
    expect(kicked).toBeGreaterThan(-1);
    const after = told.slice(kicked + 1).filter(({ actor_id }) => actor_id === bob.id);
    expect(after).toEqual([]);
  });
});

describe('GET /v1/community/rooms/{id}/messages', () => {
  it('newest first, and pages stay stable while others write', async () => {
    for (let n = 1; n <= 5; n++) await said(bob, room, `${n}`);
    const all = await walk<Message>(ann.client, at(room, '/messages?limit=2'), 'messages', () => said(ann, room));
    expect(contents(all)).toEqual(['5', '4', '3', '2', '1']);
    const { body } = await ann.client.get(at(room, '/messages?limit=2')).expect(200);
    expect(body.next_cursor).toBe(body.messages[1].id);
  });

  it('has fifty messages a page, and at most a hundred', async () => {
    await service.database.query(
      `INSERT INTO community.room_messages (room_id, seq, user_id, content)
       SELECT $1, n, $2, n::text FROM generate_series(1, 120) n`,
      [room.id, bob.id],
    );
    expect(await messages(ann, room)).toHaveLength(50);
    expect(await messages(ann, room, '?limit=100000')).toHaveLength(100);
  });

  it('wrong limits and cursors are refused before anything else', async () => {
    const other = await open(ann);
    const elsewhere = await said(ann, other);
    const here = await said(ann, room);
    for (const limit of ['0', '-1', 'abc', '1.5', '']) {
      const path = `/messages?limit=${limit}`;
      await ann.client.get(at({ id: UNKNOWN }, path)).expect(400, { error: 'Invalid limit' });
    }
    await ann.client.get(at({ id: UNKNOWN }, '/messages?cursor=x')).expect(400, { error: 'Invalid cursor' });
    for (const cursor of [UNKNOWN, elsewhere.id]) {
      await ann.client.get(at(room, `/messages?cursor=${cursor}`)).expect(400, { error: 'Invalid cursor' });
    }
    expect(await messages(ann, room, `?cursor=${here.id.toUpperCase()}`)).toEqual([]);
  });

  it('may be read like the room: public by all but the banned, private by members', async () => {
    const secret = await privately(ann);
    expect(await messages(cat, room)).toEqual([]);
    await cat.client.get(at(secret, '/messages')).expect(404, NO_ROOM);
    await moderate(ann, room, 'ban', cat).expect(200);
    await cat.client.get(at(room, '/messages')).expect(403, BANNED);
    for (const id of ['x', UNKNOWN]) await cat.client.get(at({ id }, '/messages')).expect(404, NO_ROOM);
    await service.client().get(at(room, '/messages')).expect(401, NOT_AUTHENTICATED);
    const { headers } = await bob.client.get(at(room, '/messages')).expect(200);
    expect(headers['x-realtime-position']).toMatch(new RegExp(`^room:${room.id};[\\w-]+;\\d+$`));
  });
});

describe('with rate limits switched on', () => {
  it('each author may write ten messages in ten seconds in each room', async () => {
    const limited = await TestService.start({ RATE_LIMIT: '10000' });
    try {
      const [eve, fay] = [await person(limited), await person(limited)];
      const [one, other] = [await open(eve), await open(eve)];
      await joined(one, fay);
      const answers = await atOnce(11, () => say(eve, one));
      expect(tally(answers)).toEqual({ 201: 10, 429: 1 });
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.body).toEqual({ error: 'Too many requests' });
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
      await said(eve, other);
      await said(fay, one);
      expect(await messages(eve, one)).toHaveLength(11);
    } finally {
      await limited.stop();
    }
  });
});
