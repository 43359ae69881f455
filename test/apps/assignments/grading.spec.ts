import { randomUUID } from 'node:crypto';
import { SUBMISSION } from '../../../src/apps/assignments/entities/submission.entity.js';
import { TargetRepository } from '../../../src/apps/kernel/calls/target.repository.js';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { at, ClassRoom, DAY, HOUR } from './class-room.js';

let room: ClassRoom;
let ann: Account;
let bob: Account;
let eve: Account;
beforeAll(async () => {
  room = await ClassRoom.start();
  ann = await room.person();
});
beforeEach(async () => {
  [bob, eve] = (await room.people(2)) as [Account, Account];
});
afterAll(() => room.stop());

const refused = (submission: { id: string }, marks: object, refusal: [number, string]) =>
  room.expectRefused(ann, 'grade-submission', { submission_id: submission.id, version: 2, ...marks }, refusal);
const release = (assignment: { id: string }, more: object = {}) =>
  room.ask(ann, 'release-grades', { assignment_id: assignment.id, ...more });
const own = async (submission: { id: string }) =>
  (await room.ask(bob, 'get-submission', { submission_id: submission.id })).submission;

it('a target and its parent have numbers where their entities say so', async () => {
  const assignment = await room.work(ann, [bob], { points: 7.25, late_penalty_percent: 1.5 });
  const { id } = await room.handIn(bob, assignment);
  const loaded = await room.service.app.get(TargetRepository).load(SUBMISSION, id, false);
  expect(loaded).toMatchObject({
    target: { score: null, penalty: 0 },
    parent: { points: 7.25, late_penalty_percent: 1.5, max_file_bytes: expect.any(Number) },
  });
});

