import { atOnce, tally } from '../account/at-once.js';
import { crowd, events, NOT_AUTHENTICATED, person, type Person, TIME, UNKNOWN, walk } from '../social/people.js';
import {
  at,
  BANNED,
  detail,
  invite,
  join,
  joined,
  leave,
  memberCount,
  moderate,
  NO_ROOM,
  NOBODY,
  privately,
  role,
  roles,
  roomOf,
  toldRoom,
  toldUser,
} from './room-people.js';
import { admin, ann, bob, cat, room, service, withRoom } from './stage.js';

withRoom();

const memberOf = ({ id }: Person, as = 'member') => ({
  user_id: id,
  room_id: room.id,
  role: as,
  joined_at: TIME,
  is_banned: false,
});

describe('POST /v1/community/rooms/{id}/join', () => {
  it('makes the caller a member, and announces it to the room and to the member', async () => {
    const { body } = await join(bob, room).expect(200);
    expect(body).toEqual({ member: memberOf(bob) });
    expect(await toldRoom(service, room)).toEqual([
      {
        type: 'member.joined',
        actor_id: bob.id,
        data: { room_id: room.id, user_id: bob.id, role: 'member', profile: NOBODY },
      },
    ]);
    expect(await toldUser(service, bob)).toEqual([
      { type: 'room.added', actor_id: bob.id, data: { room: roomOf(ann, { member_count: 2 }) } },
    ]);
    expect(await events(service, bob.id, 'room.joined')).toEqual([{ room_id: room.id, user_id: bob.id }]);
    await service.client().post(at(room, '/join')).expect(401, NOT_AUTHENTICATED);
  });

  it('repeated, it answers the same member and announces nothing', async () => {
    const { body: first } = await join(bob, room).expect(200);
    expect((await join(bob, room).expect(200)).body).toEqual(first);
    expect((await join(ann, room).expect(200)).body).toEqual({ member: memberOf(ann, 'admin') });
    expect(await toldRoom(service, room)).toHaveLength(1);
  });

  it('twenty requests at once make one member', async () => {
    const answers = await atOnce(20, () => join(bob, room));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await memberCount(ann, room)).toBe(2);
    expect(await toldRoom(service, room, 'member.joined')).toHaveLength(1);
  });

  it('the number of members is right when many join and leave at once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => person(service)));
    await Promise.all(people.map((one) => join(one, room).expect(200)));
    expect(await memberCount(ann, room)).toBe(13);
    await Promise.all(people.slice(4).map((one) => leave(one, room).expect(200)));
    expect(await memberCount(ann, room)).toBe(5);
    expect((await detail(ann, room)).members).toHaveLength(5);
  });

  it('a private room needs an invitation, which joining consumes', async () => {
    const secret = await privately(ann);
    await join(bob, secret).expect(404, NO_ROOM);
    await invite(ann, secret, bob).expect(200);
    await join(bob, secret).expect(200);
    await leave(bob, secret).expect(200);
    await join(bob, secret).expect(404, NO_ROOM);
    for (const id of ['nothing', UNKNOWN]) await join(bob, { id }).expect(404, NO_ROOM);
  });

  it('banned users cannot join, also with an invitation and after leaving', async () => {
    const secret = await privately(ann);
    await invite(ann, secret, bob).expect(200);
    for (const one of [room, secret]) await moderate(ann, one, 'ban', bob).expect(200);
    await join(bob, room).expect(403, BANNED);
    await join(bob, secret).expect(404, NO_ROOM);
  });
});

