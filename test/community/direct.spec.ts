import { atOnce, tally } from '../account/at-once.js';
import { events, NOT_AUTHENTICATED, person, type Person, TIME, UNKNOWN, walk } from '../social/people.js';
import { TestService } from '../support/service.js';
import { block, CANNOT_MESSAGE, conversation, ID, listed, open, sent, told } from './direct-people.js';
import { ann, bob, service, withPeople } from './stage.js';

withPeople();

const NO_USER = { error: 'User not found' };
const faceOf = ({ id }: Person, face: object = {}) => ({
  id,
  name: null,
  avatar_url: null,
  username: null,
  ...face,
});
const opened = (partner: object) => ({ id: ID, partner, last_message: null, created_at: TIME });
const fresh = (partner: object) => ({ ...opened(partner), unread_count: 0, updated_at: TIME });

describe('POST /v1/community/dm', () => {
  it('opens one conversation for both, each of whom sees the other as partner', async () => {
    const names = { first_name: 'Bob', last_name: 'Builder', username: 'bob_the_builder' };
    await bob.client.patch('/v1/users/me', names).expect(200);
    const face = faceOf(bob, { name: 'Bob Builder', username: 'bob_the_builder' });
    const { body } = await open(ann, bob).expect(201);
    expect(body).toEqual({ conversation: opened(face), existing: false });
    const { id } = body.conversation;

    await open(ann, { id: bob.id.toUpperCase() }).expect(201, { ...body, existing: true });
    const { body: his } = await open(bob, ann).expect(201);
    expect(his).toEqual({ conversation: { ...opened(faceOf(ann)), id }, existing: true });

    const type = 'conversation.created';
    expect(await told(service, ann)).toEqual([
      { type, actor_id: ann.id, data: { conversation: { ...fresh(face), id } } },
    ]);
    expect(await told(service, bob)).toEqual([
      { type, actor_id: ann.id, data: { conversation: { ...fresh(faceOf(ann)), id } } },
    ]);
    expect(await events(service, ann.id, type)).toEqual([{ conversation_id: id, user_id: bob.id }]);
  });

  it('makes one when both open it twenty times at once', async () => {
    const answers = await atOnce(20, (n) => (n % 2 ? open(ann, bob) : open(bob, ann)));
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ body }) => body.conversation.id)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.existing)).toHaveLength(1);
    expect(await told(service, ann)).toHaveLength(1);
    expect(await told(service, bob)).toHaveLength(1);
  });

  it('refuses the caller, unknown users and blocks', async () => {
    for (const id of [ann.id, ann.id.toUpperCase()])
      await open(ann, { id }).expect(400, { error: 'You cannot message yourself' });
    await open(ann, { id: UNKNOWN }).expect(404, NO_USER);
    const cat = await person(service);
    await service.setStatus(cat.id, 'banned');
    await open(ann, cat).expect(404, NO_USER);
    await block(bob, ann);
    await open(ann, bob).expect(403, CANNOT_MESSAGE);
    await open(bob, ann).expect(403, CANNOT_MESSAGE);
    expect(await listed(ann)).toEqual([]);
  });

  it('refuses an existing conversation when a block was set since', async () => {
    await conversation(ann, bob);
    await block(ann, bob);
    await open(ann, bob).expect(403, CANNOT_MESSAGE);
    await open(bob, ann).expect(403, CANNOT_MESSAGE);
    expect(await listed(bob)).toHaveLength(1);
  });

  it('needs an id and authentication', async () => {
    for (const user_id of [undefined, null, '', 'bob', 7, [bob.id]]) {
      const { body } = await ann.client.post('/v1/community/dm', { user_id }).expect(400);
      expect(body.error).toBe('Validation error');
      expect(body.details[0].field).toBe('user_id');
    }
    await service.client().post('/v1/community/dm', { user_id: bob.id }).expect(401, NOT_AUTHENTICATED);
    await service.client().get('/v1/community/dm').expect(401, NOT_AUTHENTICATED);
  });

  it('is made once under an Idempotency-Key', async () => {
    const again = { client: ann.client.with({ 'idempotency-key': 'k1' }), id: ann.id };
    const { body } = await open(again, bob).expect(201);
    await open(again, bob).expect(201, body).expect('idempotent-replayed', 'true');
    expect(body.existing).toBe(false);
  });
});

