import { randomUUID } from 'node:crypto';
import { CountViews } from '../../../src/apps/forums/jobs/count-views.job.js';
import { atOnce, tally } from '../../account/at-once.js';
import { type Account, eventually } from '../../support/service.js';
import { type Named, Square } from './square.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

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

const list = (who: Pick<Account, 'client'>, more: object = {}) =>
  square.ask(who, 'list-topics', { forum_id: forum.id, ...more });
const titles = async (who: Pick<Account, 'client'>, more: object = {}) =>
  (await list(who, more)).topics.map(({ title }: any) => title);
const read = (who: Pick<Account, 'client'>, { id: topic_id }: any, more: object = {}) =>
  square.ask(who, 'get-topic', { topic_id, ...more });

describe('topics', () => {
  it('are listed pinned first, then by who wrote last, page by page', async () => {
    const [first, , third] = [
      await square.topic(ann, forum, { title: 'First', tags: ['x'] }),
      await square.topic(ann, forum, { title: 'Second' }),
      await square.topic(ann, forum, { title: 'Third' }),
    ];
    expect(await titles(square.nobody())).toEqual(['Third', 'Second', 'First']);
    await square.post(bob, first);
    expect(await titles(square.nobody())).toEqual(['First', 'Third', 'Second']);
    await square.ask(ann, 'update-topic', { topic_id: third.id, pinned: true });
    const pages: string[] = [];
    for (let cursor: string | undefined, at = 0; at < 3; at++) {
      const page: any = await list(eve, { limit: 1, cursor });
      pages.push(...page.topics.map(({ title }: any) => title));
      cursor = page.next_cursor ?? undefined;
    }
    expect(pages).toEqual(['Third', 'First', 'Second']);
    expect(await titles(eve, { tag: 'X' })).toEqual(['First']);
    expect(await titles(eve, { author_id: bob.id })).toEqual([]);
    expect(await titles(eve, { author_id: ann.id, category_id: forum.category_id })).toHaveLength(3);
    expect(await titles(eve, { category_id: randomUUID() })).toEqual([]);
    await square.call(eve, 'list-topics', { forum_id: forum.id, cursor: 'x' }).expect(400, { error: 'Invalid cursor' });
    const [seen] = (await list(bob)).topics.slice(1);
    expect(seen).toMatchObject({ title: 'First', level: 'watching', unread: 0, last_poster: { id: bob.id } });
  });

  it('are new, unread, unsolved, mine, or left out, by who asks', async () => {
    await square.category(ann, forum, { solvable: true });
    const [one, two, own] = [
      await square.topic(ann, forum, { title: 'Topic one' }),
      await square.topic(ann, forum, { title: 'Topic two' }),
      await square.topic(bob, forum, { title: 'Topic own' }),
    ];
    expect(await titles(bob, { filter: 'new' })).toEqual(['Topic two', 'Topic one']);
    await square.ask(bob, 'track-topic', { topic_id: one.id, level: 'tracking', last_read: 1 });
    expect([await titles(bob, { filter: 'new' }), await titles(bob, { filter: 'unread' })]).toEqual([
      ['Topic two'],
      [],
    ]);
    await square.post(eve, one);
    expect(await titles(bob, { filter: 'unread' })).toEqual(['Topic one']);
    expect((await square.ask(bob, 'get-forum', { forum_id: forum.id })).me.unread).toBe(1);
    expect(await titles(bob, { filter: 'mine' })).toEqual(['Topic one', 'Topic own']);
    const answer = await square.post(eve, own);
    await square.ask(bob, 'update-topic', { topic_id: own.id, solution_post_id: answer.id });
    expect(await titles(eve, { filter: 'unsolved' })).toEqual(['Topic one', 'Topic two']);
    await square.ask(eve, 'track-topic', { topic_id: two.id, level: 'muted' });
    expect(await titles(eve)).toEqual(['Topic own', 'Topic one']);
    expect(await titles(eve, { q: 'topic two' })).toEqual(['Topic two']);
    expect(await titles(eve, { filter: 'mine' })).toContain('Topic two');
    for (const filter of ['new', 'unread', 'mine']) expect(await titles(square.nobody(), { filter })).toEqual([]);
  });

  it('are top by likes and replies of a time', async () => {
    const [quiet, busy] = [
      await square.topic(ann, forum, { title: 'Quiet one' }),
      await square.topic(ann, forum, { title: 'Busy one' }),
    ];
    const old = await square.topic(ann, forum, { title: 'Old one' });
    for (let count = 0; count < 3; count++) await square.post(ann, old);
    await square.rows(
      `UPDATE ext_forums.posts SET created_at = now() - interval '60 days' WHERE topic_id = $1`,
      old.id,
    );
    await square.ask(bob, 'like-post', { post_id: busy.first.id });
    await square.post(bob, busy);
    await square.ask(bob, 'like-post', { post_id: quiet.first.id });
    expect(await titles(eve, { filter: 'top' })).toEqual(['Busy one', 'Quiet one']);
    expect(await titles(eve, { filter: 'top', period: 'year' })).toEqual(['Old one', 'Busy one', 'Quiet one']);
    const page = await list(eve, { filter: 'top', period: 'all', limit: 2 });
    expect(page.topics.map(({ title }: any) => title)).toEqual(['Old one', 'Busy one']);
    const next = await list(eve, { filter: 'top', period: 'all', limit: 2, cursor: page.next_cursor });
    expect([next.topics[0].title, next.next_cursor]).toEqual(['Quiet one', null]);
  });

  it('are found by words that are anywhere in them, with the post that answers', async () => {
    const topic = await square.topic(ann, forum, {
      title: 'Machine drips after descaling',
      body: 'Since yesterday …',
      tags: ['machine'],
    });
    const { post } = await square.ask(ann, 'create-post', {
      topic_id: topic.id,
      body: 'Check the gasket first.',
      reply_to_number: 1,
    });
    await square.ask(ann, 'create-post', { topic_id: topic.id, body: 'It was about money.' });
    await square.category(ann, forum, { solvable: true });
    await square.ask(ann, 'update-topic', { topic_id: topic.id, solution_post_id: post.id });
    const found = await square.ask(square.nobody(), 'list-topics', { slug: forum.slug, q: 'gasket drips' });
    expect(found).toMatchObject({
      topics: [{ id: topic.id, title: topic.title, solved: true, headline: 'Check the **gasket** first.' }],
      next_cursor: null,
    });
    const count = async (q: string) => (await list(square.nobody(), { q })).topics.length;
    expect([await count('gasket teapot'), await count('"gasket first"'), await count('"first gasket"')]).toEqual([
      0, 1, 0,
    ]);
    expect([await count('gasket -machine'), await count('drips -machine'), await count('the')]).toEqual([1, 0, 0]);
    expect([await count(`it's \\ 'x' & | ! :*`), await count('!!')]).toEqual([0, 0]);
    await square.call(eve, 'list-topics', { forum_id: forum.id, q: 'x' }).expect(400);
    await square.ask(ann, 'delete-post', { post_id: post.id });
    expect(await count('gasket')).toBe(0);
    await square.ask(ann, 'update-topic', { topic_id: topic.id, title: 'Machine leaks' });
    expect([await count('descaling'), await count('leaks')]).toEqual([0, 1]);
    await square.topic(ann, forum, { title: 'A note on leaks' });
    const page = await list(eve, { q: 'leaks', limit: 1 });
    const rest = await list(eve, { q: 'leaks', limit: 1, cursor: page.next_cursor });
    expect(new Set([page.topics[0].id, rest.topics[0].id]).size).toBe(2);
    expect(rest.next_cursor).toBeNull();
  });
});

