import { randomUUID } from 'node:crypto';
import { TellWatchers } from '../../../src/apps/forums/jobs/tell-watchers.job.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { type Named, Square } from './square.js';

let square: Square;
let ann: Named;
let bob: Named;
let eve: Named;
let forum: any;
beforeAll(async () => {
  square = await Square.start();
});
beforeEach(async () => {
  [ann, bob, eve] = (await square.people(3)) as [Named, Named, Named];
  forum = await square.forum(ann, { slug: `f-${randomUUID()}` });
});
afterEach(() => square.expectSound());
afterAll(() => square.stop());

describe('who is told', () => {
  it('watches: of one post, until he has read it', async () => {
    const topic = await square.topic(ann, forum);
    await square.post(bob, topic);
    // The jobs of several posts run side by side, and any of them may be the one that tells.
    await square.service.jobsDone();
    for (let at = 0; at < 3; at++) await square.post(bob, topic);
    const [told, ...more] = await square.told(ann, 'new_posts');
    expect([told.data, more]).toMatchObject([{ topic_id: topic.id, number: 2, title: topic.title }, []]);
    await square.ask(ann, 'track-topic', { topic_id: topic.id, last_read: 5 });
    const next = await square.post(bob, topic);
    expect((await square.told(ann, 'new_posts')).map(({ data }) => data.number)).toEqual([2, 6]);
    for (let twice = 0; twice < 2; twice++) await square.run(TellWatchers, { post_id: next.id, told: [] });
    expect(await square.told(ann, 'new_posts')).toHaveLength(2);
    expect(await square.kinds(bob)).toEqual([]);
  });

  it('is answered or called by his name: always, and of one post once', async () => {
    const topic = await square.topic(ann, forum);
    await square.post(bob, topic);
    await square.join(eve, forum);
    await square.service.jobsDone();
    const both = `Hello @${bob.username} and @${eve.username} and @nobody_there and \`@${ann.username}\``;
    await square.post(ann, topic, both, { reply_to_number: 2 });
    expect(await square.kinds(bob)).toEqual(['reply']);
    expect(await square.kinds(eve)).toEqual(['mention']);
    const stranger = (await square.person()) as Named;
    await square.post(ann, topic, `And @${stranger.username}`, { reply_to_number: 1 });
    expect([await square.kinds(stranger), await square.kinds(bob)]).toEqual([[], ['new_posts', 'reply']]);
    expect(await square.kinds(ann)).toEqual(['new_posts']);
  });

  it('hears nothing of what he has muted, but his name; and of no names, if he wants that', async () => {
    const topic = await square.topic(bob, forum);
    await square.ask(bob, 'track-topic', { topic_id: topic.id, level: 'muted' });
    await square.post(ann, topic, 'An answer.', { reply_to_number: 1 });
    expect(await square.kinds(bob)).toEqual([]);
    await square.post(bob, topic);
    expect((await square.ask(bob, 'get-topic', { topic_id: topic.id })).me.level).toBe('muted');
    await square.post(ann, topic, `@${bob.username}!`, { reply_to_number: 1 });
    expect(await square.kinds(bob)).toEqual(['mention']);
    await square.ask(bob, 'update-settings', { notify_mentions: false });
    await square.post(ann, topic, `@${bob.username}!`);
    expect(await square.kinds(bob)).toEqual(['mention']);
  });

  it('was named by a change, and watches as his settings say', async () => {
    const topic = await square.topic(ann, forum);
    await square.ask(bob, 'update-settings', { auto_watch: 'normal' });
    const post = await square.post(bob, topic);
    await square.join(eve, forum);
    await square.ask(bob, 'update-post', {
      post_id: post.id,
      base_edit_count: 0,
      body: `Ask @${eve.username}`,
    });
    await square.ask(bob, 'update-post', {
      post_id: post.id,
      base_edit_count: 1,
      body: `Do ask @${eve.username}`,
    });
    expect(await square.kinds(eve)).toEqual(['mention']);
    await square.post(ann, topic);
    expect(await square.kinds(bob)).toEqual([]);
    expect((await square.ask(bob, 'get-topic', { topic_id: topic.id })).me).toMatchObject({
      level: 'normal',
      last_read: 2,
    });
  });

  it('is no more in a closed forum when he has left it, nor when he is banned', async () => {
    const topic = await square.topic(ann, forum);
    for (const who of [bob, eve]) await square.post(who, topic);
    await square.service.jobsDone();
    for (const who of [bob, eve]) await square.ask(who, 'track-topic', { topic_id: topic.id, last_read: 3 });
    await square.ask(bob, 'join-forum', { forum_id: forum.id, leave: true });
    await square.ask(ann, 'set-member', { forum_id: forum.id, user_id: eve.id, banned: true, reason: 'No' });
    await square.ask(ann, 'update-forum', { forum_id: forum.id, visibility: 'members' });
    const before = [await square.told(bob), await square.told(eve)];
    await square.post(ann, topic, `@${bob.username} @${eve.username}`, { reply_to_number: 2 });
    expect([await square.told(bob), await square.told(eve)]).toEqual(before);
  });
});

