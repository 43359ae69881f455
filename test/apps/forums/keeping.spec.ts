import { randomUUID } from 'node:crypto';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
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

const THANKS = { message: 'Thank you, the moderators will look at it' };
const flag = (who: Account, { id: post_id }: any, more: object = {}) =>
  square.call(who, 'flag-post', { post_id, reason: 'off_topic', ...more });
const resolve = (who: Account, { id: post_id }: any, decision: string, more: object = {}) =>
  square.call(who, 'resolve-review', { forum_id: forum.id, post_id, decision, ...more });
const reviews = async (who: Account, more: object = {}) =>
  (await square.ask(who, 'list-reviews', { forum_id: forum.id, ...more })).reviews;
const status = async (post: any) => (await square.row('posts', post.id)).status;
const trusted = async (count: number) => {
  const people = await square.people(count);
  await square.trust(ann, forum, ...people);
  return people as Account[];
};

describe('flags', () => {
  it('of three trusted members hide a post, one each, also when they come at once', async () => {
    const topic = await square.topic(ann, forum);
    const post = await square.post(bob, topic);
    await flag(bob, post).expect(400, { error: 'Cannot flag your own post' });
    await flag(eve, post, { reason: 'other' }).expect(400, { error: 'Note is required' });
    await flag(eve, { id: randomUUID() }).expect(404, { error: 'Post not found' });
    await flag(eve, post, { reason: 'other', note: 'Odd' }).expect(200, THANKS);
    await flag(eve, post).expect(409, { error: 'Already flagged' });
    const newcomers = await square.people(3);
    for (const who of newcomers) await flag(who as Account, post).expect(200);
    expect(await status(post)).toBe('visible');
    const people = await trusted(3);
    const answers = await atOnce(9, (at) => flag(people[at % 3] as Account, post));
    expect([tally(answers), refusals(answers)]).toEqual([{ 200: 3, 409: 6 }, [{ error: 'Already flagged' }]]);
    expect(await status(post)).toBe('hidden');
    const [, stub] = (await square.ask(eve, 'get-topic', { topic_id: topic.id })).posts;
    expect(stub).toMatchObject({ number: 2, status: 'hidden', body: null, html: null });
    expect((await square.ask(bob, 'get-topic', { topic_id: topic.id })).posts[1].body).toBe('Check the gasket.');
    await square.refused(bob, 'delete-post', { post_id: post.id }, 403, 'Forbidden');
    await square.refused(eve, 'like-post', { post_id: post.id }, 404, 'Post not found');
  });

  it('of two are enough against spam, and of as many as the owner wants', async () => {
    const [one, two] = await trusted(2);
    const topic = await square.topic(bob, forum);
    await flag(one as Account, topic.first, { reason: 'spam' }).expect(200);
    await flag(two as Account, topic.first, { reason: 'illegal' }).expect(200);
    expect([await status(topic.first), (await square.row('topics', topic.id)).status]).toEqual(['hidden', 'hidden']);
    await square.refused(eve, 'get-topic', { topic_id: topic.id }, 404, 'Topic not found');
    await square.ask(ann, 'update-settings', { flags_to_hide: 1 });
    const other = await square.topic(bob, forum);
    await flag(one as Account, other.first).expect(200);
    expect(await status(other.first)).toBe('hidden');
    await square.ask(ann, 'update-settings', { flags_to_hide: 3 });
  });

  it('are twenty a day for one person', async () => {
    const topic = await square.topic(ann, forum);
    const posts: any[] = [];
    for (let count = 0; count < 24; count++)
      posts.push((await square.ask(ann, 'create-post', { topic_id: topic.id, body: 'x' })).post);
    const answers = await atOnce(24, (at) => flag(eve, posts[at]));
    expect([tally(answers), refusals(answers)]).toEqual([{ 200: 20, 409: 4 }, [{ error: 'Daily flag limit reached' }]]);
    await square.service.jobsDone();
    const told = await square.told(ann, 'review_needed');
    expect(told.filter(({ data }) => data.forum_id === forum.id)).toHaveLength(1);
  });
});

