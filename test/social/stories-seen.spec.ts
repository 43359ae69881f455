import { TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { crowd, events, FORBIDDEN, person, type Person, TIME, UNKNOWN, walk } from './people.js';

let service: TestService;
let ann: Person;
/** The owner of the story. */
let bob: Person;
let admin: Person;
let story: { id: string };
beforeAll(async () => {
  service = await TestService.lease();
  admin = await person(service, 'admin');
});
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
  const frames = [{ media_url: 'https://example.com/a.png', media_type: 'image' }];
  story = (await bob.client.post('/v1/stories', { frames }).expect(201)).body.story;
});
afterAll(() => service.stop());

const NO_STORY = { error: 'Story not found' };
const path = (rest = '', { id } = story) => `/v1/stories/${id}${rest}`;
const end = () => service.database.query('UPDATE social.stories SET expires_at = now() WHERE id = $1', [story.id]);
const needApproval = () => bob.client.patch('/v1/users/me', { privacy: { follower_approval: true } }).expect(200);

/** No route shows the story to this user. */
async function expectUnseen({ client }: Person): Promise<void> {
  await client.get(path()).expect(404, NO_STORY);
  await client.post(path('/view')).expect(404, NO_STORY);
  await client.get(path('/views')).expect(404, NO_STORY);
  await client.delete(path()).expect(404, NO_STORY);
}

describe('GET /v1/stories/{id}', () => {
  it('answers the story, and to its owner the number of views', async () => {
    await ann.client.get(path()).expect(200, { story });
    await ann.client.get(path('', { id: story.id.toUpperCase() })).expect(200, { story });
    const { body } = await bob.client.get(path()).expect(200);
    expect(body).toEqual({ story: { ...story, views_count: 0 } });
  });

  it.each([UNKNOWN, '1', 'me', '%27'])('finds nothing under the id %s', async (id) => {
    await ann.client.get(path('', { id })).expect(404, NO_STORY);
    await ann.client.delete(path('', { id })).expect(404, NO_STORY);
    await ann.client.post(path('/view', { id })).expect(404, NO_STORY);
    await ann.client.get(path('/views', { id })).expect(404, NO_STORY);
  });

  it('is visible only to the owner and staff after its end', async () => {
    await end();
    await expectUnseen(ann);
    for (const { client } of [bob, admin]) await client.get(path()).expect(200);
  });

  it('is visible only to followers if the account approves its followers', async () => {
    await needApproval();
    await expectUnseen(ann);
    await ann.client.post('/v1/follow', { user_id: bob.id }).expect(201);
    await expectUnseen(ann);
    await bob.client.post('/v1/follow/accept', { follower_id: ann.id }).expect(200);
    await ann.client.get(path()).expect(200, { story });
  });

  it('answers 404 if a block stands between the viewer and the owner', async () => {
    for (const [one, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      await one.client.put(`/v1/users/${other.id}/block`).expect(200);
      await expectUnseen(ann);
      await one.client.delete(`/v1/users/${other.id}/block`).expect(200);
    }
    await ann.client.get(path()).expect(200);
  });

  it('answers 404 when the owner is banned', async () => {
    await service.setStatus(bob.id, 'banned');
    await expectUnseen(ann);
    await admin.client.get(path()).expect(200);
  });
});

describe('DELETE /v1/stories/{id}', () => {
  it('is for its owner, once', async () => {
    await ann.client.delete(path()).expect(403, FORBIDDEN);
    expect(tally(await atOnce(5, () => bob.client.delete(path())))).toEqual({ 200: 1, 404: 4 });
    await bob.client.get(path()).expect(404, NO_STORY);
    const { rows } = await service.database.query('SELECT FROM social.story_frames WHERE story_id = $1', [story.id]);
    expect(rows).toEqual([]);
    expect(await events(service, bob.id, 'story.deleted')).toEqual([{ story_id: story.id, user_id: bob.id }]);
  });

  it('works for an admin, also for an ended story of a private account', async () => {
    await needApproval();
    await end();
    await admin.client.delete(path()).expect(200, { message: 'Story deleted' });
    await bob.client.get(path()).expect(404, NO_STORY);
  });
});

describe('POST /v1/stories/{id}/view', () => {
  it('fifty at once count once', async () => {
    const answers = await atOnce(50, () => ann.client.post(path('/view')));
    expect(tally(answers)).toEqual({ 200: 50 });
    expect(answers[0]?.body).toEqual({ message: 'View recorded' });
    expect((await bob.client.get(path()).expect(200)).body.story.views_count).toBe(1);
    expect(await events(service, ann.id, 'story.viewed')).toEqual([{ story_id: story.id }]);
  });

  it("does not count the owner's own", async () => {
    await bob.client.post(path('/view')).expect(200, { message: 'View recorded' });
    expect((await bob.client.get('/v1/stories').expect(200)).body.stories[0].views_count).toBe(0);
  });

  it('records a view or answers 404 while the story is deleted', async () => {
    const answers = await atOnce(21, (i) => (i === 9 ? bob.client.delete(path()) : ann.client.post(path('/view'))));
    for (const { status } of answers) expect([200, 404]).toContain(status);
    for (const { status, body } of answers) if (status === 404) expect(body).toEqual(NO_STORY);
    expect((await service.database.query('SELECT FROM social.story_views')).rows).toHaveLength(1);
  });
});

describe('GET /v1/stories/{id}/views', () => {
  it('lists the viewers for the owner, newest first', async () => {
    const cid = await person(service);
    for (const { client } of [ann, cid]) {
      await client.post(path('/view')).expect(200);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    const { body } = await bob.client.get(path('/views')).expect(200);
    const viewer = { username: null, first_name: null, last_name: null, avatar_url: null, verified: false };
    expect(body).toEqual({
      views: [
        { user: { id: cid.id, ...viewer }, viewed_at: TIME },
        { user: { id: ann.id, ...viewer }, viewed_at: TIME },
      ],
      next_cursor: null,
    });
  });

  it('is refused to all other users', async () => {
    for (const { client } of [ann, admin]) await client.get(path('/views')).expect(403, FORBIDDEN);
  });

  it('loses nothing over pages of one millisecond while views are added', async () => {
    const people = await crowd(service, 300);
    const see = (ids: string[], at: string) =>
      service.database.query(
        `INSERT INTO social.story_views (story_id, user_id, viewed_at) SELECT $1, id, $3 FROM unnest($2::uuid[]) id`,
        [story.id, ids, at],
      );
    await see(people, '2026-01-01T00:00:00.000Z');
    const seen = await walk<{ user: { id: string } }>(bob.client, path('/views?limit=70'), 'views', async () =>
      see(await crowd(service, 2), '2026-01-01T00:00:00.001Z'),
    );
    expect(seen.map(({ user }) => user.id).sort()).toEqual(people.sort());
    await bob.client.get(path('/views?limit=0')).expect(400, { error: 'Invalid limit' });
    await bob.client.get(path('/views?cursor=x')).expect(400, { error: 'Invalid cursor' });
  });
});
