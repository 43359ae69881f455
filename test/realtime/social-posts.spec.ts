import { ReportsService } from '../../src/moderation/reports/reports.service.js';
import { OF_NO_VERSION, person, type Person, TIME, UNKNOWN } from '../social/people.js';
import { block, draft, publish } from '../social/posting.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { PASSWORD, TestService } from '../support/service.js';
import { all, heard, listen, listenFrom } from './listening.js';

const NEWS = ['post.updated', 'post.deleted'];

let service: TestService;
let ann: Person;
let bob: Person;
let admin: Person;
const listeners: RealtimeClient[] = [];
beforeAll(async () => {
  service = await TestService.start();
  [ann, bob, admin] = [await person(service), await person(service), await person(service, 'admin')];
});
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close();
});
afterAll(() => service.stop());

const hear = async (who: Pick<Person, 'client'>, ...streams: string[]) => {
  const listener = await listen(service, who, ...streams);
  listeners.push(listener);
  return listener;
};
const streamOf = ({ id }: { id: string }) => `post:${id}`;
const edit = (who: Person, { id }: { id: string }, body: object) =>
  who.client.patch(`/v1/posts/${id}`, body).expect(200);
/** As many reports as hide a post until staff has looked at it. */
async function report({ id: reportable_id }: { id: string }): Promise<void> {
  const reporters = [await person(service), await person(service), await person(service)];
  await service.database.query(`UPDATE account.users SET created_at = now() - interval '2 days' WHERE id = ANY ($1)`, [
    reporters.map(({ id }) => id),
  ]);
  const about = { reportable_type: 'post', reportable_id, reason: 'spam' };
  for (const { client } of reporters) await client.post('/v1/reports', about).expect(201);
}

describe('the stream of a post', () => {
  it('is readable for all who see the post', async () => {
    const [post, hidden] = [await publish(ann), await draft(ann)];
    await block(ann, bob);
    const asked = [streamOf(post), streamOf(hidden), `post:${UNKNOWN}`, `post:${OF_NO_VERSION}`, 'post:x'];
    const answersTo = async (who: Person) => {
      const listener = await hear(who);
      return (await listener.subscribe(...asked)).map(({ error = 'read' }) => error);
    };
    const none = ['not_found', 'not_found', 'not_found'];
    expect(await answersTo(ann)).toEqual(['read', 'read', ...none]);
    expect(await answersTo(admin)).toEqual(['read', 'read', ...none]);
    expect(await answersTo(bob)).toEqual(['read', 'not_found', ...none]);
    const anonymous = RealtimeClient.open(service.url);
    await anonymous.frame(({ op }) => op === 'hello');
    anonymous.send({ op: 'subscribe', id: 'a', streams: [{ stream: streamOf(post) }] });
    expect(await anonymous.closing()).toBe(4401);
    await ann.client.delete(`/v1/users/${bob.id}/block`).expect(200);
  });

  it('has changes with the same data as the answer, and no event without a change', async () => {
    const post = await publish(ann, { title: 'Old' });
    const [own, reader] = [await hear(ann, streamOf(post)), await hear(bob, streamOf(post))];
    const elsewhere = await hear(bob);
    await edit(ann, post, { title: 'Old', status: 'published', is_sensitive: false });
    await edit(ann, post, {});
    const { body } = await edit(ann, post, { title: 'New' });
    const news = { type: 'post.updated', stream: streamOf(post), actor_id: ann.id, data: body };
    expect(body.post).toEqual({ ...post, title: 'New', updated_at: TIME });
    for (const listener of [own, reader]) expect(await all(listener, ...NEWS)).toEqual([news]);
    expect(await all(elsewhere, ...NEWS)).toEqual([]);
  });

  it('shows a poll without the vote of the user who changes the post', async () => {
    const poll = { question: 'Tea?', options: ['yes', 'no'], anonymous: true };
    const post = await publish(ann, { title: 'Old', poll });
    await ann.client.post(`/v1/polls/${post.poll[0].id}/vote`, { option_index: 1 }).expect(200);
    const reader = await hear(bob, streamOf(post));
    const { body } = await edit(ann, post, { title: 'New' });
    expect(body.post.poll[0].votes).toEqual({ 0: [], 1: [ann.id] });
    const { data } = await reader.event('post.updated');
    expect(data.post.poll).toEqual([{ ...post.poll[0], votes: { 0: [], 1: [] }, counts: { 0: 0, 1: 1 } }]);
  });

  it('ends with the post', async () => {
    const post = await publish(ann);
    const reader = await hear(bob, streamOf(post));
    await bob.client.delete(`/v1/posts/${post.id}`).expect(403);
    await admin.client.delete(`/v1/posts/${post.id}`).expect(200);
    await admin.client.delete(`/v1/posts/${post.id}`).expect(404);
    await reader.frame(({ op, stream }) => op === 'unsubscribed' && stream === streamOf(post));
    expect(await all(reader, ...NEWS)).toEqual([
      { type: 'post.deleted', stream: streamOf(post), actor_id: admin.id, data: { post_id: post.id } },
    ]);
    expect(reader.frames.find(({ op }) => op === 'unsubscribed')).toMatchObject({ reason: 'deleted' });
    expect(await reader.subscribe(streamOf(post))).toMatchObject([{ error: 'not_found' }]);
  });

  it('ends with the account of its author', async () => {
    const cid = await service.account();
    const posts = [await publish(cid), await publish(cid)];
    const reader = await hear(bob, ...posts.map(streamOf));
    await cid.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    for (const post of posts) {
      await reader.event('post.deleted', ({ data }) => data.post_id === post.id);
      await reader.frame(({ op, stream }) => op === 'unsubscribed' && stream === streamOf(post));
    }
  });
});

