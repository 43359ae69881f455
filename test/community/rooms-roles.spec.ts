import { atOnce, tally } from '../account/at-once.js';
import { FORBIDDEN, NOT_AUTHENTICATED, person, type Person, TIME, UNKNOWN } from '../social/people.js';
import { TestService } from '../support/service.js';
import {
  at,
  detail,
  joined,
  leave,
  NO_MEMBER,
  NO_ROOM,
  open,
  privately,
  role,
  roles,
  type Room,
  roomOf,
  said,
  toldRoom,
} from './room-people.js';

let service: TestService;
let ann: Person;
let bob: Person;
let cat: Person;
let admin: Person;
let room: Room;
beforeAll(async () => {
  service = await TestService.start();
  admin = await person(service, 'admin');
});
beforeEach(async () => {
  [ann, bob, cat] = [await person(service), await person(service), await person(service)];
  room = await open(ann);
});
afterAll(() => service.stop());

const memberCount = async (who: Person, of: Room = room): Promise<number> =>
  (await detail(who, of)).room.member_count;

describe('PATCH /v1/community/rooms/{id}/roles', () => {
  it('makes admins and members of each other', async () => {
    await joined(room, bob);
    const { body } = await role(ann, room, { id: bob.id.toUpperCase() }, 'admin').expect(200);
    expect(body).toEqual({ member: { user_id: bob.id, room_id: room.id, role: 'admin' } });
    await role(ann, room, bob, 'admin').expect(200);
    const data = { room_id: room.id, user_id: bob.id, role: 'admin' };
    expect(await toldRoom(service, room, 'member.role')).toEqual([
      { type: 'member.role', actor_id: ann.id, data },
    ]);
    await role(ann, room, bob, 'member').expect(200);
    expect(await roles(ann, room)).toEqual([
      [ann.id, 'admin'],
      [bob.id, 'member'],
    ]);
    await service
      .client()
      .patch(at(room, '/roles'), { user_id: bob.id, role: 'admin' })
      .expect(401, NOT_AUTHENTICATED);
  });

  it('the owner stays one, and admins touch each other only as owner or staff', async () => {
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

  it('not of oneself, and not of who is no member', async () => {
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

  it('two admins who demote each other at once leave one', async () => {
    await joined(room, bob, cat);
    for (const one of [bob, cat]) await role(ann, room, one, 'admin').expect(200);
    await service.database.query('UPDATE community.rooms SET owner_id = $2 WHERE id = $1', [
      room.id,
      admin.id,
    ]);
    await leave(ann, room).expect(200);
    const answers = await atOnce(10, (n) => role(admin, room, n % 2 ? bob : cat, 'member'));
    expect(tally(answers)).toEqual({ 200: 5, 409: 5 });
    expect((await roles(bob, room)).map(([, is]) => is).sort()).toEqual(['admin', 'member']);
  });
});

describe('whoever deletes his account', () => {
  it('leaves his rooms to others, and takes with him what nobody is left in', async () => {
    const dan = await service.account();
    const his = await open(dan);
    const alone = await privately(dan);
    await joined(his, bob, cat);
    await joined(room, dan);
    await role(dan, his, cat, 'admin').expect(200);
    const message = await said(dan, room, 'mine');
    await said(bob, his, 'yours');
    await dan.client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
    expect((await detail(bob, his)).room).toEqual(roomOf(cat, { member_count: 2 }));
    expect((await toldRoom(service, his)).slice(-2).map(({ type }) => type)).toEqual([
      'member.left',
      'room.updated',
    ]);
    expect(await memberCount(ann)).toBe(1);
    const { rowCount } = await service.database.query('SELECT FROM community.rooms WHERE id = $1', [
      alone.id,
    ]);
    expect(rowCount).toBe(0);
    expect((await detail(ann, room)).messages).toEqual([
      { ...message, content: '', deleted_at: TIME, author: null },
    ]);
  });

  it('whose he alone administered goes to the oldest member', async () => {
    const dan = await service.account();
    const his = await open(dan);
    await joined(his, bob, cat);
    await dan.client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
    expect((await detail(cat, his)).room.owner_id).toBe(bob.id);
    expect(await roles(cat, his)).toEqual([
      [bob.id, 'admin'],
      [cat.id, 'member'],
    ]);
  });
});
