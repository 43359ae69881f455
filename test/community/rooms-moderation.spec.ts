import { atOnce, tally } from '../account/at-once.js';
import { events, FORBIDDEN, NOT_AUTHENTICATED, person, type Person, TIME, UNKNOWN, walk } from '../social/people.js';
import {
  at,
  BANNED,
  detail,
  ID,
  invite,
  join,
  joined,
  leave,
  moderate,
  MUTED,
  NO_MEMBER,
  NO_ROOM,
  NO_USER,
  notices,
  privately,
  role,
  roles,
  say,
  toldRoom,
  toldUser,
} from './room-people.js';
import { admin, ann, bob, cat, room, service, withRoom } from './stage.js';

withRoom();
beforeEach(() => joined(room, bob));

const lift = ({ client }: Person, action: string, { id }: { id: string }, of = room) =>
  client.delete(at(of, `/moderation/${action}/${id}`));
const of = ({ id }: Person) => ({ user_id: id, room_id: room.id });
const logged = async (who = ann) =>
  (await who.client.get(at(room, '/moderation/log')).expect(200)).body.log as { action: string }[];

describe('POST /v1/community/rooms/{id}/moderation/mute', () => {
  it('mutes for a while, or until it is lifted', async () => {
    const asked = Date.now();
    const { body } = await moderate(ann, room, 'mute', bob, { duration_minutes: 10 }).expect(200);
    expect(body).toEqual({
      moderation: { action: 'mute', ...of(bob), duration_minutes: 10, expires_at: TIME },
    });
    const begun = Date.parse(body.moderation.expires_at) - 600_000;
    expect(begun).toBeGreaterThanOrEqual(asked - 1000);
    expect(begun).toBeLessThanOrEqual(Date.now() + 1000);
    const { body: endless } = await moderate(ann, room, 'mute', bob).expect(200);
    expect(endless).toEqual({
      moderation: { action: 'mute', ...of(bob), duration_minutes: null, expires_at: null },
    });
    expect((await moderate(ann, room, 'mute', bob, { duration_minutes: null }).expect(200)).body).toEqual(endless);
    await say(bob, room).expect(403, MUTED);
    expect(await toldRoom(service, room, 'member.muted')).toEqual([
      {
        type: 'member.muted',
        actor_id: ann.id,
        data: { ...of(bob), expires_at: body.moderation.expires_at },
      },
      { type: 'member.muted', actor_id: ann.id, data: { ...of(bob), expires_at: null } },
    ]);
    expect(await events(service, ann.id, 'room.moderated')).toHaveLength(2);
    expect(await logged()).toHaveLength(2);
  });

  it('also mutes users who are not members, and outlasts leaving', async () => {
    await moderate(ann, room, 'mute', cat).expect(200);
    await join(cat, room).expect(200);
    await say(cat, room).expect(403, MUTED);
    await leave(cat, room).expect(200);
    await join(cat, room).expect(200);
    await say(cat, room).expect(403, MUTED);
  });

  it.each([[0], [-1], [1.5], ['5'], [525_601], [true]])('not for %j minutes', async (duration_minutes) => {
    const { body } = await moderate(ann, { id: UNKNOWN }, 'mute', bob, { duration_minutes }).expect(400);
    expect(body.error).toBe('Validation error');
    expect(body.details[0].field).toBe('duration_minutes');
  });

  it('lasts up to a year', async () => {
    await moderate(ann, room, 'mute', bob, { duration_minutes: 525_600 }).expect(200);
  });
});

