import { TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { events, NOT_AUTHENTICATED, notices, person, type Person, UNKNOWN } from './people.js';
import { block, CANNOT, draft, NO_POST, publish, react, single } from './posting.js';

let service: TestService;
let ann: Person;
let bob: Person;
let post: { id: string };
beforeAll(async () => {
  service = await TestService.lease();
});
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
  post = await publish(ann);
});
afterAll(() => service.stop());

const remove = ({ client }: Person, { id }: { id: string } = post) => client.delete(`/v1/posts/${id}/reactions`);
const summary = async () =>
  (await ann.client.get(`/v1/users/${ann.id}/posts`).expect(200)).body.posts.at(-1).reactions_summary;

describe('POST /v1/posts/{id}/reactions', () => {
  it('sets the one reaction of the caller', async () => {
    const first = await react(bob, post, 'like').expect(201);
    expect(first.body).toEqual({ reaction: { post_id: post.id, user_id: bob.id, type: 'like' } });
    expect((await react(bob, { id: post.id.toUpperCase() }, 'love').expect(201)).body).toEqual({
      reaction: { post_id: post.id, user_id: bob.id, type: 'love' },
    });
    await react(ann, post, 'love').expect(201);
    expect(await summary()).toEqual({ love: 2 });
    expect((await single(bob.client, post)).reactions).toEqual([
      { post_id: post.id, user_id: bob.id, type: 'love' },
      { post_id: post.id, user_id: ann.id, type: 'love' },
    ]);
    expect(await events(service, bob.id, 'reaction.set')).toEqual([
      { post_id: post.id, type: 'like' },
      { post_id: post.id, type: 'love' },
    ]);
    await service.client().post(`/v1/posts/${post.id}/reactions`, { type: 'x' }).expect(401, NOT_AUTHENTICATED);
  });

  it.each(['a', 'x'.repeat(32), '+1'.slice(1), 'thumbs_up', 'A-9', '🔥', '❤️', '👩‍👩‍👧', '🇩🇪', '👍🏽', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])(
    'takes %s as it is',
    async (type) => {
      expect((await react(bob, post, type).expect(201)).body.reaction.type).toBe(type);
      expect(await summary()).toEqual({ [type]: 1 });
    },
  );

  it.each([
    [''],
    [' '],
    ['x'.repeat(33)],
    ['🔥🔥'],
    ['🔥x'],
    ['a b'],
    ['like\n'],
    ['ünder'],
    ['+1'],
    ['<b>'],
    ['🇩'.repeat(3)],
    ['👩‍'],
    [null],
    [5],
    [true],
    [['like']],
    [{}],
  ])('refuses %j', async (type) => {
    const { body } = await react(bob, post, type).expect(400);
    expect(body.error).toBe('Validation error');
    expect(new Set(body.details.map(({ field }: { field: string }) => field))).toEqual(new Set(['type']));
    expect(await summary()).toEqual({});
  });

  it('needs a type', async () => {
    await bob.client.post(`/v1/posts/${post.id}/reactions`, {}).expect(400);
    await bob.client.post(`/v1/posts/${post.id}/reactions`).expect(400);
    expect(await summary()).toEqual({});
  });

  it('keeps one of thirty concurrent reactions of one user', async () => {
    const answers = await atOnce(30, (n) => react(bob, post, `t${n % 7}`));
    expect(tally(answers)).toEqual({ 201: 30 });
    const { reactions } = await single(bob.client, post);
    expect(reactions).toHaveLength(1);
    expect(await summary()).toEqual({ [reactions[0].type]: 1 });
    expect(await notices(ann.client)).toEqual([{ type: 'reaction', actors: [bob.id] }]);
  });

  it('counts exactly while many users react, change and take back concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => person(service)));
    const answers = await Promise.all(
      people.flatMap((who, n) => [
        react(who, post, 'like'),
        react(who, post, n % 2 ? 'love' : 'like'),
        ...(n % 3 ? [] : [remove(who)]),
        react(who, post, 'fire'),
      ]),
    );
    expect(answers.filter(({ status }) => status >= 400)).toEqual([]);
    const { reactions } = await single(bob.client, post);
    const counted: Record<string, number> = {};
    for (const { type } of reactions) counted[type] = (counted[type] ?? 0) + 1;
    expect(await summary()).toEqual(counted);
  });

  it('answers 404 for a draft, a flagged post and an unknown id', async () => {
    const { id: flagged } = await publish(ann);
    await service.database.query(`UPDATE social.posts SET status = 'flagged' WHERE id = $1`, [flagged]);
    for (const id of [(await draft(ann)).id, flagged, UNKNOWN, 'x']) {
      await react(bob, { id }).expect(404, NO_POST);
      await remove(bob, { id }).expect(404, NO_POST);
    }
  });

  it('is refused if a block stands between the caller and the author', async () => {
    const cat = await person(service);
    await block(ann, bob);
    await block(cat, ann);
    for (const who of [bob, cat]) await react(who, post).expect(403, CANNOT);
    expect(await summary()).toEqual({});
    expect(await notices(ann.client)).toEqual([]);
  });

  it('honours an Idempotency-Key', async () => {
    const once = bob.client.with({ 'idempotency-key': 'once' });
    const send = (type: string) => once.post(`/v1/posts/${post.id}/reactions`, { type });
    const first = await send('like').expect(201);
    await react(bob, post, 'love').expect(201);
    expect((await send('like').expect(201)).body).toEqual(first.body);
    expect(await summary()).toEqual({ love: 1 });
    await send('love').expect(409, { error: 'Idempotency key reused' });
  });
});

describe('DELETE /v1/posts/{id}/reactions', () => {
  it('takes the caller’s reaction back, and is content when there is none', async () => {
    await react(bob, post).expect(201);
    await react(ann, post).expect(201);
    await remove(bob).expect(200, { message: 'Reaction removed' });
    await remove(bob).expect(200, { message: 'Reaction removed' });
    expect(await summary()).toEqual({ like: 1 });
    expect(await events(service, bob.id, 'reaction.removed')).toEqual([{ post_id: post.id }]);
    expect(await notices(ann.client)).toEqual([]);
    await service.client().delete(`/v1/posts/${post.id}/reactions`).expect(401, NOT_AUTHENTICATED);
  });

  it('works for a caller who was blocked since', async () => {
    await react(bob, post).expect(201);
    await block(ann, bob);
    await remove(bob).expect(200);
    expect(await summary()).toEqual({});
  });
});
