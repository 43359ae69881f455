import { SettleTipsJob } from '../../src/community/tips/settle-tips.job.js';
import { atOnce, tally } from '../account/at-once.js';
import { completed, refunded } from '../payments/webhook.js';
import { events, type Person } from '../social/people.js';
import { eventually, PASSWORD } from '../support/service.js';
import { Bank } from './bank.js';
import { told } from './direct-people.js';

let bank: Bank;
let ann: Person;
let bob: Person;
let cat: Person;
beforeAll(async () => {
  bank = await Bank.start();
});
beforeEach(async () => {
  [ann, bob, cat] = [await bank.person(), await bank.person(), await bank.person()];
});
afterEach(() => bank.audit.expectSound());
afterAll(() => bank.stop());

const PATH = '/v1/community/tips';
const give = async (one: Person, { id: recipient_id }: Person, amount: number) =>
  (await one.client.post(PATH, { recipient_id, amount }).expect(200)).body.tip;
const tipsOf = async ({ client }: Person) => (await client.get(PATH).expect(200)).body;
/** Whether the tips that a person sent are settled, oldest first. */
const settled = async (one: Person) =>
  (await tipsOf(one)).sent.map((tip: { settled: boolean }) => tip.settled).reverse();
const balances = (...people: Person[]) => Promise.all(people.map((one) => bank.balance(one)));

describe('an unpaid tip', () => {
  it('is paid from the next deposit, oldest first, as far as that goes', async () => {
    const first = await give(ann, bob, 5);
    await give(ann, cat, 3);
    await give(ann, bob, 1);
    await bank.fund(ann, 4);
    expect(await settled(ann)).toEqual([false, false, false]);
    await bank.fund(ann, 4.5);
    expect(await settled(ann)).toEqual([true, true, false]);
    expect(await balances(ann, bob, cat)).toEqual([0.5, 5, 3]);
    await bank.fund(ann, 10);
    expect(await balances(ann, bob, cat)).toEqual([9.5, 6, 3]);
    const event = { type: 'tip.settled', actor_id: null, data: { tip: { ...first, settled: true } } };
    expect((await told(bank.service, ann, 'tip.settled'))[0]).toEqual(event);
    expect(await told(bank.service, bob, 'tip.settled')).toHaveLength(2);
    expect(await events(bank.service, ann.id, 'tip.settled')).toHaveLength(3);
  });

  it('is paid from a tip that its sender receives', async () => {
    await give(bob, cat, 5);
    await bank.fund(ann, 20);
    await give(ann, bob, 8);
    expect(await balances(ann, bob, cat)).toEqual([12, 3, 5]);
  });

  it('is paid from a withdrawal that failed', async () => {
    await bank.fund(ann, 5);
    const { body } = await ann.client.post('/v1/wallet/withdraw', { amount: 5 }).expect(201);
    expect(await give(ann, bob, 5)).toMatchObject({ settled: false });
    const admin = await bank.service.admin();
    await admin.client.patch(`/v1/admin/withdrawals/${body.transaction.id}`, { status: 'failed' }).expect(200);
    expect(await balances(ann, bob)).toEqual([0, 5]);
  });

  it('does not use money that is being refunded to the processor', async () => {
    const payment = await bank.askToFund(ann, 20);
    await bank.webhook.deliver(completed(payment));
    const admin = await bank.service.admin();
    await bank.shop.processor.outage({ calls: 100, status: 500, path: '/v1/refunds' });
    await admin.client.post(`/v1/payments/${payment.id}/refund`).expect(502);
    await bank.shop.processor.outage({ calls: 0 });
    await give(ann, bob, 15);
    // Only a part was refunded; the tip stays unpaid.
    await bank.webhook.deliver(refunded(payment, 800));
    expect(await balances(ann, bob)).toEqual([12, 0]);
    expect(await settled(ann)).toEqual([false]);
  });

  it('lets its recipient pay in turn, down a chain of debtors', async () => {
    const chain = await Promise.all(Array.from({ length: 6 }, () => bank.person()));
    for (const [at, one] of chain.slice(0, -1).entries()) await give(one, chain[at + 1] as Person, 3);
    await bank.fund(chain[0] as Person, 3);
    await eventually(async () => expect(await balances(...chain)).toEqual([0, 0, 0, 0, 0, 3]));
  });

  it('is paid also when there are more tips than one transaction pays', async () => {
    for (let turn = 0; turn < 7; turn++) await atOnce(10, () => give(ann, bob, 0.5));
    await bank.fund(ann, 100);
    await eventually(async () => expect(await balances(ann, bob)).toEqual([65, 35]));
  });

  it('is paid once by many deposits at the same time', async () => {
    for (const other of [bob, cat, bob]) await give(ann, other, 5);
    const payments = await atOnce(10, () => bank.askToFund(ann, 2));
    const answers = await Promise.all(payments.map((payment) => bank.webhook.send(completed(payment))));
    expect(tally(answers)).toEqual({ 200: 10 });
    expect(await settled(ann)).toEqual([true, true, true]);
    expect(await balances(ann, bob, cat)).toEqual([5, 10, 5]);
  });

  it('is paid by a deposit that arrives while it is sent', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const one = await bank.person();
        return { one, payment: await bank.askToFund(one, 5) };
      }),
    );
    await Promise.all(
      pairs.flatMap(({ one, payment }) => [give(one, bob, 5), bank.webhook.deliver(completed(payment))]),
    );
    expect(await balances(bob, ...pairs.map(({ one }) => one))).toEqual([50, ...Array(10).fill(0)]);
  });

  it('is paid between two users who owe each other and receive money at once', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const pair = [await bank.person(), await bank.person()] as const;
        await give(pair[0], pair[1], 5);
        await give(pair[1], pair[0], 5);
        return { pair, payments: await Promise.all(pair.map((one) => bank.askToFund(one, 7))) };
      }),
    );
    const payments = pairs.flatMap((one) => one.payments);
    await Promise.all(payments.map((payment) => bank.webhook.deliver(completed(payment))));
    await eventually(async () => {
      for (const { pair } of pairs) expect(await balances(...pair)).toEqual([7, 7]);
    });
  });

  it('is paid by its job only once, however often that runs', async () => {
    await give(ann, bob, 5);
    await bank.fund(ann, 12);
    const job = bank.service.app.get(SettleTipsJob, { strict: false });
    await Promise.all([job.run({ user_id: ann.id }), job.run({ user_id: ann.id })]);
    expect(await balances(ann, bob)).toEqual([7, 5]);
  });
});