describe('reviews', () => {
  it('show the staff, by post and oldest first, all that is needed to decide', async () => {
    const topic = await square.topic(ann, forum);
    const [first, second] = [await square.post(bob, topic, 'Rude.'), await square.post(bob, topic, 'Ruder.')];
    await square.age('posts', first.id, '6 minutes');
    await square.ask(bob, 'update-post', { post_id: first.id, body: 'Kind.', base_edit_count: 0 });
    for (const [who, post] of [
      [eve, first],
      [eve, second],
      [await square.person(), first],
    ] as const)
      await flag(who as Account, post, { note: 'See' }).expect(200);
    for (const who of [bob, eve]) await square.refused(who, 'list-reviews', { forum_id: forum.id }, 403, 'Forbidden');
    await square.refused(ann, 'list-reviews', { forum_id: randomUUID() }, 404, 'Forum not found');
    const [waiting, next] = await reviews(ann);
    expect(waiting).toMatchObject({
      post_id: first.id,
      topic_id: topic.id,
      topic_title: topic.title,
      number: 2,
      body: 'Kind.',
      status: 'visible',
      author: { id: bob.id },
      flags: [{ reason: 'off_topic', note: 'See', reporter: { id: eve.id }, status: 'open' }, {}],
      revisions: [{ body: 'Rude.', editor: { id: bob.id } }],
      record: { posts: 2, agreed_flags: 0, suspensions: 0 },
    });
    expect(next.post_id).toBe(second.id);
    const page = await square.ask(ann, 'list-reviews', { forum_id: forum.id, limit: 1 });
    const rest = await square.ask(ann, 'list-reviews', {
      forum_id: forum.id,
      limit: 1,
      cursor: page.next_cursor,
    });
    expect([rest.reviews[0].post_id, rest.next_cursor]).toEqual([second.id, null]);
    expect((await square.ask(ann, 'get-forum', { forum_id: forum.id })).open_reviews).toBe(2);
    expect(await reviews(ann, { kind: 'approval' })).toEqual([]);
    expect((await resolve(ann, first, 'agree', { note: 'Not here' }).expect(200)).body).toMatchObject({
      post: { status: 'deleted', body: 'Kind.' },
      resolved: 2,
    });
    expect((await reviews(ann))[0].record).toMatchObject({ posts: 1, agreed_flags: 1 });
    expect((await reviews(ann, { status: 'agreed' }))[0].flags).toMatchObject([
      { resolution_note: 'Not here', resolved_by: ann.id },
      {},
    ]);
    expect(await square.told(bob, 'post_removed')).toHaveLength(1);
    expect(await square.told(eve, 'flag_resolved')).toHaveLength(1);
    const { activity } = await square.ask(ann, 'activity');
    expect(activity[0]).toMatchObject({
      action: 'resolve-review',
      target: { type: 'post', id: first.id },
      reason: 'Not here',
    });
  });

  it('are resolved once of twenty at once, and not by who wrote it', async () => {
    const mod = await square.moderator(ann, forum);
    const topic = await square.topic(ann, forum);
    const [post, own] = [await square.post(bob, topic), await square.post(mod, topic)];
    for (const one of [post, own]) await flag(eve, one).expect(200);
    await resolve(mod, own, 'disagree').expect(403, { error: 'Forbidden' });
    await resolve(bob, post, 'disagree').expect(403, { error: 'Forbidden' });
    await resolve(mod, post, 'approve').expect(409, { error: 'Nothing to resolve' });
    await resolve(mod, { id: randomUUID() }, 'agree').expect(404, { error: 'Post not found' });
    const elsewhere = await square.topic(ann, await square.forum(ann));
    await resolve(ann, elsewhere.first, 'agree').expect(404, { error: 'Post not found' });
    const answers = await atOnce(20, (at) => resolve(at % 2 ? ann : mod, post, at % 3 ? 'agree' : 'disagree'));
    expect([tally(answers), refusals(answers)]).toEqual([{ 200: 1, 409: 19 }, [{ error: 'Nothing to resolve' }]]);
  });

  it('show a post again, leave it hidden, or take its topic with it', async () => {
    await square.ask(ann, 'update-settings', { flags_to_hide: 1 });
    const [one] = (await trusted(1)) as [Account];
    const topic = await square.topic(bob, forum);
    await flag(one, topic.first).expect(200);
    await resolve(ann, topic.first, 'disagree').expect(200);
    expect([await status(topic.first), (await square.row('topics', topic.id)).status]).toEqual(['visible', 'open']);
    await flag(one, topic.first).expect(409, { error: 'Already flagged' });
    const [left, gone] = [await square.post(bob, topic), await square.topic(bob, forum)];
    for (const post of [left, gone.first]) await flag(one, post).expect(200);
    await resolve(ann, left, 'agree', { delete: false }).expect(200);
    await resolve(ann, gone.first, 'agree').expect(200);
    expect([await status(left), (await square.row('topics', gone.id)).status]).toEqual(['hidden', 'deleted']);
    await square.refused(bob, 'get-topic', { topic_id: gone.id }, 404, 'Topic not found');
    await square.ask(ann, 'delete-post', { post_id: gone.first.id, restore: true });
    expect((await square.row('topics', gone.id)).status).toBe('open');
    await square.ask(ann, 'update-settings', { flags_to_hide: 3 });
  });

  it('let in what waits, or not', async () => {
    await square.category(ann, forum, { require_approval: true });
    const [good, bad] = [await square.topic(bob, forum), await square.topic(eve, forum)];
    expect([good.status, bad.status]).toEqual(['pending', 'pending']);
    expect((await square.topic(ann, forum)).status).toBe('open');
    await square.refused(ann, 'update-topic', { topic_id: good.id, status: 'open' }, 409, 'Topic waits for approval');
    await square.refused(bob, 'create-post', { topic_id: good.id, body: 'x' }, 409, 'Topic is closed');
    expect(await reviews(ann, { kind: 'approval' })).toHaveLength(2);
    await resolve(ann, good.first, 'agree').expect(409, { error: 'Nothing to resolve' });
    expect((await resolve(ann, good.first, 'approve').expect(200)).body.post.status).toBe('visible');
    await resolve(ann, bad.first, 'reject', { note: 'Ad' }).expect(200);
    expect((await square.ask(eve, 'list-topics', { forum_id: forum.id, filter: 'mine' })).topics).toEqual([]);
    expect((await square.ask(bob, 'get-topic', { topic_id: good.id })).topic).toMatchObject({
      status: 'open',
      post_count: 1,
    });
    expect([await square.kinds(bob), await square.kinds(eve)]).toEqual([['post_approved'], ['post_removed']]);
    const reply = await square.post(eve, good, 'http://a.example');
    await square.ask(eve, 'delete-post', { post_id: reply.id });
    await square.ask(eve, 'delete-post', { post_id: reply.id, restore: true });
    expect(await status(reply)).toBe('pending');
    await resolve(ann, reply, 'approve').expect(200);
    expect(await square.told(bob, 'new_posts')).toHaveLength(1);
  });
});

