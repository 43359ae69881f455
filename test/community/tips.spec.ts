import { WordFilterService } from '../../src/moderation/word-filter/word-filter.service.js';
import { atOnce, tally } from '../account/at-once.js';
import { events, invalid, NOT_AUTHENTICATED, notices, type Person, TIME, UNKNOWN } from '../social/people.js';
import { Bank } from './bank.js';
import { ID, told } from './direct-people.js';

let bank: Bank;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  bank = await Bank.start();
});
beforeEach(async () => {
  [ann, bob] = [await bank.person(), await bank.person()];
});
afterEach(() => bank.audit.expectSound());
afterAll(() => bank.stop());

const PATH = '/v1/community/tips';
const give = (one: Person, { id: recipient_id }: { id: string }, amount: unknown = 5, more: object = {}) =>
  one.client.post(PATH, { recipient_id, amount, ...more });
const given = async (one: Person, other: { id: string }, amount = 5) =>
  (await give(one, other, amount).expect(200)).body.tip;
const NONE = { sent: [], received: [], next_sent_cursor: null, next_received_cursor: null };
const tipsOf = async ({ client }: Person) => (await client.get(PATH).expect(200)).body;

describe('POST /v1/community/tips', () => {
  it('moves money from one wallet to the other', async () => {
    await bank.fund(ann, 12.5);
    const { body } = await give(ann, bob, 4.35, { message: 'Lovely 👏🏽' }).expect(200);
    const tip = {
      id: ID,
      sender_id: ann.id,
      recipient_id: bob.id,
      amount: 4.35,
      message: 'Lovely 👏🏽',
      created_at: TIME,
      settled: true,
    };
    expect(body).toEqual({ tip });
    expect([await bank.balance(ann), await bank.balance(bob)]).toEqual([8.15, 4.35]);
    expect(await tipsOf(ann)).toEqual({ ...NONE, sent: [body.tip] });
    expect(await tipsOf(bob)).toEqual({ ...NONE, received: [body.tip] });
  });

  it('notifies the recipient, sends a realtime event to both and writes to the outbox', async () => {
    await bank.fund(ann, 5);
    const tip = await given(ann, bob);
    expect(await notices(bob.client)).toEqual([{ type: 'tip', actors: [ann.id] }]);
    const { body } = await bob.client.get('/v1/notifications').expect(200);
    expect(body.notifications[0]).toMatchObject({
      about: { kind: 'tip', id: tip.id },
      data: { amount: 5, message: null },
    });
    expect(await notices(ann.client)).toEqual([]);
    const event = { type: 'tip.created', actor_id: ann.id, data: { tip } };
    expect(await told(bank.service, ann, 'tip.created')).toEqual([event]);
    expect(await told(bank.service, bob, 'tip.created')).toEqual([event]);
    expect(await events(bank.service, ann.id, 'tip.created')).toEqual([
      { tip_id: tip.id, recipient_id: bob.id, amount: 5, settled: true },
    ]);
  });

  it('is stored unpaid and announced when the wallet does not cover it', async () => {
    await bank.fund(ann, 4.99);
    const tip = await given(ann, bob);
    expect(tip).toMatchObject({ settled: false, amount: 5 });
    expect([await bank.balance(ann), await bank.balance(bob)]).toEqual([4.99, 0]);
    expect(await notices(bob.client)).toEqual([{ type: 'tip', actors: [ann.id] }]);
    expect((await tipsOf(bob)).received).toEqual([tip]);
    expect(await told(bank.service, bob, 'tip.created')).toMatchObject([{ data: { tip } }]);
  });

  it('does not spend money that is reserved for a withdrawal', async () => {
    await bank.fund(ann, 5);
    await ann.client.post('/v1/wallet/withdraw', { amount: 1 }).expect(201);
    expect(await given(ann, bob)).toMatchObject({ settled: false });
    expect(await given(ann, bob, 4)).toMatchObject({ settled: true });
    expect([await bank.balance(ann), await bank.balance(bob)]).toEqual([1, 4]);
  });

  it.each<[string, unknown]>([
    ['no amount', undefined],
    ['null', null],
    ['nothing', 0],
    ['less than a cent', 0.001],
    ['a tenth of a cent too much', 1.001],
    ['a negative amount', -5],
    ['too much', 1_000_000],
    ['a text', '5'],
    ['a list', [5]],
    ['true', true],
  ])('refuses %s', async (_, amount) => {
    const { body } = await ann.client.post(PATH, { recipient_id: bob.id, amount }).expect(400);
    expect(body).toEqual(invalid('amount'));
    expect(await tipsOf(ann)).toEqual(NONE);
  });

  it.each([0.01, 999_999.99])('accepts %d', async (amount) => {
    expect(await given(ann, bob, amount)).toMatchObject({ amount, settled: false });
  });

  it.each<[string, object, string[]]>([
    ['nothing', {}, ['recipient_id', 'amount']],
    ['no recipient', { amount: 5 }, ['recipient_id']],
    ['a recipient of the wrong form', { amount: 5, recipient_id: 'bob' }, ['recipient_id']],
    ['a message of 501 characters', { amount: 5, recipient_id: UNKNOWN, message: '👏'.repeat(501) }, ['message']],
    ['a number for a message', { amount: 5, recipient_id: UNKNOWN, message: 5 }, ['message']],
  ])('refuses %s', async (_, body, fields) => {
    const { body: answer } = await ann.client.post(PATH, body).expect(400);
    expect(answer.error).toBe('Validation error');
    expect([...new Set(answer.details.map(({ field }: { field: string }) => field))]).toEqual(fields);
  });

  it('has a message of up to 500 characters, or none', async () => {
    for (const message of ['👏'.repeat(500), undefined, null, ''])
      expect((await give(ann, bob, 1, { message }).expect(200)).body.tip.message).toBe(message || null);
  });

  it('passes the word filter', async () => {
    await bank.rows(`INSERT INTO moderation.censors (pattern, replacement) VALUES ('dreadful', '***')`);
    bank.service.app.get(WordFilterService).recheck();
    const { body } = await give(ann, bob, 1, { message: 'a dreadful song' }).expect(200);
    expect(body.tip.message).toBe('a *** song');
  });

  it('is refused for the caller, unknown users and blocks', async () => {
    await give(ann, ann).expect(400, { error: 'You cannot tip yourself' });
    await give(ann, { id: ann.id.toUpperCase() }).expect(400, { error: 'You cannot tip yourself' });
    await give(ann, { id: UNKNOWN }).expect(404, { error: 'User not found' });
    await ann.client.put(`/v1/users/${bob.id}/block`).expect(200);
    for (const [one, other] of [
      [ann, bob],
      [bob, ann],
    ] as const)
      await give(one, other).expect(403, { error: 'You cannot tip this user' });
    await bank.service.setStatus(bob.id, 'banned');
    await give(ann, bob).expect(404, { error: 'User not found' });
    expect(await tipsOf(ann)).toEqual(NONE);
  });

  it('needs authentication', async () => {
    await bank.service.client().post(PATH, { amount: 'x' }).expect(401, NOT_AUTHENTICATED);
    await bank.service.client().get(PATH).expect(401, NOT_AUTHENTICATED);
  });

  it('happens once for a repeated Idempotency-Key', async () => {
    await bank.fund(ann, 20);
    const keyed = ann.client.with({ 'idempotency-key': 'tip' });
    const answers = await atOnce(10, () => keyed.post(PATH, { recipient_id: bob.id, amount: 5 }));
    expect(tally(answers)).toEqual({ 200: 10 });
    expect(new Set(answers.map(({ body }) => body.tip.id)).size).toBe(1);
    expect([await bank.balance(ann), await bank.balance(bob)]).toEqual([15, 5]);
  });

  it('pays three of twenty concurrent tips when the wallet covers three', async () => {
    await bank.fund(ann, 17);
    const answers = await atOnce(20, () => give(ann, bob, 5));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(answers.filter(({ body }) => body.tip.settled)).toHaveLength(3);
    expect([await bank.balance(ann), await bank.balance(bob)]).toEqual([2, 15]);
    expect((await tipsOf(bob)).received).toHaveLength(20);
  });

  it('does not deadlock when everybody tips in a ring at once', async () => {
    const ring = await Promise.all([8, 8, 8, 8].map((money) => bank.person(money)));
    const next = (at: number) => ring[(at + 1) % 4] as Person;
    const before = (at: number) => ring[(at + 3) % 4] as Person;
    const answers = await atOnce(24, (call) =>
      give(ring[call % 4] as Person, call % 8 < 4 ? next(call % 4) : before(call % 4), 2),
    );
    expect(tally(answers)).toEqual({ 200: 24 });
    const balances = await Promise.all(ring.map((one) => bank.balance(one)));
    expect(balances.reduce((sum, one) => sum + one)).toBe(32);
  });
});