describe('an account that is deleted', () => {
  const left = (one: { id: string }) =>
    bank.rows('SELECT sender_id, recipient_id FROM community.tips WHERE $1 IN (sender_id, recipient_id)', one.id);

  it('deletes its unpaid tips, and leaves the paid ones to the other user', async () => {
    const gone = await bank.service.account();
    await bank.fund(gone, 5);
    await give(gone, bob, 5);
    await give(gone, bob, 7);
    await give(bob, gone, 5);
    await give(bob, gone, 9);
    await give(ann, bob, 1);
    await gone.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect(await left(gone)).toEqual([]);
    const { sent, received } = await tipsOf(bob);
    expect(sent).toMatchObject([{ recipient_id: null, amount: 5, settled: true }]);
    expect(received).toMatchObject([
      { sender_id: ann.id, settled: false },
      { sender_id: null, amount: 5, settled: true },
    ]);
  });

  it('deletes tips whose other user is deleted as well', async () => {
    const [one, other] = [await bank.service.account(), await bank.service.account()];
    await bank.fund(one, 5);
    const { id } = await give(one, other, 5);
    for (const { client } of [one, other]) await client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect(await bank.rows('SELECT FROM community.tips WHERE id = $1', id)).toEqual([]);
  });

  it('is not paid any more, also while its debtors receive money', async () => {
    const debtors = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const one = await bank.person();
        return { one, payment: await bank.askToFund(one, 5) };
      }),
    );
    const gone = await bank.service.account();
    for (const { one } of debtors) await give(one, gone, 5);
    const [deleted] = await Promise.all([
      gone.client.delete('/v1/users/me', { password: PASSWORD }),
      ...debtors.map(({ payment }) => bank.webhook.deliver(completed(payment))),
    ]);
    expect(deleted.status).toBe(200);
    for (const { one } of debtors) {
      const { sent } = await tipsOf(one);
      expect(sent.length ? await bank.balance(one) : 0).toBe(0);
      expect(sent.every((tip: { settled: boolean }) => tip.settled)).toBe(true);
    }
  });
});
