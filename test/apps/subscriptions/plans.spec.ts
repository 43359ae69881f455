import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Club } from './club.js';

let club: Club;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  club = await Club.start();
});
beforeEach(async () => {
  [ann, bob] = [await club.person(), await club.person()];
});
afterEach(() => club.expectSound());
afterAll(() => club.stop());

const PERK = { kind: 'perk', key: 'early-access', label: 'Early access' };

describe('a plan', () => {
  it('begins with what its seller leaves out', async () => {
    await club.ask(ann, 'update-settings', { default_currency: 'eur', default_grace_days: 3 });
    expect(await club.plan(ann, { benefits: [PERK] })).toMatchObject({
      owner_id: ann.id,
      name: 'Club',
      status: 'active',
      listed: true,
      price: 10,
      currency: 'eur',
      interval: 'month',
      interval_count: 1,
      trial_days: 0,
      grace_days: 3,
      max_subscribers: null,
      max_pause_days: 0,
      benefits: [PERK],
    });
  });

  it('is refused where it makes no sense', async () => {
    const make = (more: object) => ({ name: 'Club', price: 10, interval: 'month', ...more });
    const refuse = (more: object, status: number, error: string) =>
      club.expectRefused(ann, 'create-plan', make(more), status, error);
    await refuse({ price: 0.2 }, 400, 'Price must be 0 or at least 0.50');
    await refuse(
      { benefits: [{ kind: 'perk', label: 'x' }] },
      400,
      'A perk needs key, a course or product needs ref_id',
    );
    await refuse(
      { benefits: [{ kind: 'course', key: 'x', label: 'x' }] },
      400,
      'A perk needs key, a course or product needs ref_id',
    );
    await refuse({ benefits: [PERK, { ...PERK, label: 'Again' }] }, 400, 'Benefits must be different');
    await refuse({ benefits: [{ kind: 'course', ref_id: ann.id, label: 'x' }] }, 404, 'Course not found');
    await refuse({ benefits: [{ kind: 'product', ref_id: ann.id, label: 'x' }] }, 404, 'Product not found');
    for (const wrong of [
      { interval: 'day' },
      { trial_days: 91 },
      { grace_days: 31 },
      { max_subscribers: 0 },
      { nme: 1 },
    ]) {
      const { status, body } = await club.call(ann, 'create-plan', make(wrong));
      expect([status, body.error]).toEqual([400, 'Validation error']);
    }
  });

  it('is one of at most 50 active ones, also at once', async () => {
    for (let turn = 0; turn < 6; turn++) await atOnce(8, () => club.plan(ann));
    const answers = await atOnce(6, () => club.call(ann, 'create-plan', { name: 'Club', price: 10, interval: 'week' }));
    expect(tally(answers)).toEqual({ 200: 2, 409: 4 });
  });

  it('changes for new subscribers, and belongs to its seller', async () => {
    const plan = await club.plan(ann);
    const change = { plan_id: plan.id, price: 12, name: 'Big club' };
    const { plan: after, affected } = await club.ask(ann, 'update-plan', change);
    expect([after.price, after.name, affected]).toEqual([12, 'Big club', 0]);
    await club.expectRefused(bob, 'update-plan', change, 403, 'Forbidden');
    await club.expectRefused(bob, 'archive-plan', { plan_id: plan.id }, 403, 'Forbidden');
    await club.ask(ann, 'archive-plan', { plan_id: plan.id });
    await club.expectRefused(ann, 'archive-plan', { plan_id: plan.id }, 409, 'Plan is already archived');
    await club.expectRefused(ann, 'update-plan', change, 409, 'Plan is archived');
    await club.expectRefused(bob, 'get-plan', { plan_id: plan.id }, 404, 'Plan not found');
    await club.expectRefused(bob, 'subscribe', { plan_id: plan.id }, 409, 'Plan takes no new subscribers');
  });

  it('cannot have fewer seats than are taken', async () => {
    const plan = await club.plan(ann, { price: 0 });
    for (const who of await club.people(2)) await club.subscribed(who, plan);
    const input = { plan_id: plan.id, max_subscribers: 1 };
    await club.expectRefused(ann, 'update-plan', input, 409, 'Seats cannot be fewer than 2 taken');
  });

  it('is listed: the cheapest first of one seller, unlisted ones to their owner alone', async () => {
    const [dear, cheap] = [await club.plan(ann, { price: 20 }), await club.plan(ann, { price: 5, interval: 'year' })];
    const hidden = await club.plan(ann, { price: 1, listed: false });
    const ids = async (who: any, input: object) =>
      (await club.ask(who, 'list-plans', input)).plans.map(({ id }: any) => id);
    expect(await ids(bob, { owner_id: ann.id })).toEqual([cheap.id, dear.id]);
    expect(await ids(ann, { owner_id: ann.id })).toEqual([hidden.id, cheap.id, dear.id]);
    expect(await ids(bob, { owner_id: ann.id, interval: 'year' })).toEqual([cheap.id]);
    expect((await club.ask(bob, 'get-plan', { plan_id: hidden.id })).plan.id).toBe(hidden.id);
    await club.subscribed(bob, await club.plan(ann, { price: 0, name: 'Free' }));
    const own = (await club.ask(ann, 'list-plans', { owner_id: ann.id })).plans.find(
      ({ name }: any) => name === 'Free',
    );
    expect(own.counts).toEqual({ active: 1 });
  });

  it('shows what it costs, with a coupon and a trial', async () => {
    const plan = await club.plan(ann, { trial_days: 14, max_subscribers: 3 });
    const set = { plan_id: plan.id, code: 'spring', percent_off: 50, periods: 2 };
    const { coupon } = await club.ask(ann, 'set-coupon', set);
    expect(coupon).toMatchObject({ code: 'SPRING', percent_off: 50, periods: 2 });
    const shown = await club.ask(bob, 'get-plan', { plan_id: plan.id, coupon_code: 'Spring' });
    expect(shown.offer).toEqual({
      first_amount: 5,
      then_amount: 10,
      currency: 'usd',
      discount_periods: 2,
      trial_days: 14,
      seats_left: 3,
      coupon_error: null,
    });
    expect(shown).not.toHaveProperty('coupons');
    const wrong = await club.ask(bob, 'get-plan', { plan_id: plan.id, coupon_code: 'WINTER' });
    expect(wrong.offer).toMatchObject({ first_amount: 10, coupon_error: 'Coupon is not valid' });
    expect((await club.ask(ann, 'get-plan', { plan_id: plan.id })).coupons).toHaveLength(1);
    const both = { plan_id: plan.id, code: 'NEW', percent_off: 5, amount_off: 1 };
    await club.expectRefused(ann, 'set-coupon', both, 400, 'Give percent_off or amount_off');
  });
});
