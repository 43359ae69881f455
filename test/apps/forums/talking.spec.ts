import { randomUUID } from 'node:crypto';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import { lockedOut } from '../../social/people.js';
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

const WORDS = { title: 'Something new', body: 'Something long.' };
const opened = (who: Account, more: object = {}) =>
  square.call(who, 'create-topic', { category_id: forum.category_id, ...WORDS, ...more });
const replied = (who: Account, { id: topic_id }: any, more: object = {}) =>
  square.call(who, 'create-post', { topic_id, body: 'Yes.', ...more });

describe('who writes', () => {
  it('joins by it where everybody may, and is let in before where not', async () => {
    const topic = await square.topic(bob, forum, { tags: ['A', 'a ', 'b'] });
    const by = { id: bob.id, username: expect.any(String) };
    expect(topic).toMatchObject({
      status: 'open',
      last_number: 1,
      post_count: 1,
      tags: ['a', 'b'],
      solved: false,
    });
    expect(topic).toMatchObject({ author: by, last_poster: by, level: 'watching', unread: 0 });
    expect(topic.first).toMatchObject({
      number: 1,
      status: 'visible',
      html: '<p>Since yesterday it drips.</p>',
    });
    expect(await square.member(forum, bob)).toMatchObject({ role: 'member', post_count: 1, left_at: null });
    await square.ask(ann, 'update-forum', { forum_id: forum.id, join_policy: 'closed' });
    for (const call of [opened(eve), replied(eve, topic)]) await call.expect(403, { error: 'Forbidden' });
    await square.rest();
    await replied(bob, topic).expect(200);
    await replied(bob, { id: randomUUID() }).expect(404, { error: 'Topic not found' });
    await opened(bob, { category_id: randomUUID() }).expect(404, { error: 'Category not found' });
    const tags = [Array(6).fill('x'), ['x'.repeat(31)]].map((wrong) => ({ tags: wrong }));
    for (const wrong of [{ title: 'Four' }, { title: '     ' }, { body: 'Too short' }, ...tags])
      await opened(bob, wrong).expect(400);
  });

  it.each([
    ['categories', 'archived = true', { error: 'Category is archived' }],
    ['forums', `status = 'read_only'`, { error: 'Forum is read-only' }],
  ])('begins no topic where %s changed to %s while it was on its way', async (table, change, refusal) => {
    const staff = await square.service.database.connect();
    await staff.query('BEGIN');
    await staff.query('SELECT FROM ext_forums.forums WHERE id = $1 FOR NO KEY UPDATE', [forum.id]);
    const answer = opened(bob).then(({ status, body }) => ({ status, body }));
    await lockedOut(square.service);
    const id = table === 'forums' ? forum.id : forum.category_id;
    await staff.query(`UPDATE ext_forums.${table} SET ${change} WHERE id = $1`, [id]);
    await staff.query('COMMIT');
    staff.release();
    expect(await answer).toEqual({ status: 409, body: refusal });
    expect(await square.rows('SELECT FROM ext_forums.topics WHERE forum_id = $1', forum.id)).toEqual([]);
  });

  it('waits ten seconds between two posts, however many come at once; the staff does not', async () => {
    const topic = await square.topic(ann, forum);
    await square.ask(ann, 'update-topic', { topic_id: topic.id, slow_mode_seconds: 3600 });
    const answers = await atOnce(20, () => replied(bob, topic));
    expect([tally(answers), refusals(answers)]).toEqual([
      { 200: 1, 409: 19 },
      [{ error: 'Slow mode: try again later' }],
    ]);
    await square.rows(
      `UPDATE ext_forums.posts SET created_at = now() + interval '1 minute' WHERE owner_id = $1`,
      bob.id,
    );
    const late = await opened(bob).expect(429, { error: 'Posting too fast' });
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(60);
    expect(tally(await atOnce(10, () => replied(ann, topic)))).toEqual({ 200: 10 });
  });

  it('takes numbers without a hole or a double, and the same key gives the same post', async () => {
    const topic = await square.topic(ann, forum);
    const people = await square.people(8);
    const answers = await atOnce(16, (at) => replied(people[at % 8] as Account, topic, { idempotency_key: 'k' }));
    expect(tally(answers)).toEqual({ 200: 16 });
    const numbers = answers.map(({ body }: any) => body.post.number).sort((one, other) => one - other);
    expect(numbers).toEqual([2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9]);
    const seen = await square.ask(square.nobody(), 'get-topic', { topic_id: topic.id });
    expect(square.numbers(seen)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(seen.topic).toMatchObject({ last_number: 9, post_count: 9 });
  });

  it('is held to a pace in a topic that is slow, and to nothing in one that is closed', async () => {
    const topic = await square.topic(ann, forum);
    await square.ask(ann, 'update-topic', { topic_id: topic.id, slow_mode_seconds: 3600 });
    await square.post(bob, topic);
    await replied(bob, topic).expect(409, { error: 'Slow mode: try again later' });
    await square.post(ann, topic);
    await square.post(ann, topic);
    await square.rows(
      `UPDATE ext_forums.posts SET created_at = now() - interval '2 hours' WHERE topic_id = $1`,
      topic.id,
    );
    await square.post(bob, topic);
    await square.ask(ann, 'update-topic', { topic_id: topic.id, status: 'closed', closed_reason: 'Done' });
    for (const who of [ann, bob]) await replied(who, topic).expect(409, { error: 'Topic is closed' });
    await replied(ann, topic, { reply_to_number: 99 }).expect(409);
  });

  it('answers a post that there is, and a full topic closes by itself', async () => {
    const topic = await square.topic(ann, forum);
    await replied(ann, topic, { reply_to_number: 7 }).expect(404, { error: 'Post not found' });
    await square.rows(
      `WITH moved AS (UPDATE ext_forums.posts SET number = 9999 WHERE topic_id = $1)
       UPDATE ext_forums.topics SET last_number = 9999 WHERE id = $1`,
      topic.id,
    );
    const last = (await replied(ann, topic).expect(200)).body;
    expect([last.post.number, last.topic.status, last.topic.closed_reason]).toEqual([10_000, 'closed', 'full']);
    await replied(ann, topic).expect(409, { error: 'Topic is closed' });
  });
});

describe('newcomers', () => {
  const day = (time: string) =>
    square.rows(`UPDATE ext_forums.posts SET created_at = now() - $2::interval WHERE forum_id = $1`, forum.id, time);

  it('write three topics and ten replies on their first day', async () => {
    const topic = await square.topic(ann, forum);
    for (let count = 0; count < 3; count++) await square.topic(bob, forum);
    await opened(bob).expect(409, { error: 'New members can post 3 topics a day' });
    for (let count = 0; count < 10; count++) await square.post(bob, topic);
    await replied(bob, topic).expect(409, { error: 'New members can post 10 replies a day' });
    expect((await square.ask(bob, 'get-forum', { forum_id: forum.id })).me.limits).toMatchObject({
      topics_left: 0,
      replies_left: 0,
    });
    await square.ask(ann, 'set-member', { forum_id: forum.id, user_id: bob.id, trusted: true });
    await square.topic(bob, forum);
    await square.topic(eve, forum);
    await square.rows(
      `UPDATE ext_forums.members SET joined_at = now() - interval '25 hours' WHERE user_id = $1`,
      eve.id,
    );
    for (let count = 0; count < 3; count++) await square.topic(eve, forum);
    await day('30 hours');
  });

  it('write two links and two mentions, and somebody looks at what has links', async () => {
    await opened(bob, { body: 'See http://a.example http://b.example http://c.example' }).expect(400, {
      error: 'New members can post 2 links',
    });
    await opened(bob, { body: 'Hello @one_x @two_x @three_x' }).expect(400, {
      error: 'New members can post 2 mentions',
    });
    expect(await square.member(forum, bob)).toBeUndefined();
    const { topic, post } = (await opened(bob, { body: 'See [this](http://a.example).' }).expect(200)).body;
    expect([topic.status, topic.post_count, post.status]).toEqual(['pending', 0, 'pending']);
    await square.refused(eve, 'get-topic', { topic_id: topic.id }, 404, 'Topic not found');
    expect((await square.ask(bob, 'get-topic', { topic_id: topic.id })).posts[0].body).toContain('See');
    expect((await square.ask(ann, 'get-topic', { topic_id: topic.id })).posts).toHaveLength(1);
    expect((await square.ask(eve, 'list-topics', { forum_id: forum.id })).topics).toEqual([]);
    expect((await square.ask(bob, 'list-topics', { forum_id: forum.id, filter: 'mine' })).topics).toHaveLength(1);
    await square.rest();
    const own = await square.topic(ann, forum);
    const reply = (await replied(bob, own, { body: 'http://a.example' }).expect(200)).body;
    expect([reply.post.status, reply.post.number, reply.topic.post_count, reply.topic.last_number]).toEqual([
      'pending',
      2,
      1,
      2,
    ]);
    expect(square.numbers(await square.ask(eve, 'get-topic', { topic_id: own.id }))).toEqual([1]);
    expect(square.numbers(await square.ask(bob, 'get-topic', { topic_id: own.id }))).toEqual([1, 2]);
  });

  it('are as everybody where the owner wants that, and where he trusts', async () => {
    await square.ask(ann, 'update-settings', { newcomer_limits: false });
    const links = 'http://a.example http://b.example http://c.example';
    const { topic } = (await opened(bob, { body: links }).expect(200)).body;
    expect(topic.status).toBe('open');
    await square.ask(ann, 'update-settings', { newcomer_limits: true });
    await square.rest();
    await opened(bob, { body: links }).expect(400);
    await square.trust(ann, forum, bob);
    await opened(bob, { body: links }).expect(200);
  });

  it('do not bring in by a change what they could not write', async () => {
    const topic = await square.topic(ann, forum);
    const post = await square.post(bob, topic);
    const change = { post_id: post.id, base_edit_count: 0, body: 'http://a.example' };
    const more = { ...change, body: `${change.body} http://b.example http://c.example` };
    await square.refused(bob, 'update-post', more, 400, 'New members can post 2 links');
    expect((await square.ask(bob, 'update-post', change)).post.status).toBe('pending');
    expect((await square.ask(ann, 'list-reviews', { forum_id: forum.id, kind: 'approval' })).reviews).toHaveLength(1);
    await square.ask(bob, 'update-post', { ...change, base_edit_count: 1 });
  });
});