describe('likes', () => {
  const like = (who: Account, { id: post_id }: any, more: object = {}) =>
    square.call(who, 'like-post', { post_id, ...more });

  it('are one of each person, and counted where they belong', async () => {
    const topic = await square.topic(bob, forum);
    await like(bob, topic.first).expect(400, { error: 'Cannot like your own post' });
    await like(eve, { id: randomUUID() }).expect(404, { error: 'Post not found' });
    expect(tally(await atOnce(20, () => like(eve, topic.first)))).toEqual({ 200: 20 });
    expect((await like(ann, topic.first).expect(200)).body).toEqual({
      post: { id: topic.first.id, like_count: 2, liked: true },
    });
    expect((await like(eve, topic.first, { liked: false }).expect(200)).body.post).toMatchObject({
      like_count: 1,
      liked: false,
    });
    expect((await like(eve, topic.first, { liked: false }).expect(200)).body.post.like_count).toBe(1);
    expect((await square.member(forum, bob)).like_received).toBe(1);
    await like(eve, topic.first).expect(200);
    expect(await square.told(bob, 'liked')).toHaveLength(1);
    await square.rows(
      `UPDATE ext_forums.posts SET like_notice_at = now() - interval '25 hours' WHERE id = $1`,
      topic.first.id,
    );
    await like(await square.person(), topic.first).expect(200);
    expect(await square.told(bob, 'liked')).toHaveLength(2);
    const quiet = await square.person({ notify_likes: false });
    await like(ann, (await square.topic(quiet, forum)).first).expect(200);
    expect(await square.told(quiet, 'liked')).toEqual([]);
  });

  it('are a hundred a day', async () => {
    const topic = await square.topic(bob, forum);
    const posts = [topic.first, await square.post(bob, topic), await square.post(bob, topic)];
    await square.rows(
      `WITH made AS (INSERT INTO ext_forums.posts (topic_id, forum_id, owner_id, number, body, html, status, tsv)
         SELECT $1, $2, $3, n, 'x', 'x', 'deleted', '' FROM generate_series(4, 101) n RETURNING id)
       INSERT INTO ext_forums.likes (post_id, topic_id, forum_id, user_id) SELECT id, $1, $2, $4 FROM made`,
      topic.id,
      forum.id,
      bob.id,
      eve.id,
    );
    await square.rows(`UPDATE ext_forums.topics SET last_number = 101, like_count = 98 WHERE id = $1`, topic.id);
    await square.rows(`UPDATE ext_forums.members SET like_received = 98 WHERE user_id = $1`, bob.id);
    const answers = await atOnce(3, (at) => like(eve, posts[at]));
    expect([tally(answers), refusals(answers)]).toEqual([{ 200: 2, 409: 1 }, [{ error: 'Daily like limit reached' }]]);
  });
});
