import { ExpireMembershipsJob } from '../../src/community/memberships/expire-memberships.job.js';
import { atOnce, tally } from '../account/at-once.js';
import { DAY, newId, planOf, subscription, told as says } from '../payments/subscriptions.js';
import { completed, seconds } from '../payments/webhook.js';
import { TIME } from '../social/people.js';
import { type Account, eventually } from '../support/service.js';
import { Bank } from './bank.js';
import { Club, later, membershipOf, metadata, purchase } from './club.js';
import { ID, told } from './direct-people.js';

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

describe('a paid tier membership', () => {
  it('is active for a month, and is announced', async () => {
    await club.buy(ann);
    const membership = await membershipOf(ann);
    expect(membership).toEqual({
      id: ID,
      user_id: ann.id,
      tier: 'gold',
      status: 'active',
      started_at: TIME,
      expires_at: TIME,
    });
    const days = (Date.parse(membership.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
    const heard = await told(bank.service, ann, 'membership.updated');
    expect(heard.at(-1)).toEqual({ type: 'membership.updated', actor_id: null, data: { membership } });
  });

  it('leaves the business plan and the profile alone', async () => {
    await bank.shop.subscribe(ann, 'starter');
    const before = await planOf(ann);
    const id = await club.buy(ann, 'platinum');
    expect(await planOf(ann)).toEqual(before);
    await bank.shop.processor.cancelSubscription(id);
    await eventually(async () => expect(await membershipOf(ann)).toBeNull());
    expect(await planOf(ann)).toEqual(before);
  });

  it('starts with the webhook of the payment, before that of the subscription', async () => {
    const payment = await club.waiting(ann, 'platinum');
    const id = newId();
    expect(await bank.webhook.deliver(completed(payment, { subscription: id }))).toBe('applied');
    const first = await membershipOf(ann);
    expect(first).toMatchObject({ tier: 'platinum', status: 'active' });
    const about = { ...metadata(ann, 'platinum'), payment_id: payment.id };
    const end = seconds() + 20 * DAY;
    await bank.webhook.deliver(says('created', seconds(), subscription(id, { metadata: about, end })));
    expect(await membershipOf(ann)).toMatchObject({
      id: first.id,
      expires_at: new Date(end * 1000).toISOString(),
    });
    expect(await club.rowsOf(ann)).toHaveLength(1);
  });

  it('starts with the webhook of the subscription alone', async () => {
    const event = says('created', seconds(), subscription(newId(), { metadata: metadata(ann), end: later() }));
    expect(await bank.webhook.deliver(event)).toBe('applied');
    expect(await membershipOf(ann)).toMatchObject({ tier: 'gold', status: 'active' });
    expect(await planOf(ann)).toBeNull();
  });

  it('is stored once when the webhook arrives twenty times at once', async () => {
    const payment = await club.waiting(ann);
    const paid = completed(payment, { subscription: newId() });
    expect(tally(await atOnce(20, () => bank.webhook.send(paid)))).toEqual({ 200: 20 });
    expect(await club.rowsOf(ann)).toHaveLength(1);
    expect(await told(bank.service, ann, 'membership.updated')).toHaveLength(1);
  });

  it('has the same result for every order of the webhooks', async () => {
    const [id, at] = [newId(), seconds()];
    const of = (status: string, days: number) =>
      subscription(id, { metadata: metadata(ann), status, end: at + days * DAY });
    const events = [
      says('updated', at + 9, of('active', 60)),
      says('created', at, of('incomplete', 30)),
      completed(await club.waiting(ann), { subscription: id }),
      says('updated', at + 5, of('past_due', 60)),
    ];
    for (const event of events) await bank.webhook.deliver(event);
    expect(await membershipOf(ann)).toMatchObject({
      status: 'active',
      expires_at: new Date((at + 60 * DAY) * 1000).toISOString(),
    });
  });

  it('does not exist before the first payment, and is not active while a payment is due', async () => {
    const id = newId();
    const of = (status: string) => subscription(id, { metadata: metadata(ann), status, end: later() });
    await bank.webhook.deliver(says('created', seconds(), of('incomplete')));
    expect(await club.rowsOf(ann)).toEqual([]);
    await bank.webhook.deliver(says('updated', seconds() + 1, of('active')));
    expect(await membershipOf(ann)).toMatchObject({ status: 'active' });
    await bank.webhook.deliver(says('updated', seconds() + 2, of('past_due')));
    expect(await membershipOf(ann)).toBeNull();
    expect(await club.rowsOf(ann)).toMatchObject([{ status: 'past_due' }]);
    await bank.webhook.deliver(says('deleted', seconds() + 3, of('canceled')));
    expect(await club.rowsOf(ann)).toMatchObject([{ status: 'canceled' }]);
    expect((await told(bank.service, ann, 'membership.updated')).map(({ data }) => data.membership.status)).toEqual([
      'active',
      'past_due',
      'canceled',
    ]);
  });

  it('is not credited when another amount was paid', async () => {
    const payment = await club.waiting(ann);
    const sent = completed(payment, { subscription: newId(), amount_total: 1 });
    expect(await bank.webhook.deliver(sent)).toBe('flagged');
    expect(await membershipOf(ann)).toBeNull();
  });

  it('replaces the previous one, which is not charged any more', async () => {
    const first = await club.buy(ann, 'gold');
    await purchase(ann, 'platinum').expect(200);
    expect(await membershipOf(ann)).toMatchObject({ tier: 'gold' });
    const second = await club.buy(ann, 'platinum');
    expect(second).not.toBe(first);
    await eventually(async () => expect((await club.atProcessor(first)).status).toBe('canceled'));
    expect(await membershipOf(ann)).toMatchObject({ tier: 'platinum', status: 'active' });
    expect((await club.rowsOf(ann)).map(({ tier, status }) => [tier, status])).toEqual([
      ['gold', 'canceled'],
      ['platinum', 'active'],
    ]);
    expect((await club.atProcessor(second)).status).toBe('active');
  });

  it('is the newest of several that are paid at once, and the only active one', async () => {
    const payments = await Promise.all(['a', 'b', 'c', 'd'].map((tier) => club.waiting(ann, tier)));
    const events = payments.map((payment) => completed(payment, { subscription: newId() }));
    await Promise.all(events.map((event) => bank.webhook.deliver(event)));
    expect(await club.rowsOf(ann, 'active')).toHaveLength(1);
  });

  it('is renewed by the processor', async () => {
    const id = await club.buy(ann);
    const { expires_at, ...before } = await membershipOf(ann);
    await bank.shop.processor.renew(id);
    await eventually(async () => {
      const { expires_at: now, ...after } = await membershipOf(ann);
      expect(Date.parse(now) - Date.parse(expires_at)).toBeGreaterThan(27 * 86_400_000);
      expect(after).toEqual(before);
    });
  });

  it('is not shown after its end, and a job marks it as expired', async () => {
    const end = (when: string) =>
      bank.rows(`UPDATE community.memberships SET expires_at = now() + $2::interval WHERE user_id = $1`, ann.id, when);
    await club.buy(ann);
    await end('1 minute');
    expect(await membershipOf(ann)).toMatchObject({ status: 'active' });
    const job = bank.service.app.get(ExpireMembershipsJob, { strict: false });
    await job.run({});
    expect(await club.rowsOf(ann, 'active')).toHaveLength(1);
    await end('-1 second');
    expect(await membershipOf(ann)).toBeNull();
    await Promise.all([job.run({}), job.run({})]);
    expect(await club.rowsOf(ann, 'expired')).toHaveLength(1);
    const heard = await told(bank.service, ann, 'membership.updated');
    expect(heard.filter(({ data }) => data.membership.status === 'expired')).toHaveLength(1);
  });

  it('is expired when the webhook tells an end in the past', async () => {
    const past = { metadata: metadata(ann), end: seconds() - DAY };
    await bank.webhook.deliver(says('created', seconds(), subscription(newId(), past)));
    expect(await membershipOf(ann)).toBeNull();
  });

  it('cannot be refunded', async () => {
    const payment = await club.waiting(ann);
    await bank.webhook.deliver(completed(payment, { subscription: newId() }));
    const admin = await bank.service.admin();
    await admin.client
      .post(`/v1/payments/${payment.id}/refund`)
      .expect(409, { error: 'A membership is cancelled, not refunded' });
  });
});
