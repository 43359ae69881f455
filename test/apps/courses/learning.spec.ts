import { randomUUID } from 'node:crypto';
import { RecountProgress } from '../../../src/apps/courses/jobs/recount-progress.job.js';
import { atOnce, tally } from '../../account/at-once.js';
import { lockedOut } from '../../social/people.js';
import type { Account } from '../../support/service.js';
import { School } from './school.js';

let school: School;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  school = await School.start();
  ann = await school.person();
});
beforeEach(async () => {
  bob = await school.person();
});
afterEach(() => school.expectSound());
afterAll(() => school.stop());

const open = (who: Pick<Account, 'client'>, lesson_id: string) => school.call(who, 'get-lesson', { lesson_id });
const locked = (who: Pick<Account, 'client'>, id: string, error: string, status = 409) =>
  open(who, id).expect(status, { error });
const progress = async (who: Account, course: { id: string }, more: object = {}) =>
  (await school.ask(who, 'get-progress', { course_id: course.id, ...more })).progress;
const enrollment = async (who: Account, course: { id: string }) =>
  (await school.ask(who, 'get-course', { course_id: course.id })).enrollment;
const update = (who: Account, lesson_id: string, more: object) =>
  school.call(who, 'update-progress', { lesson_id, ...more });
const day = (at: number) => new Date(Date.now() + at * 86_400_000).toISOString();

describe('a lesson', () => {
  it('is open to who is enrolled and to the teacher, and to all where it is a preview', async () => {
    const course = await school.course(ann);
    const [first, second] = course.lessons;
    await school.ask(ann, 'update-lesson', { lesson_id: first, preview: true });
    const enroll = 'Enroll in the course to open this lesson';
    for (const who of [school.nobody(), bob]) {
      await open(who, first).expect(200);
      await locked(who, second, enroll);
    }
    await locked(bob, randomUUID(), 'Lesson not found', 404);
    await school.enroll(bob, course);
    expect((await open(bob, second).expect(200)).body).toMatchObject({
      lesson: { id: second, body: 'Draw one.', file: null, attachments: [], unavailable: false },
      progress: { lesson_id: second, position_seconds: 0, completed_at: null },
      previous_lesson_id: first,
      next_lesson_id: null,
    });
    expect(await enrollment(bob, course)).toMatchObject({
      last_lesson_id: second,
      last_activity_at: expect.any(String),
    });
    await school.ask(ann, 'update-lesson', { lesson_id: second, published: false });
    await locked(bob, second, 'Lesson not found', 404);
    expect((await open(ann, second).expect(200)).body.progress).toBeNull();
    await school.ask(ann, 'publish-course', { course_id: course.id, published: false });
    await locked(school.nobody(), first, enroll);
    await open(bob, first).expect(200);
  });

  it('opens with the day of its module', async () => {
    const course = await school.course(ann, {}, 1);
    const release = (more: object) => school.ask(ann, 'update-module', { module_id: course.module_id, ...more });
    await school.enroll(bob, course);
    await release({ available_at: '2999-03-08T00:00:00Z' });
    await locked(bob, course.lessons[0], 'Lesson opens on 2999-03-08');
    await update(bob, course.lessons[0], { completed: true }).expect(409, {
      error: 'Lesson opens on 2999-03-08',
    });
    await release({ available_after_days: 3 });
    await locked(bob, course.lessons[0], `Lesson opens on ${day(3).slice(0, 10)}`);
    expect((await progress(bob, course)).modules[0].lessons[0]).toMatchObject({
      locked: true,
      opens_at: expect.any(String),
      reason: `Lesson opens on ${day(3).slice(0, 10)}`,
    });
    await open(ann, course.lessons[0]).expect(200);
    await school.rows(
      `UPDATE ext_courses.enrollments SET created_at = created_at - interval '3 days' WHERE course_id = $1`,
      course.id,
    );
    await school.complete(bob, course.lessons[0]);
    await release({ available_at: '2999-03-08T00:00:00Z' });
    await open(bob, course.lessons[0]).expect(200);
  });

  it('waits for those before it where the course is sequential', async () => {
    const course = await school.course(ann, { sequential: true }, 3);
    const [one, two, three] = course.lessons;
    await school.ask(ann, 'update-lesson', { lesson_id: two, required: false });
    await school.enroll(bob, course);
    for (const id of [two, three]) await locked(bob, id, 'Complete Lesson 1 first');
    expect((await progress(bob, course)).modules[0].lessons.map((lesson: any) => lesson.locked)).toEqual([
      false,
      true,
      true,
    ]);
    await school.complete(bob, one);
    await open(bob, three).expect(200);
    await school.complete(bob, three);
    await update(bob, one, { completed: false }).expect(200);
    await open(bob, three).expect(200);
    await locked(bob, two, 'Complete Lesson 1 first');
  });
});