describe('a topic is changed', () => {
  const change = (who: Account, { id: topic_id }: any, more: object) =>
    square.call(who, 'update-topic', { topic_id, ...more });

  it('by its author: its title and tags for a while, and all of it while he is alone', async () => {
    const topic = await square.topic(bob, forum);
    await change(bob, topic, {}).expect(400, { error: 'Nothing to change' });
    await change(bob, { id: randomUUID() }, { pinned: true }).expect(404, { error: 'Topic not found' });
    const named = (await change(bob, topic, { title: 'Machine leaks', tags: ['New'] }).expect(200)).body.topic;
    expect(named).toMatchObject({ title: 'Machine leaks', tags: ['new'] });
    const kept = await square.rows(
      'SELECT title, editor_id FROM ext_forums.revisions WHERE post_id = $1',
      topic.first.id,
    );
    expect(kept).toEqual([{ title: 'Machine drips', editor_id: bob.id }]);
    for (const more of [
      { pinned: true },
      { status: 'closed' },
      { category_id: forum.category_id },
      { slow_mode_seconds: 5 },
      { closed_reason: 'x' },
    ])
      await change(bob, topic, more).expect(403, { error: 'Forbidden' });
    await change(eve, topic, { title: 'Mine now' }).expect(403, { error: 'Forbidden' });
    await square.age('topics', topic.id, '25 hours');
    await change(bob, topic, { title: 'Too late' }).expect(409, { error: 'Edit time is over' });
    await square.post(eve, topic);
    await change(bob, topic, { status: 'deleted' }).expect(409, { error: 'Topic has replies' });
    const alone = await square.topic(bob, forum);
    await square.post(bob, alone);
    await change(bob, alone, { status: 'deleted' }).expect(200);
    await change(bob, alone, { title: 'Gone now' }).expect(404, { error: 'Topic not found' });
    await change(ann, alone, { status: 'open' }).expect(200);
    expect(await square.row('forums', forum.id)).toMatchObject({ topic_count: 2, post_count: 4 });
  });

  it('by the staff, in all things; what it does stays in the activity', async () => {
    const mod = await square.moderator(ann, forum);
    const topic = await square.topic(bob, forum);
    const { category } = await square.ask(ann, 'save-category', { forum_id: forum.id, name: 'Beans' });
    const elsewhere = await square.forum(ann);
    await change(mod, topic, { category_id: elsewhere.category_id }).expect(404, {
      error: 'Category not found',
    });
    const moved = {
      category_id: category.id,
      pinned: true,
      slow_mode_seconds: 30,
      status: 'closed',
      closed_reason: 'Solved',
    };
    expect((await change(mod, topic, moved).expect(200)).body.topic).toMatchObject(moved);
    const { activity } = await square.ask(mod, 'activity');
    expect(activity[0]).toMatchObject({
      action: 'update-topic',
      target: { type: 'topic', id: topic.id },
      reason: 'Solved',
    });
    expect((await change(mod, topic, { status: 'open' }).expect(200)).body.topic).toMatchObject({
      status: 'open',
      closed_reason: null,
    });
    await square.ask(ann, 'save-category', {
      forum_id: forum.id,
      category_id: forum.category_id,
      name: 'General',
      archived: true,
    });
    await change(mod, topic, { category_id: forum.category_id }).expect(409, {
      error: 'Category is archived',
    });
    await change(mod, topic, { status: 'hidden' }).expect(200);
    await square.refused(eve, 'get-topic', { topic_id: topic.id }, 404, 'Topic not found');
    const answers = await atOnce(20, (at) =>
      change(mod, topic, {
        status: ['open', 'deleted', 'hidden', 'closed'][at % 4],
        category_id: at % 2 ? category.id : undefined,
      }),
    );
    expect(tally(answers)).toEqual({ 200: 20 });
  });

  it('by its solution, which is another post of it', async () => {
    const topic = await square.topic(bob, forum);
    const [answer, other] = [await square.post(eve, topic), await square.post(bob, topic)];
    const solve = (who: Account, solution_post_id: string | null) => change(who, topic, { solution_post_id });
    const no = { error: 'Post cannot be the solution' };
    await solve(bob, answer.id).expect(400, no);
    await square.category(ann, forum, { solvable: true });
    const elsewhere = await square.topic(ann, forum);
    const strange = await square.post(ann, elsewhere);
    for (const id of [topic.first.id, strange.id, randomUUID()]) await solve(bob, id).expect(400, no);
    await solve(eve, answer.id).expect(403, { error: 'Forbidden' });
    expect((await solve(bob, answer.id).expect(200)).body.topic).toMatchObject({
      solution_post_id: answer.id,
      solved: true,
    });
    await solve(bob, answer.id).expect(200);
    expect(await square.told(eve, 'solution')).toHaveLength(1);
    expect((await solve(ann, null).expect(200)).body.topic.solved).toBe(false);
    await solve(ann, other.id).expect(200);
    await square.ask(bob, 'delete-post', { post_id: other.id });
    expect((await square.row('topics', topic.id)).solution_post_id).toBeNull();
    await solve(bob, other.id).expect(400, no);
    const race = await atOnce(10, (at) => solve(at % 2 ? bob : ann, at % 2 ? answer.id : null));
    expect([tally(race), refusals(race)]).toEqual([{ 200: 10 }, []]);
  });
});

