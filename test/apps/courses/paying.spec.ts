import { randomUUID } from 'node:crypto';
import { ExpireOrders } from '../../../src/apps/courses/jobs/expire-orders.job.js';
import { atOnce, tally } from '../../account/at-once.js';
import { completed } from '../../payments/webhook.js';
import type { Account } from '../../support/service.js';
import { PAGES } from '../selling-app.js';
import { School } from './school.js';

let school: School;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  school = await School.start();
  ann = await school.seller();
});
beforeEach(async () => {
  bob = await school.person();
});
afterEach(() => school.expectSound());
afterAll(() => school.stop());

const unknown = randomUUID();
const seats = async ({ id }: { id: string }) =>
  (await school.rows('SELECT seats_taken FROM ext_courses.courses WHERE id = $1', id))[0].seats_taken;
const expireAll = async () => {
  await school.rows(`UPDATE ext_courses.orders SET expires_at = now() - interval '1 minute' WHERE status = 'pending'`);
  for (let at = 0; at < 2; at++) await school.service.app.get(ExpireOrders, { strict: false }).run();
};
const isEnrolled = async (who: Account, course: { id: string }) =>
  school.within((courses) => courses.isEnrolled(who.id, course.id));

describe('a payment', () => {
  it('gives the course once, and both sides are told', async () => {
    const course = await school.course(ann, { price: 45, max_students: 1, access_days: 30 }, 1);
    const recorded: any[] = [];
    school.beside('affiliates', {
      resolve: ({ referral }: any) => Promise.resolve(referral === 'friend' ? unknown : null),
      recordSale: (sale: any) => Promise.resolve(void recorded.push(sale)),
      reverseSale: (sale: any) => Promise.resolve(void recorded.push(sale)),
    });
    const before = (await school.notices(ann, 'sold')).length;
    const order = await school.enroll(bob, course, { ...PAGES, referral: 'friend' });
    const paid = completed(await school.payment(order.payment_id));
    expect(tally(await atOnce(10, () => school.webhook.send(paid)))).toEqual({ 200: 10 });
    const admin = await school.service.admin();
    const { payment_id } = order;
    expect(await school.ask(admin, 'payment-succeeded', { payment_id })).toEqual({ fulfilled: true });
    expect(await school.order(order.order_id)).toMatchObject({ status: 'paid', affiliate_id: unknown });
    expect(await seats(course)).toBe(1);
    expect(recorded).toEqual([
      expect.objectContaining({ affiliate_id: unknown, payment_id, amount_minor: 4500, item_id: course.id }),
    ]);
    expect((await school.notices(bob)).map(({ type }) => type)).toEqual(['courses.enrolled']);
    expect((await school.notices(ann, 'sold')).length).toBe(before + 1);
    const { enrollments } = await school.ask(bob, 'list-my-enrollments', { status: 'active' });
    expect(enrollments).toMatchObject([
      { course: { id: course.id }, source: 'purchase', expires_at: expect.any(String) },
    ]);

    await school.refund(payment_id, 1500);
    expect(await school.order(order.order_id)).toMatchObject({ status: 'paid', refunded_minor: 1500 });
    expect(await isEnrolled(bob, course)).toBe(true);
    await school.refund(payment_id, 4500);
    await school.ask(admin, 'payment-refunded', { payment_id });
    expect(await school.order(order.order_id)).toMatchObject({ status: 'refunded', refunded_minor: 4500 });
    expect(await isEnrolled(bob, course)).toBe(false);
    expect(await seats(course)).toBe(0);
    expect(recorded.slice(1)).toEqual([
      { payment_id, refunded_minor: 1500 },
      { payment_id, refunded_minor: 4500 },
    ]);
    expect((await school.notices(bob, 'access_ended')).length).toBe(1);
    school.beside('affiliates', {});
  });

  it('that comes late, or for what is archived and full, is honoured', async () => {
    const course = await school.course(ann, { price: 20, max_students: 1 }, 1);
    const coupon = { course_id: course.id, code: 'LATE' };
    await school.ask(ann, 'set-coupon', { ...coupon, percent_off: 10 });
    const order = await school.enroll(bob, course, { ...PAGES, coupon_code: 'late' });
    await expireAll();
    expect((await school.ask(ann, 'set-coupon', coupon)).coupon.used_count).toBe(0);
    const other = await school.person();
    await school.buy(other, course);
    await school.ask(ann, 'archive-course', { course_id: course.id });
    await school.paid(order.payment_id);
    expect(await school.order(order.order_id)).toMatchObject({ status: 'paid' });
    expect([await isEnrolled(bob, course), await seats(course)]).toEqual([true, 2]);
    expect((await school.ask(ann, 'set-coupon', coupon)).coupon.used_count).toBe(1);
  });

  it('that comes twice for one course waits for a refund, of which both are told', async () => {
    const course = await school.course(ann, { price: 20 }, 1);
    const first = await school.enroll(bob, course, PAGES);
    await expireAll();
    const second = await school.enroll(bob, course, PAGES);
    for (const { payment_id } of [second, first]) await school.paid(payment_id);
    expect(await school.order(first.order_id)).toMatchObject({ status: 'needs_attention' });
    expect(await school.order(second.order_id)).toMatchObject({ status: 'paid' });
    for (const who of [ann, bob]) {
      const told = await school.notices(who, 'refund_needed');
      expect(told.some(({ data }) => data.order_id === first.order_id)).toBe(true);
    }
    await school.refund(first.payment_id, 2000);
    expect(await school.order(first.order_id)).toMatchObject({ status: 'refunded' });
    expect(await isEnrolled(bob, course)).toBe(true);
  });

  it('for something that somebody made up unlocks nothing', async () => {
    const course = await school.course(ann, { price: 20 }, 1);
    const order = await school.enroll(bob, course, PAGES);
    const forged = { app_slug: 'courses', reference_type: 'order', reference_id: order.order_id, amount: 1 };
    const link = await school.shop.askToBuy(bob, ann, forged);
    const { id: payment_id } = await school.shop.paymentOf(link);
    await school.paid(payment_id);
    expect(await school.order(order.order_id)).toMatchObject({ status: 'pending' });
    expect(await isEnrolled(bob, course)).toBe(false);
    const admin = await school.service.admin();
    expect(await school.ask(admin, 'payment-succeeded', { payment_id })).toEqual({ fulfilled: false });
    expect(await school.payment(payment_id)).toMatchObject({ fulfilled_at: null, flag: 'unknown_order' });
  });

  it('is handed over by hand when it is confirmed, and to its own app alone', async () => {
    const course = await school.course(ann, { price: 20 }, 1);
    const { payment_id } = await school.enroll(bob, course, PAGES);
    const admin = await school.service.admin();
    const handOver = (action: string, id: string, status: number, error: string) =>
      school.expectRefused(admin, action, { payment_id: id }, status, error);
    await handOver('payment-succeeded', payment_id, 409, 'Payment not confirmed');
    await handOver('payment-refunded', payment_id, 409, 'Payment not refunded');
    const link = await school.shop.askToBuy(bob, ann, { app_slug: 'products' });
    const { id: another } = await school.shop.paymentOf(link);
    await school.paid(another);
    await handOver('payment-succeeded', another, 404, 'Payment not found');
    await handOver('payment-refunded', another, 404, 'Payment not found');
    await handOver('payment-succeeded', unknown, 404, 'Payment not found');
    expect(await school.payment(another)).toMatchObject({ fulfilled_at: null, flag: 'unknown_order' });
  });

  it('keeps the currency of what was sold', async () => {
    const course = await school.course(ann, { price: 20 }, 1);
    await school.buy(bob, course);
    const change = { course_id: course.id, currency: 'eur' };
    await school.expectRefused(ann, 'update-course', change, 409, 'Currency is fixed after the first sale');
    await school.ask(ann, 'update-course', { course_id: course.id, price: 25, currency: 'usd' });
    const few = { course_id: course.id, max_students: 1 };
    await school.buy(await school.person(), course);
    await school.expectRefused(ann, 'update-course', few, 409, 'Seats cannot be fewer than 2 taken');
    expect(await seats(course)).toBe(2);
  });
});
