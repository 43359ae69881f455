import { randomUUID } from 'node:crypto';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import { type Account } from '../../support/service.js';
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

const set = (who: Account, whom: Account, more: object) =>
  square.call(who, 'set-member', { forum_id: forum.id, user_id: whom.id, ...more });
const later = () => new Date(Date.now() + 3_600_000).toISOString();
const tomorrow = { reason: 'Rude', suspended_until: later() };
const write = (who: Account) =>
  square.call(who, 'create-topic', {
    category_id: forum.category_id,
    title: 'Something',
    body: 'Something long.',
  });

describe('members', () => {
  it('come and go, and are counted once however often they say it', async () => {
    const join = (who: Account, more: object = {}) => square.call(who, 'join-forum', { forum_id: forum.id, ...more });
    expect(tally(await atOnce(20, () => join(bob)))).toEqual({ 200: 20 });
    expect((await square.row('forums', forum.id)).member_count).toBe(2);
    const left = tally(await atOnce(20, () => join(bob, { leave: true })));
    expect(left).toEqual({ 200: 1, 404: 19 });
    await join(bob, { leave: true }).expect(404, { error: 'Member not found' });
    await join(ann, { leave: true }).expect(409, { error: 'The owner cannot leave' });
    expect((await join(bob).expect(200)).body.member).toMatchObject({
      user_id: bob.id,
      role: 'member',
      left_at: null,
    });
    await square.ask(ann, 'update-forum', { forum_id: forum.id, join_policy: 'closed' });
    await join(bob).expect(200);
    await join(eve).expect(409, { error: 'Joining is closed' });
    const { forum: coded } = await square.ask(ann, 'update-forum', {
      forum_id: forum.id,
      join_policy: 'code',
    });
    for (const code of [undefined, 'WRONG']) await join(eve, { code }).expect(403, { error: 'Forbidden' });
    await join(eve, { code: coded.join_code }).expect(200);
  });

  it('alone know of a forum that is for them', async () => {
    const { forum: closed } = await square.ask(ann, 'update-forum', {
      forum_id: forum.id,
      visibility: 'members',
      join_policy: 'code',
    });
    const topic = await square.topic(ann, forum);
    const input = { forum_id: forum.id };
    const gone = [404, 'Forum not found'] as const;
    await square.join(bob, forum, { code: closed.join_code });
    const calls: [string, object][] = [
      ['get-forum', input],
      ['list-topics', input],
      ['get-topic', { topic_id: topic.id }],
      ['update-forum', { ...input, name: 'Mine' }],
      ['save-category', { ...input, name: 'Mine' }],
      ['join-forum', { ...input, code: 'WRONG' }],
      ['join-forum', { ...input, leave: true }],
      ['set-member', { ...input, user_id: bob.id, trusted: true }],
      ['create-topic', { category_id: forum.category_id, title: 'Let me in', body: 'Let me in, please.' }],
      ['update-topic', { topic_id: topic.id, title: 'Let me in' }],
      ['track-topic', { topic_id: topic.id, level: 'watching' }],
      ['create-post', { topic_id: topic.id, body: 'x' }],
      ['update-post', { post_id: topic.first.id, body: 'x', base_edit_count: 0 }],
      ['delete-post', { post_id: topic.first.id }],
      ['like-post', { post_id: topic.first.id }],
      ['flag-post', { post_id: topic.first.id, reason: 'spam' }],
      ['list-reviews', input],
      ['resolve-review', { ...input, post_id: topic.first.id, decision: 'agree' }],
    ];
    for (const [action, given] of calls) await square.refused(eve, action, given, ...gone);
    await square.refused(bob, 'update-forum', { ...input, name: 'Mine' }, 403, 'Forbidden');
    expect((await square.ask(bob, 'get-topic', { topic_id: topic.id })).posts).toHaveLength(1);
    await set(ann, bob, { banned: true, reason: 'No' }).expect(200);
    await square.refused(bob, 'get-topic', { topic_id: topic.id }, ...gone);
    await square.refused(
      bob,
      'join-forum',
      { ...input, code: closed.join_code },
      409,
      'You are banned from this forum',
    );
    expect((await square.ask(await square.service.admin(), 'get-topic', { topic_id: topic.id })).posts).toHaveLength(1);
  });
});

