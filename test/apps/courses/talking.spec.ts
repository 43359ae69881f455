import { randomUUID } from 'node:crypto';
import { SendAnnouncementJob } from '../../../src/apps/courses/jobs/send-announcement.job.js';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { School } from './school.js';

let school: School;
let ann: Account;
let bob: Account;
let eve: Account;
let course: any;
beforeAll(async () => {
  school = await School.start();
  ann = await school.seller();
});
beforeEach(async () => {
  [bob, eve] = (await school.people(2)) as [Account, Account];
  course = await school.course(ann, { price: 20 }, 2);
  await school.buy(bob, course);
  await school.ask(ann, 'grant-access', { course_id: course.id, user_ids: [eve.id] });
});
afterEach(() => school.expectSound());
afterAll(() => school.stop());

const say = async (who: Account, body: string, more: object = {}) =>
  (await school.ask(who, 'post-comment', { lesson_id: course.lessons[0], body, ...more })).comment;
const threads = async (who: Account, input: object = { lesson_id: course.lessons[0] }) =>
  (await school.ask(who, 'list-comments', input)).comments;

describe('comments', () => {
  it('are questions with answers under them, of which those hear who wrote there', async () => {
    const before = (await school.notices(ann, 'comment')).length;
    const question = await say(bob, 'Which pencil?');
    const fresh = { by_teacher: false, answered: false, parent_id: null };
    expect(question).toMatchObject({ owner_id: bob.id, writer: { id: bob.id }, ...fresh });
    const reply = await say(eve, 'Any.', { parent_id: question.id });
    const answer = await say(ann, 'A soft one.', { parent_id: reply.id });
    expect(answer).toMatchObject({ by_teacher: true, parent_id: question.id });
    const [thread] = await threads(eve);
    expect(thread).toMatchObject({ id: question.id, answered: true });
    expect(thread.replies.map(({ id }: any) => id)).toEqual([reply.id, answer.id]);
    expect(await school.notices(ann, 'comment')).toHaveLength(before + 1);
    expect(await school.notices(bob, 'reply')).toHaveLength(2);
    expect(await school.notices(eve, 'reply')).toHaveLength(1);
    await school.ask(ann, 'update-settings', { notify_on_comment: false });
    const second = await say(eve, 'And which paper?');
    expect(await school.notices(ann, 'comment')).toHaveLength(before + 1);
    await school.ask(ann, 'update-settings', { notify_on_comment: true });
    const inbox = { course_id: course.id };
    expect((await threads(ann, inbox)).map(({ id }: any) => id)).toEqual([second.id, question.id]);
    expect((await threads(ann, { ...inbox, unanswered: true })).map(({ id }: any) => id)).toEqual([second.id]);
    await school.expectRefused(bob, 'list-comments', inbox, 404, 'Course not found');
    for (const input of [{}, { ...inbox, lesson_id: course.lessons[0] }])
      await school.call(ann, 'list-comments', input).expect(400);
    const page = await school.ask(ann, 'list-comments', { ...inbox, limit: 1 });
    const next = await school.ask(ann, 'list-comments', { ...inbox, limit: 1, cursor: page.next_cursor });
    expect([next.comments[0].id, next.next_cursor]).toEqual([question.id, null]);
  });

  it('are for those who may open the lesson', async () => {
    const stranger = await school.person();
    const input = { lesson_id: course.lessons[0], body: 'Hm?' };
    await school.ask(ann, 'update-lesson', { lesson_id: course.lessons[0], preview: true });
    const closed = 'Enroll in the course to open this lesson';
    await school.expectRefused(stranger, 'post-comment', input, 409, closed);
    await school.expectRefused(stranger, 'list-comments', { lesson_id: input.lesson_id }, 409, closed);
    const other = await school.call(bob, 'post-comment', { lesson_id: course.lessons[1], body: 'x' }).expect(200);
    for (const parent_id of [randomUUID(), other.body.comment.id])
      await school.expectRefused(bob, 'post-comment', { ...input, parent_id }, 404, 'Comment not found');
    await school.ask(ann, 'update-course', { course_id: course.id, comments_enabled: false });
    await school.expectRefused(bob, 'post-comment', input, 409, 'Comments are closed');
  });

  it('are deleted by their writer or the teacher, and leave a mark where others have replied', async () => {
    const question = await say(bob, 'Which pencil?');
    const reply = await say(eve, 'Any.', { parent_id: question.id });
    const remove = (who: Account, comment_id: string) => school.call(who, 'delete-comment', { comment_id });
    await remove(eve, question.id).expect(403, { error: 'Forbidden' });
    await remove(bob, question.id).expect(200, { message: 'Comment deleted' });
    await remove(bob, question.id).expect(404, { error: 'Comment not found' });
    const gone = { owner_id: null, writer: null, body: '', deleted_at: expect.any(String) };
    expect((await threads(eve))[0]).toMatchObject({ id: question.id, ...gone });
    await school.expectRefused(
      eve,
      'post-comment',
      { lesson_id: course.lessons[0], body: 'x', parent_id: question.id },
      404,
      'Comment not found',
    );
    await remove(ann, reply.id).expect(200);
    expect((await threads(eve))[0].replies).toEqual([]);
    const race = await say(bob, 'And now?');
    const answers = await atOnce(10, (at) =>
      at % 2
        ? remove(bob, race.id)
        : school.call(eve, 'post-comment', { lesson_id: course.lessons[0], body: 'x', parent_id: race.id }),
    );
    expect(Object.keys(tally(answers)).every((status) => ['200', '404'].includes(status))).toBe(true);
  });
});

