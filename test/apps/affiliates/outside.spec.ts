import { randomUUID } from 'node:crypto';
import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Market } from './market.js';

let market: Market;
let ann: Account;
let bob: Account;
let program: any;
let affiliate: any;
beforeAll(async () => {
  market = await Market.start();
});
beforeEach(async () => {
  [ann, bob] = [await market.person(), await market.person()];
  program = await market.program(ann);
  affiliate = await market.join(bob, program);
});
afterEach(() => market.expectSound());
afterAll(() => market.stop());

const DAY_MS = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const input = (more: object = {}) => ({
  program_id: program.id,
  external_id: randomUUID(),
  amount: 49,
  currency: 'usd',
  referral: affiliate.code,
  ...more,
});
const record = (more: object = {}) => market.call(ann, 'record-conversion', input(more));

describe('record-conversion', () => {
  it('records a sale by code or click, with its commission', async () => {
    const occurred_at = ago(10);
    const { body } = await record({ occurred_at, external_id: 'order 7' }).expect(200);
    expect(body).toMatchObject({
      created: true,
      conversion: {
        source: 'external',
        matched_by: 'api',
        external_id: 'order 7',
        amount: 49,
        commission_percent: 20,
        status: 'live',
        occurred_at,
        buyer_id: null,
      },
      commission: { amount: 9.8, status: 'pending' },
    });
    expect(Date.parse(body.commission.payable_at) - Date.parse(occurred_at)).toBe(30 * DAY_MS);
    const token = await market.click(affiliate.code);
    expect((await record({ referral: token }).expect(200)).body.conversion.click_id).not.toBeNull();
  });

  it('records an external_id once, also of twenty calls at once', async () => {
    const same = input();
    const answers = await atOnce(20, () => market.call(ann, 'record-conversion', same).expect(200));
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => `${body.conversion.id} ${body.commission.id}`)).size).toBe(1);
    const again = await market.ask(ann, 'record-conversion', { ...same, amount: 1, referral: 'nobody' });
    expect(again).toMatchObject({ created: false, conversion: { amount: 49 }, commission: { amount: 9.8 } });
  });

  it('has no commission beyond the payments that earn', async () => {
    const { body } = await record({ payment_number: 2 }).expect(200);
    expect(body).toMatchObject({ created: true, commission: null, conversion: { payment_number: 2 } });
  });

  it('knows only referrals of this program by active affiliates', async () => {
    const refused = (more: object) => record(more).expect(404, { error: 'Referral not found' });
    await refused({ referral: 'nobody' });
    const other = await market.join(bob, await market.program(ann));
    await refused({ referral: other.code });
    const token = await market.click(affiliate.code);
    await market.rows(`UPDATE ext_affiliates.clicks SET expires_at = now() - interval '1 day' WHERE token = $1`, token);
    await refused({ referral: token });
    await refused({ referral: token, payment_number: 2 });
    await record({ referral: token, occurred_at: ago(2) }).expect(200);
    await record({ referral: token, payment_number: 2 }).expect(200);
    await market.ask(ann, 'update-program', { program_id: program.id, status: 'paused' });
    await refused({});
    await record({ payment_number: 2 }).expect(200);
    await market.ask(ann, 'update-program', { program_id: program.id, status: 'active' });
    await market.ask(ann, 'review-affiliate', { affiliate_id: affiliate.id, decision: 'suspend' });
    await refused({});
    await market.ask(ann, 'review-affiliate', { affiliate_id: affiliate.id, decision: 'reinstate' });
    await market.ask(ann, 'update-program', { program_id: program.id, status: 'closed' });
    await refused({});
  });

  it('refuses another currency where the commission is a fixed amount', async () => {
    program = await market.program(ann, { commission_amount: 5 });
    affiliate = await market.join(bob, program);
    await record({ currency: 'eur' }).expect(400, { error: 'Currency must be usd' });
    expect((await record({ amount: 3 }).expect(200)).body.commission.amount).toBe(3);
    await market.ask(ann, 'review-affiliate', {
      affiliate_id: affiliate.id,
      decision: 'approve',
      commission_percent: 10,
    });
    expect((await record({ currency: 'eur' }).expect(200)).body.commission).toMatchObject({
      amount: 4.9,
      currency: 'eur',
    });
  });

  it.each([
    { occurred_at: new Date(Date.now() + DAY_MS).toISOString() },
    { occurred_at: ago(91) },
    { amount: 0 },
    { amount: 4.999 },
    { external_id: '' },
    { payment_number: 0 },
    { referral: 'x'.repeat(65) },
  ])('refuses %j', async (more) => {
    expect((await record(more).expect(400)).body.error).toBe('Validation error');
  });

  it('ends by the rejection of its commission, which enters a refund outside the platform', async () => {
    const { commission, conversion } = (await record({}).expect(200)).body;
    const rejection = { commission_id: commission.id, decision: 'reject', reason: 'Refunded in the shop.' };
    const { commission: rejected } = await market.ask(ann, 'review-commission', rejection);
    expect(rejected).toMatchObject({ status: 'rejected', conversion: { id: conversion.id } });
    const [sale] = await market.rows('SELECT status FROM ext_affiliates.conversions WHERE id = $1', conversion.id);
    expect(sale).toEqual({ status: 'reversed' });
    const { affiliates } = await market.ask(ann, 'list-affiliates', { program_id: program.id });
    expect(affiliates).toMatchObject([{ conversions: 0, revenue: [] }]);
  });

  it('is for the merchant alone', async () => {
    const { body } = await market.call(bob, 'record-conversion', input()).expect(403);
    expect(body).toEqual({ error: 'Forbidden' });
  });
});