describe('a grade', () => {
  it('is of points, or of a rubric', async () => {
    const rubric = [
      { title: 'Argument', points: 12 },
      { title: 'Sources', points: 8 },
    ];
    const assignment = await room.work(ann, [bob], { points: 20, rubric });
    const handed = await room.handIn(bob, assignment);
    const give: [number, string] = [400, 'Give a score or rubric scores'];
    const c1 = { criterion: 'c1', points: 10.1 };
    await refused(handed, {}, give);
    await refused(handed, { score: 1, rubric_scores: [c1] }, give);
    for (const marks of [{ score: 20.01 }, { rubric_scores: [{ ...c1, points: 12.01 }] }])
      await refused(handed, marks, [400, 'Score is above the maximum']);
    await refused(handed, { rubric_scores: [{ ...c1, criterion: 'c3' }] }, [400, 'Unknown criterion']);
    for (const marks of [
      { score: -1 },
      { score: 1.005 },
      { score: 1e-7 },
      { rubric_scores: [] },
      { rubric_scores: [c1, c1] },
    ])
      await refused(handed, marks, [400, 'Validation error']);
    const rubric_scores = [c1, { criterion: 'c2', points: 6.2, comment: 'Few.' }];
    const graded = await room.grade(ann, handed, { rubric_scores, feedback: 'Well argued.' });
    expect(graded).toMatchObject({
      status: 'graded',
      score: 16.3,
      penalty: 0,
      final_score: 16.3,
      rubric_scores: [{ ...c1, comment: null }, rubric_scores[1]],
      feedback: 'Well argued.',
      released_at: null,
      version: 3,
    });
    const again = await room.grade(ann, handed, { score: 20 });
    expect(again).toMatchObject({ score: 20, rubric_scores: null, feedback: 'Well argued.' });
  });

  it('passes or fails where that is asked', async () => {
    const assignment = await room.work(ann, [bob], {
      grading: 'pass_fail',
      late_penalty_percent: 50,
      due_at: at(-DAY),
    });
    const handed = await room.handIn(bob, assignment);
    for (const marks of [{}, { score: 1 }, { score: 1, passed: true }])
      await refused(handed, marks, [400, 'Validation error']);
    const graded = await room.grade(ann, handed, { passed: true });
    expect(graded).toMatchObject({ passed: true, score: null, final_score: null, penalty: 0 });
  });

  it.each([
    // Score, percent, most, seconds late; what is kept and what is taken off.
    [16, 10, 100, 7200, 14.4, 1.6],
    [16, 10, 100, 86_400, 14.4, 1.6],
    [16, 10, 100, 86_401, 12.8, 3.2],
    [16, 10, 15, 999_999, 13.6, 2.4],
    [20, 30, 100, 999_999, 0, 20],
    [0.05, 10, 100, 1, 0.05, 0],
    [1.01, 12.5, 100, 1, 0.88, 0.13],
    [19.99, 33.33, 100, 90_000, 6.66, 13.33],
    [20, 10, 100, 0, 20, 0],
  ])('%d less %d percent a day, at most %d, %d seconds late', async (score, percent, most, late, kept, off) => {
    const fields = { points: 20, late_penalty_percent: percent, late_penalty_max: most };
    const assignment = await room.work(ann, [bob], fields);
    const handed = await room.handIn(bob, assignment);
    await room.rows('UPDATE ext_assignments.submissions SET late_seconds = $2 WHERE id = $1', handed.id, late);
    expect(await room.grade(ann, handed, { score })).toMatchObject({
      score,
      final_score: kept,
      penalty: off,
    });
    const waived = await room.grade(ann, handed, { score, waive_penalty: true });
    expect(waived).toMatchObject({ final_score: score, penalty: 0 });
  });

  it('of twenty at once is one, and none of what was changed meanwhile', async () => {
    const assignment = await room.work(ann, [bob], { max_attempts: 2 });
    const draft = await room.save(bob, assignment, { body: 'x' });
    await refused(draft, { score: 1 }, [409, 'Submission is not submitted']);
    const handed = await room.save(bob, assignment, { submit: true });
    await refused(handed, { score: 1, version: 1 }, [409, 'Submission was changed']);
    const { version } = handed;
    const answers = await atOnce(20, (n) =>
      room.call(ann, 'grade-submission', { submission_id: handed.id, version, score: n }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
  });

  it('is given by the teacher', async () => {
    const assignment = await room.work(ann, [bob]);
    const handed = await room.handIn(bob, assignment);
    const marks = { submission_id: handed.id, version: handed.version, score: 1 };
    for (const who of [bob, eve]) await room.expectRefused(who, 'grade-submission', marks, [403, 'Forbidden']);
    const unknown = { ...marks, submission_id: randomUUID() };
    await room.expectRefused(ann, 'grade-submission', unknown, [404, 'Submission not found']);
    for (const who of [bob, eve])
      await room.expectRefused(who, 'release-grades', { assignment_id: assignment.id }, [403, 'Forbidden']);
  });
});

describe('a release', () => {
  it('shows the grades together, tells each once, and can be taken back', async () => {
    const assignment = await room.work(ann, [bob, eve], { points: 10, max_attempts: 2 });
    const first = await room.handIn(bob, assignment);
    const second = await room.handIn(bob, assignment);
    const open = await room.handIn(eve, assignment);
    for (const submission of [first, second]) await room.grade(ann, submission, { score: 8, feedback: 'Good.' });
    const hidden = { score: null, final_score: null, feedback: null, status: 'submitted', graded_at: null };
    expect(await own(second)).toMatchObject(hidden);
    const other = await room.work(ann, [bob]);
    const foreign = { assignment_id: other.id, submission_ids: [second.id] };
    await room.expectRefused(ann, 'release-grades', foreign, [404, 'Submission not found']);
    expect(await release(assignment, { submission_ids: [open.id] })).toEqual({
      released: 0,
      hidden: 0,
      ungraded: 1,
    });
    const answers = await atOnce(10, () => release(assignment));
    expect(answers.reduce((sum, { released }) => sum + released, 0)).toBe(2);
    expect(await room.types(bob)).toEqual(['graded']);
    expect(await room.types(eve)).toEqual([]);
    const shown = { score: 8, final_score: 8, feedback: 'Good.', status: 'graded' };
    expect(await own(second)).toMatchObject(shown);
    expect(await release(assignment, { submission_ids: [second.id], hide: true })).toEqual({
      released: 0,
      hidden: 1,
      ungraded: 1,
    });
    expect(await own(second)).toMatchObject(hidden);
    expect(await own(first)).toMatchObject(shown);
    expect(await release(assignment, { hide: true })).toMatchObject({ hidden: 1 });
  });

  it('is at once where that is set, and a change is told', async () => {
    const assignment = await room.work(ann, [bob], { release: 'immediate' });
    const handed = await room.handIn(bob, assignment);
    expect((await room.grade(ann, handed, { score: 50 })).released_at).toEqual(expect.any(String));
    const again = await room.grade(ann, handed, { score: 60 });
    expect(await own(handed)).toMatchObject({ final_score: 60, released_at: again.released_at });
    expect(await room.types(bob)).toEqual(['graded', 'grade_changed']);
    const manual = await room.work(ann, [eve]);
    const hers = await room.handIn(eve, manual);
    for (const score of [1, 2]) await room.grade(ann, hers, { score });
    expect(await room.types(eve)).toEqual([]);
    await release(manual);
    await room.grade(ann, hers, { score: 3 });
    expect(await room.types(eve)).toEqual(['graded', 'grade_changed']);
  });

  it('of a revision is none: what is to be done is told at once, and the marks are not', async () => {
    const assignment = await room.work(ann, [bob]);
    const handed = await room.handIn(bob, assignment);
    const marks = { request_revision: true, feedback: 'Say why.', score: 5 };
    expect(await room.grade(ann, handed, marks)).toMatchObject({ status: 'revision', score: 5 });
    expect(await room.types(bob)).toEqual(['revision_requested']);
    expect(await own(handed)).toMatchObject({ status: 'revision', feedback: 'Say why.', score: null });
    expect(await release(assignment)).toEqual({ released: 0, hidden: 0, ungraded: 0 });
    const next = await room.handIn(bob, assignment);
    expect(next.attempt).toBe(2);
    expect(await own(handed)).toMatchObject({ status: 'revision', body: 'My words.' });
  });

  it('of what has passed completes the lesson that it stands for', async () => {
    const completed: object[] = [];
    const remove = room.service.beside('courses', {
      completeByRef: (passed: object) => Promise.resolve(completed.push(passed)),
    });
    const assignment = await room.work(ann, [bob, eve]);
    const [his, hers] = [await room.handIn(bob, assignment), await room.handIn(eve, assignment)];
    await room.grade(ann, his, { score: 70 });
    await room.grade(ann, hers, { score: 10, passed: false });
    await room.jobs();
    expect(completed).toEqual([]);
    await release(assignment);
    await room.jobs();
    expect(completed).toEqual([{ user_id: bob.id, ref_id: assignment.id }]);
    await room.grade(ann, hers, { score: 40, passed: true });
    await room.jobs();
    expect(completed.slice(1)).toEqual([{ user_id: eve.id, ref_id: assignment.id }]);
    remove();
  });

  it('in a course is a lesson done', async () => {
    for (const who of [ann, bob]) await who.client.post('/v1/apps/install', { slug: 'courses' }).expect(200);
    const course = async (who: Account, action: string, input: object) =>
      (await who.client.post(`/v1/apps/courses/${action}`, input).expect(200)).body;
    const assignment = await room.work(ann, [bob], { release: 'immediate', due_at: at(HOUR) });
    const made = (await course(ann, 'create-course', { title: 'Writing', description: 'With a pen.' })).course;
    const { module } = await course(ann, 'create-module', { course_id: made.id, title: 'One' });
    const lesson = { module_id: module.id, title: 'Essay', kind: 'assignment', published: true };
    await course(ann, 'create-lesson', { ...lesson, ref_id: assignment.id });
    await course(ann, 'publish-course', { course_id: made.id });
    await course(bob, 'enroll', { course_id: made.id });
    await room.grade(ann, await room.handIn(bob, assignment), { score: 70 });
    await room.jobs();
    const { enrollments } = await course(bob, 'list-my-enrollments', {});
    expect(enrollments).toMatchObject([{ progress_percent: 100, completed_at: expect.any(String) }]);
  });
});