describe('reviews', () => {
  it('are one of each student who has completed something, and counted exactly', async () => {
    const review = (who: Account, rating: number, more: object = {}) =>
      school.call(who, 'review-course', { course_id: course.id, rating, ...more });
    const stranger = await school.person();
    await review(stranger, 5).expect(404, { error: 'Enrollment not found' });
    await review(bob, 5).expect(409, { error: 'Complete a lesson before you review' });
    for (const who of [bob, eve]) await school.complete(who, course.lessons[0]);
    await review(bob, 6).expect(400);
    const before = (await school.notices(ann, 'reviewed')).length;
    const first = (await review(bob, 5, { body: 'Good.' }).expect(200)).body.review;
    expect((await review(bob, 5, { body: 'Good.' }).expect(200)).body.review.updated_at).toBe(first.updated_at);
    expect(await school.notices(ann, 'reviewed')).toHaveLength(before + 1);
    expect((await review(bob, 4).expect(200)).body.review).toMatchObject({
      id: first.id,
      rating: 4,
      body: '',
    });
    expect(tally(await atOnce(20, (at) => review(eve, (at % 5) + 1)))).toEqual({ 200: 20 });
    await school.expectSound();
    await review(eve, 2).expect(200);
    const list = (more: object = {}) => school.ask(school.nobody(), 'list-reviews', { course_id: course.id, ...more });
    expect(await list()).toMatchObject({
      reviews: [
        { rating: 2, reviewer: { id: eve.id } },
        { rating: 4, reviewer: { id: bob.id } },
      ],
      summary: { average: 3, count: 2, by_rating: { 1: 0, 2: 1, 3: 0, 4: 1, 5: 0 } },
      next_cursor: null,
    });
    expect((await list({ rating: 4 })).reviews).toHaveLength(1);
    expect((await school.ask(bob, 'get-course', { course_id: course.id })).course.rating).toEqual({
      average: 3,
      count: 2,
    });
  });
});

describe('announcements', () => {
  it('are sent to those whom they are for, three times a day', async () => {
    const send = (more: object = {}) =>
      school.call(ann, 'send-announcement', {
        course_id: course.id,
        title: 'News',
        body: 'Bring ink.',
        ...more,
      });
    await send({ audience: 'completed' }).expect(409, { error: 'Nobody to send to' });
    await school.complete(bob, course.lessons[0]);
    const { announcement } = (await send({ audience: 'in_progress' }).expect(200)).body;
    expect(announcement).toMatchObject({ recipients: 1, sent_at: null });
    await send({ audience: 'not_started', title: 'Begin' }).expect(200);
    await send({ title: 'All' }).expect(200);
    await send().expect(409, { error: 'At most 3 announcements a day' });
    await school.jobs();
    const job = school.service.app.get(SendAnnouncementJob, { strict: false });
    await job.run({ announcement_id: announcement.id });
    const titles = async (who: Account) =>
      (await school.notices(who, 'announcement')).map(({ data }) => data.title).sort();
    expect([await titles(bob), await titles(eve)]).toEqual([
      ['All', 'News'],
      ['All', 'Begin'],
    ]);
    const [{ sent_at }] = await school.rows(
      'SELECT sent_at FROM ext_courses.announcements WHERE id = $1',
      announcement.id,
    );
    expect(sent_at).toBeInstanceOf(Date);
  });
});