describe('POST /v1/community/rooms/{id}/leave', () => {
  const LEFT = { message: 'Left room successfully' };

  it('is announced to the room and to the member; repeated, to nobody', async () => {
    await joined(room, bob);
    await leave(bob, room).expect(200, LEFT);
    await leave(bob, room).expect(200, LEFT);
    const data = { room_id: room.id, user_id: bob.id, reason: 'left' };
    expect(await toldRoom(service, room, 'member.left')).toEqual([{ type: 'member.left', actor_id: bob.id, data }]);
    expect(await toldUser(service, bob, 'room.removed')).toEqual([
      { type: 'room.removed', actor_id: bob.id, data: { room_id: room.id, reason: 'left' } },
    ]);
    expect(await memberCount(ann, room)).toBe(1);
    await leave(bob, { id: UNKNOWN }).expect(404, NO_ROOM);
    await leave(bob, await privately(ann)).expect(404, NO_ROOM);
    await service.client().post(at(room, '/leave')).expect(401, NOT_AUTHENTICATED);
  });

  it('the oldest member becomes admin when the last admin leaves', async () => {
    await joined(room, bob, cat);
    await leave(ann, room).expect(200);
    expect(await roles(cat, room)).toEqual([
      [bob.id, 'admin'],
      [cat.id, 'member'],
    ]);
    expect((await toldRoom(service, room)).slice(-2)).toEqual([
      { type: 'member.left', actor_id: ann.id, data: { room_id: room.id, user_id: ann.id, reason: 'left' } },
      { type: 'member.role', actor_id: ann.id, data: { room_id: room.id, user_id: bob.id, role: 'admin' } },
    ]);
    const [, , other] = [await joined(room, ann), await leave(bob, room), await roles(ann, room)];
    expect(other).toEqual([
      [ann.id, 'admin'],
      [cat.id, 'member'],
    ]);
  });

  it('the owner still finds the room after all members left at once', async () => {
    const secret = await privately(ann);
    const people = [bob, cat];
    for (const one of people) {
      await invite(ann, secret, one).expect(200);
      await joined(secret, one);
    }
    const answers = await Promise.all([ann, ...people].map((one) => leave(one, secret)));
    expect(tally(answers)).toEqual({ 200: 3 });
    expect(await memberCount(ann, secret)).toBe(0);
    await bob.client.get(at(secret)).expect(404, NO_ROOM);
    expect((await join(ann, secret).expect(200)).body.member.role).toBe('admin');
  });

  it('a room always has an admin, also when many leave at once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => person(service)));
    await joined(room, ...people);
    for (const one of people.slice(0, 4)) await role(ann, room, one, 'admin').expect(200);
    await Promise.all([ann, ...people.slice(0, 6)].map((one) => leave(one, room).expect(200)));
    expect((await roles(ann, room)).map(([, is]) => is)).toEqual(['admin', 'member']);
  });
});

describe('GET /v1/community/rooms/{id}/members', () => {
  const path = () => at(room, '/members');

  it('page by page: admins first, then by the time of joining', async () => {
    await joined(room, bob, cat, admin);
    await role(ann, room, cat, 'admin').expect(200);
    const found = await walk<{ user_id: string }>(bob.client, `${path()}?limit=1`, 'members');
    expect(found.map(({ user_id }) => user_id)).toEqual([ann.id, cat.id, bob.id, admin.id]);
    expect(found[0]).toEqual({ ...memberOf(ann, 'admin'), profile: NOBODY });
    expect((await detail(bob, room)).members).toEqual(found);
  });

  it('the room shows the first hundred', async () => {
    const ids = await crowd(service, 120);
    await service.database.query(
      `INSERT INTO community.room_members (room_id, user_id) SELECT $1, unnest($2::uuid[])`,
      [room.id, ids],
    );
    const { room: shown, members } = await detail(ann, room);
    expect([shown.member_count, members.length, members[0].user_id]).toEqual([121, 100, ann.id]);
    expect(await walk(ann.client, `${path()}?limit=100`, 'members')).toHaveLength(121);
  });

  it('only for those who may read the room', async () => {
    const secret = await privately(ann);
    await bob.client.get(at(secret, '/members')).expect(404, NO_ROOM);
    await bob.client.get(path()).expect(200);
    await moderate(ann, room, 'ban', bob).expect(200);
    await bob.client.get(path()).expect(403, BANNED);
    await service.client().get(path()).expect(401, NOT_AUTHENTICATED);
    await bob.client.get(`${at({ id: UNKNOWN }, '/members')}?limit=0`).expect(400, { error: 'Invalid limit' });
    await bob.client.get(`${at({ id: UNKNOWN }, '/members')}?cursor=x`).expect(400, { error: 'Invalid cursor' });
  });
});