describe('an owner', () => {
  it('has figures of his forums, and a copy of what is his', async () => {
    await square.category(ann, forum, { solvable: true });
    const [first, second] = [await square.topic(bob, forum, { title: 'Solved one' }), await square.topic(bob, forum)];
    const answer = await square.post(eve, first);
    await square.rows(
      `UPDATE ext_forums.posts SET created_at = now() - interval '26 hours' WHERE id = $1`,
      first.first.id,
    );
    for (const { id } of [first, second]) await square.age('topics', id, '26 hours');
    await square.rows(
      `UPDATE ext_forums.posts p SET created_at = t.created_at + interval '30 minutes' FROM ext_forums.topics t WHERE t.id = p.topic_id AND p.id = $1`,
      answer.id,
    );
    await square.ask(bob, 'update-topic', { topic_id: first.id, solution_post_id: answer.id });
    await square.ask(ann, 'like-post', { post_id: answer.id });
    await square.ask(ann, 'flag-post', { post_id: answer.id, reason: 'off_topic' });
    await square.rows(
      `UPDATE ext_forums.reviews SET created_at = now() - interval '95 minutes' WHERE post_id = $1`,
      answer.id,
    );
    await square.ask(ann, 'resolve-review', { forum_id: forum.id, post_id: answer.id, decision: 'disagree' });
    const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const { stats } = await square.ask(ann, 'stats', { from: day(3), to: day(0) });
    expect(stats).toEqual({
      members: 3,
      new_members: 3,
      active_members: 3,
      topics: 2,
      posts: 3,
      unanswered: 1,
      solved_rate: 0.5,
      flags: 1,
      median_minutes_to_first_reply: 30,
      median_minutes_to_resolve: expect.any(Number),
      top_topics: [
        { id: first.id, forum_id: forum.id, title: 'Solved one', posts: 2 },
        { id: second.id, forum_id: forum.id, title: 'Machine drips', posts: 1 },
      ],
    });
    expect(Math.floor(stats.median_minutes_to_resolve / 10)).toBe(9);
    const empty = (await square.ask(eve, 'stats', {})).stats;
    expect(empty).toMatchObject({
      members: 0,
      topics: 0,
      solved_rate: null,
      median_minutes_to_first_reply: null,
      top_topics: [],
    });
    const copy = async (who: Account) => (await square.ask(who, 'export')).export;
    const own = await copy(ann);
    expect(
      Object.fromEntries(Object.entries(own).map(([table, rows]) => [table, (rows as object[]).length])),
    ).toMatchObject({
      forums: 1,
      categories: 1,
      members: 3,
      topics: 0,
      posts: 0,
      likes: 1,
      reviews: 1,
    });
    const written = await copy(eve);
    expect([written.posts.length, written.forums.length, written.members.length]).toEqual([1, 0, 1]);
    expect(written.posts[0]).not.toHaveProperty('tsv');
  });
});
