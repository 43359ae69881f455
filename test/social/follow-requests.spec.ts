import { TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { crowd, events, invalid, notices, OF_NO_VERSION, person, type Person, TIME, UNKNOWN, walk } from './people.js';

let service: TestService;
let ann: Person;
/** An account that approves its followers. */
let bob: Person;
beforeAll(async () => {
  service = await TestService.lease();
});
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
  await needApproval(true);
});
afterAll(() => service.stop());

const NO_REQUEST = { error: 'Follow request not found' };

const needApproval = (follower_approval: boolean) =>
  bob.client.patch('/v1/users/me', { privacy: { follower_approval } }).expect(200);
const request = () => ann.client.post('/v1/follow', { user_id: bob.id }).expect(201);
const accept = (follower_id: unknown = ann.id) => bob.client.post('/v1/follow/accept', { follower_id });
const decline = (follower_id: unknown = ann.id) => bob.client.post('/v1/follow/decline', { follower_id });
const followers = async () => (await ann.client.get(`/v1/users/${bob.id}`).expect(200)).body.user.followers_count;
const requests = async () => (await bob.client.get('/v1/follow/requests').expect(200)).body.requests;

describe('POST /v1/follow/accept', () => {
  it('makes the requester a follower, notifies them, and withdraws the notification of the request', async () => {
    await request();
    const { body } = await accept().expect(200);
    expect(body).toEqual({ follow: { follower_id: ann.id, following_id: bob.id, status: 'following' } });
    expect([await followers(), await requests()]).toEqual([1, []]);
    expect(await notices(ann.client)).toEqual([{ type: 'follow_accepted', actors: [bob.id] }]);
    expect(await notices(bob.client)).toEqual([]);
    expect(await events(service, bob.id, 'follow.accepted')).toEqual([body.follow]);
  });

  it('answers the same for an existing follow', async () => {
    await request();
    const { body } = await accept().expect(200);
    expect((await accept(ann.id.toUpperCase()).expect(200)).body).toEqual(body);
    expect([await followers(), (await events(service, bob.id, 'follow.accepted')).length]).toEqual([1, 1]);
  });

  it('finds no request that was never made, taken back or declined', async () => {
    for (const id of [ann.id, bob.id, UNKNOWN, OF_NO_VERSION]) await accept(id).expect(404, NO_REQUEST);
    await request();
    await ann.client.delete(`/v1/follow/${bob.id}`).expect(200);
    await accept().expect(404, NO_REQUEST);
    await request();
    await decline().expect(200);
    await accept().expect(404, NO_REQUEST);
  });

  it('works for the followed user only: requesters cannot accept themselves', async () => {
    await request();
    await ann.client.post('/v1/follow/accept', { follower_id: ann.id }).expect(404, NO_REQUEST);
    await ann.client.post('/v1/follow/accept', { follower_id: bob.id }).expect(404, NO_REQUEST);
    expect([await followers(), (await requests()).length]).toEqual([0, 1]);
  });

  it.each([undefined, null, 5, 'ann', [UNKNOWN]])('takes no %p for a follower', async (id) => {
    for (const path of ['accept', 'decline']) {
      const { body } = await bob.client.post(`/v1/follow/${path}`, { follower_id: id }).expect(400);
      expect(body).toEqual(invalid('follower_id'));
    }
  });
});

describe('POST /v1/follow/decline', () => {
  it('deletes the request, notifies nobody, and allows another request', async () => {
    await request();
    await decline().expect(200, { message: 'Follow request declined' });
    expect([await requests(), await notices(ann.client), await notices(bob.client)]).toEqual([[], [], []]);
    expect(await events(service, bob.id, 'follow.declined')).toHaveLength(1);
    expect((await request()).body.follow.status).toBe('requested');
  });

  it('answers 404 without a request, and does not affect followers', async () => {
    for (const id of [UNKNOWN, OF_NO_VERSION]) await decline(id).expect(404, NO_REQUEST);
    await request();
    await accept().expect(200);
    await decline().expect(404, NO_REQUEST);
    expect(await followers()).toBe(1);
  });
});

describe('GET /v1/follow/requests', () => {
  it('lists only requests, newest first', async () => {
    const cid = await person(service);
    await request();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await cid.client.post('/v1/follow', { user_id: bob.id }).expect(201);
    await bob.client.post('/v1/follow', { user_id: ann.id }).expect(201);
    const { body } = await bob.client.get('/v1/follow/requests').expect(200);
    const { body: profile } = await bob.client.get(`/v1/users/${ann.id}`).expect(200);
    expect(body).toEqual({
      requests: [
        { follower: expect.objectContaining({ id: cid.id }), created_at: TIME },
        { follower: profile.user, created_at: TIME },
      ],
      next_cursor: null,
    });
    expect((await ann.client.get('/v1/follow/requests').expect(200)).body.requests).toEqual([]);
  });

  it('leaves requests as they are when approval is switched off', async () => {
    await request();
    await needApproval(false);
    expect(await requests()).toHaveLength(1);
    await accept().expect(200);
    expect(await followers()).toBe(1);
  });

  it('loses nothing over pages while requests come in, also in one millisecond', async () => {
    const people = await crowd(service, 300);
    const ask = (ids: string[], at: string) =>
      service.database.query(
        `INSERT INTO social.follows (follower_id, following_id, status, created_at)
         SELECT id, $1, 'requested', $3 FROM unnest($2::uuid[]) id`,
        [bob.id, ids, at],
      );
    await ask(people, '2026-01-01T00:00:00.000Z');
    const seen = await walk<{ follower: { id: string } }>(
      bob.client,
      '/v1/follow/requests?limit=70',
      'requests',
      async () => ask(await crowd(service, 1), '2026-01-01T00:00:00.001Z'),
    );
    expect(seen.map(({ follower: { id } }) => id).sort()).toEqual(people.sort());
  });
});

describe('concurrent requests', () => {
  it('twenty acceptances are one', async () => {
    await request();
    expect(tally(await atOnce(20, () => accept()))).toEqual({ 200: 20 });
    expect([await followers(), (await events(service, bob.id, 'follow.accepted')).length]).toEqual([1, 1]);
    expect(await notices(ann.client)).toHaveLength(1);
  });

  it('concurrent acceptances, refusals and requests end in one state', async () => {
    await request();
    const answers = await atOnce(30, (i) => [accept, decline, request][i % 3]?.() as ReturnType<typeof accept>);
    for (const { status } of answers) expect([200, 201, 404]).toContain(status);
    const { rows } = await service.database.query(
      'SELECT status FROM social.follows WHERE follower_id = $1 AND following_id = $2',
      [ann.id, bob.id],
    );
    expect(await followers()).toBe(rows[0]?.status === 'following' ? 1 : 0);
    expect(await requests()).toHaveLength(rows[0]?.status === 'requested' ? 1 : 0);
  });
});
