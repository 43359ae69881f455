import { TestService } from '../support/service.js';
import type { Client } from '../support/client.js';
import { person, type Person } from './people.js';
import { block, comment, draft, follow, publish, react } from './posting.js';

type Who = 'owner' | 'follower' | 'stranger' | 'blocked' | 'anonymous' | 'admin' | 'suspended';
type Status = 200 | 201 | 401 | 403 | 404;

let service: TestService;
let people: Record<Exclude<Who, 'anonymous'>, Person>;
/** The author of the comments, neither the caller nor the author of the post. */
let commenter: Person;
beforeAll(async () => {
  service = await TestService.lease();
  const [owner, follower, stranger, blocked, suspended] = await Promise.all(
    Array.from({ length: 5 }, () => person(service)),
  );
  people = {
    owner,
    follower,
    stranger,
    blocked,
    suspended,
    admin: await person(service, 'admin'),
  } as typeof people;
  commenter = await person(service);
  await follow(people.follower, people.owner);
  await block(people.owner, people.blocked);
  await service.setStatus(people.suspended.id, 'suspended');
});
afterAll(() => service.stop());

const as = (who: Who): Client => (who === 'anonymous' ? service.client() : people[who].client);

type State = 'published' | 'draft' | 'flagged';
async function post(state: State): Promise<{ id: string }> {
  if (state === 'draft') return draft(people.owner);
  const made = await publish(people.owner);
  if (state === 'flagged') {
    await service.database.query(`UPDATE social.posts SET status = 'flagged' WHERE id = $1`, [made.id]);
  }
  return made;
}
/** A comment on a post that gets the given status afterwards. */
async function commentOn(state: State): Promise<{ id: string }> {
  const under = await publish(people.owner);
  const said = await comment(commenter, under);
  await service.database.query('UPDATE social.posts SET status = $2 WHERE id = $1', [under.id, state]);
  return said;
}

/** The expected statuses below are in this order. */
const WHO: Who[] = ['owner', 'follower', 'stranger', 'blocked', 'anonymous', 'admin', 'suspended'];
const SEES: Status[] = [200, 200, 200, 200, 200, 200, 200];
/** A caller without a valid credential is anonymous, also a suspended one. */
const HIDDEN: Status[] = [200, 404, 404, 404, 404, 200, 404];
const SIGNED_IN: Status[] = [200, 200, 200, 200, 401, 200, 401];
const OWN: Status[] = [200, 403, 403, 403, 401, 200, 401];
const OWN_HIDDEN: Status[] = [200, 404, 404, 404, 401, 200, 401];
const ANSWERS: Status[] = [201, 201, 201, 403, 401, 201, 401];
const ANSWERS_HIDDEN: Status[] = [201, 404, 404, 404, 401, 201, 401];

type Ask = (client: Client, id: string) => PromiseLike<{ status: number; body: unknown }>;
const read: Ask = (client, id) => client.get(`/v1/posts/${id}`);
const list: Ask = (client, id) => client.get(`/v1/posts/${id}/comments`);
const edit: Ask = (client, id) => client.patch(`/v1/posts/${id}`, { title: 'Changed' });
const remove: Ask = (client, id) => client.delete(`/v1/posts/${id}`);
const reaction: Ask = (client, id) => client.post(`/v1/posts/${id}/reactions`, { type: 'like' });
const unreact: Ask = (client, id) => client.delete(`/v1/posts/${id}/reactions`);
const say: Ask = (client, id) => client.post(`/v1/posts/${id}/comments`, { content: 'Hm' });
const unsay: Ask = (client, id) => client.delete(`/v1/comments/${id}`);

const MESSAGES: Partial<Record<Status, RegExp>> = {
  401: /^Not authenticated$/,
  403: /^(Forbidden|You cannot interact with this user)$/,
  404: /^(Post|Comment) not found$/,
};

describe('permissions', () => {
  it.each<[string, Ask, State, Status[], ((state: State) => Promise<{ id: string }>)?]>([
    ['read a post', read, 'published', SEES],
    ['read a draft', read, 'draft', HIDDEN],
    ['read a flagged post', read, 'flagged', HIDDEN],
    ['read the comments of a post', list, 'published', SEES],
    ['read the comments of a draft', list, 'draft', HIDDEN],
    ['read the comments of a flagged post', list, 'flagged', HIDDEN],
    ['change a post', edit, 'published', OWN],
    ['change a draft', edit, 'draft', OWN_HIDDEN],
    ['change a flagged post', edit, 'flagged', OWN_HIDDEN],
    ['delete a post', remove, 'published', OWN],
    ['delete a draft', remove, 'draft', OWN_HIDDEN],
    ['delete a flagged post', remove, 'flagged', OWN_HIDDEN],
    ['react to a post', reaction, 'published', ANSWERS],
    ['react to a draft', reaction, 'draft', ANSWERS_HIDDEN],
    ['react to a flagged post', reaction, 'flagged', ANSWERS_HIDDEN],
    ['take a reaction back', unreact, 'published', SIGNED_IN],
    ['take a reaction to a draft back', unreact, 'draft', OWN_HIDDEN],
    ['comment on a post', say, 'published', ANSWERS],
    ['comment on a draft', say, 'draft', ANSWERS_HIDDEN],
    ['comment on a flagged post', say, 'flagged', ANSWERS_HIDDEN],
    ['delete another’s comment', unsay, 'published', OWN, commentOn],
    ['delete another’s comment on a flagged post', unsay, 'flagged', OWN_HIDDEN, commentOn],
    ['delete another’s comment on a draft', unsay, 'draft', OWN_HIDDEN, commentOn],
  ])('%s', async (_, ask, state, expected, make = post) => {
    const found: Record<string, number> = {};
    for (const who of WHO) {
      const { id } = await make(state);
      const { status, body } = await ask(as(who), id);
      found[who] = status;
      const message = MESSAGES[status as Status];
      if (message) expect((body as { error: string }).error).toMatch(message);
    }
    expect(found).toEqual(Object.fromEntries(WHO.map((who, index) => [who, expected[index]])));
  });

  it.each([
    ['GET', '/v1/feed'],
    ['GET', '/v1/drafts'],
    ['POST', '/v1/posts'],
    ['GET', '/v1/users/OWNER/posts'],
  ])('%s %s works for every caller who has signed in', async (method, path) => {
    for (const who of WHO) {
      const target = path.replace('OWNER', people.owner.id);
      const answer = method === 'GET' ? await as(who).get(target) : await as(who).post(target, { title: 'x' });
      const signedIn = !['anonymous', 'suspended'].includes(who);
      expect([who, answer.status]).toEqual([who, signedIn ? (method === 'GET' ? 200 : 201) : 401]);
    }
  });

  it('an API key works like a session', async () => {
    const { body } = await people.owner.client.post('/v1/api-keys', { name: 'script' }).expect(201);
    const script = service.client({ 'x-api-key': body.key });
    const { id } = (await script.post('/v1/posts', { title: 'By a script', status: 'draft' }).expect(201)).body.post;
    expect((await script.get('/v1/drafts').expect(200)).body.posts).toContainEqual(expect.objectContaining({ id }));
    await script.get(`/v1/posts/${id}`).expect(200);
    await react({ id: '', client: script }, { id }).expect(201);
    await script.delete(`/v1/posts/${id}`).expect(200);
  });
});
