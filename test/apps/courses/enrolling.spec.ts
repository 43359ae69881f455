import { randomUUID } from 'node:crypto';
import { ExpireOrders } from '../../../src/apps/courses/jobs/expire-orders.job.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
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
const refused = (who: Account, course: { id: string }, error: string, more: object = {}) =>
  school.expectRefused(who, 'enroll', { course_id: course.id, ...PAGES, ...more }, 409, error);
const seats = async ({ id }: { id: string }) =>
  (await school.rows('SELECT seats_taken FROM ext_courses.courses WHERE id = $1', id))[0].seats_taken;
const expireAll = async () => {
  await school.rows(`UPDATE ext_courses.orders SET expires_at = now() - interval '1 minute' WHERE status = 'pending'`);
  for (let at = 0; at < 2; at++) await school.service.app.get(ExpireOrders, { strict: false }).run();
};

describe('enrolling', () => {
  it('is refused in the order of the contract', async () => {
    const [needed, full] = [await school.course(ann, {}, 1), await school.course(ann, { max_students: 1 }, 1)];
    const course = await school.course(ann, {
      price: 50,
      max_students: 1,
      prerequisite_course_ids: [needed.id],
      enrollment_opens_at: '2999-01-01T00:00:00Z',
    });
    const change = (more: object) => school.ask(ann, 'update-course', { course_id: course.id, ...more });
    await school.expectRefused(bob, 'enroll', { course_id: unknown }, 404, 'Course not found');
    await refused(ann, course, 'You teach this course');
    await refused(bob, course, 'Enrollment opens on 2999-01-01', { coupon_code: 'NONE' });
    await change({ enrollment_opens_at: null, enrollment_closes_at: '2020-01-01T00:00:00Z' });
    await refused(bob, course, 'Enrollment is closed');
    await change({ enrollment_closes_at: null });
    await refused(bob, course, 'Complete Drawing basics first');
    await school.enroll(bob, needed);
    await refused(bob, needed, 'Already enrolled');
    await school.complete(bob, needed.lessons[0]);
    await refused(bob, course, 'Coupon is not valid', { coupon_code: 'NONE' });
    const other = await school.person();
    await school.ask(ann, 'grant-access', { course_id: course.id, user_ids: [other.id] });
    await refused(bob, course, 'Course is full');
    await change({ max_students: 2 });
    await school.expectRefused(bob, 'enroll', { course_id: course.id }, 400, 'success_url and cancel_url are required');
    await school.call(bob, 'enroll', { course_id: course.id, ...PAGES, success_url: 'ftp://x' }).expect(400);
    expect(await seats(course)).toBe(1);
    await school.ask(ann, 'revoke-access', { course_id: course.id, user_id: other.id, block: true });
    await refused(other, course, 'The teacher has closed this course to you');
    await school.ask(ann, 'publish-course', { course_id: full.id, published: false });
    await school.expectRefused(bob, 'enroll', { course_id: full.id }, 404, 'Course not found');
  });

  it('costs nothing where nothing is asked, once for everybody, and up to the last seat', async () => {
    const course = await school.course(ann, { max_students: 3, access_days: 10 }, 1);
    const { enrollment } = await school.enroll(bob, course);
    expect(enrollment).toMatchObject({
      owner_id: bob.id,
      course_id: course.id,
      status: 'active',
      progress_percent: 0,
    });
    const days = (Date.parse(enrollment.expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(10);
    const people = await school.people(8);
    const answers = await atOnce(24, (at) =>
      school.call(people[at % 8] as Account, 'enroll', { course_id: course.id }),
    );
    expect(tally(answers)).toEqual({ 200: 2, 409: 22 });
    expect(await seats(course)).toBe(3);
    expect((await school.ask(bob, 'get-course', { course_id: course.id })).offer).toMatchObject({
      seats_left: 0,
      open: false,
    });
    expect((await school.notices(bob)).map(({ type }) => type)).toEqual(['courses.enrolled']);
  });

  it('needs a teacher who can be paid, and leaves nothing where he cannot', async () => {
    const eve = await school.person();
    const course = await school.course(eve, { price: 20, max_students: 1 }, 1);
    const input = { course_id: course.id, ...PAGES };
    await school.expectRefused(bob, 'enroll', input, 400, 'Seller does not have a connected processor account');
    expect(await seats(course)).toBe(0);
  });
});

describe('a checkout', () => {
  it('keeps a seat and a coupon for half an hour, and is the same when it is asked for again', async () => {
    const course = await school.course(ann, { price: 50, max_students: 1 }, 1);
    const coupon = { course_id: course.id, code: 'early', percent_off: 10, max_uses: 1 };
    expect((await school.ask(ann, 'set-coupon', coupon)).coupon).toMatchObject({
      code: 'EARLY',
      percent_off: 10,
      amount_off: null,
      used_count: 0,
    });
    const order = await school.enroll(bob, course, { ...PAGES, coupon_code: 'EARLY' });
    expect(order).toEqual({
      checkout_url: expect.stringContaining('http'),
      payment_id: expect.any(String),
      order_id: expect.any(String),
      amount: 45,
      currency: 'usd',
      expires_at: expect.any(String),
    });
    expect(Math.round((Date.parse(order.expires_at) - Date.now()) / 60_000)).toBe(30);
    expect(await school.enroll(bob, course, { ...PAGES, coupon_code: 'Early' })).toEqual(order);
    const other = await school.person();
    await refused(other, course, 'Coupon is not valid', { coupon_code: 'early' });
    await refused(other, course, 'Course is full');
    const dearer = await school.enroll(bob, course, PAGES);
    expect(dearer).toMatchObject({ amount: 50 });
    expect(await school.order(order.order_id)).toMatchObject({ status: 'expired' });
    await school.expectSound();
    await expireAll();
    expect([await seats(course), (await school.order(dearer.order_id)).status]).toEqual([0, 'expired']);
    await school.enroll(other, course, { ...PAGES, coupon_code: 'early' });
  });

  it('is one for one person, however often he asks at once', async () => {
    const course = await school.course(ann, { price: 30, max_students: 5 }, 1);
    const answers = await atOnce(10, () => school.call(bob, 'enroll', { course_id: course.id, ...PAGES }));
    expect(tally(answers)).toEqual({ 200: 10 });
    expect(new Set(answers.map(({ body }) => body.order_id)).size).toBe(1);
    expect(await seats(course)).toBe(1);
  });

  it('sells the last seats and the last uses of a coupon once, fifty at once', async () => {
    const course = await school.course(ann, { price: 30, max_students: 7 }, 1);
    await school.ask(ann, 'set-coupon', { course_id: course.id, code: 'FEW', amount_off: 10, max_uses: 3 });
    const people = await school.people(25);
    const answers = await atOnce(50, (at) =>
      school.call(people[at % 25] as Account, 'enroll', {
        course_id: course.id,
        ...PAGES,
        ...(at % 25 < 10 && { coupon_code: 'few' }),
      }),
    );
    const orders = new Set(answers.flatMap(({ body }) => body.order_id ?? []));
    expect(orders.size).toBe(7);
    expect(await seats(course)).toBe(7);
    const reasons = refusals(answers).map((told: any) => told.error as string);
    expect(reasons.filter((reason) => !['Course is full', 'Coupon is not valid'].includes(reason))).toEqual([]);
    const taken = `SELECT FROM ext_courses.orders WHERE course_id = $1 AND coupon_id IS NOT NULL`;
    expect((await school.rows(taken, course.id)).length).toBeLessThanOrEqual(3);
  });

  it('gives everything back where the processor is away, and goes on when it is back', async () => {
    const course = await school.course(ann, { price: 30, max_students: 1 }, 1);
    const keyed = { ...bob, client: bob.client.with({ 'idempotency-key': randomUUID() }) };
    await school.shop.processor.outage({ calls: 100, status: 402, path: '/v1/checkout' });
    const { status } = await school.call(keyed, 'enroll', { course_id: course.id, ...PAGES });
    await school.shop.processor.outage({ calls: 0 });
    expect(status).toBe(502);
    expect(await seats(course)).toBe(0);
    expect((await school.enroll(keyed, course, PAGES)).amount).toBe(30);
    expect(await seats(course)).toBe(1);
  });

  it('is not needed where a coupon leaves nothing, or too little, to pay', async () => {
    const course = await school.course(ann, { price: 20 }, 1);
    const coupon = (more: object) => school.call(ann, 'set-coupon', { course_id: course.id, code: 'GIFT', ...more });
    const give = { error: 'Give percent_off or amount_off' };
    await coupon({}).expect(400, give);
    await coupon({ percent_off: 5, amount_off: 5 }).expect(400, give);
    await coupon({ amount_off: 19.6 }).expect(200);
    const { offer } = await school.ask(bob, 'get-course', { course_id: course.id, coupon_code: 'gift' });
    expect(offer).toMatchObject({ price: 20, discount: 20, total: 0, coupon_error: null, open: true });
    expect((await school.enroll(bob, course, { coupon_code: 'gift' })).enrollment.status).toBe('active');
    const { coupons } = await school.ask(ann, 'get-course', { course_id: course.id });
    expect(coupons).toMatchObject([{ code: 'GIFT', used_count: 1, amount_off: 19.6 }]);
    await coupon({ percent_off: 12.5, active: false, max_uses: null }).expect(200);
    const wrong = await school.ask(bob, 'get-course', { course_id: course.id, coupon_code: 'gift' });
    expect(wrong.offer).toMatchObject({ total: 20, coupon_error: 'Coupon is not valid' });
    await school.rows(
      `INSERT INTO ext_courses.coupons (course_id, code, percent_bp) SELECT $1, 'C' || n, 5 FROM generate_series(1, 99) n`,
      course.id,
    );
    const more = { course_id: course.id, code: 'NEW', percent_off: 5 };
    await school.expectRefused(ann, 'set-coupon', more, 409, 'Coupon limit reached');
  });
});

it('a seat whose half hour is over is free for everybody at once, and is kept unpaid three times in a day', async () => {
  const course = await school.course(ann, { price: 20, max_students: 1 });
  const runOut = (order_id: string) =>
    school.rows(`UPDATE ext_courses.orders SET expires_at = now() - interval '1 second' WHERE id = $1`, order_id);
  const seatsLeft = async () =>
    (await school.ask(school.nobody(), 'get-course', { course_id: course.id })).offer.seats_left;
  const eve = await school.person();
  for (let at = 0; at < 3; at++) {
    const { order_id } = await school.enroll(bob, course, PAGES);
    await school.expectRefused(eve, 'enroll', { course_id: course.id, ...PAGES }, 409, 'Course is full');
    expect(await seatsLeft()).toBe(0);
    await runOut(order_id);
    if (at === 1) expect(await seatsLeft()).toBe(1);
  }
  const tooMany = { error: 'Too many unpaid orders, try again tomorrow' };
  const answers = await atOnce(20, () =>
    school.call(bob, 'enroll', { course_id: course.id, ...PAGES }).expect(409, tooMany),
  );
  expect(answers).toHaveLength(20);
  await school.enroll(eve, course, PAGES);
});
