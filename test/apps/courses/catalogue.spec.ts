import { randomUUID } from 'node:crypto';
import { WordFilterService } from '../../../src/moderation/word-filter/word-filter.service.js';
import { atOnce, tally } from '../../account/at-once.js';
import { type Account, eventually } from '../../support/service.js';
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

describe('a course', () => {
  it('is made as a draft, with its defaults and the currency of the teacher', async () => {
    await school.ask(ann, 'update-settings', { default_currency: 'EUR' });
    const course = await draft({ price: 19.99, tags: ['ink', 'ink', 'pen'], level: 'beginner' });
    expect(course).toMatchObject({
      owner_id: ann.id,
      status: 'draft',
      price: 19.99,
      currency: 'eur',
      tags: ['ink', 'pen'],
      level: 'beginner',
      language: 'en',
      completion_percent: 100,
      seats_taken: 0,
      curriculum_version: 1,
      rating: { average: null, count: 0 },
      published_at: null,
    });
    await school.ask(ann, 'update-settings', { default_currency: 'usd' });
  });

  it('refuses what is no price, category or field', async () => {
    const wrong = { title: 'x', price: 0.49 };
    await school.expectRefused(ann, 'create-course', wrong, 400, 'Price must be 0 or at least 0.50');
    for (const [currency, price, least] of [
      ['jpy', 49, '50'],
      ['kwd', 0.499, '0.500'],
    ] as const) {
      const refusal = `Price must be 0 or at least ${least}`;
      await school.expectRefused(ann, 'create-course', { title: 'x', currency, price }, 400, refusal);
    }
    for (const more of [
      { price: -1 },
      { price: 1.234 },
      { price: 2_000_000 },
      { level: 'hard' },
      { tags: ['a'.repeat(31)] },
    ])
      await school.call(ann, 'create-course', { title: 'x', ...more }).expect(400);
    const lost = { title: 'x', category_id: unknown };
    await school.expectRefused(ann, 'create-course', lost, 404, 'Category not found');
  });

  it('has its tags filtered like its other words, and counted in characters', async () => {
    await school.rows(`INSERT INTO moderation.censors (pattern, replacement) VALUES ('turnip', '***'), ('swede', '')`);
    school.service.app.get(WordFilterService, { strict: false }).recheck();
    const wide = '😀'.repeat(30);
    // The censors' threads may need a moment to begin.
    const { id, tags } = await eventually(() => draft({ tags: ['turnip', 'ink turnip', 'swede', wide] }));
    expect(tags).toEqual(['***', 'ink ***', wide]);
    const changed = await school.ask(ann, 'update-course', { course_id: id, tags: ['pen', 'TURNIP'] });
    expect(changed.course.tags).toEqual(['pen', '***']);
    for (const tag of [`${wide}😀`, '', 5, null])
      await school.call(ann, 'create-course', { title: 'x', tags: ['pen', tag] }).expect(400);
  });

  it('keeps what its coupons say when its currency changes, or does not change it', async () => {
    const { id: course_id } = await draft({ price: 20, currency: 'usd' });
    const coupon = (code: string, off: object) => school.ask(ann, 'set-coupon', { course_id, code, ...off });
    const offs = async () => {
      const { coupons } = await show(ann, course_id);
      return coupons.map((one: any) => [one.code, one.amount_off, one.percent_off]).sort();
    };
    await coupon('FIVE', { amount_off: 5 });
    await coupon('HALF', { percent_off: 50 });
    await school.ask(ann, 'update-course', { course_id, currency: 'jpy', price: 2000 });
    expect(await offs()).toEqual([
      ['FIVE', 5, null],
      ['HALF', null, 50],
    ]);
    await school.ask(ann, 'update-course', { course_id, currency: 'eur', price: 20 });
    await coupon('CENTS', { amount_off: 4.5 });
    await school.call(ann, 'update-course', { course_id, currency: 'jpy', price: 2000 }).expect(400);
    expect((await show(ann, course_id)).course).toMatchObject({ currency: 'eur', price: 20 });
    expect(await offs()).toContainEqual(['FIVE', 5, null]);
  });

  it('is one of two hundred that are not archived, however many are made at once', async () => {
    const busy = await school.person();
    await school.rows(
      `INSERT INTO ext_courses.courses (owner_id, title) SELECT $1, 'c' FROM generate_series(1, 195)`,
      busy.id,
    );
    const answers = await atOnce(20, () => school.call(busy, 'create-course', { title: 'One more' }));
    expect(tally(answers)).toEqual({ 200: 5, 409: 15 });
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({ error: 'Course limit reached' });
  });

  it('is changed in what is given, and refuses what does not fit', async () => {
    const { id: course_id } = await draft({ price: 100 });
    const other = await draft();
    const change = (more: object) => school.call(ann, 'update-course', { course_id, ...more });
    const { course } = (await change({ subtitle: 'For all', max_students: 5, access_days: 30 }).expect(200)).body;
    expect(course).toMatchObject({ subtitle: 'For all', max_students: 5, access_days: 30, price: 100 });
    await change({ max_students: null, currency: 'JPY' }).expect(200);
    expect((await show(ann, course_id)).course).toMatchObject({
      max_students: null,
      price: 100,
      currency: 'jpy',
    });
    await change({ price: 100.5 }).expect(400);
    const [early, late] = ['2030-01-01T00:00:00Z', '2030-02-01T00:00:00Z'];
    const window = { enrollment_opens_at: late, enrollment_closes_at: early };
    await change(window).expect(400, { error: 'enrollment_closes_at must be after enrollment_opens_at' });
    await change({ enrollment_opens_at: late }).expect(200);
    for (const closes of [early, late]) await change({ enrollment_closes_at: closes }).expect(400);
    const his = (await school.ask(bob, 'create-course', { title: 'His' })).course.id;
    for (const id of [unknown, his])
      await change({ prerequisite_course_ids: [id] }).expect(404, { error: 'Course not found' });
    await change({ prerequisite_course_ids: [other.id] }).expect(200);
    const back = { course_id: other.id, prerequisite_course_ids: [course_id] };
    await school.expectRefused(ann, 'update-course', back, 400, 'Prerequisites form a loop');
    await school.ask(ann, 'archive-course', { course_id });
    await change({ title: 'New' }).expect(409, { error: 'Course is archived' });
    await school.expectRefused(ann, 'archive-course', { course_id }, 409, 'Course is already archived');
  });

  it('of two that ask for each other at once, gets one', async () => {
    const [one, two] = [await draft(), await draft()];
    const answers = await atOnce(20, (at) => {
      const [from, to] = at % 2 ? [one, two] : [two, one];
      return school.call(ann, 'update-course', { course_id: from.id, prerequisite_course_ids: [to.id] });
    });
    expect(tally(answers)).toEqual({ 200: 10, 400: 10 });
  });

  it('is published when there is something in it, and found until it is not', async () => {
    const { id: course_id } = await draft();
    const publish = (more: object = {}) => school.call(ann, 'publish-course', { course_id, ...more });
    await publish().expect(409, { error: 'Add at least one published lesson first' });
    await school.lesson(ann, (await school.module(ann, course_id)).id);
    await publish().expect(409, { error: 'Describe the course first' });
    await school.ask(ann, 'update-course', {
      course_id,
      description: 'Etchings and woodcuts.',
      tags: ['etching'],
    });
    for (const action of ['get-course', 'list-reviews'])
      await school.expectRefused(bob, action, { course_id }, 404, 'Course not found');
    const { course } = (await publish().expect(200)).body;
    expect(course).toMatchObject({ status: 'published', lessons_count: 1, published_at: expect.any(String) });
    const found = async (filter: object, who: Pick<Account, 'client'> = school.nobody()) =>
      (await school.ask(who, 'list-courses', filter)).courses.map(({ id }: { id: string }) => id);
    for (const filter of [{ query: 'woodcuts' }, { tag: 'etching' }, { query: 'etchings', free: true, level: 'all' }])
      expect(await found(filter)).toEqual([course_id]);
    for (const filter of [
      { query: 'watercolours' },
      { tag: 'etching', free: false },
      { tag: 'etching', language: 'de' },
    ])
      expect(await found(filter)).toEqual([]);
    const teacher = async (user_status: string) =>
      school.rows('UPDATE account.users SET user_status = $2 WHERE id = $1', ann.id, user_status);
    await teacher('suspended');
    expect(await found({ tag: 'etching' })).toEqual([]);
    await teacher('active');
    await publish({ published: false }).expect(200);
    expect(await found({ tag: 'etching' })).toEqual([]);
    expect(await found({ tag: 'etching', status: 'draft' })).toEqual([]);
    expect(await found({ tag: 'etching', status: 'draft' }, ann)).toEqual([course_id]);
    expect(await found({ tag: 'etching', status: 'draft', owner_id: ann.id }, bob)).toEqual([]);
  });

  it('is listed page by page in each order', async () => {
    const eve = await school.person();
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.push((await school.course(eve, {}, 1)).id);
    for (const [at, id] of ids.entries())
      await school.rows(`UPDATE ext_courses.courses SET rating_sum = $2, rating_count = 1 WHERE id = $1`, id, at % 3);
    for (const sort of ['newest', 'popular', 'rating']) {
      const seen: any[] = [];
      let cursor: string | undefined;
      do {
        const page = await school.ask(school.nobody(), 'list-courses', {
          owner_id: eve.id,
          sort,
          limit: 2,
          cursor,
        });
        seen.push(...page.courses);
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      expect(seen.map(({ id }) => id).sort()).toEqual([...ids].sort());
      if (sort === 'newest') expect(seen.map(({ id }) => id)).toEqual([...ids].reverse());
      if (sort === 'rating') expect(seen.map(({ rating }) => rating.average)).toEqual([2, 1, 1, 0, 0]);
    }
    await school.rows('UPDATE ext_courses.courses SET rating_sum = 0, rating_count = 0 WHERE owner_id = $1', eve.id);
    await school.expectRefused(eve, 'list-courses', { cursor: 'x' }, 400, 'Invalid cursor');
    const { courses } = await school.ask(eve, 'list-courses', { owner_id: eve.id, limit: 1 });
    expect(courses[0]).toMatchObject({
      title: 'Drawing basics',
      price: 0,
      lessons_count: 1,
      students: 0,
      teacher: { id: eve.id },
    });
  });
});