describe('GET /v1/community/tips', () => {
  it('lists the newest first, at most a hundred, and more by cursor', async () => {
    await bank.rows(
      `INSERT INTO community.tips (sender_id, recipient_id, amount) SELECT $1, $2, n FROM generate_series(1, 130) n`,
      ann.id,
      bob.id,
    );
    const last = await given(ann, bob);
    const first = await tipsOf(ann);
    expect(first.sent).toHaveLength(100);
    expect(first.sent[0]).toEqual(last);
    expect(first).toEqual({ ...NONE, sent: first.sent, next_sent_cursor: expect.any(String) });
    const { body } = await ann.client.get(`${PATH}?limit=500&sent_cursor=${first.next_sent_cursor}`).expect(200);
    expect(body.sent).toHaveLength(31);
    expect(body.next_sent_cursor).toBeNull();
    const ids = [...first.sent, ...body.sent].map(({ id }) => id);
    expect(new Set(ids).size).toBe(131);
    const { next_received_cursor } = (await bob.client.get(`${PATH}?limit=1`).expect(200)).body;
    await bob.client.get(`${PATH}?sent_cursor=${next_received_cursor}`).expect(400, { error: 'Invalid cursor' });
  });

  it.each(['0', '-1', 'abc', '1.5', ''])('refuses a limit of %j', (limit) =>
    ann.client.get(`${PATH}?limit=${limit}`).expect(400, { error: 'Invalid limit' }),
  );

  it.each(['sent_cursor', 'received_cursor'])('refuses a wrong %s', (name) =>
    ann.client.get(`${PATH}?${name}=bogus`).expect(400, { error: 'Invalid cursor' }),
  );
});
