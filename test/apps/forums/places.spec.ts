import { randomUUID } from 'node:crypto';
import { ReindexForum } from '../../../src/apps/forums/jobs/reindex-forum.job.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { type Named, Square } from './square.js';

let square: Square;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  square = await Square.start();
});
beforeEach(async () => {
  [ann, bob] = (await square.people(2)) as [Named, Named];
});
afterEach(() => square.expectSound());
afterAll(() => square.stop());

const slugs = async (who: Pick<Account, 'client'>, input: object = {}) =>
  (await square.ask(who, 'list-forums', { limit: 100, ...input })).forums.map(({ slug }: any) => slug);

describe('a forum', () => {
  it('is opened with a category, and its owner is its first member', async () => {
    const { forum, categories } = await square.ask(ann, 'create-forum', { name: 'Café & Crème!' });
    expect(forum).toMatchObject({
      owner_id: ann.id,
      slug: 'cafe-creme',
      visibility: 'public',
      join_policy: 'open',
      language: 'english',
      status: 'active',
      member_count: 1,
      topic_count: 0,
      post_count: 0,
      join_code: null,
    });
    expect(categories).toMatchObject([{ name: 'General', slug: 'general', topic_count: 0, solvable: false }]);
    expect((await square.forum(ann, { name: 'CAFÉ crème' })).slug).toBe('cafe-creme-2');
    expect((await square.forum(ann, { name: 'Чай' })).slug).toMatch(/^forum/);
    await square.refused(ann, 'create-forum', { name: 'x', slug: 'cafe-creme' }, 409, 'Slug already taken');
    await square.refused(ann, 'create-forum', { name: 'x', language: 'klingon' }, 400, 'Unknown language');
    for (const slug of ['ab', 'Caps', 'a b', 'x'.repeat(61)])
      await square.call(ann, 'create-forum', { name: 'x', slug }).expect(400);
    await square.ask(ann, 'update-settings', { default_visibility: 'members' });
    expect((await square.forum(ann, { name: 'Secret' })).visibility).toBe('members');
  });

  it('is one of at most twenty, with a unique slug, also when many are created at once', async () => {
    const answers = await atOnce(22, () => square.call(ann, 'create-forum', { name: 'Many' }));
    expect(tally(answers)).toEqual({ 200: 20, 409: 2 });
    expect(refusals(answers)).toEqual([{ error: 'Forum limit reached' }]);
    const people = await square.people(5);
    const slug = `wanted-${Date.now()}`;
    const wanted = await atOnce(5, (at) => square.call(people[at] as Account, 'create-forum', { name: 'W', slug }));
    expect(tally(wanted)).toEqual({ 200: 1, 409: 4 });
    const [one, other] = [await square.forum(people[0] as Account), await square.forum(people[1] as Account)];
    const free = `${slug}-x`;
    const changed = await atOnce(2, (at) =>
      square.call(people[at] as Account, 'update-forum', { forum_id: (at ? other : one).id, slug: free }),
    );
    expect([tally(changed), refusals(changed)]).toEqual([{ 200: 1, 409: 1 }, [{ error: 'Slug already taken' }]]);
  });

  it('is changed by its owner alone, and its words follow its language', async () => {
    const forum = await square.forum(ann);
    const change = { forum_id: forum.id, name: 'Tea', description: 'Leaves.', join_policy: 'code' };
    await square.refused(bob, 'update-forum', change, 403, 'Forbidden');
    const changed = (await square.ask(ann, 'update-forum', change)).forum;
    expect(changed).toMatchObject({ name: 'Tea', description: 'Leaves.', slug: forum.slug });
    expect(changed.join_code).toMatch(/^[A-Z2-9]{12}$/);
    const renewed = (await square.ask(ann, 'update-forum', { forum_id: forum.id, new_join_code: true })).forum;
    expect(renewed.join_code).not.toBe(changed.join_code);
    await square.refused(ann, 'update-forum', { forum_id: forum.id, language: 'x' }, 400, 'Unknown language');
    const { id } = await square.topic(ann, forum, { title: 'Die Häuser', body: 'Viele Häuser stehen dort.' });
    const found = async (q: string) => (await square.ask(ann, 'list-topics', { forum_id: forum.id, q })).topics.length;
    expect(await found('Haus')).toBe(0);
    await square.ask(ann, 'update-forum', { forum_id: forum.id, language: 'german' });
    await square.service.jobsDone();
    await square.run(ReindexForum, { forum_id: forum.id });
    expect([await found('Haus'), (await square.row('topics', id)).title]).toEqual([1, 'Die Häuser']);
  });

  it('that is read-only is written by its staff, and one that is archived by nobody', async () => {
    const forum = await square.forum(ann);
    await square.join(bob, forum);
    const topic = { category_id: forum.category_id, title: 'Something new', body: 'Something long.' };
    await square.ask(ann, 'update-forum', { forum_id: forum.id, status: 'read_only' });
    await square.refused(bob, 'create-topic', topic, 409, 'Forum is read-only');
    await square.ask(ann, 'create-topic', topic);
    await square.ask(ann, 'update-forum', { forum_id: forum.id, status: 'archived' });
    await square.refused(ann, 'create-topic', topic, 409, 'Forum is read-only');
    expect((await square.ask(bob, 'get-forum', { slug: forum.slug })).forum.status).toBe('archived');
    await square.refused(square.nobody(), 'get-forum', { slug: forum.slug }, 404, 'Forum not found');
    await square.refused(await square.person(), 'join-forum', { forum_id: forum.id }, 404, 'Forum not found');
    expect(await slugs(bob, { mine: true })).not.toContain(forum.slug);
    expect(await slugs(ann, { mine: true })).toContain(forum.slug);
    expect(await slugs(bob)).not.toContain(forum.slug);
  });

  it('is found by its size and its words', async () => {
    const word = `w${Date.now()}`;
    const [small, large] = [
      await square.forum(ann, { name: `${word} a` }),
      await square.forum(ann, { name: 'b', description: word }),
    ];
    await square.join(bob, large);
    const hidden = await square.forum(ann, { name: word, visibility: 'members' });
    expect(await slugs(square.nobody(), { q: word })).toEqual([large.slug, small.slug]);
    const page = await square.ask(bob, 'list-forums', { q: word, limit: 1 });
    const rest = await square.ask(bob, 'list-forums', { q: word, limit: 1, cursor: page.next_cursor });
    expect([rest.forums[0].slug, rest.next_cursor]).toEqual([small.slug, null]);
    expect(await slugs(square.nobody(), { mine: true })).toEqual([]);
    expect(await slugs(ann, { mine: true, q: word })).toContain(hidden.slug);
    const topic = await square.topic(ann, large);
    await square.ask(bob, 'track-topic', { topic_id: topic.id, level: 'tracking' });
    const [mine] = (await square.ask(bob, 'list-forums', { mine: true })).forums;
    expect(mine).toMatchObject({ slug: large.slug, unread: 1 });
    expect(mine).not.toHaveProperty('join_code');
  });

  it('is shown with what is in it, more to its staff, and its code to its owner', async () => {
    const forum = await square.forum(ann, { join_policy: 'code' });
    await square.join(bob, forum, { code: forum.join_code });
    await square.topic(ann, forum, { tags: ['Machine', ' machine ', 'Milk  foam'], title: 'First of all' });
    const topic = await square.topic(ann, forum, { tags: ['machine'] });
    await square.ask(ann, 'update-topic', { topic_id: topic.id, pinned: true });
    const seen = await square.ask(bob, 'get-forum', { forum_id: forum.id });
    expect(seen).toMatchObject({
      categories: [{ latest_topic: { id: topic.id, title: 'Machine drips', last_poster: { id: ann.id } } }],
      tags: [
        { tag: 'machine', topics: 2 },
        { tag: 'milk foam', topics: 1 },
      ],
      staff: [{ id: ann.id, role: 'owner' }],
      me: {
        role: 'member',
        trusted: false,
        limits: { topics_left: 3, replies_left: 10, links: 2, mentions: 2 },
        unread: 0,
      },
    });
    for (const field of ['suspended', 'open_reviews']) expect(seen).not.toHaveProperty(field);
    expect(seen.forum).not.toHaveProperty('join_code');
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await square.ask(ann, 'set-member', {
      forum_id: forum.id,
      user_id: bob.id,
      suspended_until: until,
      reason: 'Loud',
    });
    const own = await square.ask(ann, 'get-forum', { forum_id: forum.id });
    expect(own).toMatchObject({
      forum: { join_code: forum.join_code },
      me: { role: 'owner', limits: { topics_left: null, links: null } },
      suspended: [{ id: bob.id, reason: 'Loud', suspended_until: until }],
      open_reviews: 0,
    });
    expect((await square.ask(square.nobody(), 'get-forum', { slug: forum.slug })).me).toBeNull();
    for (const input of [{}, { forum_id: forum.id, slug: forum.slug }])
      await square.call(bob, 'get-forum', input).expect(400);
    await square.refused(bob, 'get-forum', { forum_id: randomUUID() }, 404, 'Forum not found');
    await square.refused(bob, 'get-forum', { slug: 'no-such-place' }, 404, 'Forum not found');
  });
});

