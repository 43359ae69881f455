import { DemonstrationNetwork, insertAccounts } from '@community-platform/demonstration';
import { queryPlan } from '../support/query-plan.js';
import { TestService } from '../support/service.js';

const PEOPLE = 5_000;
const POSTS = 10_000;

let service: TestService;
let author: string;
let follower: string;
let post: string;
let poll: string;
let story: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  const { database } = service;
  await insertAccounts(database, 1, PEOPLE, 'no password');
  const network = new DemonstrationNetwork(database, PEOPLE, new Date());
  await network.insertFollows(1, 2_000);
  await network.insertPosts(1, POSTS, POSTS);
  const ask = async (text: string) => (await service.database.query(text)).rows;
  await ask(`INSERT INTO social.polls (post_id, question, options) SELECT id, 'q', '["a", "b"]' FROM social.posts
    ON CONFLICT DO NOTHING`);
  // Rows that the demonstration data does not have.
  await ask(`INSERT INTO files.files (id, owner_id, key, path, type, kind, size, name, attached_at)
    SELECT id, user_id, 'key', id, 'image/png', 'image', 1, 'a', now() FROM social.posts`);
  await ask('INSERT INTO social.post_media SELECT id, 0, id FROM social.posts');
  await ask('INSERT INTO social.stories (user_id) SELECT id FROM account.users');
  await ask(`INSERT INTO social.story_views (story_id, user_id)
    SELECT s.id, f.follower_id FROM social.stories s JOIN social.follows f ON f.following_id = s.user_id LIMIT 20000`);
  await ask(`INSERT INTO realtime.heads (stream, last_seq) SELECT 'post:' || id, 1 FROM social.posts`);
  await ask(`INSERT INTO notifications.notifications (user_id, type, about_kind, about_id)
    SELECT user_id, 'reaction', 'post', id FROM social.posts`);
  await ask(`INSERT INTO notifications.inboxes (user_id) SELECT id FROM account.users ON CONFLICT DO NOTHING`);
  await ask(`INSERT INTO notifications.notification_actors (notification_id, user_id)
    SELECT n.id, u.id FROM notifications.notifications n,
      LATERAL (SELECT id FROM account.users WHERE id <> n.user_id LIMIT 1) u`);
  await ask('INSERT INTO realtime.instances (id) VALUES (gen_random_uuid())');
  await ask(`INSERT INTO realtime.connections (id, instance, user_id)
    SELECT u.id, i.id, u.id FROM account.users u, realtime.instances i`);
  await ask('VACUUM (ANALYZE)');
  const [one] = await ask('SELECT follower_id, following_id FROM social.follows LIMIT 1');
  [follower, author] = [one?.follower_id, one?.following_id];
  [{ id: post }] = (await ask('SELECT id FROM social.posts LIMIT 1')) as [{ id: string }];
  [{ id: poll }] = (await ask('SELECT id FROM social.polls LIMIT 1')) as [{ id: string }];
  [{ id: story }] = (await ask('SELECT id FROM social.stories LIMIT 1')) as [{ id: string }];
});
afterAll(() => service.stop());

it.each<[string, () => unknown[]]>([
  ['followers_there', () => [author]],
  ['posts_readable', () => [[post], [follower]]],
  ['post_seen', () => [post, follower, false]],
  ['post_single', () => [post, follower, 'https://example.com', false]],
  ['post_told', () => [post, 'https://example.com']],
  ['post_counts', () => [[post]]],
  ['polls_counted', () => [[poll]]],
  ['polls_voted_by_user', () => [follower]],
  ['reactions_delete_all_of_user', () => [follower]],
  ['story_views_counts', () => [[story]]],
  ['stories_running_of_author', () => [author]],
  ['stories_seen_by_user', () => [follower]],
  ['notifications_acted_in', () => [author]],
  ['notifications_left', () => [[post], [author]]],
  ['comments_below_others', () => [follower]],
  ['notification_added', () => [[author], ['reaction'], ['post'], [post]]],
])('%s is found by an index', async (name, values) => {
  const plan = await queryPlan(service.database, name, values());
  expect(plan.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
});
