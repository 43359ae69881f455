import { atOnce, tally } from '../account/at-once.js';
import { type Account, eventually } from '../support/service.js';
import { Shop } from './shop.js';
import { event, seconds, Webhook } from './webhook.js';

let shop: Shop;
let webhook: Webhook;
let ann: Account;
let account: string;
beforeAll(async () => {
  shop = await Shop.start();
  webhook = new Webhook(shop.service);
});
afterAll(() => shop.stop());
beforeEach(async () => {
  ann = await shop.account();
  account = await begun(ann);
});

/** Starts the onboarding; returns the account at the processor, whose flags are all false. */
async function begun({ client }: Account): Promise<string> {
  await client.post('/v1/processor/connect/onboard').expect(200);
  return (await client.get('/v1/processor/connect/status').expect(200)).body.connect.processor_account_id;
}

async function status({ client }: Account): Promise<boolean[]> {
  const { connect } = (await client.get('/v1/processor/connect/status').expect(200)).body;
  const { business_account: seller } = (await client.get('/v1/business').expect(200)).body;
  const { processor_charges_enabled, processor_payouts_enabled, processor_onboarding_complete } = connect;
  expect(seller).toMatchObject({
    processor_charges_enabled,
    processor_payouts_enabled,
    processor_onboarding_complete,
  });
  return [processor_charges_enabled, processor_payouts_enabled, processor_onboarding_complete];
}

const NOTHING = [false, false, false];
const ALL = [true, true, true];
const state = (id: string, [charges_enabled, payouts_enabled, details_submitted]: unknown[]) => ({
  id,
  object: 'account',
  charges_enabled,
  payouts_enabled,
  details_submitted,
});
const updated = (id: string, flags: unknown[], created = seconds()) =>
  event('account.updated', state(id, flags), { created });

describe('account.updated', () => {
  it.each([
    [ALL, ALL],
    [NOTHING, NOTHING],
    [
      [true, false, false],
      [true, false, false],
    ],
    [
      [false, true, false],
      [false, true, false],
    ],
    [
      [false, false, true],
      [false, false, true],
    ],
  ])('%j is what the seller is told', async (flags, expected) => {
    expect(await webhook.deliver(updated(account, flags))).toBe('applied');
    expect(await status(ann)).toEqual(expected);
  });

  it.each<[string, unknown[]]>([
    ['missing', [undefined, undefined, undefined]],
    ['null', [null, null, null]],
    ['words', ['true', 'true', 'yes']],
    ['numbers', [1, 1, 1]],
  ])('flags that are %s are none', async (_, flags) => {
    await webhook.deliver(updated(account, ALL, seconds() - 10));
    expect(await webhook.deliver(updated(account, flags))).toBe('applied');
    expect(await status(ann)).toEqual(NOTHING);
  });

  it('in all orders: the newest event stays', async () => {
    const stories = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    for (const order of stories) {
      const seller = await shop.account();
      const id = await begun(seller);
      const begin = seconds() - 60;
      const words = [
        updated(id, [false, false, true], begin),
        updated(id, [true, false, true], begin + 1),
        updated(id, [false, true, true], begin + 2),
      ];
      for (const at of order) await webhook.deliver(words[at] as (typeof words)[0]);
      expect({ order, status: await status(seller) }).toEqual({ order, status: [false, true, true] });
    }
  });

  it('in the same second, in both orders: the result is the same', async () => {
    const ends = [];
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const seller = await shop.account();
      const id = await begun(seller);
      const words = [
        { ...updated(id, [false, false, true]), id: `evt_a_${id}` },
        { ...updated(id, ALL), id: `evt_b_${id}` },
      ];
      for (const at of order) await webhook.deliver(words[at] as (typeof words)[0]);
      ends.push(await status(seller));
    }
    expect(ends).toEqual([ALL, ALL]);
  });

  it('of a seller who completes the onboarding and is enabled in the same second: they are enabled', async () => {
    for (let round = 0; round < 6; round++) {
      const seller = await shop.account();
      const id = await begun(seller);
      const { body } = await seller.client.post('/v1/processor/connect/onboard').expect(200);
      const { body: again } = await seller.client.post('/v1/processor/connect/onboard').expect(200);
      await shop.processor.onboard(body.onboarding_url, 'submitted');
      await shop.processor.onboard(again.onboarding_url, 'enabled');
      await eventually(async () => {
        const told = await shop.processor.events(id);
        expect(told.filter(({ delivered }) => delivered)).toHaveLength(2);
      });
      expect(await status(seller)).toEqual(ALL);
    }
  });

  it('an older event that comes later is recorded as stale', async () => {
    await webhook.deliver(updated(account, ALL));
    expect(await webhook.deliver(updated(account, NOTHING, seconds() - 60))).toBe('stale');
    expect(await status(ann)).toEqual(ALL);
  });

  it('twenty at once, each twice: the newest event stays', async () => {
    const begin = seconds() - 60;
    const words = Array.from({ length: 20 }, (_, n) => updated(account, [n % 2 === 1, true, true], begin + n));
    const answers = await atOnce(40, (n) => webhook.send(words[(n * 7) % 20] as (typeof words)[0]));
    expect(tally(answers)).toEqual({ 200: 40 });
    expect(await status(ann)).toEqual(ALL);
  });

  it('of one seller leaves the other alone', async () => {
    const ben = await shop.account();
    const other = await begun(ben);
    expect(other).not.toBe(account);
    await webhook.deliver(updated(account, ALL));
    expect(await status(ben)).toEqual(NOTHING);
    await webhook.deliver(updated(other, [true, false, true]));
    expect([await status(ann), await status(ben)]).toEqual([ALL, [true, false, true]]);
  });

  it.each<[string, object]>([
    ['an unknown account', state('acct_unknown', ALL)],
    ['an account without an id', { ...state('', ALL), id: undefined }],
    ['an account with a number as its id', { ...state('', ALL), id: 7 }],
  ])('of %s is recorded as unknown', async (_, object) => {
    const before = await status(ann);
    expect(await webhook.deliver(event('account.updated', object))).toBe('unknown');
    expect(await status(ann)).toEqual(before);
  });

  it('by which charges are disabled closes the shop', async () => {
    await webhook.deliver(updated(account, ALL, seconds() - 10));
    const buyer = await shop.account();
    await webhook.deliver(updated(account, [false, true, true]));
    const { body } = await shop.checkout(buyer, ann).expect(400);
    expect(body).toEqual({ error: 'Seller does not have a connected processor account' });
  });

  it('of the future or without a time does not block later events', async () => {
    await webhook.deliver({ ...updated(account, NOTHING), created: undefined } as never);
    await webhook.deliver(updated(account, ALL, seconds() + 2));
    expect(await status(ann)).toEqual(ALL);
  });
});
