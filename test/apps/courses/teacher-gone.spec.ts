import type { Account } from '../../support/service.js';
import { traces } from '../../support/traces.js';
import { PAGES } from '../selling-app.js';
import { School } from './school.js';

let school: School;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  school = await School.start();
});
beforeEach(async () => {
  [ann, bob] = [await school.seller(), await school.person()];
});
afterEach(() => school.expectSound());
afterAll(() => school.stop());

const leave = ({ client }: Account) => client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);

/** A lesson that hands out a file. */
async function fileLesson(course: { id: string; module_id: string }): Promise<string> {
  const asked = { course_id: course.id, purpose: 'main', filename: 'a.txt', content_type: 'text/plain' };
  const { file, upload_url } = await school.ask(ann, 'create-upload', { ...asked, size_bytes: 5 });
  await fetch(upload_url, { method: 'PUT', body: 'bytes' });
  const fields = { kind: 'file', file_id: file.id, title: 'A file' };
  return (await school.lesson(ann, course.module_id, fields)).id;
}

describe('a teacher whose account is deleted', () => {
  it('leaves students the course, with its lessons, files and progress, and without a teacher', async () => {
    await ann.client.patch('/v1/users/me', { username: 'leaving_teacher' }).expect(200);
    const course = await school.course(ann, { price: 20 });
    const lesson_id = await fileLesson(course);
    await school.ask(ann, 'set-coupon', { course_id: course.id, code: 'SPRING', percent_off: 20 });
    const order = await school.buy(bob, course, { coupon_code: 'spring' });
    await school.complete(bob, course.lessons[0]);
    await school.ask(bob, 'review-course', { course_id: course.id, rating: 4 });
    await school.ask(bob, 'post-comment', { lesson_id, body: 'Why?' });
    await school.ask(ann, 'send-announcement', { course_id: course.id, title: 'Hello', body: 'All.' });
    const unsold = await school.course(ann, { title: 'Nobody came' });
    const eve = await school.person();
    const open = await school.enroll(eve, course, PAGES);
    await school.jobs();

    await leave(ann);
    expect(await traces(school.service.database, [ann.id, ann.email, 'leaving_teacher'])).toEqual([]);
    expect(await school.rows('SELECT FROM ext_courses.orders WHERE seller_id = $1', ann.id)).toEqual([]);
    const kept = await school.rows('SELECT id FROM ext_courses.courses WHERE owner_id IS NULL');
    expect(kept).toEqual([{ id: course.id }]);

    const { enrollments } = await school.ask(bob, 'list-my-enrollments');
    expect(enrollments).toMatchObject([{ course: { id: course.id, teacher: null, status: 'archived' } }]);
    const opened = await school.ask(bob, 'get-lesson', { lesson_id });
    expect(await (await fetch(opened.lesson.file.download_url)).text()).toBe('bytes');
    await school.complete(bob, course.lessons[1]);
    const { enrollment } = await school.complete(bob, lesson_id);
    expect(enrollment.progress_percent).toBe(100);
    const page = await school.ask(bob, 'get-course', { course_id: course.id });
    expect(page.course).toMatchObject({ owner_id: null, teacher: null, students: 1 });
    await school.ask(bob, 'review-course', { course_id: course.id, rating: 5 });
    await school.ask(bob, 'post-comment', { lesson_id, body: 'Anybody?' });
    const { comments } = await school.ask(bob, 'list-comments', { lesson_id });
    expect(comments.map(({ by_teacher }: { by_teacher: boolean }) => by_teacher)).toEqual([false, false]);

    const stranger = await school.person();
    const lost = 'Course not found';
    for (const { id } of [course, unsold]) {
      for (const who of [stranger, eve, school.nobody()])
        await school.expectRefused(who, 'get-course', { course_id: id }, 404, lost);
      await school.expectRefused(stranger, 'enroll', { course_id: id, ...PAGES }, 404, lost);
    }
    await school.paid(open.payment_id);
    expect(await school.order(open.order_id)).toMatchObject({ status: 'needs_attention', seller_id: null });
    await school.expectRefused(stranger, 'update-course', { course_id: course.id, title: 'x' }, 403, 'Forbidden');
    const admin = await school.service.admin();
    const none = 'Course has no teacher';
    await school.expectRefused(admin, 'publish-course', { course_id: course.id }, 409, none);
    const upload = { purpose: 'main', filename: 'a.txt', content_type: 'text/plain', size_bytes: 5 };
    await school.expectRefused(admin, 'create-upload', { course_id: course.id, ...upload }, 409, none);
    await school.refund(order.payment_id, 1600);
    await school.expectRefused(bob, 'get-lesson', { lesson_id }, 409, 'Your access has ended');
  });

  it('leaves no lesson in the way that nobody can complete any more', async () => {
    const [quiz, assignment] = [school.newId(), school.newId()];
    school.thing('quizzes', [{ id: quiz, owner_id: ann.id }]);
    school.thing('assignments', [{ id: assignment, owner_id: ann.id }]);
    const course = await school.course(ann, { sequential: true }, 1);
    await school.lesson(ann, course.module_id, { kind: 'quiz', ref_id: quiz });
    await school.lesson(ann, course.module_id, { kind: 'assignment', ref_id: assignment });
    const { id: last } = await school.lesson(ann, course.module_id, { title: 'The end' });
    await school.enroll(bob, course);
    await leave(ann);
    // As those apps do: the one forgets the thing, the other keeps it without an owner.
    school.thing('quizzes', []);
    school.thing('assignments', [{ id: assignment, owner_id: null as never }]);
    await school.complete(bob, course.lessons[0]);
    const { enrollment } = await school.complete(bob, last);
    expect(enrollment).toMatchObject({ progress_percent: 100, completed_at: expect.any(String) });
  });
});