describe('POST /v1/community/rooms/{id}/moderation/ban', () => {
  it('removes a member, who cannot join again', async () => {
    const { body } = await moderate(ann, room, 'ban', { id: bob.id.toUpperCase() }).expect(200);
    expect(body).toEqual({ moderation: { action: 'ban', ...of(bob), is_banned: true } });
    expect((await moderate(ann, room, 'ban', bob).expect(200)).body).toEqual(body);
    expect(await roles(ann, room)).toEqual([[ann.id, 'admin']]);
    expect((await detail(ann, room)).room.member_count).toBe(1);
    expect(await toldRoom(service, room, 'member.left')).toEqual([
      {
        type: 'member.left',
        actor_id: ann.id,
        data: { room_id: room.id, user_id: bob.id, reason: 'banned' },
      },
    ]);
    expect(await toldUser(service, bob, 'room.removed')).toEqual([
      { type: 'room.removed', actor_id: ann.id, data: { room_id: room.id, reason: 'banned' } },
    ]);
    await join(bob, room).expect(403, BANNED);
    expect(await logged()).toHaveLength(1);
  });

  it('of a user who is not a member announces no leaving', async () => {
    await invite(ann, room, cat).expect(200);
    expect(await notices(cat)).toHaveLength(1);
    await moderate(ann, room, 'ban', cat).expect(200);
    expect(await toldRoom(service, room, 'member.left')).toEqual([]);
    expect(await toldUser(service, cat, 'room.removed')).toEqual([]);
    expect((await cat.client.get('/v1/community/rooms/invitations').expect(200)).body.invitations).toEqual([]);
    expect(await notices(cat)).toEqual([]);
    await invite(ann, room, cat).expect(409, { error: 'User is banned from this room' });
  });

  it('is independent of the mute', async () => {
    await moderate(ann, room, 'mute', bob).expect(200);
    await moderate(ann, room, 'ban', bob).expect(200);
    await lift(ann, 'ban', bob).expect(200, { message: 'User unbanned' });
    await join(bob, room).expect(200);
    await say(bob, room).expect(403, MUTED);
  });

  it('is recorded once when many ask at once while the user joins and leaves', async () => {
    const answers = await atOnce(20, (n) => (n % 4 ? moderate(ann, room, 'ban', bob) : join(bob, room)));
    expect(answers.every(({ status }) => [200, 403].includes(status))).toBe(true);
    expect(await roles(ann, room)).toEqual([[ann.id, 'admin']]);
    expect(await toldRoom(service, room, 'member.left')).toHaveLength(1);
    expect(await logged()).toHaveLength(1);
  });
});

describe('POST /v1/community/rooms/{id}/moderation/kick', () => {
  it('removes a member, who may join again', async () => {
    const answers = await atOnce(10, () => moderate(ann, room, 'kick', bob));
    expect(tally(answers)).toEqual({ 200: 1, 404: 9 });
    const done = answers.find(({ status }) => status === 200);
    expect(done?.body).toEqual({ moderation: { action: 'kick', ...of(bob) } });
    await moderate(ann, room, 'kick', bob).expect(404, NO_MEMBER);
    const [told] = await toldRoom(service, room, 'member.left');
    expect(told?.data).toEqual({ ...of(bob), reason: 'kicked' });
    expect((await toldUser(service, bob, 'room.removed')).map(({ data }) => data.reason)).toEqual(['kicked']);
    await join(bob, room).expect(200);
    await moderate(ann, room, 'kick', cat).expect(404, NO_MEMBER);
  });

  it('a member of a private room needs a new invitation', async () => {
    const secret = await privately(ann);
    await invite(ann, secret, bob).expect(200);
    await join(bob, secret).expect(200);
    await moderate(ann, secret, 'kick', bob).expect(200);
    await join(bob, secret).expect(404, NO_ROOM);
    await invite(ann, secret, bob).expect(200);
    await join(bob, secret).expect(200);
  });

  it('the oldest member becomes admin when staff removes the last admin', async () => {
    await joined(room, cat);
    await moderate(admin, room, 'kick', ann).expect(200);
    expect(await roles(bob, room)).toEqual([
      [bob.id, 'admin'],
      [cat.id, 'member'],
    ]);
    await moderate(bob, room, 'ban', ann).expect(403, FORBIDDEN);
  });
});

describe('DELETE /v1/community/rooms/{id}/moderation/{mute,ban}/{userId}', () => {
  it('lets the user write and join again; repeated, it announces nothing', async () => {
    await moderate(ann, room, 'mute', bob).expect(200);
    for (let n = 0; n < 2; n++) await lift(ann, 'mute', bob).expect(200, { message: 'User unmuted' });
    await say(bob, room).expect(201);
    expect(await toldRoom(service, room, 'member.unmuted')).toEqual([
      { type: 'member.unmuted', actor_id: ann.id, data: of(bob) },
    ]);
    await moderate(ann, room, 'ban', bob).expect(200);
    for (let n = 0; n < 2; n++) await lift(ann, 'ban', bob).expect(200, { message: 'User unbanned' });
    await join(bob, room).expect(200);
    expect((await logged()).map(({ action }) => action)).toEqual(['unban', 'ban', 'unmute', 'mute']);
  });

  it('a muted admin cannot unmute themselves', async () => {
    await role(ann, room, bob, 'admin').expect(200);
    await moderate(ann, room, 'mute', bob).expect(200);
    await lift(bob, 'mute', bob).expect(400, { error: 'You cannot moderate yourself' });
  });
});

