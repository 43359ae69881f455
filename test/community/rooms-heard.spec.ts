import { RoomAccessService } from '../../src/community/rooms/access/room-access.service.js';
import { RoomStreamExtension } from '../../src/community/rooms/rooms.extension.js';
import { crowd, type Person, UNKNOWN } from '../social/people.js';
import { type Account, eventually } from '../support/service.js';
import { at, invite, join, joined, leave, moderate, open, privately, react, type Room, said } from './room-people.js';
import { admin, ann, bob, cat, service, withPeople } from './stage.js';

withPeople();
beforeEach(() => service.database.query('DELETE FROM community.rooms'));

describe('the stream policy of rooms', () => {
  const readable = (...asked: [{ id: string }, { id: string }][]) =>
    service.app.get(RoomStreamExtension).readable(asked.map(([{ id }, user]) => ({ id, user_id: user.id })));

  it('allows those who may read the room', async () => {
    const [room, secret, left] = [await open(ann), await privately(ann), await privately(ann)];
    await invite(ann, secret, bob).expect(200);
    await leave(ann, left).expect(200);
    for (const one of [room, secret]) await moderate(ann, one, 'ban', cat).expect(200);
    const nothing = { id: UNKNOWN };
    const answers = await readable(
      [room, ann],
      [room, bob],
      [room, cat],
      [{ id: 'nothing' }, ann],
      [secret, ann],
      [secret, bob],
      [secret, cat],
      [secret, admin],
      [left, ann],
      [nothing, ann],
      [room, nothing],
      [room, ann],
    );
    expect(answers).toEqual(['yes', 'yes', 'banned', 'no', 'yes', 'no', 'no', 'yes', 'yes', 'no', 'no', 'yes']);
    expect(await readable()).toEqual([]);
  });

  it('lists the rooms of a member, the latest activity first', async () => {
    const [one, two, three, other] = [await open(ann), await privately(ann), await open(ann), await open(bob)];
    await joined(other, ann);
    await said(ann, one);
    const streams = service.app.get(RoomStreamExtension);
    expect(await streams.joined(ann.id, 10)).toEqual([one.id, other.id, three.id, two.id]);
    expect(await streams.joined(ann.id, 2)).toEqual([one.id, other.id]);
    expect(await streams.joined(bob.id, 10)).toEqual([other.id]);
  });
});

describe('who may write in a room', () => {
  const speaks = ({ id }: Room, who: { id: string }) => service.app.get(RoomAccessService).findWriteState(id, who.id);

  it('members, unless they are muted', async () => {
    const room = await open(ann);
    expect(await speaks(room, ann)).toBe('yes');
    expect(await speaks(room, bob)).toBe('no');
    expect(await speaks(room, admin)).toBe('no');
    await moderate(ann, room, 'mute', bob).expect(200);
    expect(await speaks(room, bob)).toBe('no');
    await join(bob, room).expect(200);
    expect(await speaks(room, bob)).toBe('muted');
    await moderate(ann, room, 'ban', bob).expect(200);
    expect(await speaks(room, bob)).toBe('no');
    for (const id of ['nothing', UNKNOWN]) expect(await speaks({ id }, ann)).toBe('no');
  });
});

describe('GET /v1/search for rooms', () => {
  interface Found {
    results: Room[];
    next_cursor: string | null;
  }
  const search = async ({ client }: Person, query: Record<string, string>): Promise<Found> => {
    const parameters = new URLSearchParams({ type: 'rooms', ...query });
    return (await client.get(`/v1/search?${parameters}`).expect(200)).body;
  };
  const found = async (who: Person, q: string) => (await search(who, { q })).results.map(({ id }) => id);

  it('finds the rooms that the caller may see, by name and description', async () => {
    const tea = await open(ann, { name: 'Green tea', description: 'and scones' });
    const secret = await privately(ann, { name: 'Secret tea' });
    const shut = await open(ann, { name: 'Black tea' });
    await open(ann, { name: 'Coffee' });
    await moderate(ann, shut, 'ban', bob).expect(200);
    expect(await found(bob, 'TEA')).toEqual([tea.id]);
    expect(await found(bob, 'scones')).toEqual([tea.id]);
    expect(await found(ann, 'tea')).toEqual([shut.id, secret.id, tea.id]);
    expect(await found(ann, 'tea -black')).toEqual([secret.id, tea.id]);
    expect(await found(ann, 'gre')).toEqual([tea.id]);
    expect(await found(ann, '"tea green"')).toEqual([]);
    await invite(ann, secret, bob).expect(200);
    expect(await found(bob, 'tea')).toEqual([secret.id, tea.id]);
    const { results } = await search(bob, { q: 'green' });
    expect(results).toEqual([(await bob.client.get(at(tea)).expect(200)).body.room]);
  });

  it('finds rooms page by page, also beyond the newest five hundred', async () => {
    await service.database.query(
      `INSERT INTO community.rooms (name, created_at)
       SELECT CASE WHEN n % 100 = 0 THEN 'needle' ELSE 'hay' END || ' ' || n, now() - n * interval '1 s'
       FROM generate_series(1, 1200) n`,
    );
    const names: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page: Found = await search(cat, { q: 'needle', limit: '5', ...(cursor && { cursor }) });
      names.push(...page.results.map((room) => (room as Room & { name: string }).name));
      cursor = page.next_cursor;
    }
    expect(names).toEqual(Array.from({ length: 12 }, (_, n) => `needle ${(n + 1) * 100}`));
    expect((await search(cat, { q: 'hay' })).results).toHaveLength(20);
  });
});

