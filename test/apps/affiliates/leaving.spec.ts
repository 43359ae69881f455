import { AnnounceClosingJob } from '../../../src/apps/affiliates/jobs/announce-closing.job.js';
import type { Account } from '../../support/service.js';
import { traces } from '../../support/traces.js';
import { Market } from './market.js';

let market: Market;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  market = await Market.start();
});
beforeEach(async () => {
  [ann, bob] = [await market.person(), await market.seller()];
});
afterEach(() => market.expectSound());
afterAll(() => market.stop());

const leave = ({ client }: Account) => client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
const status = async (table: 'programs' | 'affiliates' | 'payouts', id: string) =>
  (await market.rows(`SELECT status FROM ext_affiliates.${table} WHERE id = $1`, id))[0]?.status;

describe('a merchant whose account is deleted', () => {
  it('leaves affiliates what they have earned, and no program that somebody could join', async () => {
    const program = await market.program(ann);
    const unused = await market.program(ann);
    const affiliate = await market.join(bob, program);
    await market.earned(ann, affiliate, 5000);
    const open = await market.payout(ann, affiliate);
    await market.earned(ann, affiliate, 1000, { currency: 'eur' });
    await market.manual(ann, affiliate, { currency: 'eur' });
    await leave(ann);
    expect(await traces(market.service.database, [ann.id, ann.email])).toEqual([]);
    expect([await status('programs', program.id), await status('programs', unused.id)]).toEqual(['closed', undefined]);
    expect(await status('payouts', open.payout.id)).toBe('expired');
    await market.service.app.get(AnnounceClosingJob, { strict: false }).run({ program_id: program.id });
    expect(await market.notices(bob, 'program_closed')).toHaveLength(1);
    const { commissions } = await market.ask(bob, 'list-commissions');
    expect(commissions.map((row: any) => [row.status, row.merchant_id])).toEqual([
      ['paid', null],
      ['approved', null],
    ]);
    const { partnerships } = await market.ask(bob, 'list-my-partnerships');
    expect(partnerships).toMatchObject([{ program: { status: 'closed', merchant: null }, payable: [{ amount: 10 }] }]);
    expect((await market.ask(bob, 'list-payouts')).payouts).toHaveLength(2);
    expect((await market.visit(affiliate.code)).status).toBe(404);
    await market.ask(bob, 'get-program', { program_id: program.id });
    await market.ask(bob, 'stats');
    await market.store.paid(open.payment_id);
    expect(await status('payouts', open.payout.id)).toBe('paid');
  });
});

describe('an affiliate whose account is deleted', () => {
  it('leaves the merchant the books, and earns nothing more', async () => {
    const program = await market.program(ann);
    const affiliate = await market.join(bob, program, { application: 'I am Bob of Berlin.' });
    const idle = await market.join(bob, await market.program(ann));
    await market.earned(ann, affiliate, 5000);
    const open = await market.payout(ann, affiliate);
    await leave(bob);
    expect(await traces(market.service.database, [bob.id, bob.email, 'Bob of Berlin'])).toEqual([]);
    expect([await status('affiliates', affiliate.id), await status('affiliates', idle.id)]).toEqual([
      'suspended',
      undefined,
    ]);
    expect(await status('payouts', open.payout.id)).toBe('expired');
    await market.sale(ann, affiliate, 1000);
    const { affiliates } = await market.ask(ann, 'list-affiliates', { program_id: program.id });
    expect(affiliates).toMatchObject([{ user: null, conversions: 1, payable: [{ amount: 10 }] }]);
    const input = {
      affiliate_id: affiliate.id,
      method: 'platform',
      success_url: 'https://a.example/',
      cancel_url: 'https://a.example/',
    };
    await market.expectRefused(ann, 'create-payout', input, 400, 'Seller does not have a connected processor account');
    const made = await market.manual(ann, affiliate);
    expect(made.payout).toMatchObject({ amount: 10, owner_id: null });
    expect((await market.visit(affiliate.code)).headers.location).toBe('https://shop.example/kit');
    await market.ask(ann, 'stats');
    await market.ask(ann, 'list-commissions', { role: 'merchant' });
  });
});

describe('a buyer whose account is deleted', () => {
  it('leaves nothing but the id in the books', async () => {
    const affiliate = await market.join(bob, await market.program(ann));
    const sale = { seller_id: ann.id, buyer_id: '', app_slug: 'products', item_id: affiliate.id };
    const buyer = await market.person();
    const wish = { ...sale, buyer_id: buyer.id, referral: affiliate.code };
    expect(await market.within((affiliates) => affiliates.resolve(wish))).toBe(affiliate.id);
    await leave(buyer);
    expect(await market.rows('SELECT FROM ext_affiliates.referrals WHERE affiliate_id = $1', affiliate.id)).toEqual([]);
  });
});

describe('export', () => {
  it('gives each side what is theirs, and no buyer to the affiliate', async () => {
    const [merchant, buyer] = [await market.person(), await market.person()];
    const affiliate = await market.join(bob, await market.program(merchant));
    await market.earned(merchant, affiliate, 5000, { buyer_id: buyer.id });
    await market.manual(merchant, affiliate);
    await market.click(affiliate.code);
    const of = async (who: Account) => (await market.ask(who, 'export')).export;
    const [theirs, own] = [await of(merchant), await of(bob)];
    expect(theirs).toMatchObject({
      programs: [{ owner_id: merchant.id }],
      affiliates: [{ id: affiliate.id }],
      conversions: [{ buyer_id: buyer.id }],
      commissions: [{ status: 'paid' }],
      payouts: [{ amount_minor: 1000 }],
      payout_items: [{}],
      clicks: [{ affiliate_id: affiliate.id }],
    });
    expect(Object.keys(theirs.clicks[0])).not.toContain('visitor_hash');
    expect(own).toMatchObject({
      programs: [],
      clicks: [],
      conversions: [],
      affiliates: [{ id: affiliate.id }],
      payouts: [{}],
    });
    expect(own.commissions).toHaveLength(1);
    expect(JSON.stringify(own)).not.toContain(buyer.id);
  });
});