describe('who moderates whom', () => {
  const ACTIONS = ['mute', 'ban', 'kick'];

  it('admins and staff; only staff moderate the owner, only the owner and staff moderate admins', async () => {
    const dan = await person(service);
    await joined(room, cat, dan);
    await role(ann, room, bob, 'admin').expect(200);
    await role(ann, room, cat, 'admin').expect(200);
    for (const action of ACTIONS) {
      await moderate(dan, room, action, cat).expect(403, FORBIDDEN);
      await moderate(bob, room, action, ann).expect(403, FORBIDDEN);
      await moderate(bob, room, action, cat).expect(403, FORBIDDEN);
      await moderate(ann, room, action, ann).expect(400, { error: 'You cannot moderate yourself' });
      await moderate(await person(service), room, action, dan).expect(403, FORBIDDEN);
      await moderate(dan, await privately(ann), action, ann).expect(404, NO_ROOM);
      await moderate(ann, { id: 'x' }, action, bob).expect(404, NO_ROOM);
      await moderate(ann, room, action, { id: UNKNOWN }).expect(404, NO_USER);
      await moderate(ann, room, action, { id: 'x' }).expect(400);
      await service
        .client()
        .post(at(room, `/moderation/${action}`), { user_id: bob.id })
        .expect(401, NOT_AUTHENTICATED);
    }
    for (const action of ['mute', 'ban']) {
      await lift(dan, action, cat).expect(403, FORBIDDEN);
      await lift(bob, action, cat).expect(403, FORBIDDEN);
      for (const id of ['x', UNKNOWN]) await lift(ann, action, { id }).expect(404, NO_USER);
      await lift(ann, action, bob, { id: UNKNOWN }).expect(404, NO_ROOM);
      await service
        .client()
        .delete(at(room, `/moderation/${action}/${bob.id}`))
        .expect(401, NOT_AUTHENTICATED);
    }
    expect(await logged()).toEqual([]);
    await moderate(bob, room, 'mute', dan).expect(200);
    await moderate(ann, room, 'mute', bob).expect(200);
    await moderate(admin, room, 'mute', ann).expect(200);
    expect(await logged()).toHaveLength(3);
  });
});

describe('GET /v1/community/rooms/{id}/moderation/log', () => {
  it('lists the entries for admins, newest first', async () => {
    await moderate(ann, room, 'mute', bob, { duration_minutes: 5 }).expect(200);
    await moderate(admin, room, 'kick', bob).expect(200);
    await moderate(ann, room, 'ban', cat).expect(200);
    const path = at(room, '/moderation/log');
    const found = await walk<{ action: string }>(ann.client, `${path}?limit=1`, 'log');
    const entry = (action: string, who: Person, moderator: Person, fields: object = {}) => ({
      id: ID,
      action,
      ...of(who),
      moderator_id: moderator.id,
      duration_minutes: null,
      expires_at: null,
      created_at: TIME,
      ...fields,
    });
    expect(found).toEqual([
      entry('ban', cat, ann),
      entry('kick', bob, admin),
      entry('mute', bob, ann, { duration_minutes: 5, expires_at: TIME }),
    ]);
    await join(bob, room).expect(200);
    await bob.client.get(path).expect(403, FORBIDDEN);
    await cat.client.get(path).expect(403, BANNED);
    await service.client().get(path).expect(401, NOT_AUTHENTICATED);
    await ann.client.get(`${at({ id: UNKNOWN }, '/moderation/log')}?limit=0`).expect(400, { error: 'Invalid limit' });
    await ann.client.get(`${at({ id: UNKNOWN }, '/moderation/log')}?cursor=x`).expect(400, { error: 'Invalid cursor' });
    await ann.client.get(at({ id: UNKNOWN }, '/moderation/log')).expect(404, NO_ROOM);
  });
});
