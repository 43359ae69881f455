import { atOnce, tally } from '../account/at-once.js';
import { invalid, NOT_AUTHENTICATED } from '../social/people.js';
import { type Account, eventually, PASSWORD } from '../support/service.js';
import { Bank } from './bank.js';
import { Club, membershipOf, metadata, PATH, purchase } from './club.js';

let bank: Bank;
let club: Club;
let ann: Account;
beforeAll(async () => {
  bank = await Bank.start();
  club = new Club(bank);
});
beforeEach(async () => {
  ann = await bank.service.account();
});
afterEach(() => bank.audit.expectSound());
afterAll(() => bank.stop());

describe('POST /v1/community/memberships/purchase', () => {
  it.each([
    ['gold', '999', 9.99],
    ['platinum', '1999', 19.99],
    ['silver', '499', 4.99],
    ['Gold', '499', 4.99],
    ['constructor', '499', 4.99],
    ['⭐'.repeat(50), '499', 4.99],
  ])('%s is a subscription of %s cents a month', async (tier, cents, amount) => {
    const { body } = await purchase(ann, tier).expect(200);
    expect(body).toEqual({ checkout_url: expect.stringContaining(`${bank.shop.processor.url}/`) });
    const { id } = await bank.shop.paymentOf(body.checkout_url);
    const [call, ...more] = await bank.shop.calls('POST /v1/checkout/sessions', id);
    expect(more).toEqual([]);
    expect(call?.idempotency_key).toBe(`checkout:${id}`);
    const about = { payment_id: id, ...metadata(ann, tier) };
    expect(call?.body).toMatchObject({
      mode: 'subscription',
      client_reference_id: id,
      customer: expect.stringMatching(/^cus_/),
      metadata: about,
      subscription_data: { metadata: about },
      line_items: [
        {
          quantity: '1',
          price_data: { currency: 'usd', unit_amount: cents, recurring: { interval: 'month' } },
        },
      ],
      success_url: `${bank.shop.service.runtime.publicUrl}/return/paid`,
      cancel_url: `${bank.shop.service.runtime.publicUrl}/return/canceled`,
    });
    const payment = await bank.shop.payment(ann, id);
    expect(payment).toMatchObject({ kind: 'membership', status: 'pending', amount, metadata: { tier } });
    expect(await membershipOf(ann)).toBeNull();
  });

  it('returns to the given addresses', async () => {
    const back = { success_url: 'https://app.example/yes', cancel_url: 'https://app.example/no' };
    const { body } = await purchase(ann, 'gold', back).expect(200);
    const { id } = await bank.shop.paymentOf(body.checkout_url);
    expect((await bank.shop.calls('POST /v1/checkout/sessions', id))[0]?.body).toMatchObject(back);
  });

  it.each<[string, object]>([
    ['tier', {}],
    ['tier', { tier: null }],
    ['tier', { tier: '' }],
    ['tier', { tier: 5 }],
    ['tier', { tier: ['gold'] }],
    ['tier', { tier: '⭐'.repeat(51) }],
    ['success_url', { tier: 'gold', success_url: 'javascript:alert(1)' }],
    ['cancel_url', { tier: 'gold', cancel_url: 5 }],
  ])('refuses the %s of %j', async (field, body) => {
    const before = await bank.shop.traces();
    const { body: answer } = await ann.client.post(`${PATH}/purchase`, body).expect(400);
    expect(answer.error).toBe('Validation error');
    expect(answer.details[0]).toEqual(invalid(field).details[0]);
    expect(await bank.shop.traces()).toEqual(before);
  });

  it('needs authentication, like all routes of memberships', async () => {
    const nobody = bank.service.client();
    await nobody.post(`${PATH}/purchase`, {}).expect(401, NOT_AUTHENTICATED);
    await nobody.get(`${PATH}/status`).expect(401, NOT_AUTHENTICATED);
    await nobody.post(`${PATH}/cancel`).expect(401, NOT_AUTHENTICATED);
  });

  it('happens once for a repeated Idempotency-Key', async () => {
    const keyed = ann.client.with({ 'idempotency-key': 'membership' });
    const answers = await atOnce(5, () => keyed.post(`${PATH}/purchase`, { tier: 'gold' }));
    expect(tally(answers)).toEqual({ 200: 5 });
    expect(new Set(answers.map(({ body }) => body.checkout_url)).size).toBe(1);
    expect(await bank.shop.calls('POST /v1/checkout/sessions', ann.id)).toHaveLength(1);
  });

  it('is 502 while the processor is unavailable, and leaves no tier membership', async () => {
    await bank.shop.processor.outage({ calls: 100, status: 503 });
    await purchase(ann).expect(502, { error: 'Payment processor unavailable' });
    await bank.shop.processor.outage({ calls: 0 });
    expect(await club.rowsOf(ann)).toEqual([]);
  });
});

describe('POST /v1/community/memberships/cancel', () => {
  it('ends it with the paid period', async () => {
    const id = await club.buy(ann);
    const membership = await membershipOf(ann);
    const { body } = await ann.client.post(`${PATH}/cancel`).expect(200);
    expect(body).toEqual({ membership });
    expect(await club.atProcessor(id)).toMatchObject({ cancel_at_period_end: true, status: 'active' });
    expect(await membershipOf(ann)).toEqual(membership);
    await bank.shop.processor.renew(id);
    await eventually(async () => expect(await membershipOf(ann)).toBeNull());
  });

  it('is 404 without one', () => ann.client.post(`${PATH}/cancel`).expect(404, { error: 'Membership not found' }));
});

describe('an account that is deleted', () => {
  const leave = () => ann.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);

  it('does not pay for its tier membership any more', async () => {
    const id = await club.buy(ann);
    await leave();
    expect(await club.rowsOf(ann)).toEqual([]);
    await eventually(async () => expect((await club.atProcessor(id)).status).toBe('canceled'));
  });

  it('does not pay for one that is paid during the deletion', async () => {
    const { body } = await purchase(ann).expect(200);
    await leave();
    await bank.shop.processor.pay(body.checkout_url);
    const session = new URL(body.checkout_url).pathname.split('/').at(-1) as string;
    await eventually(async () => {
      const [paid] = await bank.shop.processor.events(session);
      expect((await club.atProcessor(paid?.event.data.object.subscription)).status).toBe('canceled');
    });
  });
});
