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

describe('a text that was written', () => {
  const edited = (who: Account, post: any, more: object = {}) =>
    square.call(who, 'update-post', { post_id: post.id, body: 'Better.', base_edit_count: 0, ...more });
  const revisions = (post: any) =>
    square.rows('SELECT * FROM ext_forums.revisions WHERE post_id = $1 ORDER BY id', post.id);

  it('is corrected quietly for five minutes, while nobody has answered', async () => {
    const topic = await square.topic(ann, forum);
    const post = await square.post(bob, topic);
    const once = (await edited(bob, post).expect(200)).body.post;
    expect([once.body, once.html, once.edited_at]).toEqual(['Better.', '<p>Better.</p>', null]);
    expect(await revisions(post)).toEqual([]);
    await edited(bob, post).expect(409, { error: 'Post was changed' });
    await square.post(eve, topic);
    const twice = (await edited(bob, post, { body: 'Best.', base_edit_count: 1, reason: 'Typo' }).expect(200)).body
      .post;
    expect(twice.edited_at).toEqual(expect.any(String));
    expect(await revisions(post)).toMatchObject([{ body: 'Better.', editor_id: bob.id, reason: 'Typo', title: null }]);
    const other = await square.post(bob, topic);
    await square.age('posts', other.id, '6 minutes');
    expect((await edited(bob, other).expect(200)).body.post.edited_at).not.toBeNull();
  });

  it('is changed once of twenty at once, by its author or the staff, and for so long', async () => {
    const topic = await square.topic(ann, forum);
    const post = await square.post(bob, topic);
    await edited(eve, post).expect(403, { error: 'Forbidden' });
    await edited(bob, { id: randomUUID() }).expect(404, { error: 'Post not found' });
    const answers = await atOnce(20, (at) => edited(at % 2 ? ann : bob, post, { body: `Number ${at}` }));
    expect([tally(answers), refusals(answers)]).toEqual([{ 200: 1, 409: 19 }, [{ error: 'Post was changed' }]]);
    const again = { base_edit_count: 1 };
    await square.age('posts', post.id, '25 hours');
    await edited(bob, post, again).expect(409, { error: 'Edit time is over' });
    await square.trust(ann, forum, bob);
    await edited(bob, post, again).expect(200);
    await square.age('posts', post.id, '31 days');
    await edited(bob, post, { base_edit_count: 2 }).expect(409, { error: 'Edit time is over' });
    await edited(ann, post, { base_edit_count: 2 }).expect(200);
  });

  it('is taken away and brought back; its place is left', async () => {
    const topic = await square.topic(ann, forum);
    const [post, other] = [await square.post(bob, topic), await square.post(bob, topic)];
    const remove = (who: Account, { id: post_id }: any, more: object = {}) =>
      square.call(who, 'delete-post', { post_id, ...more });
    await remove(ann, topic.first).expect(409, { error: 'Delete the topic instead' });
    await remove(eve, post).expect(403, { error: 'Forbidden' });
    await remove(bob, post, { restore: true }).expect(404, { error: 'Post not found' });
    expect((await remove(bob, post).expect(200)).body.post).toMatchObject({
      status: 'deleted',
      body: null,
      html: null,
    });
    await remove(bob, post).expect(404, { error: 'Post not found' });
    await remove(eve, post).expect(404, { error: 'Post not found' });
    const [, stub] = (await square.ask(eve, 'get-topic', { topic_id: topic.id })).posts;
    expect(stub).toMatchObject({ number: 2, status: 'deleted', body: null, html: null });
    expect((await square.ask(ann, 'get-topic', { topic_id: topic.id })).posts[1].body).toBe('Check the gasket.');
    await edited(bob, post).expect(404, { error: 'Post not found' });
    await remove(bob, post, { restore: true }).expect(200);
    await remove(bob, post).expect(200);
    await square.rows(`UPDATE ext_forums.posts SET deleted_at = now() - interval '25 hours' WHERE id = $1`, post.id);
    await remove(bob, post, { restore: true }).expect(403, { error: 'Forbidden' });
    await remove(ann, post, { restore: true }).expect(200);
    await remove(ann, other, { reason: 'Rude' }).expect(200);
    await remove(bob, other, { restore: true }).expect(403, { error: 'Forbidden' });
    const race = await atOnce(20, (at) => remove(at % 2 ? ann : bob, post));
    expect(tally(race)).toEqual({ 200: 1, 404: 19 });
    const { activity } = await square.ask(ann, 'activity');
    expect(activity).toContainEqual(
      expect.objectContaining({
        action: 'delete-post',
        target: { type: 'post', id: other.id },
        reason: 'Rude',
      }),
    );
  });
});
