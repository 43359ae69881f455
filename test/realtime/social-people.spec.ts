import { crowd, person, type Person } from '../social/people.js';
import { block, commentAuthorOf, draft, follow, publish } from '../social/posting.js';
import type { RealtimeClient } from '../support/realtime-client.js';
import { TestService } from '../support/service.js';
import { all, heard, listen, pause, written } from './listening.js';

const FOLLOWS = ['follow.requested', 'follow.created', 'follow.accepted'];
const NEWS = ['feed.new', 'story.created', 'story.deleted'];
const AT = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/);

let service: TestService;
let ann: Person;
let bob: Person;
let cid: Person;
let listeners: RealtimeClient[];
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => {
  [ann, bob, cid] = [await person(service), await person(service), await person(service)];
  listeners = await Promise.all([ann, bob, cid].map((who) => listen(service, who)));
});
afterEach(async () => {
  for (const listener of listeners) await listener.close();
});
afterAll(() => service.stop());

const approving = ({ client }: Person, follower_approval = true) =>
  client.patch('/v1/users/me', { privacy: { follower_approval } }).expect(200);
const heardBy = (...types: string[]) => Promise.all(listeners.map((listener) => all(listener, ...types)));
const tell = async ({ client }: Person) => (await client.post('/v1/stories', {}).expect(201)).body.story;
/** Longer than the lookup of connected followers takes. */
const looked = () => pause(500);

describe('follows', () => {
  const between = (follower: Person, following: Person, status: string) => ({
    follower_id: follower.id,
    following_id: following.id,
    status,
  });

  it('are announced to the followed user, once', async () => {
    await follow(bob, ann);
    await follow(bob, ann);
    await bob.client.delete(`/v1/follow/${ann.id}`).expect(200);
    const data = { follow: between(bob, ann, 'following'), user: commentAuthorOf(bob) };
    const news = { type: 'follow.created', stream: `user:${ann.id}`, actor_id: bob.id, data };
    expect(await heardBy(...FOLLOWS)).toEqual([[news], [], []]);
  });

  it('are requested and accepted, and both users are told', async () => {
    await approving(ann);
    await follow(bob, ann);
    await follow(cid, ann);
    await ann.client.post('/v1/follow/decline', { follower_id: cid.id }).expect(200);
    await ann.client.post('/v1/follow/accept', { follower_id: bob.id }).expect(200);
    await ann.client.post('/v1/follow/accept', { follower_id: bob.id }).expect(200);
    const asked = (who: Person) => ({
      type: 'follow.requested',
      stream: `user:${ann.id}`,
      actor_id: who.id,
      data: { follow: between(who, ann, 'requested'), user: commentAuthorOf(who) },
    });
    const accepted = {
      type: 'follow.accepted',
      stream: `user:${bob.id}`,
      actor_id: ann.id,
      data: { follow: between(bob, ann, 'following'), user: commentAuthorOf(ann) },
    };
    expect(await heardBy(...FOLLOWS)).toEqual([[asked(bob), asked(cid)], [accepted], []]);
  });

  it('that were requested are accepted when the account becomes public', async () => {
    await approving(ann);
    await follow(bob, ann);
    await approving(ann, false);
    await follow(bob, ann);
    const [told] = await heardBy(...FOLLOWS);
    expect(told).toMatchObject([{ type: 'follow.requested' }, { type: 'follow.created' }]);
  });

  it('that a block refuses are not announced', async () => {
    await block(ann, bob);
    await bob.client.post('/v1/follow', { user_id: ann.id }).expect(403);
    expect(await heardBy(...FOLLOWS)).toEqual([[], [], []]);
  });
});

describe('events for connected followers', () => {
  beforeEach(() => written(service, ann, bob, cid));

  it('announce a post when it is first published, to the followers at that time', async () => {
    await follow(bob, ann);
    await approving(ann);
    await follow(cid, ann);
    const hidden = await draft(ann);
    await looked();
    expect(await heardBy(...NEWS)).toEqual([[], [], []]);
    const post = await publish(ann);
    await listeners[1]?.event('feed.new', ({ data }) => data.post_id === post.id);
    const edit = (body: object) => ann.client.patch(`/v1/posts/${hidden.id}`, body).expect(200);
    await edit({ status: 'published' });
    await edit({ status: 'draft' });
    await edit({ status: 'published', title: 'Again' });
    await listeners[1]?.event('feed.new', ({ data }) => data.post_id === hidden.id);
    await looked();
    const news = ({ id }: { id: string }) => ({
      type: 'feed.new',
      stream: `user:${bob.id}`,
      actor_id: ann.id,
      data: { post_id: id, user_id: ann.id, at: AT },
    });
    expect(await heardBy(...NEWS)).toEqual([[], [news(post), news(hidden)], []]);
  });

  it('announce stories, and their deletion', async () => {
    await follow(bob, ann);
    const story = await tell(ann);
    await listeners[1]?.event('story.created');
    await bob.client.delete(`/v1/stories/${story.id}`).expect(403);
    await ann.client.delete(`/v1/stories/${story.id}`).expect(200);
    await listeners[1]?.event('story.deleted');
    const data = { story_id: story.id, user_id: ann.id, at: AT };
    const about = { stream: `user:${bob.id}`, actor_id: ann.id, data };
    expect(await heardBy(...NEWS)).toEqual([
      [],
      [
        { type: 'story.created', ...about },
        { type: 'story.deleted', ...about },
      ],
      [],
    ]);
  });

  it('are not sent across a block', async () => {
    await follow(bob, ann);
    await block(bob, ann);
    await publish(ann);
    await tell(ann);
    await looked();
    expect(await heardBy(...NEWS)).toEqual([[], [], []]);
  });

  it('are not sent for users with more than 5,000 followers', async () => {
    const many = async (count: number) =>
      service.database.query(
        `INSERT INTO social.follows (follower_id, following_id, status)
         SELECT unnest($1::uuid[]), $2, 'following'`,
        [await crowd(service, count), ann.id],
      );
    await follow(bob, ann);
    await many(4_999);
    const post = await publish(ann);
    await listeners[1]?.event('feed.new', ({ data }) => data.post_id === post.id);
    await many(1);
    await publish(ann);
    await tell(ann);
    await looked();
    expect(listeners[1]?.events.filter(({ type }) => NEWS.includes(type))).toHaveLength(1);
  });
});

describe('story.viewed', () => {
  it('goes to the owner: the first at once, then at most every five seconds, and the last always', async () => {
    const story = await tell(ann);
    const others = [await person(service), await person(service)];
    const view = ({ client }: Person) => client.post(`/v1/stories/${story.id}/view`).expect(200);
    await view(ann);
    await view(bob);
    const [own] = listeners as [RealtimeClient];
    const first = await own.event('story.viewed');
    expect(heard(first)).toEqual({
      type: 'story.viewed',
      stream: `user:${ann.id}`,
      actor_id: null,
      data: { story_id: story.id, views_count: 1 },
    });
    await view(bob);
    for (const one of [cid, ...others]) await view(one);
    const last = await own.event('story.viewed', ({ data }) => data.views_count === 4);
    // The count is read when it is sent: a slow first count does not shorten the pause.
    expect(Date.parse(last.at) - Date.parse(first.at)).toBeGreaterThan(3_000);
    const told = await heardBy('story.viewed');
    expect(told.map(({ length }) => length)).toEqual([2, 0, 0]);
  });
});