describe('the statistics', () => {
  it('say what both sides have of the days that are asked for', async () => {
    await record({ amount: 100, occurred_at: ago(3) }).expect(200);
    await record({ amount: 50, currency: 'eur' }).expect(200);
    const payment = await market.earned(ann, affiliate, 2000);
    await market.manual(ann, affiliate);
    const stats = async (who: Account, days: object = {}) => (await market.ask(who, 'stats', days)).stats;
    const { merchant } = await stats(ann);
    const [eur, usd] = [
      { currency: 'eur', amount: 50 },
      { currency: 'usd', amount: 120 },
    ];
    expect(merchant).toMatchObject({
      programs: 1,
      affiliates_active: 1,
      conversions: 3,
      conversion_rate: null,
      revenue: [eur, usd],
      commission_pending: [
        { currency: 'eur', amount: 10 },
        { currency: 'usd', amount: 20 },
      ],
      commission_approved: [],
      commission_paid: [{ currency: 'usd', amount: 4 }],
      top_affiliates: [{ affiliate_id: affiliate.id, code: affiliate.code, conversions: 3, revenue: [eur, usd] }],
    });
    const { affiliate: own } = await stats(bob);
    expect(own).toMatchObject({
      partnerships_active: 1,
      conversions: 3,
      earned: [{ amount: 4 }],
      paid: [{ amount: 4 }],
    });
    const today = { from: ago(0).slice(0, 10), to: ago(0).slice(0, 10) };
    expect((await stats(ann, today)).merchant.revenue).toEqual([eur, { currency: 'usd', amount: 20 }]);
    await market.reverse(payment, 2000);
    expect((await stats(ann, today)).merchant).toMatchObject({ revenue: [eur], conversions: 1 });
  });
});

describe('list-commissions', () => {
  it('filters by program, affiliate, status and days, with totals of all pages', async () => {
    for (let at = 0; at < 3; at++) await record().expect(200);
    const other = await market.join(await market.person(), await market.program(ann));
    await market.earned(ann, other, 1000);
    const list = (more: object = {}) => market.ask(ann, 'list-commissions', { role: 'merchant', ...more });
    const page = await list({ program_id: program.id, limit: 2 });
    expect(page.commissions).toHaveLength(2);
    expect(page.totals).toEqual([{ status: 'pending', currency: 'usd', amount: 29.4 }]);
    expect((await list({ program_id: program.id, limit: 2, cursor: page.next_cursor })).commissions).toHaveLength(1);
    expect((await list({ affiliate_id: other.id })).commissions).toHaveLength(1);
    expect((await list({ status: 'approved' })).totals).toEqual([{ status: 'approved', currency: 'usd', amount: 2 }]);
    expect((await list({ from: ago(-1) })).commissions).toEqual([]);
    expect((await list({ to: ago(0).slice(0, 10) })).commissions).toHaveLength(4);
    expect((await market.ask(ann, 'list-commissions')).commissions).toEqual([]);
  });
});
