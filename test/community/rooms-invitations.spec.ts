import { atOnce, tally } from '../account/at-once.js';
import { events, FORBIDDEN, NOT_AUTHENTICATED, person, type Person, TIME, UNKNOWN, walk } from '../social/people.js';
import {
  at,
  BANNED,
  block,
  invite,
  join,
  joined,
  leave,
  moderate,
  NO_ROOM,
  NO_USER,
  notices,
  OUTSIDE,
  PATH,
  privately,
  role,
  type Room,
  toldUser,
} from './room-people.js';
import { admin, ann, bob, cat, room, service, withRoom } from './stage.js';

withRoom();
let secret: Room;
beforeEach(async () => {
  secret = await privately(ann);
});

interface Invitation {
  room_id: string;
  room: object;
}
const NO_INVITATION = { error: 'Invitation not found' };
const invitationOf = (to: Person, by: Person, where: Room) => ({
  room_id: where.id,
  user_id: to.id,
  invited_by: by.id,
  created_at: TIME,
});
const summary = (where: Room, is_private = false) => ({
  id: where.id,
  name: 'A room',
  is_private,
  avatar_url: null,
});
const received = async ({ client }: Person): Promise<Invitation[]> =>
  (await client.get(`${PATH}/invitations`).expect(200)).body.invitations;
const takeBack = ({ client }: Person, where: Room, { id }: { id: string }) => client.delete(at(where, `/invite/${id}`));

describe('POST /v1/community/rooms/{id}/invite', () => {
  it('invites, announces it to the recipient, and answers the same when repeated', async () => {
    const { body } = await invite(ann, secret, { id: bob.id.toUpperCase() }).expect(200);
    expect(body).toEqual({ invitation: invitationOf(bob, ann, secret) });
    await invite(ann, secret, cat).expect(200);
    await join(cat, secret).expect(200);
    await role(ann, secret, cat, 'admin').expect(200);
    expect((await invite(cat, secret, bob).expect(200)).body).toEqual(body);
    expect(await toldUser(service, bob, 'room.invited')).toEqual([
      { type: 'room.invited', actor_id: ann.id, data: { ...body, room: summary(secret, true) } },
    ]);
    expect(await notices(bob)).toMatchObject([
      {
        type: 'room_invitation',
        about: { kind: 'room', id: secret.id },
        data: { room_id: secret.id },
        actors: [{ id: ann.id }],
      },
    ]);
    expect(await events(service, ann.id, 'room.invited')).toContainEqual({
      room_id: secret.id,
      user_id: bob.id,
    });
    await service.client().post(at(secret, '/invite'), { user_id: bob.id }).expect(401, NOT_AUTHENTICATED);
  });

  it('any member can invite to a public room, only admins to a private one', async () => {
    await invite(bob, room, cat).expect(403, OUTSIDE);
    await joined(room, bob);
    await invite(bob, room, cat).expect(200);
    await invite(bob, secret, cat).expect(404, NO_ROOM);
    await invite(ann, secret, bob).expect(200);
    await invite(bob, secret, cat).expect(404, NO_ROOM);
    await join(bob, secret).expect(200);
    await invite(bob, secret, cat).expect(403, FORBIDDEN);
    await invite(admin, secret, cat).expect(200);
    await moderate(ann, room, 'ban', bob).expect(200);
    await invite(bob, room, cat).expect(403, BANNED);
  });

  it('refuses oneself, unknown and banned users, members, and users behind a block', async () => {
    await invite(ann, room, ann).expect(400, { error: 'You cannot invite yourself' });
    await invite(ann, room, { id: UNKNOWN }).expect(404, NO_USER);
    await invite(ann, { id: UNKNOWN }, bob).expect(404, NO_ROOM);
    await invite(ann, { id: 'x' }, bob).expect(404, NO_ROOM);
    await service.setStatus(cat.id, 'banned');
    await invite(ann, room, cat).expect(404, NO_USER);
    await service.setStatus(cat.id, 'active');
    await moderate(ann, room, 'ban', cat).expect(200);
    await invite(ann, room, cat).expect(409, { error: 'User is banned from this room' });
    await joined(room, bob);
    await invite(ann, room, bob).expect(409, { error: 'User is already a member of this room' });
    await block(bob, ann);
    await block(ann, cat);
    for (const one of [bob, cat]) {
      await invite(ann, secret, one).expect(403, { error: 'You cannot invite this user' });
    }
    expect(await received(bob)).toEqual([]);
    for (const body of [{}, { user_id: 'bob' }, { user_id: null }]) {
      const { body: answer } = await ann.client.post(at({ id: UNKNOWN }, '/invite'), body).expect(400);
      expect(answer.details[0].field).toBe('user_id');
    }
  });

  it('creates one invitation when many invite at the same time', async () => {
    await joined(room, bob);
    const answers = await atOnce(20, (n) => invite(n % 2 ? ann : bob, room, cat));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await toldUser(service, cat, 'room.invited')).toHaveLength(1);
  });

  it('a user who joins at the same time is either invited or a member, never both', async () => {
    await atOnce(20, (n) => (n % 2 ? invite(ann, room, bob) : join(bob, room)));
    expect(await received(bob)).toEqual([]);
    expect(await notices(bob)).toEqual([]);
  });
});

