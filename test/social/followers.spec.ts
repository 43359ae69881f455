import { TestService } from '../support/service.js';
import { crowd, person, type Person, walk } from './people.js';

let service: TestService;
let ann: Person;
beforeAll(async () => {
  service = await TestService.lease();
  ann = await person(service);
});
afterAll(() => service.stop());

const at = (one: string, followers: string[], moment = '2026-01-01T00:00:00.000Z', status = 'following') =>
  service.database.query(
    `INSERT INTO social.follows (follower_id, following_id, status, created_at)
     SELECT id, $1, $4, $3 FROM unnest($2::uuid[]) id`,
    [one, followers, moment, status],
  );
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('GET /v1/users/{id}/followers and /following', () => {
  it('are public profiles, newest first, found by id and by username', async () => {
    const [bob, cid] = [await person(service), await person(service)];
    await bob.client.patch('/v1/users/me', { username: 'bob_the_followed' }).expect(200);
    await at(bob.id, [cid.id], '2026-01-01T00:00:00.001Z');
    await at(bob.id, [ann.id]);
    const { body: profile } = await bob.client.get(`/v1/users/${cid.id}`).expect(200);
    for (const name of [bob.id, bob.id.toUpperCase(), 'bob_the_followed']) {
      const { body } = await ann.client.get(`/v1/users/${name}/followers`).expect(200);
      expect(body.followers[0]).toEqual(profile.user);
      expect(idsOf(body.followers)).toEqual([cid.id, ann.id]);
      expect(body.next_cursor).toBeNull();
    }
    const { body } = await ann.client.get(`/v1/users/${cid.id}/following`).expect(200);
    expect(body).toEqual({ following: [expect.objectContaining({ id: bob.id })], next_cursor: null });
    await ann.client.get(`/v1/users/${cid.id}/followers`).expect(200, { followers: [], next_cursor: null });
  });

  it('contain no requests and no banned users', async () => {
    const [one = '', asks = '', banned = '', stays = ''] = await crowd(service, 4);
    await at(one, [asks], undefined, 'requested');
    await at(one, [banned, stays]);
    await service.setStatus(banned, 'banned');
    const { body } = await ann.client.get(`/v1/users/${one}/followers`).expect(200);
    expect(idsOf(body.followers)).toEqual([stays]);
    await ann.client.get(`/v1/users/${asks}/following`).expect(200, { following: [], next_cursor: null });
  });

  it('answer 404 for an unknown, banned or malformed id', async () => {
    const [banned = ''] = await crowd(service, 1);
    await service.setStatus(banned, 'banned');
    for (const name of [banned, '0190a0a0-0000-7000-8000-000000000000', 'nobody_at_all', 'me', '%27', '1']) {
      for (const list of ['followers', 'following'])
        await ann.client.get(`/v1/users/${name}/${list}`).expect(404, { error: 'User not found' });
    }
  });

  it('lose nobody over pages while follows change, with three hundred in one millisecond', async () => {
    const [one = '', ...people] = await crowd(service, 301);
    await at(one, people);
    const seen = await walk<{ id: string }>(ann.client, `/v1/users/${one}/followers?limit=70`, 'followers', async () =>
      at(one, await crowd(service, 2), '2026-02-01T00:00:00.000Z'),
    );
    expect(idsOf(seen).sort()).toEqual(people.sort());
    await service.database.query(
      `INSERT INTO social.follows (follower_id, following_id, status, created_at)
       SELECT $1, id, 'following', '2026-01-01' FROM unnest($2::uuid[]) id`,
      [one, people],
    );
    const followed = await walk<{ id: string }>(ann.client, `/v1/users/${one}/following`, 'following');
    expect(idsOf(followed).sort()).toEqual(people.sort());
  });

  it('have 20 a page, at most 100, and refuse a wrong limit or cursor', async () => {
    const [one = '', ...people] = await crowd(service, 121);
    await at(one, people);
    const path = `/v1/users/${one}/followers`;
    const lengths = await Promise.all(
      ['', '?limit=7', '?limit=100', '?limit=1000'].map(
        async (query) => (await ann.client.get(path + query).expect(200)).body.followers.length,
      ),
    );
    expect(lengths).toEqual([20, 7, 100, 100]);
    for (const limit of ['0', '-1', 'abc', '1.5'])
      await ann.client.get(`${path}?limit=${limit}`).expect(400, { error: 'Invalid limit' });
    const { body } = await ann.client.get(`${path}?limit=1`).expect(200);
    for (const cursor of ['x', `${body.next_cursor}x`])
      await ann.client.get(`${path}?cursor=${cursor}`).expect(400, { error: 'Invalid cursor' });
    await ann.client
      .get(`/v1/users/${one}/following?cursor=${body.next_cursor}`)
      .expect(400, { error: 'Invalid cursor' });
  });
});
