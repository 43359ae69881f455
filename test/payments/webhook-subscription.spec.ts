import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../account/at-once.js';
import type { TestService } from '../support/service.js';
import { Shop } from './shop.js';
import { DAY, iso, type Kind, MARCH, newId, permutations, planOf, subscription, told } from './subscriptions.js';
import { type ProcessorEvent, Webhook } from './webhook.js';

let shop: Shop;
let service: TestService;
let webhook: Webhook;
beforeAll(async () => {
  shop = await Shop.start();
  ({ service } = shop);
  webhook = new Webhook(service);
});
afterAll(() => shop.stop());

/** Inserts a user directly into the database, because the test needs hundreds of them. */
async function user(): Promise<string> {
  const { rows } = await service.database.query(`INSERT INTO account.users (email) VALUES ($1) RETURNING id`, [
    `${randomUUID()}@example.com`,
  ]);
  return rows[0].id;
}

const profile = async (id: string) => {
  const { rows } = await service.database.query(
    'SELECT subscription_plan AS plan, subscription_status AS status, subscription_expires_at AS expires FROM account.users WHERE id = $1',
    [id],
  );
  const { plan, status, expires } = rows[0];
  return { plan, status, expires_at: expires?.toISOString() ?? null };
};
/** Delivers each order of events for a user of its own, eight users at a time; returns the distinct final states. */
async function ends(story: (metadata: object, id: string) => ProcessorEvent[]): Promise<unknown[]> {
  const orders = permutations([0, 1, 2, 3, 4]);
  expect(orders).toHaveLength(120);
  const seen = new Set<string>();
  const next = async (): Promise<void> => {
    for (let order = orders.pop(); order; order = orders.pop()) {
      const id = await user();
      const events = story({ user_id: id, type: 'plan', plan: 'starter' }, newId());
      for (const at of order) await webhook.deliver(events[at] as ProcessorEvent);
      seen.add(JSON.stringify(await profile(id)));
    }
  };
  await Promise.all(Array.from({ length: 8 }, next));
  return [...seen].map((text) => JSON.parse(text) as unknown);
}

describe('created, updated three times, deleted: all 120 orders come to the same', () => {
  const CANCELED = { plan: null, status: 'canceled' };

  it('with moments of their own', async () => {
    const all = await ends((metadata, id) => [
      told('created', MARCH, subscription(id, { metadata, end: MARCH + 30 * DAY })),
      told('updated', MARCH + 1, subscription(id, { metadata, status: 'past_due', end: MARCH + 30 * DAY })),
      told('updated', MARCH + 2, subscription(id, { metadata, price: 2900, end: MARCH + 60 * DAY })),
      told('updated', MARCH + 3, subscription(id, { metadata, price: 2900, end: MARCH + 90 * DAY })),
      told('deleted', MARCH + 4, subscription(id, { metadata, status: 'canceled', end: MARCH + 45 * DAY })),
    ]);
    expect(all).toEqual([{ ...CANCELED, expires_at: iso(MARCH + 45 * DAY) }]);
  });

  it('in the same second', async () => {
    const all = await ends((metadata, id) => [
      told('created', MARCH, subscription(id, { metadata, end: MARCH + 30 * DAY })),
      told('updated', MARCH, subscription(id, { metadata, status: 'past_due', end: MARCH + 30 * DAY })),
      told('updated', MARCH, subscription(id, { metadata, price: 2900, end: MARCH + 30 * DAY })),
      told('updated', MARCH, subscription(id, { metadata, price: 900, end: MARCH + 30 * DAY })),
      told('deleted', MARCH, subscription(id, { metadata, end: MARCH + 30 * DAY })),
    ]);
    expect(all).toEqual([{ ...CANCELED, expires_at: iso(MARCH + 30 * DAY) }]);
  });

  it('with only what they must hold, and the end of the period in some', async () => {
    const all = await ends((metadata, id) => [
      told('created', MARCH, { id, status: 'incomplete', metadata }),
      told('updated', MARCH + 1, { id, status: 'active', metadata, current_period_end: MARCH + 30 * DAY }),
      told('updated', MARCH + 1, { id, status: 'active', metadata }),
      told('updated', MARCH + 2, { id, metadata, items: { data: [] } }),
      told('deleted', MARCH + 3, { id, metadata }),
    ]);
    expect(all).toEqual([{ ...CANCELED, expires_at: iso(MARCH + 30 * DAY) }]);
  });

  it('without the end, in the same second: by the order of their ids, whichever comes first', async () => {
    const all = await ends((metadata, id) => [
      told('created', MARCH, subscription(id, { metadata, status: 'incomplete' })),
      ...['a', 'b', 'c', 'd'].map((letter, at) => ({
        ...told('updated', MARCH, subscription(id, { metadata, end: MARCH + at * DAY + DAY })),
        id: `evt_${letter}_${id}`,
      })),
    ]);
    expect(all).toEqual([{ plan: 'starter', status: 'active', expires_at: iso(MARCH + 4 * DAY) }]);
  });
});