describe('progress', () => {
  it('is what the newest moment says, whatever comes late', async () => {
    const course = await school.course(ann, {}, 1);
    const module_id = course.module_id;
    const clip = { kind: 'text', title: 'Clip', duration_seconds: 600 };
    const { id } = await school.lesson(ann, module_id, clip);
    await school.rows(`UPDATE ext_courses.lessons SET kind = 'video', file_id = id WHERE id = $1`, id);
    await update(bob, id, { position_seconds: 5 }).expect(404, { error: 'Enrollment not found' });
    await update(ann, id, { position_seconds: 5 }).expect(404, { error: 'Enrollment not found' });
    await school.enroll(bob, course);
    const at = async (position_seconds: number, moment: string) =>
      (await update(bob, id, { position_seconds, at: moment }).expect(200)).body.lesson_progress;
    expect(await at(100, day(-1))).toMatchObject({ position_seconds: 100, completed_at: null });
    expect(await at(580, day(-2))).toMatchObject({ position_seconds: 100, completed_at: null });
    expect(await at(90, day(5))).toMatchObject({ position_seconds: 90 });
    expect((await update(bob, id, { position_seconds: 539 }).expect(200)).body.lesson_progress).toMatchObject({
      position_seconds: 539,
      completed_at: null,
    });
    const { body } = await update(bob, id, { position_seconds: 545 }).expect(200);
    expect(body).toMatchObject({
      lesson_progress: { lesson_id: id, position_seconds: 545, completed_at: expect.any(String) },
      enrollment: { course_id: course.id, progress_percent: 50, completed_at: null },
    });
    const undone = (await update(bob, id, { completed: false }).expect(200)).body;
    expect(undone).toMatchObject({
      lesson_progress: { completed_at: null },
      enrollment: { progress_percent: 0 },
    });
    const answers = await atOnce(20, (moment) =>
      update(bob, id, {
        position_seconds: moment,
        at: new Date(Date.now() - 1000 * (20 - moment)).toISOString(),
      }),
    );
    expect(tally(answers)).toEqual({ 200: 20 });
  });

  it('is counted exactly when many lessons are done at once, and a course is completed once and for ever', async () => {
    const issued: any[] = [];
    school.beside('certificates', { issue: (one: any) => Promise.resolve(void issued.push(one)) });
    const template = school.newId();
    const course = await school.course(ann, { completion_percent: 80, certificate_template_id: template }, 10);
    await school.enroll(bob, course);
    const before = (await school.notices(ann, 'completed')).length;
    const answers = await atOnce(10, (at) => update(bob, course.lessons[at], { completed: true }));
    expect(tally(answers)).toEqual({ 200: 10 });
    const { completed_at, progress_percent } = await enrollment(bob, course);
    expect([progress_percent, completed_at]).toEqual([100, expect.any(String)]);
    expect(await school.notices(bob, 'completed')).toHaveLength(1);
    expect(await school.notices(ann, 'completed')).toHaveLength(before + 1);
    await school.jobs();
    expect(issued).toEqual([
      expect.objectContaining({
        owner_id: ann.id,
        template_id: template,
        user_id: bob.id,
        course_id: course.id,
      }),
    ]);
    await school.lesson(ann, course.module_id, { title: 'Lesson 11' });
    for (const id of course.lessons.slice(0, 5)) await update(bob, id, { completed: false }).expect(200);
    await school.jobs();
    expect(await enrollment(bob, course)).toMatchObject({ completed_at, progress_percent: 45 });
    await school.complete(bob, course.lessons[0]);
    expect(await school.notices(bob, 'completed')).toHaveLength(1);
    expect(await school.within((courses) => courses.hasCompleted(bob.id, course.id))).toBe(true);
  });

  it('is counted again when the curriculum changes, and may complete the course by that', async () => {
    const course = await school.course(ann, {}, 4);
    await school.enroll(bob, course);
    for (const id of course.lessons.slice(0, 3)) await school.complete(bob, id);
    expect(await progress(bob, course)).toMatchObject({
      percent: 75,
      required_done: 3,
      required_total: 4,
      next_lesson_id: course.lessons[3],
      completed_at: null,
    });
    expect((await school.ask(bob, 'list-my-enrollments', {})).enrollments[0]).toMatchObject({
      progress_percent: 75,
      next_lesson: { id: course.lessons[3], title: 'Lesson 4' },
      source: 'free',
    });
    await school.ask(ann, 'update-lesson', { lesson_id: course.lessons[3], required: false });
    await school.jobs();
    await school.service.app.get(RecountProgress, { strict: false }).run({ course_id: course.id });
    expect(await enrollment(bob, course)).toMatchObject({
      progress_percent: 100,
      completed_at: expect.any(String),
    });
    expect(await school.notices(bob, 'completed')).toHaveLength(1);
  });

  it('is right when a lesson is done and undone at the same moment', async () => {
    const course = await school.course(ann);
    await school.enroll(bob, course);
    const other = await school.service.database.connect();
    const answers: Promise<unknown>[] = [];
    try {
      await other.query('BEGIN');
      await other.query('SELECT FROM ext_courses.enrollments WHERE owner_id = $1 FOR UPDATE', [bob.id]);
      for (const completed of [true, false]) {
        answers.push(school.ask(bob, 'update-progress', { lesson_id: course.lessons[0], completed }));
        await lockedOut(school.service, answers.length);
      }
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    await Promise.all(answers);
    expect(await enrollment(bob, course)).toMatchObject({ progress_percent: 0 });
  });

  it('goes on with a lesson that somebody can complete', async () => {
    const [quiz, gone] = [school.newId(), school.newId()];
    school.thing(
      'quizzes',
      [quiz, gone].map((id) => ({ id, owner_id: ann.id })),
    );
    const course = await school.course(ann, {}, 1);
    const test = { kind: 'quiz', title: 'Test', body: '' };
    const { id: first } = await school.lesson(ann, course.module_id, { ...test, ref_id: gone });
    const { id: second } = await school.lesson(ann, course.module_id, { ...test, ref_id: quiz });
    await school.enroll(bob, course);
    await school.complete(bob, course.lessons[0]);
    const next = async () =>
      (await school.ask(bob, 'list-my-enrollments')).enrollments.map(({ next_lesson }: any) => next_lesson?.id);
    expect(await next()).toEqual([first]);
    school.thing('quizzes', [{ id: quiz, owner_id: ann.id }]);
    expect(await next()).toEqual([second]);
    expect((await progress(bob, course)).next_lesson_id).toBe(second);
    school.thing('quizzes', []);
    expect(await next()).toEqual([undefined]);
  });

  it('is for the student, his teacher and staff to see', async () => {
    const course = await school.course(ann, {}, 1);
    await school.enroll(bob, course);
    const admin = await school.service.admin();
    for (const who of [ann, admin]) expect((await progress(who, course, { user_id: bob.id })).user_id).toBe(bob.id);
    const input = { course_id: course.id, user_id: bob.id };
    const stranger = await school.person();
    await school.expectRefused(stranger, 'get-progress', input, 404, 'Enrollment not found');
    await school.expectRefused(stranger, 'get-progress', { course_id: course.id }, 404, 'Enrollment not found');
    await school.expectRefused(ann, 'get-progress', { ...input, user_id: stranger.id }, 404, 'Enrollment not found');
  });

  it('of a quiz is what its app says, in every course that has it', async () => {
    const quiz = school.newId();
    school.thing('quizzes', [{ id: quiz, owner_id: ann.id }]);
    const courses = [await school.course(ann, {}, 1), await school.course(ann, {}, 1)];
    const lessons: any[] = [];
    for (const { module_id } of courses)
      lessons.push(await school.lesson(ann, module_id, { kind: 'quiz', ref_id: quiz, title: 'Test', body: '' }));
    for (const course of courses) await school.enroll(bob, course);
    for (const completed of [true, false])
      await update(bob, lessons[0].id, { completed }).expect(409, {
        error: 'This lesson is completed by its quiz',
      });
    await school.ask(ann, 'revoke-access', { course_id: courses[1].id, user_id: bob.id });
    for (let at = 0; at < 2; at++) await school.within((it) => it.completeByRef({ user_id: bob.id, ref_id: quiz }));
    expect(await enrollment(bob, courses[0])).toMatchObject({ progress_percent: 50 });
    expect(await enrollment(bob, courses[1])).toMatchObject({ progress_percent: 0, status: 'ended' });
    const other = await school.person();
    await school.enroll(other, courses[0]);
    school.thing('quizzes', []);
    expect(await progress(other, courses[0])).toMatchObject({ required_total: 1, percent: 0 });
    await school.complete(other, courses[0].lessons[0]);
    expect(await enrollment(other, courses[0])).toMatchObject({ progress_percent: 100 });
  });
});