describe('a topic', () => {
  it('is read by its numbers, from one, around one, and back', async () => {
    const topic = await square.topic(ann, forum);
    for (let at = 2; at <= 11; at++) await square.post(at % 2 ? ann : bob, topic, `Post ${at}`);
    const seen = async (more: object) => {
      const page = await read(eve, topic, { limit: 4, ...more });
      return { numbers: square.numbers(page), next: page.next_cursor, prev: page.prev_cursor };
    };
    const first = await seen({});
    expect([first.numbers, first.prev]).toEqual([[1, 2, 3, 4], null]);
    const second = await seen({ cursor: first.next });
    expect(second.numbers).toEqual([5, 6, 7, 8]);
    expect((await seen({ cursor: second.prev })).numbers).toEqual([1, 2, 3, 4]);
    expect((await seen({ around: 8 })).numbers).toEqual([6, 7, 8, 9]);
    const last = await seen({ from_number: 9 });
    expect([last.numbers, last.next]).toEqual([[9, 10, 11], null]);
    expect((await seen({ cursor: last.prev })).numbers).toEqual([5, 6, 7, 8]);
    expect((await seen({ only_author: true })).numbers).toEqual([1, 3, 5, 7]);
    expect((await seen({ only_author: true, around: 9 })).numbers).toEqual([5, 7, 9, 11]);
    expect((await read(eve, topic, { limit: 1000 })).posts).toHaveLength(11);
    await square.call(eve, 'get-topic', { topic_id: topic.id, cursor: 'x' }).expect(400, { error: 'Invalid cursor' });
    await square.refused(eve, 'get-topic', { topic_id: randomUUID() }, 404, 'Topic not found');
  });

  it('tells the caller what he likes there and what he may do', async () => {
    const topic = await square.topic(bob, forum);
    const reply = await square.post(eve, topic);
    await square.ask(bob, 'like-post', { post_id: reply.id });
    expect((await read(bob, topic)).me).toEqual({
      level: 'watching',
      last_read: 1,
      liked: [2],
      may: { reply: true, edit: true, solve: false, moderate: false },
    });
    expect((await read(eve, topic)).me).toMatchObject({ liked: [], may: { reply: true, edit: false } });
    expect((await read(ann, topic)).me).toMatchObject({
      level: 'normal',
      last_read: 0,
      may: { moderate: true },
    });
    expect((await read(square.nobody(), topic)).me).toBeNull();
  });

  it('is tracked as far as was read, which never goes back', async () => {
    const topic = await square.topic(ann, forum);
    await square.post(ann, topic);
    const track = (more: object) => square.ask(bob, 'track-topic', { topic_id: topic.id, ...more });
    await square.refused(bob, 'track-topic', { topic_id: topic.id }, 400, 'Nothing to change');
    expect((await track({ last_read: 99 })).tracking).toEqual({
      topic_id: topic.id,
      level: 'normal',
      last_read: 2,
      notified_number: 0,
    });
    expect((await track({ last_read: 1, level: 'muted' })).tracking).toMatchObject({
      last_read: 2,
      level: 'muted',
    });
    expect(
      tally(await atOnce(20, (at) => square.call(eve, 'track-topic', { topic_id: topic.id, last_read: at % 3 }))),
    ).toEqual({ 200: 20 });
    expect((await read(eve, topic)).me.last_read).toBe(2);
    await square.refused(bob, 'track-topic', { topic_id: randomUUID(), last_read: 1 }, 404, 'Topic not found');
  });

  it('counts who looks once in an hour, and together', async () => {
    const topic = await square.topic(ann, forum);
    const stranger = { client: square.service.client({ 'user-agent': BROWSER }) };
    for (const who of [bob, bob, bob, bob, eve, stranger, square.nobody()]) await read(who, topic);
    const counted = async () => {
      await square.run(CountViews, {});
      const seen = await square.rows('SELECT viewer FROM ext_forums.topic_views WHERE topic_id = $1', topic.id);
      const { view_count } = await square.row('topics', topic.id);
      // Between two hours he who looks on counts again.
      expect([new Set(seen.map(({ viewer }) => viewer)).size, view_count]).toEqual([3, seen.length]);
      expect(seen.length).toBeLessThan(6);
      return view_count;
    };
    const first = await eventually(counted);
    await square.run(CountViews, {});
    expect((await square.row('topics', topic.id)).view_count).toBe(first);
    await square.rows(
      `UPDATE ext_forums.topic_views SET hour = hour - interval '3 hours' WHERE topic_id = $1`,
      topic.id,
    );
    await square.run(CountViews, {});
    expect(await square.rows('SELECT FROM ext_forums.topic_views WHERE topic_id = $1', topic.id)).toEqual([]);
  });
});