describe('the export of an account', () => {
  const copy = async ({ client }: Account) => {
    const url = await eventually(async () => {
      const { body } = await client.get('/v1/users/me/export').expect(200);
      return (body.export.url as string | null) ?? Promise.reject(new Error('not ready yet'));
    });
    return (await service.client().get(new URL(url).pathname).expect(200)).body;
  };

  it('has the rooms, messages, reactions and invitations of the user', async () => {
    const dan = await service.account();
    const [room, secret] = [await open(ann), await privately(ann)];
    await joined(room, dan);
    const message = await said(dan, room, 'mine');
    const gone = await said(dan, room, 'gone');
    await dan.client.delete(at(room, `/messages/${gone.id}`)).expect(200);
    await react(dan, room, await said(ann, room, 'yours')).expect(200);
    await invite(ann, secret, dan).expect(200);
    await moderate(ann, room, 'mute', dan).expect(200);
    const { rooms } = await copy(dan);
    expect(rooms.memberships).toMatchObject([{ room_id: room.id, name: 'A room', role: 'member' }]);
    expect(rooms.messages).toMatchObject([{ id: message.id, room_id: room.id, content: 'mine' }]);
    expect(rooms.reactions).toMatchObject([{ emoji: '👍' }]);
    expect(rooms.invitations).toMatchObject([{ room_id: secret.id, invited_by: ann.id }]);
    expect(rooms.moderation).toMatchObject([{ room_id: room.id, action: 'mute' }]);
  });
});

describe('the deletion of an account', () => {
  it('leaves no reference to the user in the tables of rooms', async () => {
    const dan = await service.account();
    const [room, his] = [await open(ann), await open(dan)];
    await joined(room, dan);
    await joined(his, ann, bob);
    await said(dan, room);
    await react(dan, room, await said(ann, room)).expect(200);
    await invite(dan, room, cat).expect(200);
    await invite(ann, await privately(ann), dan).expect(200);
    await moderate(dan, his, 'mute', bob).expect(200);
    await moderate(ann, room, 'mute', dan).expect(200);
    await dan.client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
    const { rows: columns } = await service.database.query<{ table: string; column: string }>(
      `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
       WHERE table_schema = 'community' AND table_name LIKE 'room%' AND data_type = 'uuid'`,
    );
    expect(columns.length).toBeGreaterThan(15);
    for (const { table, column } of columns) {
      const { rowCount } = await service.database.query(`SELECT FROM community.${table} WHERE ${column} = $1`, [
        dan.id,
      ]);
      expect([table, column, rowCount]).toEqual([table, column, 0]);
    }
    const [{ member_count }] = (
      await service.database.query('SELECT member_count FROM community.rooms WHERE id = $1', [his.id])
    ).rows;
    expect(member_count).toBe(2);
  });

  it('keeps the number of members right when many accounts are deleted at once', async () => {
    const room = await open(ann);
    const ids = await crowd(service, 20);
    await service.database.query(
      'INSERT INTO community.room_members (room_id, user_id) SELECT $1, unnest($2::uuid[])',
      [room.id, ids],
    );
    await Promise.all(ids.map((id) => service.database.query('DELETE FROM account.users WHERE id = $1', [id])));
    expect((await bob.client.get(at(room)).expect(200)).body.room.member_count).toBe(1);
  });
});
