import { atOnce, tally } from '../account/at-once.js';
import { listen } from '../realtime/listening.js';
import { FORBIDDEN, NOT_AUTHENTICATED, person, type Person, TIME, UNKNOWN } from '../social/people.js';
import type { RealtimeClient } from '../support/realtime-client.js';
import { PASSWORD } from '../support/service.js';
import {
  at,
  detail,
  invite,
  joined,
  leave,
  listedRoom,
  memberCount,
  NO_MEMBER,
  NO_ROOM,
  open,
  privately,
  react,
  role,
  roles,
  type Room,
  roomOf,
  said,
  toldRoom,
} from './room-people.js';
import { admin, ann, bob, cat, room, service, withRoom } from './stage.js';

withRoom();

describe('PATCH /v1/community/rooms/{id}/roles', () => {
  it('makes members admins, and admins members', async () => {
    await joined(room, bob);
    const { body } = await role(ann, room, { id: bob.id.toUpperCase() }, 'admin').expect(200);
    expect(body).toEqual({ member: { user_id: bob.id, room_id: room.id, role: 'admin' } });
    await role(ann, room, bob, 'admin').expect(200);
    const data = { room_id: room.id, user_id: bob.id, role: 'admin' };
    expect(await toldRoom(service, room, 'member.role')).toEqual([{ type: 'member.role', actor_id: ann.id, data }]);
    await role(ann, room, bob, 'member').expect(200);
    expect(await roles(ann, room)).toEqual([
      [ann.id, 'admin'],
      [bob.id, 'member'],
    ]);
    await service.client().patch(at(room, '/roles'), { user_id: bob.id, role: 'admin' }).expect(401, NOT_AUTHENTICATED);
  });

  it('the owner stays an admin, and only the owner and staff change the role of admins', async () => {
    const dan = await person(service);
    await joined(room, bob, cat, dan);
    await role(ann, room, bob, 'admin').expect(200);
    await role(bob, room, cat, 'admin').expect(200);
    await role(bob, room, cat, 'member').expect(403, FORBIDDEN);
    await role(bob, room, ann, 'member').expect(403, FORBIDDEN);
    await role(dan, room, bob, 'member').expect(403, FORBIDDEN);
    await role(admin, room, cat, 'member').expect(200);
    await role(admin, room, ann, 'member').expect(200);
    await role(admin, room, bob, 'member').expect(409, { error: 'The last admin cannot be demoted' });
    await role(ann, room, bob, 'member').expect(403, FORBIDDEN);
  });

  it('refuses the own role, and users who are not members', async () => {
    await joined(room, bob);
    await role(ann, room, ann, 'member').expect(400, { error: 'You cannot change your own role' });
    await role(ann, room, cat, 'admin').expect(404, NO_MEMBER);
    await role(ann, room, { id: UNKNOWN }, 'admin').expect(404, NO_MEMBER);
    await role(ann, { id: UNKNOWN }, bob, 'admin').expect(404, NO_ROOM);
    await role(bob, await privately(ann), cat, 'admin').expect(404, NO_ROOM);
  });

  it.each([
    ['role', { role: 'owner' }],
    ['role', { role: undefined }],
    ['user_id', { user_id: 'bob' }],
    ['user_id', { user_id: 5 }],
  ])('a wrong %s is refused', async (field, wrong) => {
    const { body } = await ann.client
      .patch(at(room, '/roles'), { user_id: UNKNOWN, role: 'admin', ...wrong })
      .expect(400);
    expect(body).toMatchObject({ error: 'Validation error', details: [{ field }] });
  });

  it('one admin stays when two demote each other at the same time', async () => {
    await joined(room, bob, cat);
    for (const one of [bob, cat]) await role(ann, room, one, 'admin').expect(200);
    await service.database.query('UPDATE community.rooms SET owner_id = $2 WHERE id = $1', [room.id, admin.id]);
    await leave(ann, room).expect(200);
    const answers = await atOnce(10, (n) => role(admin, room, n % 2 ? bob : cat, 'member'));
    expect(tally(answers)).toEqual({ 200: 5, 409: 5 });
    expect((await roles(bob, room)).map(([, is]) => is).sort()).toEqual(['admin', 'member']);
  });
});

