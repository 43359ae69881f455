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
  forum = await square.forum(ann);
});
afterEach(() => square.expectSound());
afterAll(() => square.stop());

const resolve = (post: any, decision: string, more: object = {}) =>
  square.ask(ann, 'resolve-review', { forum_id: forum.id, post_id: post.id, decision, ...more });
const flag = (who: Account, { id: post_id }: any) => square.ask(who, 'flag-post', { post_id, reason: 'off_topic' });
const change = (who: Account, { id: topic_id }: any, status: string) =>
  square.ask(who, 'update-topic', { topic_id, status });
const status = async (topic: any) => (await square.row('topics', topic.id)).status;

describe('a topic that its author has deleted', () => {
  it('does not come out by being approved', async () => {
    await square.category(ann, forum, { require_approval: true });
    const topic = await square.topic(bob, forum, { body: `For @${(eve as Named).username} alone.` });
    await square.join(eve, forum);
    await change(bob, topic, 'deleted');
    expect((await resolve(topic.first, 'approve')).resolved).toBe(1);
    expect(await status(topic)).toBe('deleted');
    await square.refused(eve, 'get-topic', { topic_id: topic.id }, 404, 'Topic not found');
    expect([await square.told(bob), await square.told(eve)]).toEqual([[], []]);
    expect((await change(ann, topic, 'open')).topic.post_count).toBe(1);
  });

  it('does not come back by what was flagged being in order', async () => {
    await square.ask(ann, 'update-settings', { flags_to_hide: 1 });
    await square.trust(ann, forum, eve);
    const topic = await square.topic(bob, forum);
    await flag(eve, topic.first);
    await square.ask(ann, 'update-settings', { flags_to_hide: 3 });
    await change(bob, topic, 'deleted');
    await resolve(topic.first, 'disagree');
    expect(await status(topic)).toBe('deleted');
  });
});

describe('a post that its author has deleted meanwhile', () => {
  const restore = { restore: true };

  it('is not his to restore when the staff agrees that it was wrong', async () => {
    const topic = await square.topic(ann, forum);
    for (const more of [{}, { delete: false }]) {
      const post = await square.post(bob, topic, 'Rude.');
      await flag(eve, post);
      await square.ask(bob, 'delete-post', { post_id: post.id });
      expect((await resolve(post, 'agree', more)).post.status).toBe('deleted');
      await square.refused(bob, 'delete-post', { post_id: post.id, ...restore }, 403, 'Forbidden');
      expect((await square.ask(ann, 'delete-post', { post_id: post.id, ...restore })).post.status).toBe('visible');
    }
  });

  it('is not his to restore when it was not let in, and is when nothing was wrong', async () => {
    const topic = await square.topic(ann, forum);
    const [kept, refused] = [await square.post(bob, topic), await square.post(bob, topic, 'http://a.example')];
    await flag(eve, kept);
    for (const { id } of [kept, refused]) await square.ask(bob, 'delete-post', { post_id: id });
    await resolve(refused, 'reject');
    await square.refused(bob, 'delete-post', { post_id: refused.id, ...restore }, 403, 'Forbidden');
    await resolve(kept, 'disagree');
    expect((await square.ask(bob, 'delete-post', { post_id: kept.id, ...restore })).post.status).toBe('visible');
  });
});

describe('a topic that waits for approval', () => {
  it('is not opened by being hidden or deleted before', async () => {
    await square.category(ann, forum, { require_approval: true });
    const waits = 'Topic waits for approval';
    for (const gone of ['hidden', 'deleted']) {
      const topic = await square.topic(bob, forum);
      await change(ann, topic, gone);
      for (const opened of ['open', 'closed'])
        await square.refused(ann, 'update-topic', { topic_id: topic.id, status: opened }, 409, waits);
      await resolve(topic.first, 'approve');
      expect((await change(ann, topic, 'open')).topic).toMatchObject({ status: 'open', post_count: 1 });
    }
  });
});
