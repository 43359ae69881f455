import { TestService } from '../support/service.js';
import { atOnce } from '../account/at-once.js';
import { person, type Person } from './people.js';
import { block, comment, publish, react } from './posting.js';

let service: TestService;
let ann: Person;
let bob: Person;
let cat: Person;
let named: Record<'ann' | 'bob' | 'cat', string>;
let turn = 0;
beforeAll(async () => {
  service = await TestService.lease();
});
beforeEach(async () => {
  [ann, bob, cat] = [await person(service), await person(service), await person(service)];
  turn++;
  named = { ann: `ann_${turn}`, bob: `bob_${turn}`, cat: `cat_${turn}` };
  for (const [who, username] of [
    [ann, named.ann],
    [bob, named.bob],
    [cat, named.cat],
  ] as const) {
    await who.client.patch('/v1/users/me', { username }).expect(200);
  }
});
afterAll(() => service.stop());

/** Reduces a notification to its type, its subject and its actors. */
async function told({ client }: Person): Promise<unknown[]> {
  const { body } = await client.get('/v1/notifications').expect(200);
  return body.notifications.map(
    ({ type, about, actors }: { type: string; about: { id: string }; actors: { id: string }[] }) => [
      type,
      about.id,
      actors.map(({ id }) => id),
    ],
  );
}
const remove = ({ client }: Person, path: string) => client.delete(path).expect(200);

describe('notifications', () => {
  it('the author of a post is notified of comments and reactions of others', async () => {
    const post = await publish(ann);
    await comment(ann, post);
    await react(ann, post).expect(201);
    expect(await told(ann)).toEqual([]);
    await comment(bob, post);
    await comment(cat, post);
    await react(bob, post).expect(201);
    expect(await told(ann)).toEqual([
      ['reaction', post.id, [bob.id]],
      ['comment', post.id, [cat.id, bob.id]],
    ]);
    expect([await told(bob), await told(cat)]).toEqual([[], []]);
  });

  it('a reply notifies the author of the parent comment, a comment the author of the post', async () => {
    const post = await publish(ann);
    const first = await comment(bob, post);
    await comment(cat, post, 'No', first.id);
    await comment(bob, post, 'Yes', first.id);
    expect(await told(bob)).toEqual([['reply', first.id, [cat.id]]]);
    expect(await told(ann)).toEqual([['comment', post.id, expect.arrayContaining([bob.id, cat.id])]]);
    const own = await comment(ann, post, 'Mine');
    await comment(cat, post, 'And yours', own.id);
    expect(await told(ann)).toEqual([
      ['reply', own.id, [cat.id]],
      ['comment', post.id, expect.arrayContaining([bob.id, cat.id])],
    ]);
  });

  it('a mentioned user is notified once, and not in addition to a reply', async () => {
    const post = await publish(ann, {
      title: `@${named.cat}`,
      content: `@${named.bob} @${named.cat} @${named.ann}`,
    });
    expect(await told(bob)).toEqual([['mention', post.id, [ann.id]]]);
    expect(await told(cat)).toEqual([['mention', post.id, [ann.id]]]);
    await ann.client.patch(`/v1/posts/${post.id}`, { content: `Once more: @${named.bob}` }).expect(200);
    expect(await told(bob)).toHaveLength(1);
    const first = await comment(bob, post, `@${named.cat} @${named.ann} @${named.bob}`);
    expect((await told(cat))[0]).toEqual(['mention', first.id, [bob.id]]);
    expect(await told(ann)).toEqual([['comment', post.id, [bob.id]]]);
    await comment(cat, post, `@${named.bob}`, first.id);
    expect((await told(bob)).map((notice) => (notice as string[])[0])).toEqual(['reply', 'mention']);
  });

  it('a block in either direction prevents notifications', async () => {
    const post = await publish(ann);
    const first = await comment(bob, post);
    await block(bob, cat);
    const everybody = `@${named.bob} @${named.ann}`;
    await comment(cat, post, everybody, first.id);
    await publish(cat, { content: everybody });
    expect(await told(bob)).toEqual([]);
    await publish(bob, { content: `@${named.cat}` });
    expect(await told(cat)).toEqual([]);
  });

  it('a mention below a flagged post notifies nobody', async () => {
    const post = await publish(ann);
    await service.database.query(`UPDATE social.posts SET status = 'flagged' WHERE id = $1`, [post.id]);
    await comment(ann, post, `Why, @${named.bob}?`);
    expect(await told(bob)).toEqual([]);
  });

  it('many concurrent reactions of one user are one actor', async () => {
    const post = await publish(ann);
    await atOnce(10, (n) => react(bob, post, `t${n}`));
    await atOnce(5, () => comment(bob, post));
    expect(await told(ann)).toEqual([
      ['comment', post.id, [bob.id]],
      ['reaction', post.id, [bob.id]],
    ]);
  });
});