describe('a teacher', () => {
  it('sees his students, those who have stopped too', async () => {
    await bob.client.patch('/v1/users/me', { username: `bob_${Date.now()}` }).expect(200);
    await school.complete(bob, course.lessons[0]);
    await school.rows(
      `UPDATE ext_courses.enrollments SET last_activity_at = now() - interval '10 days' WHERE owner_id = $1`,
      bob.id,
    );
    const students = async (more: object = {}) =>
      (await school.ask(ann, 'list-students', { course_id: course.id, ...more })).students;
    const ids = async (more: object) => (await students(more)).map(({ user }: any) => user.id);
    expect(await students()).toMatchObject([
      { user: { id: eve.id }, sources: ['teacher'], paid: 0, progress_percent: 0, last_lesson: null },
      {
        user: { id: bob.id },
        sources: ['purchase'],
        paid: 20,
        progress_percent: 50,
        last_lesson: 'Lesson 1',
      },
    ]);
    for (const filter of [
      { inactive_days: 7 },
      { min_progress: 50 },
      { query: 'bob_' },
      { sort: 'progress', limit: 1 },
    ])
      expect(await ids(filter)).toEqual([bob.id]);
    for (const filter of [{ max_progress: 49 }, { sort: 'last_activity', limit: 1 }])
      expect(await ids(filter)).toEqual([eve.id]);
    expect(await ids({ completed: true })).toEqual([]);
    expect(await ids({ status: 'active', completed: false, query: 'nob' })).toEqual([]);
    expect(await ids({ query: 'bob%' })).toEqual([]);
    await school.ask(ann, 'revoke-access', { course_id: course.id, user_id: eve.id });
    expect(await ids({ status: 'ended' })).toEqual([eve.id]);
    const page = await school.ask(ann, 'list-students', { course_id: course.id, sort: 'progress', limit: 1 });
    const rest = { course_id: course.id, sort: 'progress', limit: 1, cursor: page.next_cursor };
    expect((await school.ask(ann, 'list-students', rest)).students[0].user.id).toBe(eve.id);
    await school.expectRefused(bob, 'list-students', { course_id: course.id }, 403, 'Forbidden');
  });

  it('has figures of his courses', async () => {
    const own = await school.seller();
    course = await school.course(own, { price: 30 }, 1);
    await school.ask(own, 'set-coupon', { course_id: course.id, code: 'TEN', percent_off: 10 });
    const { payment_id } = await school.buy(bob, course, { coupon_code: 'ten' });
    await school.enroll(await school.person(), course, {
      success_url: 'http://a.example',
      cancel_url: 'http://a.example',
    });
    await school.ask(own, 'grant-access', { course_id: course.id, user_ids: [eve.id] });
    await school.complete(bob, course.lessons[0]);
    await school.ask(bob, 'review-course', { course_id: course.id, rating: 4 });
    await say(bob, 'Why?');
    await school.refund(payment_id, 700);
    const { client } = eve;
    await school.ask({ client }, 'get-lesson', { lesson_id: course.lessons[0] });
    await school.rows(
      `UPDATE ext_courses.enrollments SET last_activity_at = now() - interval '20 days' WHERE owner_id = $1`,
      eve.id,
    );
    expect((await school.ask(own, 'stats')).stats).toEqual({
      courses_published: 1,
      enrollments: 2,
      enrollments_by_source: { purchase: 1, teacher: 1 },
      students_active: 2,
      completions: 1,
      completion_rate: 0.5,
      average_progress: 50,
      revenue: { usd: 27 },
      discounts: { usd: 3 },
      refunds: { usd: 7 },
      checkout_conversion: 0.5,
      average_rating: 4,
      unanswered_questions: 1,
      drop_off: [{ course_id: course.id, lesson_id: course.lessons[0], title: 'Lesson 1', students: 1 }],
      top_courses: [{ id: course.id, title: 'Drawing basics', revenue: 20, currency: 'usd', sales: 1 }],
    });
    const past = (await school.ask(own, 'stats', { from: '2020-01-01', to: '2020-01-31' })).stats;
    expect(past).toMatchObject({
      enrollments: 0,
      completion_rate: null,
      revenue: {},
      checkout_conversion: null,
    });
  });

  it('takes with him what he made, and a learner what he did', async () => {
    await school.complete(bob, course.lessons[0]);
    const own = (await school.ask(bob, 'export')).export;
    const counts = Object.fromEntries(Object.entries(own).map(([table, rows]) => [table, (rows as object[]).length]));
    expect(counts).toMatchObject({
      courses: 0,
      lessons: 0,
      orders: 1,
      enrollments: 1,
      grants: 1,
      lesson_progress: 1,
    });
    const his = (await school.ask(ann, 'export')).export;
    expect(his.lesson_progress).toEqual([]);
    expect(his.enrollments.map((row: any) => row.owner_id)).toEqual(expect.arrayContaining([bob.id, eve.id]));
    expect(his.orders.every((row: any) => row.seller_id === ann.id)).toBe(true);
    expect('search' in his.courses[0]).toBe(false);
  });

  it('has twenty-nine actions of the app, and seven of the platform', async () => {
    const { body } = await ann.client.get('/v1/apps/available').expect(200);
    const app = body.apps.find(({ slug }: { slug: string }) => slug === 'courses');
    const kinds = app.actions.map(({ kind }: { kind: string }) => kind);
    expect([kinds.filter((kind: string) => kind === 'own').length, kinds.length]).toEqual([29, 36]);
    expect(app).toMatchObject({ schema: 'ext_courses', uses: ['payments', 'notifications'] });
  });
});
