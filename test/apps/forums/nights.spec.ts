import { randomUUID } from 'node:crypto';
import { AdoptForums } from '../../../src/apps/forums/jobs/adopt-forums.job.js';
import { AutoClose } from '../../../src/apps/forums/jobs/auto-close.job.js';
import { PromoteMembers } from '../../../src/apps/forums/jobs/promote-members.job.js';
import { Recount } from '../../../src/apps/forums/jobs/recount.job.js';
import { type Account, PASSWORD } from '../../support/service.js';
import { type Named, Square } from './square.js';

let square: Square;
let ann: Account;
let bob: Account;
let eve: Account;
let forum: any;
beforeAll(async () => {
  square = await Square.start();
  ann = await square.person();
});
beforeEach(async () => {
  [bob, eve] = (await square.people(2)) as [Named, Named];
  forum = await square.forum(ann, { slug: `f-${randomUUID()}` });
});
afterEach(() => square.expectSound());
afterAll(() => square.stop());

describe('what the night does', () => {
  it('leaves to the staff on whose trust it has decided', async () => {
    const topic = await square.topic(ann, forum);
    const posts: any[] = [];
    for (let count = 0; count < 5; count++) posts.push(await square.post(bob, topic));
    for (const who of [ann, eve]) await square.ask(who, 'like-post', { post_id: posts[0].id });
    await square.rows(`UPDATE ext_forums.members SET joined_at = now() - interval '4 days' WHERE user_id = $1`, bob.id);
    const isTrusted = async () => {
      await square.run(PromoteMembers, {});
      return (await square.member(forum, bob)).trusted;
    };
    const decide = (trusted: boolean) =>
      square.ask(ann, 'set-member', { forum_id: forum.id, user_id: bob.id, trusted });
    const { member } = await decide(false);
    expect(member).toMatchObject({ trusted: false });
    expect(await isTrusted()).toBe(false);
    await decide(true);
    expect(await isTrusted()).toBe(true);
    await decide(false);
    expect(await isTrusted()).toBe(false);
  });

  it('trusts who has written well for a while', async () => {
    const topic = await square.topic(ann, forum);
    const posts: any[] = [];
    for (let count = 0; count < 5; count++) posts.push(await square.post(bob, topic));
    for (const who of [ann, eve]) await square.ask(who, 'like-post', { post_id: posts[0].id });
    const isTrusted = async () => {
      await square.run(PromoteMembers, {});
      return (await square.member(forum, bob)).trusted;
    };
    expect(await isTrusted()).toBe(false);
    await square.rows(`UPDATE ext_forums.members SET joined_at = now() - interval '4 days' WHERE user_id = $1`, bob.id);
    const [bad] = await square.rows(
      `INSERT INTO ext_forums.reviews (forum_id, post_id, kind, status, resolved_at) VALUES ($1, $2, 'flag', 'agreed', now()) RETURNING id`,
      forum.id,
      posts[1].id,
    );
    expect(await isTrusted()).toBe(false);
    await square.rows(`UPDATE ext_forums.reviews SET resolved_at = now() - interval '31 days' WHERE id = $1`, bad.id);
    expect([await isTrusted(), await isTrusted()]).toEqual([true, true]);
  });

  it('closes what nobody goes on with', async () => {
    await square.category(ann, forum, { auto_close_days: 3 });
    const [idle, live] = [await square.topic(ann, forum), await square.topic(ann, forum)];
    await square.rows(`UPDATE ext_forums.topics SET bumped_at = now() - interval '4 days' WHERE id = $1`, idle.id);
    for (let twice = 0; twice < 2; twice++) await square.run(AutoClose, {});
    expect(await square.row('topics', idle.id)).toMatchObject({
      status: 'closed',
      closed_reason: 'inactivity',
    });
    expect((await square.row('topics', live.id)).status).toBe('open');
  });

  it('mends what is counted wrong', async () => {
    const topic = await square.topic(bob, forum);
    await square.ask(eve, 'like-post', { post_id: topic.first.id });
    await square.rows(
      'UPDATE ext_forums.forums SET member_count = 7, topic_count = 7, post_count = 7 WHERE id = $1',
      forum.id,
    );
    await square.rows('UPDATE ext_forums.categories SET topic_count = 7 WHERE forum_id = $1', forum.id);
    await square.rows('UPDATE ext_forums.topics SET post_count = 7, like_count = 7 WHERE id = $1', topic.id);
    await square.rows('UPDATE ext_forums.posts SET like_count = 7 WHERE id = $1', topic.first.id);
    await square.rows('UPDATE ext_forums.members SET post_count = 7, like_received = 7 WHERE forum_id = $1', forum.id);
    for (let twice = 0; twice < 2; twice++) await square.run(Recount, {});
    expect((await square.row('posts', topic.first.id)).like_count).toBe(1);
  });

  it('gives a forum whose owner is deleted to the longest-serving moderator, and keeps the posts of the owner', async () => {
    const owner = await square.person();
    forum = await square.forum(owner, { slug: `f-${randomUUID()}` });
    const first = await square.moderator(owner, forum);
    await square.moderator(owner, forum);
    const lonely = await square.forum(owner, { slug: `f-${randomUUID()}` });
    const topic = await square.topic(owner, forum);
    const post = await square.post(first, topic);
    await square.ask(owner, 'like-post', { post_id: post.id });
    await square.service.jobsDone();
    await owner.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    for (let twice = 0; twice < 2; twice++) await square.run(AdoptForums, {});
    expect((await square.row('forums', forum.id)).owner_id).toBe(first.id);
    expect((await square.row('forums', lonely.id)).status).toBe('archived');
    const seen = await square.ask(first, 'get-topic', { topic_id: topic.id });
    expect(seen.posts[0]).toMatchObject({
      author: { id: owner.id, username: 'deleted member' },
      body: 'Since yesterday it drips.',
    });
    expect(seen.posts[1].like_count).toBe(0);
  });
});
