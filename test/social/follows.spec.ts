import { TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import {
  crowd,
  events,
  invalid,
  lockedOut,
  NOT_AUTHENTICATED,
  notices,
  OF_NO_VERSION,
  person,
  type Person,
  UNKNOWN,
} from './people.js';

let service: TestService;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  service = await TestService.lease();
});
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
});
afterAll(() => service.stop());

const follow = (follower: Person, { id }: { id: string }) => follower.client.post('/v1/follow', { user_id: id });
const needApproval = ({ client }: Person, follower_approval = true) =>
  client.patch('/v1/users/me', { privacy: { follower_approval } }).expect(200);
const counts = async ({ id }: { id: string }) => {
  const { body } = await ann.client.get(`/v1/users/${id}`).expect(200);
  return [body.user.followers_count, body.user.following_count];
};

describe('POST /v1/follow', () => {
  it('follows at once, and counts it on both sides', async () => {
    const { body } = await follow(ann, bob).expect(201);
    expect(body).toEqual({ follow: { follower_id: ann.id, following_id: bob.id, status: 'following' } });
    expect([await counts(ann), await counts(bob)]).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(await notices(bob.client)).toEqual([{ type: 'follow', actors: [ann.id] }]);
    expect(await events(service, ann.id, 'follow.created')).toEqual([body.follow]);
  });

  it('asks where the account needs approval, and counts nothing', async () => {
    await needApproval(bob);
    const { body } = await follow(ann, bob).expect(201);
    expect(body).toEqual({ follow: { follower_id: ann.id, following_id: bob.id, status: 'requested' } });
    expect([await counts(ann), await counts(bob)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(await notices(bob.client)).toEqual([{ type: 'follow_request', actors: [ann.id] }]);
  });

  it('gives the same record when it is repeated', async () => {
    const first = await follow(ann, bob).expect(201);
    const again = await ann.client.post('/v1/follow', { user_id: bob.id.toUpperCase() }).expect(201);
    expect(again.body).toEqual(first.body);
    expect(await events(service, ann.id, 'follow.created')).toHaveLength(1);
    expect(await counts(bob)).toEqual([1, 0]);
  });

  it('never falls back to a request', async () => {
    await follow(ann, bob).expect(201);
    await needApproval(bob);
    expect((await follow(ann, bob).expect(201)).body.follow.status).toBe('following');
    expect(await counts(bob)).toEqual([1, 0]);
  });

  it('grants what was asked of an account that needs no approval any more, when it is asked anew', async () => {
    await needApproval(bob);
    await follow(ann, bob).expect(201);
    await needApproval(bob, false);
    expect((await follow(ann, bob).expect(201)).body.follow.status).toBe('following');
    expect(await counts(bob)).toEqual([1, 0]);
    expect(await notices(bob.client)).toEqual([{ type: 'follow', actors: [ann.id] }]);
  });

  it('refuses to follow oneself', async () => {
    for (const id of [ann.id, ann.id.toUpperCase()])
      await follow(ann, { id }).expect(400, { error: 'You cannot follow yourself' });
  });

  it('answers 404 for an unknown, suspended or banned user', async () => {
    for (const id of [UNKNOWN, OF_NO_VERSION]) await follow(ann, { id }).expect(404, { error: 'User not found' });
    for (const status of ['suspended', 'banned'] as const) {
      await service.setStatus(bob.id, status);
      await follow(ann, bob).expect(404, { error: 'User not found' });
    }
  });

  it('refuses with the same message for a block in either direction', async () => {
    const refused = { error: 'You cannot follow this user' };
    await ann.client.put(`/v1/users/${bob.id}/block`).expect(200);
    await follow(ann, bob).expect(403, refused);
    await follow(bob, ann).expect(403, refused);
    expect([await counts(ann), await notices(ann.client)]).toEqual([[0, 0], []]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 5],
    ['a name', 'ann'],
    ['a list', [UNKNOWN]],
  ])('takes no %s for a user', async (_, user_id) => {
    const { body } = await ann.client.post('/v1/follow', { user_id }).expect(400);
    expect(body).toEqual(invalid('user_id'));
  });

  it('needs a caller who has signed in', async () => {
    const nobody = service.client();
    await nobody.post('/v1/follow', { user_id: 5 }).expect(401, NOT_AUTHENTICATED);
    await nobody.post('/v1/follow/accept', {}).expect(401, NOT_AUTHENTICATED);
    await nobody.post('/v1/follow/decline', {}).expect(401, NOT_AUTHENTICATED);
    await nobody.get('/v1/follow/requests').expect(401, NOT_AUTHENTICATED);
    await nobody.delete(`/v1/follow/${bob.id}`).expect(401, NOT_AUTHENTICATED);
    await nobody.get(`/v1/users/${bob.id}/followers`).expect(401, NOT_AUTHENTICATED);
  });

  it('answers a repeated Idempotency-Key with what it answered first', async () => {
    const keyed = ann.client.with({ 'idempotency-key': 'once' });
    const { body } = await keyed.post('/v1/follow', { user_id: bob.id }).expect(201);
    await ann.client.delete(`/v1/follow/${bob.id}`).expect(200);
    const again = await keyed.post('/v1/follow', { user_id: bob.id }).expect(201);
    expect(again.body).toEqual(body);
    expect(await counts(bob)).toEqual([0, 0]);
  });
});

describe('DELETE /v1/follow/{userId}', () => {
  it('ends the follow and withdraws the notification', async () => {
    await follow(ann, bob).expect(201);
    await ann.client.delete(`/v1/follow/${bob.id}`).expect(200, { message: 'Unfollowed' });
    expect([await counts(ann), await counts(bob)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(await notices(bob.client)).toEqual([]);
    expect(await events(service, ann.id, 'follow.ended')).toHaveLength(1);
  });

  it('takes a request back', async () => {
    await needApproval(bob);
    await follow(ann, bob).expect(201);
    await ann.client.delete(`/v1/follow/${bob.id.toUpperCase()}`).expect(200, { message: 'Unfollowed' });
    expect((await bob.client.get('/v1/follow/requests').expect(200)).body.requests).toEqual([]);
    expect([await counts(bob), await notices(bob.client)]).toEqual([[0, 0], []]);
  });

  it('answers the same without a follow, and does not affect the other direction', async () => {
    await follow(bob, ann).expect(201);
    for (const id of [bob.id, UNKNOWN])
      await ann.client.delete(`/v1/follow/${id}`).expect(200, { message: 'Unfollowed' });
    expect(await counts(ann)).toEqual([1, 0]);
    expect(await events(service, ann.id, 'follow.ended')).toEqual([]);
    await ann.client.delete('/v1/follow/bob').expect(404, { error: 'User not found' });
  });
});

describe('concurrent requests', () => {
  it('twenty follows of one pair are one record, one count, one notification', async () => {
    const answers = await atOnce(20, () => follow(ann, bob));
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await counts(bob)).toEqual([1, 0]);
    expect(await events(service, ann.id, 'follow.created')).toHaveLength(1);
    expect(await notices(bob.client)).toEqual([{ type: 'follow', actors: [ann.id] }]);
  });

  it('two users who follow and unfollow each other repeatedly keep exact counters', async () => {
    const turns = await atOnce(40, (i) => {
      const [one, other] = i % 2 ? [ann, bob] : [bob, ann];
      return i % 4 < 2 ? follow(one, other) : one.client.delete(`/v1/follow/${other.id}`);
    });
    expect(tally(turns)).toEqual({ 200: 20, 201: 20 });
    const { rows } = await service.database.query(
      'SELECT follower_id FROM social.follows WHERE follower_id = ANY ($1)',
      [[ann.id, bob.id]],
    );
    const follows = (account: Person) => rows.filter(({ follower_id }) => follower_id === account.id).length;
    expect(await counts(ann)).toEqual([follows(bob), follows(ann)]);
    expect(await counts(bob)).toEqual([follows(ann), follows(bob)]);
  });

  it('twenty users whom two others follow concurrently have exact counters', async () => {
    const people = await crowd(service, 20);
    const answers = await atOnce(40, (i) => follow(i % 2 ? ann : bob, { id: people[i >> 1] as string }));
    expect(tally(answers)).toEqual({ 201: 40 });
    expect([await counts(ann), await counts(bob)]).toEqual([
      [0, 20],
      [0, 20],
    ]);
    expect(await counts({ id: people[7] as string })).toEqual([2, 0]);
  });

  it('a user who is deleted while being followed answers 404 and leaves no count behind', async () => {
    const [gone = ''] = await crowd(service, 1);
    await follow(bob, { id: gone }).expect(201);
    const deletion = await service.database.connect();
    try {
      await deletion.query('BEGIN');
      await deletion.query('DELETE FROM account.users WHERE id = $1', [gone]);
      const answers = atOnce(3, () => follow(ann, { id: gone }));
      await lockedOut(service, 3);
      await deletion.query('COMMIT');
      for (const { status, body } of await answers) expect([status, body]).toEqual([404, { error: 'User not found' }]);
    } finally {
      deletion.release();
    }
    expect([await counts(ann), await counts(bob)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});
