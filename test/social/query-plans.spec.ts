import { DemonstrationNetwork, insertAccounts } from '@community-platform/demonstration';
import { genericPlan, queryPlan } from '../support/query-plan.js';
import { TestService } from '../support/service.js';

const PEOPLE = 10_000;
const POSTS = 20_000;
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const IS_FOLLOWING = 'SELECT FROM social.follows WHERE follower_id = $1 AND following_id = $2 AND status = $3 LIMIT 1';
const SET_STATUS = 'UPDATE social.posts SET status = $1 WHERE id = $2 AND status = $3 RETURNING *';
const BASE = 'https://example.com';

let service: TestService;
/** A user who follows hundreds and has thousands of followers. */
let user: string;
let other: string;
let post: string;
let comment: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  const { database } = service;
  await insertAccounts(database, 1, PEOPLE, 'no password');
  const network = new DemonstrationNetwork(database, PEOPLE, new Date());
  await network.insertFollows(1, 3_000);
  for (let from = 1; from <= POSTS; from += 5_000) await network.insertPosts(from, from + 4_999, POSTS);
  const ask = async (text: string) => (await service.database.query(text)).rows;
  // Rows that the demonstration data does not contain.
  await ask(`
    INSERT INTO files.files (id, owner_id, key, path, type, kind, size, name, attached_at)
    SELECT id, user_id, 'key', id, 'image/png', 'image', 1, 'a', now() FROM social.posts`);
  await ask('INSERT INTO social.post_media SELECT id, 0, id FROM social.posts');
  await ask(`
    INSERT INTO social.blocks (blocker_id, blocked_id)
    SELECT follower_id, following_id FROM social.follows LIMIT 20000`);
  await ask(`
    INSERT INTO notifications.notifications (user_id, type, about_kind, about_id)
    SELECT user_id, 'reaction', 'post', id FROM social.posts`);
  await ask(`
    INSERT INTO events.domain_events (type, actor_id, data) SELECT 'post.created', user_id, '{}' FROM social.posts`);
  await ask(`
    INSERT INTO notifications.notification_actors (notification_id, user_id)
    SELECT n.id, u.id FROM notifications.notifications n,
      LATERAL (SELECT id FROM account.users WHERE id <> n.user_id LIMIT 1) u`);
  await ask(`
    INSERT INTO social.polls (post_id, question, options) SELECT id, 'q', '["a", "b"]' FROM social.posts
    ON CONFLICT DO NOTHING`);
  await ask(`INSERT INTO notifications.inboxes (user_id) SELECT id FROM account.users ON CONFLICT DO NOTHING`);
  await ask(`INSERT INTO realtime.heads (stream, last_seq) SELECT 'post:' || id, 1 FROM social.posts`);
  // VACUUM sets the visibility map, as in a table that has existed for a while.
  await ask('VACUUM (ANALYZE)');
  [{ id: user }, { id: other }] = (await ask(
    `SELECT id FROM account.users WHERE email IN ('person7@demo.example', 'person1@demo.example') ORDER BY email DESC`,
  )) as [{ id: string }, { id: string }];
  [{ id: comment, post_id: post }] = (await ask('SELECT id, post_id FROM social.comments LIMIT 1')) as [
    { id: string; post_id: string },
  ];
});
afterAll(() => service.stop());

describe('an index serves the statement', () => {
  it.each<[string, () => unknown[]]>([
    ['feed_page', () => [user, ...END, 21, BASE]],
    ['feed_of_author', () => [other, ...END, 21, BASE, user]],
    ['post_single', () => [post, user, BASE, false]],
    ['post_show', () => [post, user, BASE]],
    ['feed_drafts', () => [user, ...END, 101, BASE]],
    ['INSERT INTO social.posts (user_id, title) VALUES ($1, $2) RETURNING *', () => [user, 'title']],
    ['SELECT id, title FROM social.posts WHERE id = $1 FOR NO KEY UPDATE', () => [post]],
    ['post_seen', () => [post, user, false]],
    ['post_hold', () => [[post], [user], [false]]],
    ['UPDATE social.posts SET published_at = now(), created_at = now() WHERE id = $1', () => [post]],
    ['post_comments', () => [[post]]],
    ['post_files', () => [post]],
    [SET_STATUS, () => ['flagged', post, 'published']],
    ['comments_of_post', () => [post, '-infinity', 31]],
    ['comment_insert', () => [[post], [user], [comment], ['content']]],
    ['SELECT id, user_id FROM social.comments WHERE id = $1 AND post_id = $2 FOR KEY SHARE', () => [comment, post]],
    ['DELETE FROM social.comments WHERE id = $1', () => [comment]],
    ['reaction_set', () => [post, user, 'like', false]],
    ['DELETE FROM social.reactions WHERE post_id = $1 AND user_id = $2', () => [post, user]],
    ['follows_of_follower', () => [user, ...END, 21, 'following']],
    ['follows_of_followed', () => [other, ...END, 21, 'following']],
    [IS_FOLLOWING, () => [user, other, 'following']],
    ['block_between', () => [user, other]],
    ['block_hidden_from', () => [user]],
    ['blocks_of_user', () => [user, ...END, 21]],
    ['notification_add', () => [[other], ['reaction'], ['post'], [post], ['{}'], [user]]],
    ['notifications_of_user', () => [other, ...END, 21]],
    ['files_of_owner', () => [other, ...END, 21]],
  ])('%s', async (name, values) => {
    const plan = await queryPlan(service.database, name, values());
    expect(plan.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
  });

  it.each([
    ['its values', queryPlan],
    ['any values', genericPlan],
  ])('a feed that is planned for %s reads only indexes until the page is known', async (_for, how) => {
    const plan = await how(service.database, 'feed_page', [user, ...END, 21, BASE]);
    // The newest of all; the few of the followed and the own ones; the newest of each of them; those of the page's authors.
    expect(plan.filter((step) => / posts posts_(published|newest)$/.test(step))).toEqual([
      'Index Only Scan posts posts_newest',
      'Index Only Scan posts posts_published',
      'Index Only Scan posts posts_published',
      'Index Only Scan posts posts_published',
      'Index Only Scan posts posts_published',
    ]);
    expect(plan).toContainEqual(expect.stringMatching(/^Index Only Scan follows follows_/));
    expect(plan.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
  });

  it('a page of comments is read in its order, and not sorted', async () => {
    const plan = await queryPlan(service.database, 'comments_of_post', [post, '-infinity', 31]);
    expect(plan).toContainEqual(expect.stringMatching(/^Index.* comments_of_post$/));
    expect(plan.filter((step) => step.includes('Sort'))).toEqual([]);
  });
});
