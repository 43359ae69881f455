import request from 'supertest';
import { BlockRepository } from '../../src/social/blocks/block.repository.js';
import { FollowRepository } from '../../src/social/follows/follow.repository.js';
import { eventually, TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { crowd, events, NOT_AUTHENTICATED, notices, person, type Person, TIME, UNKNOWN, walk } from './people.js';

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

const NO_USER = { error: 'User not found' };
const block = (one: Person, { id }: { id: string }) => one.client.put(`/v1/users/${id}/block`);
const unblock = (one: Person, { id }: { id: string }) => one.client.delete(`/v1/users/${id}/block`);
const follow = (one: Person, { id }: { id: string }) => one.client.post('/v1/follow', { user_id: id });
const between = async () => {
  const { rows } = await service.database.query(
    `SELECT (SELECT count(*)::int FROM social.follows WHERE follower_id = ANY ($1)) AS follows,
       (SELECT count(*)::int FROM social.blocks WHERE blocker_id = ANY ($1)) AS blocks,
       (SELECT sum(followers_count + following_count)::int FROM account.user_counters WHERE user_id = ANY ($1)) AS counted`,
    [[ann.id, bob.id]],
  );
  return rows[0];
};

describe('PUT /v1/users/{id}/block', () => {
  it('ends follows in both directions, and removes their notifications', async () => {
    await follow(ann, bob).expect(201);
    await bob.client.patch('/v1/users/me', { privacy: { follower_approval: true } }).expect(200);
    await follow(bob, ann).expect(201);
    await block(ann, bob).expect(200, { message: 'User blocked' });
    expect(await between()).toEqual({ follows: 0, blocks: 1, counted: 0 });
    expect([await notices(ann.client), await notices(bob.client)]).toEqual([[], []]);
    expect(await events(service, ann.id, 'user.blocked')).toEqual([{ user_id: bob.id }]);
  });

  it('ends requests both ways', async () => {
    for (const { client } of [ann, bob])
      await client.patch('/v1/users/me', { privacy: { follower_approval: true } }).expect(200);
    await follow(ann, bob).expect(201);
    await follow(bob, ann).expect(201);
    await block(ann, bob).expect(200);
    expect(await between()).toEqual({ follows: 0, blocks: 1, counted: 0 });
    await ann.client
      .post('/v1/follow/accept', { follower_id: bob.id })
      .expect(404, { error: 'Follow request not found' });
  });

  it('answers the same when it is repeated, and does not affect others', async () => {
    const cid = await person(service);
    await follow(cid, ann).expect(201);
    await block(ann, bob).expect(200);
    await block(ann, { id: bob.id.toUpperCase() }).expect(200, { message: 'User blocked' });
    await block(bob, ann).expect(200);
    expect(await between()).toEqual({ follows: 0, blocks: 2, counted: 1 });
    expect(await events(service, ann.id, 'user.blocked')).toHaveLength(1);
  });

  it('refuses the caller, and answers 404 for an unknown, banned or malformed id', async () => {
    for (const id of [ann.id, ann.id.toUpperCase()])
      await block(ann, { id }).expect(400, { error: 'You cannot block yourself' });
    for (const id of [UNKNOWN, 'bob', '1']) await block(ann, { id }).expect(404, NO_USER);
    await service.setStatus(bob.id, 'banned');
    await block(ann, bob).expect(404, NO_USER);
  });

  it('needs a caller who has signed in', async () => {
    const nobody = service.client();
    await nobody.put(`/v1/users/${bob.id}/block`).expect(401, NOT_AUTHENTICATED);
    await nobody.delete(`/v1/users/${bob.id}/block`).expect(401, NOT_AUTHENTICATED);
    await nobody.get('/v1/blocks').expect(401, NOT_AUTHENTICATED);
  });
});

describe('DELETE /v1/users/{id}/block', () => {
  it('removes the block, also of a user who was banned since, and restores nothing', async () => {
    await follow(bob, ann).expect(201);
    await block(ann, bob).expect(200);
    await service.setStatus(bob.id, 'banned');
    await unblock(ann, bob).expect(200, { message: 'User unblocked' });
    await service.setStatus(bob.id, 'active');
    expect(await between()).toEqual({ follows: 0, blocks: 0, counted: 0 });
    await follow(bob, ann).expect(201);
    expect(await events(service, ann.id, 'user.unblocked')).toEqual([{ user_id: bob.id }]);
  });

  it("answers the same without a block, and does not remove the other user's block", async () => {
    await block(bob, ann).expect(200);
    for (const id of [bob.id, UNKNOWN]) await unblock(ann, { id }).expect(200, { message: 'User unblocked' });
    expect((await between()).blocks).toBe(1);
    expect(await events(service, ann.id, 'user.unblocked')).toEqual([]);
    await unblock(ann, { id: 'bob' }).expect(404, NO_USER);
  });
});

describe('GET /v1/blocks', () => {
  it('lists the users whom the caller blocked, not those who blocked the caller', async () => {
    await bob.client.patch('/v1/users/me', { username: 'blocked_bob' }).expect(200);
    await block(ann, bob).expect(200);
    const user = {
      id: bob.id,
      username: 'blocked_bob',
      first_name: null,
      last_name: null,
      avatar_url: null,
      verified: false,
    };
    const { body } = await ann.client.get('/v1/blocks').expect(200);
    expect(body).toEqual({ blocks: [{ user, created_at: TIME }], next_cursor: null });
    await bob.client.get('/v1/blocks').expect(200, { blocks: [], next_cursor: null });
  });

  it('is whole over pages of one millisecond', async () => {
    const people = await crowd(service, 300);
    await service.database.query(
      `INSERT INTO social.blocks (blocker_id, blocked_id, created_at)
       SELECT $1, id, '2026-01-01' FROM unnest($2::uuid[]) id`,
      [ann.id, people],
    );
    const seen = await walk<{ user: { id: string } }>(ann.client, '/v1/blocks?limit=70', 'blocks');
    expect(seen.map(({ user }) => user.id).sort()).toEqual(people.sort());
    await ann.client.get('/v1/blocks?limit=0').expect(400, { error: 'Invalid limit' });
    await ann.client.get('/v1/blocks?cursor=x').expect(400, { error: 'Invalid cursor' });
  });
});

describe('concurrent requests', () => {
  it('a block and a follow cross without leaving a follow', async () => {
    for (let round = 0; round < 8; round++) {
      const answers = await atOnce(12, (i) => {
        if (i === 5) return block(ann, bob);
        return i % 2 ? follow(ann, bob) : follow(bob, ann);
      });
      for (const { status } of answers) expect([200, 201, 403]).toContain(status);
      expect(await between()).toEqual({ follows: 0, blocks: 1, counted: 0 });
      await unblock(ann, bob).expect(200);
    }
  });

  it('twenty blocks of two users in both directions are two blocks', async () => {
    const answers = await atOnce(20, (i) => (i % 2 ? block(ann, bob) : block(bob, ann)));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect((await between()).blocks).toBe(2);
    expect(await events(service, ann.id, 'user.blocked')).toHaveLength(1);
  });
});

describe('for other resources', () => {
  it('repositories tell blocks between two users, hidden users and follows', async () => {
    const cid = await person(service);
    const [blocks, follows] = [service.app.get(BlockRepository), service.app.get(FollowRepository)];
    await block(ann, bob).expect(200);
    await block(cid, ann).expect(200);
    await follow(bob, cid).expect(201);
    expect(await Promise.all([blocks.existsBetween(ann.id, bob.id), blocks.existsBetween(bob.id, ann.id)])).toEqual([
      true,
      true,
    ]);
    expect(await blocks.existsBetween(bob.id, cid.id)).toBe(false);
    expect((await blocks.listHiddenFrom(ann.id)).sort()).toEqual([bob.id, cid.id].sort());
    expect(await blocks.listHiddenFrom(bob.id)).toEqual([ann.id]);
    expect(await follows.exists({ follower_id: bob.id, following_id: cid.id })).toBe(true);
    expect(await follows.exists({ follower_id: cid.id, following_id: bob.id })).toBe(false);
  });

  it('the export of an account holds follows, blocks, bookmarks, stories and votes', async () => {
    const cid = await person(service);
    await follow(ann, bob).expect(201);
    await block(ann, cid).expect(200);
    await ann.client.post('/v1/bookmarks', { bookmarkable_type: 'course', bookmarkable_id: 'c1' }).expect(201);
    const frames = [{ media_url: 'https://example.com/a.png', media_type: 'image' }];
    await ann.client.post('/v1/stories', { frames }).expect(201);
    const poll = { question: 'Which?', options: ['this', 'that'], anonymous: true };
    const { body: made } = await bob.client.post('/v1/posts', { poll }).expect(201);
    await ann.client.post(`/v1/polls/${made.post.poll[0].id}/vote`, { option_index: 1 }).expect(200);
    const url = await eventually(async () => {
      const { body } = await ann.client.get('/v1/users/me/export').expect(200);
      return (body.export.url as string) ?? Promise.reject(new Error('not ready yet'));
    });
    const { body } = await request(service.url).get(url.slice(service.runtime.publicUrl.length)).expect(200);
    expect(body.people).toEqual({
      following: [{ following_id: bob.id, status: 'following', created_at: TIME }],
      blocks: [{ blocked_id: cid.id, created_at: TIME }],
      bookmarks: [expect.objectContaining({ bookmarkable_type: 'course', bookmarkable_id: 'c1' })],
      stories: [
        expect.objectContaining({
          user_id: ann.id,
          story_frames: [expect.objectContaining(frames[0] as object)],
        }),
      ],
      votes: [expect.objectContaining({ post_id: made.post.id, question: 'Which?', option: 'that' })],
    });
  });
});
