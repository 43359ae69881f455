import { atOnce } from '../account/at-once.js';
import { person, type Person, UNKNOWN } from '../social/people.js';
import { block, comment, publish, react } from '../social/posting.js';
import type { RealtimeClient, RealtimeEvent } from '../support/realtime-client.js';
import { PASSWORD, TestService } from '../support/service.js';
import { all, listen, listenFrom, pause } from './listening.js';

let service: TestService;
let ann: Person;
let bob: Person;
let post: any;
let own: RealtimeClient;
let elsewhere: RealtimeClient;
const listeners: RealtimeClient[] = [];
beforeAll(async () => {
  service = await TestService.start();
  [ann, bob] = [await person(service), await person(service)];
});
beforeEach(async () => {
  post = await publish(ann);
  [own, elsewhere] = [await listen(service, ann, `post:${post.id}`), await listen(service, bob)];
  listeners.push(own, elsewhere);
});
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close();
});
afterAll(() => service.stop());

const counted = (version: number) =>
  own.event('post.counters', ({ data }) => data.post_id === post.id && data.version >= version);
const counters = () => own.of('post.counters').map(({ data }) => data);
const commentsOf = async () => {
  const { body, headers } = await bob.client.get(`/v1/posts/${post.id}/comments?limit=100`).expect(200);
  return { comments: body.comments, position: headers['x-realtime-position'] as string };
};
const summary = async () => {
  const { body } = await ann.client.get('/v1/feed?limit=1').expect(200);
  const { reactions_summary, comments_count } = body.posts[0];
  return { reactions_summary, comments_count };
};

/** How a client applies events to its list. */
const apply = (comments: any[], { type, data }: RealtimeEvent): any[] => {
  if (type === 'comment.created') return [...comments, data.comment];
  if (type !== 'comment.deleted') return comments;
  return comments
    .filter(({ id }) => id !== data.comment_id)
    .map((one) => (one.parent_id === data.comment_id ? { ...one, parent_id: null } : one));
};

it('comments have the same data in events and in their list, for viewers of the post', async () => {
  const first = await comment(bob, post, 'One');
  const second = await comment(ann, post, 'Two', first.id);
  await bob.client.delete(`/v1/comments/${first.id}`).expect(200);
  await bob.client.delete(`/v1/comments/${first.id}`).expect(404);
  const stream = `post:${post.id}`;
  const made = (said: any) => ({ post_id: post.id, comment: said });
  expect(await all(own, 'comment.created', 'comment.deleted')).toEqual([
    { type: 'comment.created', stream, actor_id: bob.id, data: made(first) },
    { type: 'comment.created', stream, actor_id: ann.id, data: made(second) },
    { type: 'comment.deleted', stream, actor_id: bob.id, data: { post_id: post.id, comment_id: first.id } },
  ]);
  expect(await all(elsewhere, 'comment.created', 'comment.deleted', 'post.counters')).toEqual([]);
});

it('the list plus later events equals the list read again', async () => {
  const early = await Promise.all([1, 2, 3].map((n) => comment(bob, post, `Early ${n}`)));
  const before = await commentsOf();
  await atOnce(20, (n) => ann.client.post(`/v1/posts/${post.id}/comments`, { content: `Late ${n}` }));
  const reply = await comment(ann, post, 'Reply', early[1].id);
  for (const { id } of [early[0], early[1]]) await bob.client.delete(`/v1/comments/${id}`).expect(200);
  const reader = await listenFrom(service, bob, before.position);
  listeners.push(reader);
  await reader.event('comment.deleted', ({ data }) => data.comment_id === early[1].id);
  const { comments } = await commentsOf();
  expect(comments).toHaveLength(22);
  expect(comments.at(-1)).toEqual({ ...reply, parent_id: null });
  expect(reader.events.reduce(apply, before.comments)).toEqual(comments);
});

