import { TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { events, FORBIDDEN, NOT_AUTHENTICATED, person, type Person, UNKNOWN } from './people.js';
import {
  block,
  CANNOT,
  comment,
  commentAuthorOf,
  ID,
  MOMENT,
  NO_COMMENT,
  NO_POST,
  publish,
  single,
} from './posting.js';

let service: TestService;
let ann: Person;
let bob: Person;
let cat: Person;
let admin: Person;
let post: { id: string };
beforeAll(async () => {
  service = await TestService.lease();
  admin = await person(service, 'admin');
});
beforeEach(async () => {
  [ann, bob, cat] = [await person(service), await person(service), await person(service)];
  post = await publish(ann);
});
afterAll(() => service.stop());

const say = ({ client }: Person, body: unknown, id = post.id) =>
  client.post(`/v1/posts/${id}/comments`, JSON.stringify(body));
const remove = ({ client }: Person, { id }: { id: string }) => client.delete(`/v1/comments/${id}`);
const commentsCount = async () =>
  (await ann.client.get(`/v1/users/${ann.id}/posts`).expect(200)).body.posts.at(-1).comments_count;

describe('POST /v1/posts/{id}/comments', () => {
  it('comments', async () => {
    const { body } = await say(bob, { content: 'Well said 👩‍👩‍👧' }).expect(201);
    expect(body).toEqual({
      comment: {
        id: ID,
        post_id: post.id,
        user_id: bob.id,
        content: 'Well said 👩‍👩‍👧',
        parent_id: null,
        created_at: MOMENT,
        author: commentAuthorOf(bob),
      },
    });
    expect(await events(service, bob.id, 'comment.created')).toEqual([
      { comment_id: body.comment.id, post_id: post.id, parent_id: null },
    ]);
    expect(await commentsCount()).toBe(1);
    await service.client().post(`/v1/posts/${post.id}/comments`, { content: 'x' }).expect(401, NOT_AUTHENTICATED);
  });

  it('replies only to a comment of the same post', async () => {
    const first = await comment(bob, post);
    expect(await comment(cat, post, 'No', first.id)).toMatchObject({ parent_id: first.id });
    const elsewhere = await comment(bob, await publish(ann));
    for (const parent_id of [elsewhere.id, UNKNOWN]) {
      await say(cat, { content: 'No', parent_id }).expect(404, NO_COMMENT);
    }
    expect((await say(cat, { content: 'Yes', parent_id: null }).expect(201)).body.comment.parent_id).toBeNull();
    expect(await commentsCount()).toBe(3);
  });

  it.each<[string, object]>([
    ['content', {}],
    ['content', { content: null }],
    ['content', { content: '' }],
    ['content', { content: 5 }],
    ['content', { content: ['a'] }],
    ['content', { content: 'x'.repeat(10_001) }],
    ['parent_id', { content: 'x', parent_id: 'x' }],
    ['parent_id', { content: 'x', parent_id: 5 }],
    ['parent_id', { content: 'x', parent_id: {} }],
  ])('refuses a bad %s (%#)', async (field, body) => {
    const answer = await say(bob, body).expect(400);
    expect(answer.body.error).toBe('Validation error');
    expect(new Set(answer.body.details.map((fault: { field: string }) => fault.field))).toEqual(new Set([field]));
    await say(bob, { content: 'a\u0000b' }).expect(400);
    expect(await commentsCount()).toBe(0);
  });

  it('takes ten thousand characters, as people count them, and nothing that is not the caller’s to give', async () => {
    const content = '😀'.repeat(10_000);
    const given = {
      content,
      user_id: cat.id,
      post_id: UNKNOWN,
      created_at: '2001-01-01T00:00:00Z',
      id: UNKNOWN,
    };
    const { body } = await say(bob, given).expect(201);
    expect(body.comment).toMatchObject({ content, user_id: bob.id, post_id: post.id });
    expect(body.comment.id).not.toBe(UNKNOWN);
    expect(body.comment.created_at > '2002').toBe(true);
  });

  it('answers 404 for other posts', async () => {
    for (const id of [UNKNOWN, 'x']) await say(bob, { content: 'x' }, id).expect(404, NO_POST);
  });

  it('is refused if a block stands between the caller and the author', async () => {
    await block(ann, bob);
    await block(cat, ann);
    for (const who of [bob, cat]) await say(who, { content: 'x' }).expect(403, CANNOT);
    expect(await commentsCount()).toBe(0);
  });

  it('belongs to its own post, beside blocks and unknown posts, when many comment at once', async () => {
    const posts = [post, await publish(ann), await publish(ann), await publish(ann), await publish(cat)];
    const parent = await comment(cat, post);
    await block(cat, bob);
    const answers = await atOnce(60, (n) => {
      const place = n % 6;
      const content = `${place}: ${n}`;
      return say(bob, place ? { content } : { content, parent_id: parent.id }, posts[place]?.id ?? UNKNOWN);
    });
    expect(tally(answers)).toEqual({ 201: 40, 403: 10, 404: 10 });
    for (const [place, { id }] of posts.entries()) {
      const { body } = await ann.client.get(`/v1/posts/${id}/comments`).expect(200);
      const shown: Record<string, string | null>[] = body.comments.slice(place ? 0 : 1);
      const numbers = shown.map(({ content }) => Number(content?.replace(`${place}: `, '')));
      const all = Array.from({ length: place === 4 ? 0 : 10 }, (_, n) => 6 * n + place);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(all);
      expect(shown.every(({ parent_id }) => parent_id === (place ? null : parent.id))).toBe(true);
      const { rows } = await service.database.query<{ data: { comment: object } }>(
        'SELECT data FROM realtime.events WHERE stream = $1 AND type = $2 ORDER BY seq',
        [`post:${id}`, 'comment.created'],
      );
      expect(rows.map(({ data }) => data.comment)).toEqual(body.comments);
    }
  });

  it('makes one comment for one Idempotency-Key', async () => {
    const once = bob.client.with({ 'idempotency-key': 'once' });
    const answers = await atOnce(10, () => once.post(`/v1/posts/${post.id}/comments`, { content: 'Once' }));
    expect(tally(answers)).toEqual({ 201: 10 });
    expect(new Set(answers.map(({ body }) => body.comment.id)).size).toBe(1);
    expect(await commentsCount()).toBe(1);
  });
});

describe('DELETE /v1/comments/{id}', () => {
  it('works for its author, the author of the post and staff', async () => {
    for (const who of [bob, ann, admin]) {
      const said = await comment(bob, post);
      await remove(cat, said).expect(403, FORBIDDEN);
      await service.client().delete(`/v1/comments/${said.id}`).expect(401, NOT_AUTHENTICATED);
      await remove(who, said).expect(200, { message: 'Comment deleted' });
      await remove(who, said).expect(404, NO_COMMENT);
      expect(await events(service, who.id, 'comment.deleted')).toEqual([{ comment_id: said.id, post_id: post.id }]);
    }
    expect((await single(bob.client, post)).comments).toEqual([]);
    for (const id of [UNKNOWN, 'x']) await remove(bob, { id }).expect(404, NO_COMMENT);
  });

  it('works for its author also after the post was hidden', async () => {
    const said = await comment(bob, post);
    await service.database.query(`UPDATE social.posts SET status = 'flagged' WHERE id = $1`, [post.id]);
    await remove(cat, said).expect(404, NO_COMMENT);
    await remove(bob, said).expect(200);
  });

  it('keeps the replies, with no parent', async () => {
    const first = await comment(bob, post, 'First');
    const reply = await comment(cat, post, 'Reply', first.id);
    await remove(bob, first).expect(200);
    expect((await single(bob.client, post)).comments).toEqual([{ ...reply, parent_id: null }]);
  });

  it('happens once, and is counted once', async () => {
    const [said] = [await comment(bob, post), await comment(bob, post)];
    expect(tally(await atOnce(20, () => remove(bob, said)))).toEqual({ 200: 1, 404: 19 });
    expect(await commentsCount()).toBe(1);
  });

  it('runs concurrently with replies', async () => {
    const parents = await Promise.all(Array.from({ length: 6 }, () => comment(bob, post)));
    const answers = await Promise.all(
      parents.flatMap((parent) => [
        say(cat, { content: 'One', parent_id: parent.id }),
        remove(bob, parent),
        say(cat, { content: 'Two', parent_id: parent.id }),
      ]),
    );
    const refused = answers.filter(({ status }) => status >= 400);
    for (const { body } of refused) expect(body).toEqual(NO_COMMENT);
    expect((await single(bob.client, post)).comments).toHaveLength(12 - refused.length);
    expect(await commentsCount()).toBe(12 - refused.length);
  });
});
