import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { School } from './school.js';

let school: School;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  school = await School.start();
  [ann, bob] = (await school.people(2)) as [Account, Account];
});
afterEach(() => school.expectSound());
afterAll(() => school.stop());

const unknown = randomUUID();
const draft = async (more: object = {}) =>
  (await school.ask(ann, 'create-course', { title: 'Drawing', ...more })).course;
const show = (who: Pick<Account, 'client'>, course_id: string, more: object = {}) =>
  school.ask(who, 'get-course', { course_id, ...more });

describe('the curriculum', () => {
  it('is modules and lessons in an order, which is changed as a whole', async () => {
    const { id: course_id } = await draft();
    const [one, two] = [await school.module(ann, course_id), await school.module(ann, course_id)];
    const [a, b, c] = [
      await school.lesson(ann, one.id, { duration_seconds: 60 }),
      await school.lesson(ann, one.id, { published: false }),
      await school.lesson(ann, two.id, { duration_seconds: 30 }),
    ];
    const { course, curriculum } = await show(ann, course_id);
    expect(course).toMatchObject({ lessons_count: 2, duration_seconds: 90, curriculum_version: 6 });
    expect(curriculum.map((module: any) => module.lessons.map(({ id }: any) => id))).toEqual([[a.id, b.id], [c.id]]);
    const order = [
      { module_id: two.id, lesson_ids: [b.id, c.id] },
      { module_id: one.id, lesson_ids: [a.id] },
    ];
    const reorder = (modules: object[], version?: number) =>
      school.call(ann, 'reorder-curriculum', { course_id, modules, version });
    const whole = { error: 'The order must list every module and lesson once' };
    for (const wrong of [order.slice(1), [...order, order[0]], [{ ...order[0], lesson_ids: [b.id] }, order[1]]])
      await reorder(wrong as object[]).expect(400, whole);
    // What was added since is not the fault of who has not seen it.
    for (const seen of [order, order.slice(1)])
      await reorder(seen, 1).expect(409, { error: 'Curriculum was changed, reload it' });
    const { body } = await reorder(order, 6).expect(200);
    expect(body.version).toBe(7);
    expect(body.curriculum.map((module: any) => [module.id, module.lessons.map(({ id }: any) => id)])).toEqual([
      [two.id, [b.id, c.id]],
      [one.id, [a.id]],
    ]);
    const answers = await atOnce(10, () => reorder(order, 7));
    expect(tally(answers)).toEqual({ 200: 1, 409: 9 });
  });

  it('has modules with one release rule', async () => {
    const { id: course_id } = await draft();
    const both = { available_after_days: 1, available_at: '2030-01-01T00:00:00Z' };
    const one = { error: 'Choose one release rule' };
    await school.call(ann, 'create-module', { course_id, title: 'x', ...both }).expect(400, one);
    const { id: module_id } = await school.module(ann, course_id, { available_after_days: 3 });
    const change = async (more: object) => (await school.ask(ann, 'update-module', { module_id, ...more })).module;
    expect(await change({ available_at: both.available_at })).toMatchObject({
      available_after_days: null,
      available_at: '2030-01-01T00:00:00.000Z',
    });
    expect(await change({ available_after_days: 0 })).toMatchObject({
      available_after_days: 0,
      available_at: null,
    });
    expect(await change({ available_after_days: null, title: 'New' })).toMatchObject({
      title: 'New',
      available_after_days: null,
    });
    await school.call(ann, 'update-module', { module_id, ...both }).expect(400, one);
    await school.expectRefused(bob, 'update-module', { module_id, title: 'x' }, 403, 'Forbidden');
    await school.rows(
      `INSERT INTO ext_courses.modules (course_id, title, position) SELECT $1, 'm', n FROM generate_series(2, 100) n`,
      course_id,
    );
    await school.expectRefused(ann, 'create-module', { course_id, title: 'x' }, 409, 'Module limit reached');
  });

  it('has lessons with what their kind needs', async () => {
    const { id: course_id } = await draft();
    const { id: module_id } = await school.module(ann, course_id);
    const create = (more: object) =>
      school.call(ann, 'create-lesson', { module_id, title: 'x', kind: 'text', ...more });
    const empty = { error: 'Lesson has no content yet' };
    for (const kind of ['text', 'video', 'file']) await create({ kind, published: true }).expect(409, empty);
    const { lesson } = (await create({ kind: 'video' }).expect(200)).body;
    await school.call(ann, 'update-lesson', { lesson_id: lesson.id, published: true }).expect(409, empty);
    await create({ kind: 'quiz' }).expect(400, { error: 'This kind of lesson needs ref_id' });
    const kinds = { quiz: 'Quiz', assignment: 'Assignment', live_session: 'Live session' };
    for (const [kind, thing] of Object.entries(kinds))
      await create({ kind, ref_id: unknown }).expect(404, { error: `${thing} not found` });
    await create({ file_id: unknown }).expect(404, { error: 'File not found' });
    const [own, his] = [school.newId(), school.newId()];
    school.thing('quizzes', [
      { id: own, owner_id: ann.id },
      { id: his, owner_id: bob.id },
    ]);
    await create({ kind: 'quiz', ref_id: his }).expect(404, { error: 'Quiz not found' });
    await create({ kind: 'quiz', ref_id: own, published: true }).expect(200);
    await create({ kind: 'quiz', ref_id: own }).expect(409, {
      error: 'This quiz is already a lesson of the course',
    });
    const { curriculum } = await show(ann, course_id);
    expect(curriculum[0].lessons[1]).toMatchObject({ kind: 'quiz', unavailable: false });
    school.thing('quizzes', []);
    expect((await show(ann, course_id)).curriculum[0].lessons[1]).toMatchObject({ unavailable: true });
    await school.rows(
      `INSERT INTO ext_courses.lessons (course_id, module_id, title, kind, position)
       SELECT $1, $2, 'l', 'text', n FROM generate_series(2, 999) n`,
      course_id,
      module_id,
    );
    await create({}).expect(409, { error: 'Lesson limit reached' });
  });

  it('shows strangers what is published, without bodies and files', async () => {
    const course = await school.course(ann);
    await school.lesson(ann, course.module_id, { title: 'Secret', published: false });
    const { curriculum, coupons, enrollment } = await show(school.nobody(), course.id);
    expect(curriculum[0].lessons.map(({ title }: any) => title)).toEqual(['Lesson 1', 'Lesson 2']);
    expect(Object.keys(curriculum[0].lessons[0])).not.toContain('body');
    expect([coupons, enrollment]).toEqual([undefined, null]);
  });

  it('loses lessons and modules, but not what students did in them', async () => {
    const course = await school.course(ann, {}, 3);
    await school.enroll(bob, course);
    await school.complete(bob, course.lessons[0]);
    const remove = { module_id: course.module_id };
    await school.expectRefused(ann, 'delete-module', remove, 409, 'Module still has lessons');
    await school.ask(ann, 'delete-lesson', { lesson_id: course.lessons[1] });
    expect((await show(ann, course.id)).course.lessons_count).toBe(2);
    const last = 'A published course needs a lesson';
    await school.expectRefused(ann, 'delete-module', { ...remove, with_lessons: true }, 409, last);
    await school.ask(ann, 'publish-course', { course_id: course.id, published: false });
    await school.ask(ann, 'delete-module', { ...remove, with_lessons: true });
    const kept = await school.rows('SELECT id, module_id FROM ext_courses.lessons WHERE course_id = $1', course.id);
    expect(kept).toEqual([{ id: course.lessons[0], module_id: null }]);
    expect(await show(ann, course.id)).toMatchObject({ curriculum: [], course: { lessons_count: 0 } });
    await school.expectRefused(bob, 'get-lesson', { lesson_id: course.lessons[0] }, 404, 'Lesson not found');
    await school.expectRefused(ann, 'delete-lesson', { lesson_id: course.lessons[0] }, 404, 'Lesson not found');
  });
  it('keeps a lesson while the course is published, however its lessons are taken, twenty at once', async () => {
    const last = 'A published course needs a lesson';
    const course = await school.course(ann, {}, 5);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const lesson_id = course.lessons[at % 5];
        return at % 2
          ? school.call(ann, 'delete-lesson', { lesson_id })
          : school.call(ann, 'update-lesson', { lesson_id, published: false });
      }),
    );
    const [{ count }] = await school.rows(
      `SELECT count(*)::int FROM ext_courses.lessons WHERE course_id = $1 AND published AND removed_at IS NULL`,
      course.id,
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect([count, refused.length > 0, (await show(ann, course.id)).course]).toMatchObject([
      1,
      true,
      { lessons_count: 1, status: 'published' },
    ]);
    for (const { body } of refused) expect(body).toEqual({ error: last });
    const another = await school.course(ann, {}, 1);
    const [lesson_id] = another.lessons;
    await school.expectRefused(ann, 'update-lesson', { lesson_id, published: false }, 409, last);
    await school.expectRefused(ann, 'delete-lesson', { lesson_id }, 409, last);
    await school.ask(ann, 'archive-course', { course_id: another.id });
    await school.ask(ann, 'delete-lesson', { lesson_id });
  });
});