describe('GET /v1/community/rooms/invitations', () => {
  it('lists open invitations with their room, newest first', async () => {
    const third = await privately(ann, { name: 'Third' });
    for (const one of [room, secret, third]) await invite(ann, one, bob).expect(200);
    const found = await walk<Invitation>(bob.client, `${PATH}/invitations?limit=1`, 'invitations');
    expect(found).toEqual([
      { ...invitationOf(bob, ann, third), room: { ...summary(third, true), name: 'Third' } },
      { ...invitationOf(bob, ann, secret), room: summary(secret, true) },
      { ...invitationOf(bob, ann, room), room: summary(room) },
    ]);
    await join(bob, room).expect(200);
    await join(bob, third).expect(200);
    expect((await received(bob)).map(({ room_id }) => room_id)).toEqual([secret.id]);
    expect(await notices(bob)).toHaveLength(1);
    expect(await received(ann)).toEqual([]);
    await bob.client.get(`${PATH}/invitations?limit=0`).expect(400, { error: 'Invalid limit' });
    await bob.client.get(`${PATH}/invitations?cursor=x`).expect(400, { error: 'Invalid cursor' });
    await service.client().get(`${PATH}/invitations`).expect(401, NOT_AUTHENTICATED);
  });

  it('an invitation outlives the account of the inviter', async () => {
    const dan = await service.account();
    await joined(room, dan);
    await invite(dan, room, bob).expect(200);
    await dan.client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
    const [{ room: shown, ...invitation } = {} as any] = await received(bob);
    expect(invitation).toMatchObject({ room_id: room.id, invited_by: null });
    const told = await toldUser(service, bob, 'room.invited');
    expect(told.at(-1)).toEqual({
      type: 'room.invited',
      actor_id: dan.id,
      data: { invitation, room: shown },
    });
    await join(bob, room).expect(200);
  });
});

describe('DELETE /v1/community/rooms/{id}/invite/{userId}', () => {
  const REMOVED = { message: 'Invitation removed' };

  it('the recipient can refuse, also for a room that they cannot see', async () => {
    await invite(ann, secret, bob).expect(200);
    await takeBack(bob, secret, bob).expect(200, REMOVED);
    expect([await received(bob), await notices(bob)]).toEqual([[], []]);
    // Only the recipient's own connections receive the event.
    expect(await toldUser(service, bob, 'room.uninvited')).toHaveLength(1);
    expect(await toldUser(service, ann, 'room.uninvited')).toEqual([]);
    await join(bob, secret).expect(404, NO_ROOM);
    await takeBack(bob, secret, bob).expect(404, NO_ROOM);
    await takeBack(bob, room, bob).expect(404, NO_INVITATION);
  });

  it('a ban and the deletion of the room remove it, which the recipient hears', async () => {
    for (const one of [bob, cat]) await invite(ann, secret, one).expect(200);
    await moderate(ann, secret, 'ban', bob).expect(200);
    await ann.client.delete(at(secret)).expect(200);
    for (const one of [bob, cat]) {
      expect(await received(one)).toEqual([]);
      expect(await toldUser(service, one, 'room.uninvited')).toEqual([
        { type: 'room.uninvited', actor_id: ann.id, data: { room_id: secret.id } },
      ]);
    }
    // Joining consumes the invitation, and the user receives `room.added`.
    await invite(ann, room, bob).expect(200);
    await join(bob, room).expect(200);
    expect(await toldUser(service, bob, 'room.uninvited')).toHaveLength(1);
  });

  it('the inviter and admins can remove it', async () => {
    await joined(room, bob, cat);
    const dan = await person(service);
    await invite(bob, room, dan).expect(200);
    await takeBack(cat, room, dan).expect(403, FORBIDDEN);
    await takeBack(bob, room, dan).expect(200, REMOVED);
    for (const one of [ann, admin]) {
      await invite(bob, room, dan).expect(200);
      await takeBack(one, room, dan).expect(200, REMOVED);
    }
    const gone = { type: 'room.uninvited', data: { room_id: room.id } };
    expect(await toldUser(service, dan, 'room.uninvited')).toEqual(
      [bob, ann, admin].map(({ id }) => ({ ...gone, actor_id: id })),
    );
    for (const id of ['x', UNKNOWN, dan.id]) await takeBack(ann, room, { id }).expect(404, NO_INVITATION);
    await takeBack(ann, { id: UNKNOWN }, dan).expect(404, NO_ROOM);
    await takeBack(bob, secret, dan).expect(404, NO_ROOM);
    await leave(bob, room).expect(200);
    await service
      .client()
      .delete(at(room, `/invite/${dan.id}`))
      .expect(401, NOT_AUTHENTICATED);
  });
});