it('comments of a deleted account are announced as deleted, and the counts are updated', async () => {
  const cid = await service.account();
  const [one, two] = [await comment(cid, post), await comment(cid, post)];
  await comment(bob, post);
  await cid.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
  for (const { id } of [one, two]) {
    await own.event('comment.deleted', ({ data }) => data.comment_id === id);
  }
  const { data } = await own.event('post.counters', (event) => event.data.version === 4);
  expect(data).toEqual({ post_id: post.id, reactions_summary: {}, comments_count: 1, version: 4 });
});

describe('post.counters', () => {
  it('is sent for each change, and not without a change', async () => {
    await react(bob, post, 'like').expect(201);
    expect((await counted(1)).actor_id).toBeNull();
    await react(bob, post, 'like').expect(201);
    await pause(600);
    await react(bob, post, 'love').expect(201);
    await counted(2);
    await pause(600);
    await bob.client.delete(`/v1/posts/${post.id}/reactions`).expect(200);
    await bob.client.delete(`/v1/posts/${post.id}/reactions`).expect(200);
    await counted(3);
    await pause(600);
    const about = { post_id: post.id, comments_count: 0 };
    expect(counters()).toEqual([
      { ...about, reactions_summary: { like: 1 }, version: 1 },
      { ...about, reactions_summary: { love: 1 }, version: 2 },
      { ...about, reactions_summary: {}, version: 3 },
    ]);
  });

  it('is sent at most twice in a second, the first at once and the last always', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => person(service)));
    const started = Date.now();
    for (const one of people) await react(one, post, 'like').expect(201);
    for (const one of people.slice(0, 5)) await comment(one, post);
    await counted(25);
    const most = 2 + Math.floor((Date.now() - started) / 500);
    expect(counters().length).toBeLessThanOrEqual(most);
    // The count is read when it is sent; half a second later it would be that of all.
    expect(counters()[0].version).toBeLessThan(25);
    const last = counters().at(-1);
    expect(last).toEqual({ post_id: post.id, ...(await summary()), version: 25 });
    expect(last).toMatchObject({ reactions_summary: { like: 20 }, comments_count: 5 });
  });

  it('is not sent for a refused reaction', async () => {
    await block(ann, bob);
    await react(bob, post).expect(403);
    await bob.client.post(`/v1/posts/${post.id}/comments`, { content: 'x' }).expect(403);
    await react(bob, { id: UNKNOWN }).expect(404);
    expect(await all(own, 'post.counters', 'comment.created')).toEqual([]);
    await ann.client.delete(`/v1/users/${bob.id}/block`).expect(200);
  });
});

describe('poll.updated', () => {
  it('has counts, and never voters', async () => {
    const asked = await publish(ann, { poll: { question: 'Tea?', options: ['yes', 'no', 'later'] } });
    const reader = await listen(service, bob, `post:${asked.id}`);
    listeners.push(reader);
    const [{ id: poll_id }] = asked.poll;
    const vote = ({ client }: Person, option_index: number) =>
      client.post(`/v1/polls/${poll_id}/vote`, { option_index }).expect(200);
    await vote(ann, 2);
    await vote(ann, 2);
    // The count is read when it is sent, which may take longer than the next vote.
    await reader.event('poll.updated');
    await vote(bob, 0);
    await vote(bob, 2);
    const about = { type: 'poll.updated', stream: `post:${asked.id}`, actor_id: null };
    await reader.event('poll.updated', ({ data }) => data.version === 3);
    await pause(600);
    const told = await all(reader, 'poll.updated');
    expect(told[0]).toEqual({ ...about, data: { poll_id, counts: [0, 0, 1], total: 1, version: 1 } });
    expect(told.at(-1)).toEqual({ ...about, data: { poll_id, counts: [0, 0, 2], total: 2, version: 3 } });
    expect(JSON.stringify(told)).not.toContain(bob.id);
    expect(await all(elsewhere, 'poll.updated')).toEqual([]);
  });
});