describe('the staff', () => {
  it('suspends and bans with a reason, which is told and kept', async () => {
    const mod = await square.moderator(ann, forum);
    for (const who of [bob, eve]) await square.join(who, forum);
    await set(bob, eve, { trusted: true }).expect(403, { error: 'Forbidden' });
    await set(mod, mod, { trusted: true }).expect(400, { error: 'Cannot act on yourself' });
    await set(mod, await square.person(), { trusted: true }).expect(404, { error: 'Member not found' });
    for (const measure of [{ banned: true }, { suspended_until: later() }])
      await set(mod, bob, measure).expect(400, { error: 'Reason is required' });
    await set(mod, bob, { suspended_until: '2020-01-01T00:00:00Z', reason: 'x' }).expect(400);
    await set(mod, bob, { role: 'moderator' }).expect(403, { error: 'Forbidden' });
    const { member } = (await set(mod, bob, tomorrow).expect(200)).body;
    expect(member).toMatchObject({ suspended_until: tomorrow.suspended_until, reason: 'Rude' });
    const suspended = { error: `You are suspended until ${tomorrow.suspended_until}` };
    await write(bob).expect(409, suspended);
    await square.rows(
      `UPDATE ext_forums.members SET suspended_until = now() - interval '1 second' WHERE user_id = $1`,
      bob.id,
    );
    await write(bob).expect(200);
    await set(mod, bob, tomorrow).expect(200);
    await set(mod, bob, { suspended_until: null }).expect(200);
    await set(mod, bob, { banned: true, reason: 'Spam' }).expect(200);
    await write(bob).expect(409, { error: 'You are banned from this forum' });
    await square.refused(bob, 'join-forum', { forum_id: forum.id }, 409, 'You are banned from this forum');
    await set(mod, bob, { banned: false }).expect(200);
    await square.rest();
    await write(bob).expect(200);
    expect(await square.kinds(bob)).toEqual(['banned', 'suspended', 'suspended', 'suspension_lifted', 'unbanned']);
    const { activity } = await square.ask(mod, 'activity');
    expect(activity).toContainEqual(
      expect.objectContaining({
        action: 'set-member',
        target: { type: 'member', id: member.id },
        reason: 'Spam',
      }),
    );
  });

  it('acts on none of its own but for the owner, whom nobody touches', async () => {
    const [one, two] = [await square.moderator(ann, forum), await square.moderator(ann, forum)];
    await set(one, two, tomorrow).expect(403, { error: 'Forbidden' });
    await set(one, ann, tomorrow).expect(403, { error: 'Forbidden' });
    await set(await square.service.admin(), ann, tomorrow).expect(403, { error: 'Forbidden' });
    await set(ann, two, tomorrow).expect(200);
    await square.refused(two, 'list-reviews', { forum_id: forum.id }, 403, 'Forbidden');
    expect((await set(ann, one, { banned: true, reason: 'x' }).expect(200)).body.member.role).toBe('member');
    expect(await square.told(one, 'role_changed')).toHaveLength(1);
  });

  it('is of at most fifty moderators', async () => {
    await square.rows(
      `WITH people AS (INSERT INTO account.users (email) SELECT 'mod' || n || '@${forum.id}.example' FROM generate_series(1, 48) n RETURNING id)
       INSERT INTO ext_forums.members (forum_id, user_id, role) SELECT $1, id, 'moderator' FROM people`,
      forum.id,
    );
    await square.rows('UPDATE ext_forums.forums SET member_count = 49 WHERE id = $1', forum.id);
    const people = (await square.people(4)) as Account[];
    for (const who of people) await square.join(who, forum);
    const answers = await atOnce(4, (at) => set(ann, people[at] as Account, { role: 'moderator' }));
    expect([tally(answers), refusals(answers)]).toEqual([{ 200: 2, 409: 2 }, [{ error: 'Moderator limit reached' }]]);
  });

  it('takes away what a member has flooded the forum with', async () => {
    const topic = await square.topic(ann, forum);
    const [own, old] = [await square.topic(bob, forum), await square.topic(bob, forum)];
    const post = await square.post(bob, topic);
    await square.post(eve, own);
    await square.age('posts', old.first.id, '8 days');
    await set(ann, bob, { banned: true, reason: 'Flood', delete_posts: true }).expect(200);
    const states = await square.rows(
      'SELECT id, status FROM ext_forums.topics WHERE forum_id = $1 ORDER BY id',
      forum.id,
    );
    expect(states.map(({ status }) => status)).toEqual(['open', 'deleted', 'open']);
    expect([(await square.row('posts', post.id)).status, (await square.row('posts', old.first.id)).status]).toEqual([
      'deleted',
      'visible',
    ]);
  });
});
