import { PurgeOldStoriesJob } from '../../src/social/stories/purge-old-stories.job.js';
import { TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { events, NOT_AUTHENTICATED, person, type Person, TIME, UNKNOWN } from './people.js';

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

const ID = expect.stringMatching(/^[\da-f-]{36}$/);
const IMAGE = { media_url: 'https://example.com/a.png', media_type: 'image' };
const times = (count: number) => Array.from({ length: count }, () => IMAGE);
const tell = async ({ client }: Person, frames: object[] = [IMAGE]) =>
  (await client.post('/v1/stories', { frames }).expect(201)).body.story;
const follow = (one: Person, { id: user_id }: Person) => one.client.post('/v1/follow', { user_id }).expect(201);
const listed = async ({ client }: Person) => (await client.get('/v1/stories').expect(200)).body.stories;
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
/** Moves the story into the past by this many hours. */
const age = ({ id }: { id: string }, hours: number) =>
  service.database.query(
    `UPDATE social.stories SET created_at = now() - $2 * interval '1 hour',
       expires_at = now() - $2 * interval '1 hour' + interval '24 hours' WHERE id = $1`,
    [id, hours],
  );

describe('POST /v1/stories', () => {
  it('creates a story of 24 hours with its frames in their order', async () => {
    const frames = [
      IMAGE,
      { media_url: 'http://localhost/b.mp4', media_type: 'video', duration: 60 },
      { ...IMAGE, duration: 1 },
    ];
    const { body } = await ann.client.post('/v1/stories', { frames }).expect(201);
    expect(body).toEqual({
      story: {
        id: ID,
        user_id: ann.id,
        created_at: TIME,
        expires_at: TIME,
        story_frames: frames.map((frame) => ({ id: ID, duration: 5, ...frame })),
      },
    });
    const { created_at, expires_at, id } = body.story;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(24 * 3600 * 1000);
    expect(await events(service, ann.id, 'story.created')).toEqual([{ story_id: id }]);
  });

  it('has 20 frames at most, and may have none', async () => {
    expect((await ann.client.post('/v1/stories', {}).expect(201)).body.story.story_frames).toEqual([]);
    expect((await ann.client.post('/v1/stories').expect(201)).body.story.story_frames).toEqual([]);
    expect((await tell(ann, [])).story_frames).toEqual([]);
    expect((await tell(ann, times(20))).story_frames).toHaveLength(20);
    const { body } = await ann.client.post('/v1/stories', { frames: times(21) }).expect(400);
    expect(body.details[0].field).toBe('frames');
  });

  it.each<[string, unknown, string]>([
    ['null for frames', null, 'frames'],
    ['a text for frames', 'image', 'frames'],
    ['an object for frames', IMAGE, 'frames'],
    ['null for a frame', [null], 'frames'],
    ['a text for a frame', ['image'], 'frames'],
    ['a list for a frame', [[IMAGE]], 'frames'],
    ['no address', [{ media_type: 'image' }], 'frames.0.media_url'],
    ['a script for an address', [{ ...IMAGE, media_url: 'javascript:alert(1)' }], 'frames.0.media_url'],
    ['a path for an address', [{ ...IMAGE, media_url: '/a.png' }], 'frames.0.media_url'],
    ['a number for an address', [{ ...IMAGE, media_url: 5 }], 'frames.0.media_url'],
    ['no type', [IMAGE, { media_url: IMAGE.media_url }], 'frames.1.media_type'],
    ['an empty type', [{ ...IMAGE, media_type: '' }], 'frames.0.media_type'],
    ['a type of 51 characters', [{ ...IMAGE, media_type: 't'.repeat(51) }], 'frames.0.media_type'],
    ['a duration of 0', [{ ...IMAGE, duration: 0 }], 'frames.0.duration'],
    ['a duration of 61', [{ ...IMAGE, duration: 61 }], 'frames.0.duration'],
    ['a broken duration', [{ ...IMAGE, duration: 1.5 }], 'frames.0.duration'],
    ['a text for a duration', [{ ...IMAGE, duration: '5' }], 'frames.0.duration'],
    ['null for a duration', [{ ...IMAGE, duration: null }], 'frames.0.duration'],
  ])('has not %s', async (_, frames, field) => {
    const { body } = await ann.client.post('/v1/stories', { frames }).expect(400);
    expect(body.error).toBe('Validation error');
    expect(body.details.map((fault: { field: string }) => fault.field)).toContain(field);
    expect(await listed(ann)).toEqual([]);
  });

  it('answers a repeated Idempotency-Key with the same story', async () => {
    const keyed = ann.client.with({ 'idempotency-key': 'story' });
    const answers = await atOnce(5, () => keyed.post('/v1/stories', { frames: [IMAGE] }));
    expect(tally(answers)).toEqual({ 201: 5 });
    expect(new Set(answers.map(({ body }) => body.story.id)).size).toBe(1);
    expect(await listed(ann)).toHaveLength(1);
  });

  it('needs a caller who has signed in, like all routes of stories', async () => {
    const nobody = service.client();
    const path = `/v1/stories/${UNKNOWN}`;
    await nobody.post('/v1/stories', { frames: 5 }).expect(401, NOT_AUTHENTICATED);
    await nobody.get('/v1/stories').expect(401, NOT_AUTHENTICATED);
    await nobody.get(path).expect(401, NOT_AUTHENTICATED);
    await nobody.delete(path).expect(401, NOT_AUTHENTICATED);
    await nobody.post(`${path}/view`).expect(401, NOT_AUTHENTICATED);
    await nobody.get(`${path}/views`).expect(401, NOT_AUTHENTICATED);
  });
});

describe('GET /v1/stories', () => {
  it('holds stories of followed users and of the caller, newest first, each with author and frames', async () => {
    await bob.client.patch('/v1/users/me', { first_name: 'Bob', username: 'bob_tells' }).expect(200);
    const [older, own, newer, stranger] = [
      await tell(bob),
      await tell(ann, []),
      await tell(bob, [IMAGE, IMAGE]),
      await tell(await person(service)),
    ];
    await follow(ann, bob);
    await age(older, 2);
    await age(own, 1);
    const { created_at, expires_at } = (await ann.client.get(`/v1/stories/${older.id}`).expect(200)).body.story;
    const author = { id: bob.id, username: 'bob_tells', first_name: 'Bob', last_name: null };
    const stories = await listed(ann);
    expect(stories).toEqual([
      expect.objectContaining({ id: newer.id, story_frames: newer.story_frames }),
      expect.objectContaining({ id: own.id, story_frames: [], views_count: 0 }),
      { ...older, created_at, expires_at, author: { ...author, avatar_url: null, verified: false } },
    ]);
    expect(idsOf(stories)).not.toContain(stranger.id);
    expect(idsOf(await listed(bob)).sort()).toEqual([older.id, newer.id].sort());
  });

  it('holds no ended story, by the clock of the database', async () => {
    const [ended, ends] = [await tell(ann), await tell(ann)];
    await age(ended, 24);
    await service.database.query(`UPDATE social.stories SET expires_at = now() + interval '1 minute' WHERE id = $1`, [
      ends.id,
    ]);
    expect(idsOf(await listed(ann))).toEqual([ends.id]);
  });

  it('holds none of users whom the caller only requested to follow, unfollowed or blocked', async () => {
    await bob.client.patch('/v1/users/me', { privacy: { follower_approval: true } }).expect(200);
    await tell(bob);
    await follow(ann, bob);
    expect(await listed(ann)).toEqual([]);
    await bob.client.post('/v1/follow/accept', { follower_id: ann.id }).expect(200);
    expect(await listed(ann)).toHaveLength(1);
    await bob.client.put(`/v1/users/${ann.id}/block`).expect(200);
    expect(await listed(ann)).toEqual([]);
    await bob.client.delete(`/v1/users/${ann.id}/block`).expect(200);
    expect(await listed(ann)).toEqual([]);
  });

  it('holds none of banned users', async () => {
    await tell(bob);
    await follow(ann, bob);
    await service.setStatus(bob.id, 'banned');
    expect(await listed(ann)).toEqual([]);
  });

  it('holds three hundred of one millisecond', async () => {
    await follow(ann, bob);
    await service.database.query('INSERT INTO social.stories (user_id) SELECT $1 FROM generate_series(1, 300)', [
      bob.id,
    ]);
    const ids = idsOf(await listed(ann));
    expect([ids.length, new Set(ids).size]).toEqual([300, 300]);
    expect(ids).toEqual([...ids].sort().reverse());
  });
});

describe('the end of a story', () => {
  it('is followed by its deletion a week later, with frames and views', async () => {
    const [old, recent] = [await tell(ann), await tell(ann)];
    await bob.client.post(`/v1/stories/${old.id}/view`).expect(200);
    await age(old, 24 + 7 * 24 + 1);
    await age(recent, 24 + 7 * 24 - 1);
    await service.app.get(PurgeOldStoriesJob).run({});
    await ann.client.get(`/v1/stories/${old.id}`).expect(404, { error: 'Story not found' });
    await ann.client.get(`/v1/stories/${recent.id}`).expect(200);
    for (const table of ['story_frames', 'story_views']) {
      const { rows } = await service.database.query(`SELECT FROM social.${table} WHERE story_id = $1`, [old.id]);
      expect(rows).toEqual([]);
    }
  });

  it('is the same for thousands', async () => {
    await service.database.query(
      `INSERT INTO social.stories (user_id, expires_at) SELECT $1, now() - interval '8 days' FROM generate_series(1, 2500)`,
      [ann.id],
    );
    await service.app.get(PurgeOldStoriesJob).run({});
    const { rows } = await service.database.query('SELECT FROM social.stories WHERE user_id = $1', [ann.id]);
    expect(rows).toEqual([]);
  });
});