describe('with rate limits', () => {
  it('allows five new conversations a minute, and does not count existing ones', async () => {
    const limited = await TestService.start({ RATE_LIMIT: '100000' });
    try {
      const one = await person(limited);
      const others = await Promise.all(Array.from({ length: 6 }, () => person(limited)));
      const answers = await Promise.all(others.map((other) => open(one, other)));
      expect(tally(answers)).toEqual({ 201: 5, 429: 1 });
      expect(Number(answers.find(({ status }) => status === 429)?.headers['retry-after'])).toBeGreaterThan(0);
      const known = others[answers.findIndex(({ status }) => status === 201)] as Person;
      for (let n = 0; n < 6; n++) await open(one, known).expect(201);
      await open(known, one).expect(201);
    } finally {
      await limited.stop();
    }
  });
});

describe('GET /v1/community/dm', () => {
  it('lists the latest activity first, with the last message and the unread count', async () => {
    const cat = await person(service);
    const [withBob, withCat] = [await conversation(ann, bob), await conversation(cat, ann)];
    const hello = await sent(bob, withBob, 'Hello');
    const last = await sent(bob, withBob, 'Are you there?');
    const { body } = await ann.client.get('/v1/community/dm').expect(200);
    const { edited_at: _, reactions: __, ...shown } = last;
    expect(body).toEqual({
      conversations: [
        {
          ...fresh(faceOf(bob)),
          id: withBob,
          last_message: shown,
          unread_count: 2,
          updated_at: last.created_at,
        },
        { ...fresh(faceOf(cat)), id: withCat },
      ],
      next_cursor: null,
    });
    expect((await listed(bob))[0]).toMatchObject({ partner: faceOf(ann), unread_count: 0 });
    await bob.client.delete(`/v1/community/dm/${withBob}/messages/${hello.id}`).expect(200);
    await bob.client.delete(`/v1/community/dm/${withBob}/messages/${last.id}`).expect(200);
    expect((await listed(ann))[0].last_message).toMatchObject({ id: last.id, content: '', deleted_at: TIME });
    await sent(cat, withCat);
    expect((await listed(ann)).map(({ id }: { id: string }) => id)).toEqual([withCat, withBob]);
  });

  it('has complete pages for equal timestamps, in either column of the pair', async () => {
    const { rows } = await service.database.query(
      `WITH made AS (
         INSERT INTO account.users (email) SELECT gen_random_uuid() || '@example.com' FROM generate_series(1, 250)
         RETURNING id
       ) INSERT INTO community.conversations (one_id, other_id, updated_at)
       SELECT least(id, $1), greatest(id, $1), '2026-01-01' FROM made RETURNING id, one_id = $1 AS is_one`,
      // Ann's id lies between random ids and ids that grow with time.
      [ann.id],
    );
    await service.database.query(
      `WITH made AS (
         INSERT INTO account.users (id, email) SELECT gen_random_uuid(), gen_random_uuid() || '@example.com'
         FROM generate_series(1, 50) RETURNING id
       ) INSERT INTO community.conversations (one_id, other_id, updated_at)
       SELECT least(id, $1), greatest(id, $1), '2026-01-01' FROM made`,
      [ann.id],
    );
    expect(rows.length).toBe(250);
    const seen = await walk<{ id: string }>(ann.client, '/v1/community/dm?limit=70', 'conversations');
    expect(new Set(seen.map(({ id }) => id)).size).toBe(300);
    expect(seen).toHaveLength(300);
    expect((await ann.client.get('/v1/community/dm?limit=1000')).body.conversations).toHaveLength(100);
    expect(await listed(ann)).toHaveLength(50);
  });

  it('refuses wrong limits and cursors', async () => {
    for (const limit of ['0', '-1', 'abc', '1.5', ''])
      await ann.client.get(`/v1/community/dm?limit=${limit}`).expect(400, { error: 'Invalid limit' });
    for (const cursor of ['x', '', UNKNOWN])
      await ann.client.get(`/v1/community/dm?cursor=${cursor}`).expect(400, { error: 'Invalid cursor' });
  });

  it("sets the position of the caller's stream from before the read", async () => {
    const id = await conversation(ann, bob);
    for (const path of ['/v1/community/dm', `/v1/community/dm/${id}`]) {
      const { headers } = await ann.client.get(path).expect(200);
      expect(headers['x-realtime-position']).toMatch(new RegExp(`^user:${ann.id};[\\w-]+;1$`));
    }
    const { headers } = await (await person(service)).client.get('/v1/community/dm').expect(200);
    expect(headers['x-realtime-position']).toMatch(/;0$/);
  });
});
