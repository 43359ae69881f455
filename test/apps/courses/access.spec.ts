import { randomUUID } from 'node:crypto';
import { EndAccess } from '../../../src/apps/courses/jobs/end-access.job.js';
import { Nudge } from '../../../src/apps/courses/jobs/nudge.job.js';
import { OpenModules } from '../../../src/apps/courses/jobs/open-modules.job.js';
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
const open = (who: Account, lesson_id: string) => school.call(who, 'get-lesson', { lesson_id });
const seats = async ({ id }: { id: string }) =>
  (await school.rows('SELECT seats_taken FROM ext_courses.courses WHERE id = $1', id))[0].seats_taken;
const isEnrolled = async (who: Account, course: { id: string }) =>
  school.within((courses) => courses.isEnrolled(who.id, course.id));

describe('access', () => {
  const grant = (who: Account, course: { id: string }, source_id: string, source: 'bundle' | 'subscription') => ({
    user_id: who.id,
    course_id: course.id,
    source,
    source_id,
  });

  it('has reasons, of which each ends by itself', async () => {
    const course = await school.course(ann, { price: 20, max_students: 1 }, 1);
    const subscription = grant(bob, course, school.newId(), 'subscription');
    for (let at = 0; at < 2; at++) expect(await school.within((it) => it.grant(subscription))).toBe(true);
    expect(await school.within((it) => it.owns(bob.id, [course.id]))).toEqual(new Set());
    expect(await seats(course)).toBe(1);
    const { payment_id } = await school.buy(bob, course);
    expect(await seats(course)).toBe(1);
    expect(await school.within((it) => it.owns(bob.id, [course.id]))).toEqual(new Set([course.id]));
    expect(await school.within((it) => it.owners(course.id, [bob.id, ann.id]))).toEqual(new Set([bob.id]));
    expect(await school.within((it) => it.revoke(subscription))).toBe(true);
    expect(await school.within((it) => it.revoke(subscription))).toBe(false);
    expect(await isEnrolled(bob, course)).toBe(true);
    await school.within((it) => it.grant(subscription));
    await school.refund(payment_id, 2000);
    expect(await isEnrolled(bob, course)).toBe(true);
    await school.within((it) => it.revoke(subscription));
    expect([await isEnrolled(bob, course), await seats(course)]).toEqual([false, 0]);
    expect(await school.within((it) => it.grant({ ...subscription, course_id: unknown }))).toBe(false);
    expect(await school.within((it) => it.describe([course.id, unknown]))).toEqual([
      expect.objectContaining({
        id: course.id,
        owner_id: ann.id,
        price_minor: 2000,
        is_open: true,
        cover_file_id: null,
      }),
    ]);
  });

  it('ends with its days, after a word a week before; the seat is free again', async () => {
    const course = await school.course(ann, { max_students: 1, access_days: 30 }, 1);
    await school.enroll(bob, course);
    const move = (days: number) =>
      school.rows(
        `WITH e AS (UPDATE ext_courses.enrollments SET expires_at = now() + $2 * interval '1 day' WHERE course_id = $1
           RETURNING id, expires_at)
         UPDATE ext_courses.grants g SET expires_at = e.expires_at FROM e WHERE g.enrollment_id = e.id`,
        course.id,
        days,
      );
    const run = () => school.service.app.get(EndAccess, { strict: false }).run();
    await move(6);
    for (let at = 0; at < 2; at++) await run();
    expect(await school.notices(bob, 'access_ending')).toHaveLength(1);
    await move(-1);
    await school.expectRefused(bob, 'get-lesson', { lesson_id: course.lessons[0] }, 409, 'Your access has ended');
    const { enrollments } = await school.ask(bob, 'list-my-enrollments', { status: 'ended' });
    expect(enrollments).toMatchObject([{ course: { id: course.id }, status: 'ended' }]);
    for (let at = 0; at < 2; at++) await run();
    expect(await school.notices(bob, 'access_ended')).toHaveLength(1);
    expect(await seats(course)).toBe(0);
    await school.enroll(bob, course);
    expect([await isEnrolled(bob, course), await seats(course)]).toEqual([true, 1]);
  });

  it('is given by hand to whom the teacher wants, and taken', async () => {
    const course = await school.course(ann, { price: 20, max_students: 1 }, 1);
    const other = await school.person();
    const give = (more: object) =>
      school.ask(ann, 'grant-access', {
        course_id: course.id,
        user_ids: [bob.id, other.id, unknown],
        ...more,
      });
    const first = await give({ access_days: 10 });
    expect(first.enrollments.map(({ owner_id }: any) => owner_id)).toEqual([bob.id, other.id]);
    expect(first.skipped).toEqual([{ user_id: unknown, reason: 'User not found' }]);
    const longer = (await give({ access_days: 10 })).enrollments[0].expires_at;
    expect(Math.round((Date.parse(longer) - Date.now()) / 86_400_000)).toBe(20);
    await give({});
    expect((await give({})).skipped.map(({ reason }: any) => reason)).toEqual([
      'Already has access for good',
      'Already has access for good',
      'User not found',
    ]);
    expect(await seats(course)).toBe(2);
    const take = { course_id: course.id, user_id: bob.id, reason: 'Enough.', block: true };
    const { enrollment } = await school.ask(ann, 'revoke-access', take);
    expect(enrollment).toMatchObject({ status: 'ended', blocked: true });
    await school.expectRefused(ann, 'revoke-access', take, 409, 'Access has already ended');
    const stranger = { ...take, user_id: unknown };
    await school.expectRefused(ann, 'revoke-access', stranger, 404, 'Enrollment not found');
    expect((await school.notices(bob, 'access_ended'))[0].data).toMatchObject({ reason: 'Enough.' });
    await refused(bob, course, 'The teacher has closed this course to you');
    expect((await give({})).enrollments[0]).toMatchObject({ status: 'active', blocked: false });
  });

  it('by hand lets in again who has the course for good by something else', async () => {
    const course = await school.course(ann, {}, 1);
    const by = { course_id: course.id, user_id: bob.id };
    await school.enroll(bob, course);
    await school.ask(ann, 'revoke-access', { ...by, block: true });
    const bundle = grant(bob, course, school.newId(), 'bundle');
    await school.within((courses) => courses.grant(bundle));
    const { skipped } = await school.ask(ann, 'grant-access', { course_id: course.id, user_ids: [bob.id] });
    expect(skipped).toEqual([{ user_id: bob.id, reason: 'Already has access for good' }]);
    await school.within((courses) => courses.revoke(bundle));
    await school.enroll(bob, course);
  });

  it('is nothing that a teacher needs, who so is no student of his own and gives himself no stars', async () => {
    const course = await school.course(ann, {}, 1);
    const own = { course_id: course.id, user_ids: [ann.id] };
    const skipped = [{ user_id: ann.id, reason: 'Already has access for good' }];
    expect(await school.ask(ann, 'grant-access', own)).toEqual({ enrollments: [], skipped });
    expect(await seats(course)).toBe(0);
    const stars = { course_id: course.id, rating: 5 };
    await school.expectRefused(ann, 'review-course', stars, 404, 'Enrollment not found');
  });

  it('leaves its seat with the account, and an open checkout with its coupon too', async () => {
    const course = await school.course(ann, { price: 20, max_students: 2 }, 1);
    await school.ask(ann, 'set-coupon', { course_id: course.id, code: 'ONE', percent_off: 10, max_uses: 1 });
    await school.buy(bob, course);
    await school.complete(bob, course.lessons[0]);
    await school.ask(bob, 'review-course', { course_id: course.id, rating: 5 });
    const other = await school.person();
    const { payment_id, order_id } = await school.enroll(other, course, { ...PAGES, coupon_code: 'one' });
    expect(await seats(course)).toBe(2);
    for (const { client } of [bob, other])
      await client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
    expect(await seats(course)).toBe(0);
    await school.expectSound();
    await school.paid(payment_id);
    expect(await school.order(order_id)).toMatchObject({ status: 'needs_attention' });
  });
});
describe('a word', () => {
  it('comes of a new lesson and of a module that opens, once, to who wants it', async () => {
    const course = await school.course(ann, {}, 1);
    const quiet = await school.person();
    await school.ask(quiet, 'update-settings', { notify_new_content: false });
    for (const who of [bob, quiet]) await school.enroll(who, course);
    await school.lesson(ann, course.module_id, { title: 'Shade', notify_students: true });
    await school.jobs();
    expect((await school.notices(bob, 'lesson_added')).map(({ data }) => data.body)).toEqual([
      'New in Drawing basics: Shade',
    ]);
    const later = await school.module(ann, course.id, { title: 'Ink', available_after_days: 2 });
    await school.lesson(ann, later.id);
    const run = () => school.service.app.get(OpenModules, { strict: false }).run({});
    await run();
    expect(await school.notices(bob, 'module_opened')).toHaveLength(0);
    await school.rows(
      `UPDATE ext_courses.enrollments SET created_at = created_at - interval '50 hours' WHERE course_id = $1`,
      course.id,
    );
    await Promise.all([run(), run()]);
    expect((await school.notices(bob, 'module_opened')).map(({ data }) => data.module_id)).toEqual([later.id]);
    for (const type of ['courses.module_opened', 'courses.lesson_added'])
      expect(await school.notices(quiet, type)).toHaveLength(0);
  });

  it('comes to who has stayed away, once for each silence', async () => {
    const course = await school.course(ann, {}, 2);
    const never = await school.person();
    await school.ask(never, 'update-settings', { nudge_after_days: 0 });
    for (const who of [bob, never]) {
      await school.enroll(who, course);
      await open(who, course.lessons[0]).expect(200);
    }
    const away = (days: number) =>
      school.rows(
        `UPDATE ext_courses.enrollments SET last_activity_at = now() - $2 * interval '1 day',
           reminded_at = reminded_at - $2 * interval '1 day' WHERE course_id = $1`,
        course.id,
        days,
      );
    const run = () => school.service.app.get(Nudge, { strict: false }).run();
    const nudges = async (who: Account) => (await school.notices(who, 'nudge')).length;
    await away(6);
    await run();
    expect(await nudges(bob)).toBe(0);
    await away(8);
    await run();
    await run();
    expect([await nudges(bob), await nudges(never)]).toEqual([1, 0]);
    await open(bob, course.lessons[0]).expect(200);
    await away(9);
    await school.rows(
      `UPDATE ext_courses.enrollments SET reminded_at = now() - interval '20 days' WHERE course_id = $1`,
      course.id,
    );
    await run();
    expect(await nudges(bob)).toBe(2);
  });
});
