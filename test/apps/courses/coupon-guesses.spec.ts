import type { Account } from '../../support/service.js';
import { atOnce, tally } from '../../account/at-once.js';
import { PAGES } from '../selling-app.js';
import { School } from './school.js';

let school: School;
let course: { id: string };
beforeAll(async () => {
  school = await School.start();
  const teacher = await school.seller();
  course = await school.course(teacher, { price: 40 });
  await school.ask(teacher, 'set-coupon', { course_id: course.id, code: 'EARLY', percent_off: 50 });
});
afterAll(() => school.stop());

const show = (who: Pick<Account, 'client'>, coupon_code?: string) =>
  school.call(who, 'get-course', { course_id: course.id, ...(coupon_code && { coupon_code }) });
const enroll = (who: Pick<Account, 'client'>, coupon_code?: string) =>
  school.call(who, 'enroll', { course_id: course.id, ...PAGES, ...(coupon_code && { coupon_code }) });

const TOO_MANY = { error: 'Too many requests' };

describe('guesses at coupon codes of courses', () => {
  it('are over after twenty misses of a caller, in both places that take a code', async () => {
    const [bob, eve] = await school.people(2);
    expect(tally(await atOnce(15, (index) => show(bob as Account, `guess-${index}`)))).toEqual({ 200: 15 });
    for (let guess = 0; guess < 5; guess++)
      await enroll(bob as Account, `more-${guess}`).expect(409, { error: 'Coupon is not valid' });
    const refused = await enroll(bob as Account, 'EARLY').expect(429, TOO_MANY);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    await show(bob as Account, 'EARLY').expect(429, TOO_MANY);
    await show(bob as Account).expect(200);
    expect((await enroll(bob as Account).expect(200)).body.amount).toBe(40);
    expect((await enroll(eve as Account, 'early').expect(200)).body.amount).toBe(20);
  });

  it('are counted by network where nobody is signed in', async () => {
    const nobody = school.nobody();
    expect(tally(await atOnce(30, (index) => show(nobody, `guess-${index}`)))).toEqual({ 200: 20, 429: 10 });
    await show(nobody).expect(200);
  });
});