describe('a deletion removes the notifications of', () => {
  it('a comment to which a notification of several leads', async () => {
    const post = await publish(ann);
    await comment(bob, post);
    const newest = await comment(cat, post);
    const leadsTo = async () => (await ann.client.get('/v1/notifications').expect(200)).body.notifications[0].data;
    expect(await leadsTo()).toEqual({ post_id: post.id, comment_id: newest.id });
    await remove(cat, `/v1/comments/${newest.id}`);
    expect(await leadsTo()).toEqual({ post_id: post.id });
    expect(await told(ann)).toEqual([['comment', post.id, [bob.id]]]);
  });

  it('a reaction', async () => {
    const post = await publish(ann);
    await react(bob, post).expect(201);
    await react(cat, post).expect(201);
    await remove(bob, `/v1/posts/${post.id}/reactions`);
    expect(await told(ann)).toEqual([['reaction', post.id, [cat.id]]]);
  });

  it('a comment, unless another comment of the same author remains', async () => {
    const post = await publish(ann);
    const [first, second] = [await comment(bob, post), await comment(bob, post)];
    await remove(bob, `/v1/comments/${first.id}`);
    expect(await told(ann)).toEqual([['comment', post.id, [bob.id]]]);
    await remove(ann, `/v1/comments/${second.id}`);
    expect(await told(ann)).toEqual([]);
  });

  it('a reply, its mentions, and the same when the parent comment is deleted', async () => {
    const post = await publish(ann);
    const first = await comment(bob, post);
    const replies = [
      await comment(cat, post, `One @${named.ann}`, first.id),
      await comment(cat, post, 'Two', first.id),
    ];
    await remove(cat, `/v1/comments/${replies[0].id}`);
    expect(await told(bob)).toEqual([['reply', first.id, [cat.id]]]);
    await remove(cat, `/v1/comments/${replies[1].id}`);
    expect(await told(bob)).toEqual([]);
    expect(await told(ann)).toEqual([['comment', post.id, [bob.id]]]);
    await comment(cat, post, 'Three', first.id);
    await remove(bob, `/v1/comments/${first.id}`);
    expect(await told(bob)).toEqual([]);
  });

  it('a comment that mentions a user', async () => {
    const said = await comment(bob, await publish(ann), `@${named.cat}`);
    expect(await told(cat)).toHaveLength(1);
    await remove(bob, `/v1/comments/${said.id}`);
    expect(await told(cat)).toEqual([]);
  });

  it('a post and all comments below it', async () => {
    const post = await publish(ann, { content: `@${named.bob}` });
    const first = await comment(bob, post, `@${named.cat}`);
    await comment(cat, post, 'Hm', first.id);
    await react(cat, post).expect(201);
    await remove(ann, `/v1/posts/${post.id}`);
    expect([await told(ann), await told(bob), await told(cat)]).toEqual([[], [], []]);
  });
});
