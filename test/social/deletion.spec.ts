import { stored, storedAtRest, upload } from '../files/forms.js';
import { type Account, eventually, PASSWORD, TestService } from '../support/service.js';
import { traces } from '../support/traces.js';
import { lockedOut, person, type Person } from './people.js';
import { comment, draft, follow, NO_COMMENT, NO_POST, postsCount, publish, react, single } from './posting.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
});
afterAll(() => service.stop());

const remove = ({ client }: Account) => client.delete('/v1/users/me', { password: PASSWORD }).expect(200);

/** Ann uses everything that this area offers, and Bob does the same with her things. Returns the ids that must go. */
async function busy(ann: Account, bob: Person): Promise<string[]> {
  await ann.client.patch('/v1/users/me', { username: 'leaving' }).expect(200);
  const file = (await upload(ann.client, 'words', 'a.txt').expect(201)).body.file;
  const poll = { question: 'q', options: ['a', 'b'] };
  const post = await publish(ann, { title: '@staying @leaving', media_ids: [file.id], poll });
  const unseen = await draft(ann);
  const his = await publish(bob, { title: '@leaving', poll });
  for (const [who, other] of [
    [ann, bob],
    [bob, ann],
  ] as const)
    await follow(who, other);
  const ids = [ann.id, file.id, post.id, unseen.id, post.poll[0].id];
  for (const who of [ann, bob]) {
    for (const { id, poll: polls } of [post, his]) {
      const said = await comment(who, { id }, `Hm @staying @leaving`);
      const reply = await comment(who === ann ? bob : ann, { id }, 'Why?', said.id);
      if (id === post.id || who === ann) ids.push(said.id);
      if (id === post.id || who === bob) ids.push(reply.id);
      await react(who, { id }).expect(201);
      await who.client.post('/v1/bookmarks', { bookmarkable_type: 'post', bookmarkable_id: id }).expect(201);
      await who.client.post(`/v1/polls/${polls[0].id}/vote`, { option_index: 0 }).expect(200);
    }
  }
  return ids;
}

describe('a deleted account', () => {
  it('takes its own things along, and all that others added to them', async () => {
    const [ann, bob, cat] = [await service.account(), await person(service), await person(service)];
    await bob.client.patch('/v1/users/me', { username: 'staying' }).expect(200);
    const ids = await busy(ann, bob);
    // A dialogue of two other users below the post that is deleted.
    const [, , post] = ids as [string, string, string];
    const said = await comment(bob, { id: post });
    const reply = await comment(cat, { id: post }, '@staying', said.id);
    ids.push(said.id, reply.id);
    const left = (await bob.client.get(`/v1/users/${bob.id}/posts`).expect(200)).body.posts[0];
    expect(left).toMatchObject({ reactions_summary: { like: 2 }, comments_count: 4 });
    expect(await traces(service.database, ids)).toEqual(
      expect.arrayContaining([
        'files.files',
        'notifications.notifications',
        'social.bookmarks',
        'social.comments',
        'social.poll_votes',
        'social.post_media',
        'social.posts',
        'social.reactions',
      ]),
    );
    const bytes = await storedAtRest(service);

    await remove(ann);
    expect(await traces(service.database, ids)).toEqual([]);
    const [kept] = (await bob.client.get(`/v1/users/${bob.id}/posts`).expect(200)).body.posts;
    expect(kept).toMatchObject({ id: left.id, reactions_summary: { like: 1 }, comments_count: 2 });
    expect(kept.poll[0].counts).toEqual({ 0: 1, 1: 0 });
    const { comments, reactions } = await single(bob.client, kept);
    expect(comments.map(({ user_id, parent_id }: Record<string, string>) => [user_id, parent_id])).toEqual([
      [bob.id, null],
      [bob.id, null],
    ]);
    expect(reactions).toEqual([{ post_id: kept.id, user_id: bob.id, type: 'like' }]);
    expect((await bob.client.get('/v1/bookmarks').expect(200)).body.bookmarks).toHaveLength(1);
    expect(await postsCount(cat.client, bob)).toBe(1);
    // Deleted, or in the trash.
    await eventually(async () => {
      const { rows } = await service.database.query('SELECT count(*)::int AS due FROM files.trash');
      expect(stored(service).length - rows[0].due).toBe(bytes - 1);
    });
  });

  it('could export all of it before', async () => {
    const account = await service.account();
    const post = await publish(account, { title: 'Mine', content: 'Words' });
    const unseen = await draft(account);
    const said = await comment(account, post, 'Said');
    await react(account, post, '🔥').expect(201);
    await account.client.get('/v1/users/me/export').expect(200);
    const url = await eventually(async () => {
      const { body } = await account.client.get('/v1/users/me/export').expect(200);
      return (body.export.url as string | null) ?? Promise.reject(new Error('not ready yet'));
    });
    const { body } = await service.client().get(new URL(url).pathname).expect(200);
    const own = (made: Record<string, unknown>) => {
      const { id, title, content, status, is_sensitive, is_ai_generated } = made;
      const moments = { created_at: made.created_at, updated_at: made.updated_at };
      return { id, title, content, status, is_sensitive, is_ai_generated, ...moments };
    };
    expect(body.social).toEqual({
      posts: [own(post), own(unseen)],
      comments: [{ id: said.id, post_id: post.id, parent_id: null, content: 'Said', created_at: expect.any(String) }],
      reactions: [{ post_id: post.id, type: '🔥', created_at: expect.any(String) }],
    });
  });
});

describe('a post that is deleted concurrently', () => {
  it.each<[string, (who: Person, post: string, comment: string) => PromiseLike<{ body: unknown }>, object]>([
    ['is not reacted to', ({ client }, id) => client.post(`/v1/posts/${id}/reactions`, { type: 'like' }), NO_POST],
    ['is not commented on', ({ client }, id) => client.post(`/v1/posts/${id}/comments`, { content: 'x' }), NO_POST],
    ['keeps no reaction', ({ client }, id) => client.delete(`/v1/posts/${id}/reactions`), NO_POST],
    ['keeps no comment', ({ client }, _, id) => client.delete(`/v1/comments/${id}`), NO_COMMENT],
  ])('%s', async (_, ask, answer) => {
    const [ann, bob] = [await person(service), await person(service)];
    const post = await publish(ann);
    const said = await comment(bob, post);
    await react(bob, post).expect(201);
    const other = await service.database.connect();
    try {
      await other.query('BEGIN');
      await other.query('DELETE FROM social.posts WHERE id = $1', [post.id]);
      const asked = Promise.resolve(ask(bob, post.id, said.id));
      await lockedOut(service);
      await other.query('COMMIT');
      expect((await asked).body).toEqual(answer);
    } finally {
      other.release();
    }
  });
});