describe('a post that is not published', () => {
  it('is announced to its author only, and to all again when it is published', async () => {
    const post = await draft(ann, { title: 'Draft' });
    const [own, stranger] = [await hear(ann, streamOf(post)), await hear(bob)];
    const changed = (await edit(ann, post, { title: 'Secret' })).body;
    const shown = (await edit(ann, post, { title: 'Ready', status: 'published' })).body;
    const news = { type: 'post.updated', actor_id: ann.id };
    expect(await all(own, ...NEWS)).toEqual([
      { ...news, stream: `user:${ann.id}`, data: changed },
      { ...news, stream: streamOf(post), data: shown },
      { ...news, stream: `user:${ann.id}`, data: shown },
    ]);
    expect(await all(stranger, ...NEWS)).toEqual([]);
    // Later subscribers do not get it either, even from the beginning.
    const { epoch } = own.positions.get(streamOf(post)) as { epoch: string };
    const late = await listenFrom(service, bob, `${streamOf(post)};${epoch};0`);
    listeners.push(late);
    await late.event('post.updated');
    expect(await all(late, ...NEWS)).toEqual([{ ...news, stream: streamOf(post), data: shown }]);
  });

  it('ends the subscriptions of others, who get none of its later changes', async () => {
    const post = await publish(ann, { title: 'Public' });
    const [own, reader, staff] = [
      await hear(ann, streamOf(post)),
      await hear(bob, streamOf(post)),
      await hear(admin, streamOf(post)),
    ];
    const { body } = await edit(ann, post, { title: 'Secret', status: 'draft' });
    const gone = await reader.frame(({ op }) => op === 'unsubscribed');
    expect(gone).toMatchObject({ stream: streamOf(post), reason: 'access' });
    expect(heard(await own.event('post.updated'))).toEqual({
      type: 'post.updated',
      stream: `user:${ann.id}`,
      actor_id: ann.id,
      data: body,
    });
    await edit(ann, post, { title: 'More of it' });
    expect(await all(reader, ...NEWS)).toEqual([]);
    await ann.client.delete(`/v1/posts/${post.id}`).expect(200);
    for (const listener of [own, staff]) await listener.event('post.deleted');
    expect(await all(reader, ...NEWS)).toEqual([]);
  });

  it('ends them too when reports have flagged it', async () => {
    const post = await publish(ann, { title: 'Public' });
    const [own, reader] = [await hear(ann), await hear(bob, streamOf(post))];
    await report(post);
    await reader.frame(({ op, reason }) => op === 'unsubscribed' && reason === 'access');
    const { data, actor_id } = await own.event('post.updated');
    expect([data.post.status, actor_id]).toEqual(['flagged', null]);
    expect(await all(reader, ...NEWS)).toEqual([]);
    const { rows } = await service.database.query('SELECT id FROM moderation.reports WHERE reportable_id = $1', [
      post.id,
    ]);
    const reviews = service.app.get(ReportsService);
    for (const { id } of rows) await reviews.decide(id, 'dismissed', admin.id);
    const back = await own.event('post.updated', (event) => event.data.post.status === 'published');
    expect(back).toMatchObject({ stream: `user:${ann.id}`, actor_id: null });
  });
});

describe('X-Realtime-Position of a post', () => {
  it('comes with the post and its comments, and nothing is missed from there', async () => {
    const post = await publish(ann, { title: 'One' });
    const read = async (client = bob.client) => {
      const found = await client.get(`/v1/posts/${post.id}`).expect(200);
      const list = await client.get(`/v1/posts/${post.id.toUpperCase()}/comments`).expect(200);
      expect(list.headers['x-realtime-position']).toBe(found.headers['x-realtime-position']);
      return found.headers['x-realtime-position'] as string;
    };
    const first = await read(service.client());
    expect(first).toMatch(new RegExp(`^post:${post.id};[\\w-]+;0$`));
    expect(await read()).toBe(first);
    await edit(ann, post, { title: 'Two' });
    const second = await read();
    expect(second).toMatch(/;1$/);
    await edit(ann, post, { title: 'Three' });
    const titles = async (position: string) => {
      const listener = await listenFrom(service, bob, position);
      listeners.push(listener);
      await listener.event('post.updated', ({ data }) => data.post.title === 'Three');
      return listener.of('post.updated').map(({ data }) => data.post.title);
    };
    expect(await titles(first)).toEqual(['Two', 'Three']);
    expect(await titles(second)).toEqual(['Three']);
  });

  it('is not sent if the post is hidden', async () => {
    const post = await draft(ann);
    for (const path of [`/v1/posts/${post.id}`, `/v1/posts/${post.id}/comments`]) {
      const { headers } = await bob.client.get(path).expect(404);
      expect(headers).not.toHaveProperty('x-realtime-position');
    }
  });
});