describe('deleting an account', () => {
  const sockets: RealtimeClient[] = [];
  afterEach(async () => {
    await Promise.all(sockets.splice(0).map((socket) => socket.close()));
  });
  const live = async (who: Person, ...streams: string[]) => {
    const socket = await listen(service, who, ...streams);
    sockets.push(socket);
    return socket;
  };

  it('hands rooms to other members, and deletes rooms where nobody is left', async () => {
    const dan = await service.account();
    const his = await open(dan);
    const alone = await privately(dan);
    await joined(his, bob, cat);
    await joined(room, dan);
    await role(dan, his, cat, 'admin').expect(200);
    const message = await said(dan, room, 'mine');
    await said(bob, his, 'yours');
    await dan.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect((await detail(bob, his)).room).toEqual(roomOf(cat, { member_count: 2 }));
    expect((await toldRoom(service, his)).slice(-2).map(({ type }) => type)).toEqual(['member.left', 'room.updated']);
    expect(await memberCount(ann, room)).toBe(1);
    const { rowCount } = await service.database.query('SELECT FROM community.rooms WHERE id = $1', [alone.id]);
    expect(rowCount).toBe(0);
    expect((await detail(ann, room)).messages).toEqual([{ ...message, content: '', deleted_at: TIME, author: null }]);
  });

  it('a room without another admin goes to the oldest member', async () => {
    const dan = await service.account();
    const his = await open(dan);
    await joined(his, bob, cat);
    await dan.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect((await detail(cat, his)).room.owner_id).toBe(bob.id);
    expect(await roles(cat, his)).toEqual([
      [bob.id, 'admin'],
      [cat.id, 'member'],
    ]);
  });

  const resynced = async (socket: RealtimeClient, { id }: Room) =>
    socket.frame(({ op, stream }) => op === 'resync' && stream === `room:${id}`);

  it('empties messages and deletes reactions, and subscribers read the rooms again', async () => {
    const dan = await service.account();
    const [quiet, left] = [await open(ann), await open(ann)];
    for (const one of [room, quiet, left]) await joined(one, bob, dan);
    const hers = await said(ann, room, 'Hers');
    const his = await said(dan, room, 'His');
    for (const message of [hers, his]) await react(bob, room, message).expect(200);
    await react(dan, room, hers).expect(200);
    await react(dan, left, await said(ann, left)).expect(200);
    for (const one of [room, left]) await leave(dan, one).expect(200);
    const { headers } = await ann.client.get(at(room)).expect(200);
    const before = await listedRoom(bob, room);
    const socket = await live(ann);

    await dan.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    const { epoch, seq, reason } = await resynced(socket, room);
    expect(reason).toBe('epoch');
    await resynced(socket, left);
    // Without content of the user in the room, leaving is the only event.
    expect((await socket.event('member.left')).stream).toBe(`room:${quiet.id}`);
    const { messages } = await detail(ann, room);
    expect(messages).toMatchObject([
      { id: his.id, content: '', author: null, reactions: [], deleted_at: expect.any(String) },
      { id: hers.id, content: 'Hers', reactions: [{ emoji: '👍', count: 1 }], deleted_at: null },
    ]);
    // An emptied message keeps its row, so it still counts as unread until it is read.
    const after = await listedRoom(bob, room);
    expect([before.unread_count, after.unread_count]).toEqual([2, 2]);
    const { body } = await bob.client.post(at(room, '/read'), { message_id: his.id }).expect(200);
    expect(body.unread_count).toBe(0);

    await said(bob, room, 'After');
    expect(await socket.event('message.created')).toMatchObject({ epoch, seq: seq + 1 });
    const [stream, old, since] = (headers['x-realtime-position'] as string).split(';');
    const missed = await ann.client.get(`/v1/realtime/catch-up?stream=${stream}&epoch=${old}&since=${since}`);
    expect(missed.body).toEqual({ events: [], next_seq: seq + 1, epoch, resync: 'epoch' });
    await socket.settled();
    expect(socket.frames.filter(({ op }) => op === 'resync')).toHaveLength(2);
  });

  it('announces each of many rooms once, whether it is handed on or deleted', async () => {
    const dan = await service.account();
    const rooms = await Promise.all([1, 2, 3].map(() => open(dan)));
    for (const one of rooms.slice(1)) await joined(one, ann);
    await invite(dan, rooms[0] as Room, bob).expect(200);
    const [hers, his] = [await live(ann), await live(bob, `room:${rooms[0]?.id}`)];
    await dan.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect((await his.event('room.uninvited')).data).toEqual({ room_id: rooms[0]?.id });
    expect((await his.event('room.deleted')).data).toEqual({ room_id: rooms[0]?.id });
    await hers.settled();
    const told = hers.of('room.updated').map(({ data }) => data.room);
    expect(told.map(({ id, owner_id }) => [id, owner_id]).sort()).toEqual(
      rooms
        .slice(1)
        .map(({ id }) => [id, ann.id])
        .sort(),
    );
    for (const one of told) expect((await detail(ann, one)).room).toEqual(one);
  });
});