describe('of two events of one subscription', () => {
  it.each<[string, [Kind, number][], string]>([
    [
      'the newer one wins',
      [
        ['updated', 5],
        ['created', 0],
      ],
      'updated',
    ],
    [
      'the newer one wins over an end',
      [
        ['updated', 5],
        ['deleted', 4],
      ],
      'updated',
    ],
    [
      'the end wins in the same second',
      [
        ['deleted', 5],
        ['updated', 5],
      ],
      'canceled',
    ],
    [
      'a change wins over the beginning in the same second',
      [
        ['updated', 5],
        ['created', 5],
      ],
      'updated',
    ],
  ])('%s, in both orders', async (_, words, status) => {
    for (const order of [words, [...words].reverse()]) {
      const id = newId();
      const metadata = { user_id: await user() };
      for (const [kind, at] of order)
        await webhook.deliver(told(kind, MARCH + at, subscription(id, { metadata, status: kind })));
      expect(await profile(metadata.user_id)).toMatchObject({ status });
    }
  });
});

describe('the plan', () => {
  it.each<[string, object, string | null]>([
    ['by its price', { price: 2900 }, 'pro'],
    ['by its price, whatever was noted', { price: 2900, note: 'starter' }, 'pro'],
    ['by what was noted, where the price is of none', { price: 1234, note: 'pro' }, 'pro'],
    ['none, where neither says one', { price: 1234, note: 'gold' }, null],
    ['none, where the note is a word of the language', { price: 1234, note: 'constructor' }, null],
  ])('%s', async (_, { price, note }: any, expected) => {
    const account = await shop.account();
    const metadata = { user_id: account.id, ...(note && { plan: note }) };
    await webhook.deliver(told('created', MARCH, subscription(newId(), { metadata, price })));
    expect(await planOf(account)).toMatchObject({ plan: expected, status: 'active' });
  });
});

describe('whose it is', () => {
  it('is known by the customer, or by the subscription, without a name on it', async () => {
    const account = await shop.account();
    const customer = `cus_${randomUUID()}`;
    await service.database.query('INSERT INTO payments.customers VALUES ($1, $2)', [account.id, customer]);
    const id = newId();
    await webhook.deliver(told('created', MARCH, subscription(id, { customer })));
    expect(await planOf(account)).toMatchObject({ plan: 'starter' });
    await webhook.deliver(told('updated', MARCH + 1, subscription(id, { price: 2900 })));
    expect(await planOf(account)).toMatchObject({ plan: 'pro' });
    const whole = { customer: { id: customer, object: 'customer' } };
    await webhook.deliver(told('created', MARCH + 2, subscription(newId(), { ...whole, created: MARCH + 2 })));
    expect(await planOf(account)).toMatchObject({ plan: 'starter' });
  });

  it.each<[string, object]>([
    ['nobody', {}],
    ['somebody who is not there', { metadata: { user_id: randomUUID() } }],
    ['a name that is none', { metadata: { user_id: 'me' } }],
    ['metadata null', { metadata: null, customer: null }],
    ['an unknown customer', { customer: 'cus_unknown' }],
  ])('%s: 200 and unknown', async (_, more) => {
    for (const kind of ['created', 'updated', 'deleted'] as const)
      expect(await webhook.deliver(told(kind, MARCH, subscription(newId(), more)))).toBe('unknown');
  });

  it('twenty different events at once come to what the newest says', async () => {
    const account = await shop.account();
    const id = newId();
    const metadata = { user_id: account.id };
    const words = Array.from({ length: 20 }, (_, n) =>
      told(n ? 'updated' : 'created', MARCH + n, subscription(id, { metadata, end: MARCH + n * DAY + DAY })),
    );
    const answers = await atOnce(40, (n) => webhook.send(words[(n * 7) % 20] as ProcessorEvent));
    expect(tally(answers)).toEqual({ 200: 40 });
    expect(await planOf(account)).toEqual({
      plan: 'starter',
      status: 'active',
      expires_at: iso(MARCH + 20 * DAY),
    });
  });
});