describe('files', () => {
  const put = (url: string, bytes: string | Buffer) =>
    fetch(url, { method: 'PUT', body: bytes, headers: { 'content-type': 'application/octet-stream' } });
  const upload = async (course_id: string, more: object = {}, bytes = 'words') => {
    const asked = { course_id, purpose: 'main', filename: 'a.txt', content_type: 'text/plain', ...more };
    const { file, upload_url } = await school.ask(ann, 'create-upload', {
      size_bytes: bytes.length,
      ...asked,
    });
    expect((await put(upload_url, bytes)).status).toBe(200);
    return file.id as string;
  };

  it('come to signed addresses, belong to a lesson, and go with it', async () => {
    const course = await school.course(ann, {}, 1);
    const [main, note, other] = [
      await upload(course.id),
      await upload(course.id, { purpose: 'attachment', filename: 'note.txt' }, 'a note'),
      await upload(course.id),
    ];
    const fields = { kind: 'file', file_id: main, attachment_ids: [note], title: 'Files' };
    const lesson = await school.lesson(ann, course.module_id, fields);
    expect(lesson.attachments).toEqual([
      { id: note, purpose: 'attachment', name: 'note.txt', size_bytes: 6, content_type: 'text/plain' },
    ]);
    await school.enroll(bob, course);
    const open = await school.ask(bob, 'get-lesson', { lesson_id: lesson.id });
    expect(await (await fetch(open.lesson.attachments[0].download_url)).text()).toBe('a note');
    expect(await (await fetch(open.lesson.file.download_url)).text()).toBe('words');
    const lost = { error: 'File not found' };
    const second = { module_id: course.module_id, title: 'x', kind: 'file' };
    await school.call(ann, 'create-lesson', { ...second, file_id: main }).expect(404, lost);
    const change = (more: object) => school.call(ann, 'update-lesson', { lesson_id: lesson.id, ...more });
    await change({ file_id: other, attachment_ids: [] }).expect(200);
    expect((await school.ask(bob, 'get-lesson', { lesson_id: lesson.id })).lesson).toMatchObject({
      file: { id: other },
      attachments: [],
    });
    await change({ file_id: main }).expect(404, lost);
    await change({ file_id: null }).expect(409, { error: 'Lesson has no content yet' });
    await school.ask(ann, 'delete-lesson', { lesson_id: lesson.id });
    expect(await school.rows('SELECT FROM ext_courses.lesson_files WHERE course_id = $1', course.id)).toHaveLength(0);
    expect(await school.rows('SELECT FROM files.files WHERE owner_id = $1', ann.id)).toHaveLength(0);
  });

  it('have not come before their bytes, are of this course, and of a type that nothing runs', async () => {
    const course = await school.course(ann, {}, 1);
    const asked = { course_id: course.id, filename: 'a.png', size_bytes: 5, content_type: 'image/png' };
    const { file } = await school.ask(ann, 'create-upload', { ...asked, purpose: 'main' });
    const lesson = { lesson_id: course.lessons[0], file_id: file.id };
    await school.expectRefused(ann, 'update-lesson', lesson, 404, 'File not found');
    const elsewhere = { lesson_id: course.lessons[0], file_id: await upload((await draft()).id) };
    await school.expectRefused(ann, 'update-lesson', elsewhere, 404, 'File not found');
    const cover = { course_id: course.id, cover_file_id: await upload(course.id) };
    await school.expectRefused(ann, 'update-course', cover, 404, 'File not found');
    const wrong = { error: 'This content type is not allowed' };
    for (const [purpose, content_type] of [
      ['main', 'text/html'],
      ['cover', 'video/mp4'],
      ['main', 'nonsense'],
    ])
      await school.call(ann, 'create-upload', { ...asked, purpose, content_type }).expect(400, wrong);
    await school.call(ann, 'create-upload', { ...asked, purpose: 'cover', size_bytes: 21 * 1024 ** 2 }).expect(400);
    await school.expectRefused(bob, 'create-upload', { ...asked, purpose: 'main' }, 403, 'Forbidden');
  });
});