describe('a category', () => {
  it('is made and changed by the owner, each with a name of its own', async () => {
    const forum = await square.forum(ann);
    const save = (more: object) => square.call(ann, 'save-category', { forum_id: forum.id, ...more });
    await square.refused(bob, 'save-category', { forum_id: forum.id, name: 'Beans' }, 403, 'Forbidden');
    const { category } = (await save({ name: 'Beans', solvable: true, auto_close_days: 30 }).expect(200)).body;
    expect(category).toMatchObject({
      slug: 'beans',
      position: 1,
      solvable: true,
      auto_close_days: 30,
      post_role: 'member',
    });
    await save({ name: ' beans! ' }).expect(409, { error: 'Name already taken' });
    await save({ name: 'Зёрна' }).expect(200);
    await save({ name: 'зёрна' }).expect(409, { error: 'Name already taken' });
    await save({ category_id: randomUUID(), name: 'Milk' }).expect(404, { error: 'Category not found' });
    const other = await square.forum(ann);
    await save({ category_id: other.category_id, name: 'Milk' }).expect(404, { error: 'Category not found' });
    const change = { category_id: category.id, name: 'BEANS', auto_close_days: null, archived: true };
    expect((await save(change).expect(200)).body.category).toMatchObject({
      name: 'BEANS',
      auto_close_days: null,
      archived: true,
    });
    const topic = { category_id: category.id, title: 'Something new', body: 'Something long.' };
    await square.refused(ann, 'create-topic', topic, 409, 'Category is archived');
    const last = { forum_id: other.id, category_id: other.category_id, name: 'General', archived: true };
    await square.refused(ann, 'save-category', last, 409, 'The last category cannot be archived');
    await square.refused(ann, 'create-topic', { ...topic, category_id: randomUUID() }, 404, 'Category not found');
  });

  it('is one of at most fifty', async () => {
    const forum = await square.forum(ann);
    await square.rows(
      `INSERT INTO ext_forums.categories (forum_id, name, slug) SELECT $1, 'c' || n, 'c' || n FROM generate_series(1, 40) n`,
      forum.id,
    );
    const answers = await atOnce(12, (at) =>
      square.call(ann, 'save-category', { forum_id: forum.id, name: `New ${at}` }),
    );
    expect(tally(answers)).toEqual({ 200: 9, 409: 3 });
    expect(refusals(answers)).toEqual([{ error: 'Category limit reached' }]);
  });

  it('may be for the staff to open topics in', async () => {
    const forum = await square.forum(ann);
    await square.category(ann, forum, { post_role: 'moderator' });
    await square.join(bob, forum);
    const words = { category_id: forum.category_id, title: 'Something new', body: 'Something long.' };
    await square.refused(bob, 'create-topic', words, 403, 'Forbidden');
    expect((await square.post(bob, await square.topic(ann, forum))).number).toBe(2);
  });
});
