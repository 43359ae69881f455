import { eventually, type TestService } from '../support/service.js';
import { sessionOf, Shop } from './shop.js';
import { DAY, iso, MARCH, newId, permutations, planOf, subscription, told } from './subscriptions.js';
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

describe('of two subscriptions of one user', () => {
  const both = async (words: (metadata: object, older: string, newer: string) => ProcessorEvent[]) => {
    const seen = new Set<string>();
    for (const order of permutations([0, 1, 2])) {
      const account = await shop.account();
      const events = words({ user_id: account.id, type: 'plan' }, newId(), newId());
      for (const at of order) if (events[at]) await webhook.deliver(events[at]);
      seen.add(JSON.stringify(await planOf(account)));
    }
    return [...seen].map((text) => JSON.parse(text) as unknown);
  };
  const later = { created: MARCH + 10, end: MARCH + 40 * DAY };

  it('the end of the old one does not end the new one', async () => {
    const all = await both((metadata, older, newer) => [
      told('created', MARCH, subscription(older, { metadata })),
      told('created', MARCH + 10, subscription(newer, { metadata, price: 2900, ...later })),
      told('deleted', MARCH + 20, subscription(older, { metadata })),
    ]);
    expect(all).toEqual([{ plan: 'pro', status: 'active', expires_at: iso(MARCH + 40 * DAY) }]);
  });

  it('an incomplete new one does not replace an active one', async () => {
    const all = await both((metadata, older, newer) => [
      told('created', MARCH, subscription(older, { metadata, end: MARCH + DAY })),
      told('created', MARCH + 10, subscription(newer, { metadata, status: 'incomplete', ...later })),
    ]);
    expect(all).toEqual([{ plan: 'starter', status: 'active', expires_at: iso(MARCH + DAY) }]);
  });

  it('one of another kind is none of the plan', async () => {
    const account = await shop.account();
    const metadata = { user_id: account.id, type: 'membership' };
    await webhook.deliver(told('created', MARCH, subscription(newId(), { metadata })));
    expect(await planOf(account)).toBeNull();
  });

  it('the one that was bought last counts, even if it was in the same second', async () => {
    for (let round = 0; round < 6; round++) {
      const account = await shop.account();
      await shop.subscribe(account, 'starter');
      await shop.subscribe(account, 'pro');
      await service.jobsDone();
      expect(await planOf(account)).toMatchObject({ plan: 'pro', status: 'active' });
    }
  });

  it('a new one whose money takes its time is left alone, and takes over when it comes', async () => {
    const account = await shop.account();
    await shop.subscribe(account, 'starter');
    const { body } = await account.client.post('/v1/business/upgrade', { plan: 'pro' }).expect(200);
    await shop.processor.payLater(body.checkout_url);
    const made = await eventually(async () => {
      const [completed] = await shop.processor.events(sessionOf(body.checkout_url));
      expect(completed).toMatchObject({ delivered: true });
      const id = completed?.event.data.object.subscription;
      expect((await shop.processor.events(id))[0]).toMatchObject({ delivered: true });
      return id;
    });
    await service.jobsDone();
    expect(await planOf(account)).toMatchObject({ plan: 'starter', status: 'active' });
    const types = (await shop.processor.events(made)).map(({ type }) => type);
    expect(types).toEqual(['customer.subscription.created']);
    await shop.processor.settle(body.checkout_url, 'succeeded');
    await eventually(async () => expect(await planOf(account)).toMatchObject({ plan: 'pro', status: 'active' }));
    // The end of the former subscription is told after the plan has changed.
    await eventually(async () =>
      expect((await shop.processor.events()).filter(({ delivered }) => !delivered)).toEqual([]),
    );
  });
});
