import { randomUUID } from 'node:crypto';
import type { Account } from '../../support/service.js';
import { at, ClassRoom, DAY, HOUR } from './class-room.js';

let room: ClassRoom;
let ann: Account;
let bob: Account;
let eve: Account;
let dan: Account;
beforeAll(async () => {
  room = await ClassRoom.start();
});
beforeEach(async () => {
  [ann, bob, eve, dan] = (await room.people(4)) as [Account, Account, Account, Account];
});
afterAll(() => room.stop());

const list = (who: Account, filters: object = {}) => room.ask(who, 'list-assignments', filters);
const titles = async (who: Account, filters: object = {}) =>
  (await list(who, filters)).assignments.map(({ title }: any) => title);
const roster = (assignment: { id: string }, more: object = {}) =>
  room.ask(ann, 'list-submissions', { assignment_id: assignment.id, ...more });
const comment = (who: Account, assignment: { id: string }, more: object = {}) =>
  room.ask(who, 'add-comment', { assignment_id: assignment.id, body: 'Why?', ...more });

describe('a learner’s list', () => {
  it('begins with what is due first, by his own dates, and ends with what never is', async () => {
    await room.work(ann, [bob], { title: 'Never' });
    const soon = await room.work(ann, [bob], { title: 'Soon', due_at: at(DAY) });
    await room.work(ann, [bob], { title: 'Later', due_at: at(2 * DAY) });
    const own = { user_id: bob.id, due_at: at(3 * DAY) };
    await room.ask(ann, 'set-learners', { assignment_id: soon.id, learners: [own] });
    await room.work(ann, [eve], { title: 'Of others' });
    expect(await titles(bob)).toEqual(['Later', 'Soon', 'Never']);
    const pages: string[] = [];
    for (let cursor: string | undefined; pages.length < 3;) {
      const page = await list(bob, { limit: 1, ...(cursor && { cursor }) });
      pages.push(...page.assignments.map(({ title }: any) => title));
      cursor = page.next_cursor ?? undefined;
      expect(page.next_cursor === null).toBe(pages.length === 3);
    }
    expect(pages).toEqual(['Later', 'Soon', 'Never']);
    const [, card] = (await list(bob)).assignments;
    expect(card).toMatchObject({
      due_at: soon.due_at,
      my_due_at: own.due_at,
      my_status: 'to_do',
      my_grade: null,
    });
    expect(card.join_code).toBeUndefined();
  });

  it('tells what is to be done, what was handed in, what is graded and what is missing', async () => {
    const works: Record<string, any> = {};
    for (const title of ['to do', 'submitted', 'marked', 'graded', 'revision', 'excused'])
      works[title] = await room.work(ann, [bob], { title, due_at: at(DAY), points: 20 });
    await room.work(ann, [bob], { title: 'missing', due_at: at(-DAY) });
    await room.handIn(bob, works.submitted);
    for (const title of ['marked', 'graded'])
      await room.grade(ann, await room.handIn(bob, works[title]), { score: 15 });
    await room.ask(ann, 'release-grades', { assignment_id: works.graded.id });
    await room.grade(ann, await room.handIn(bob, works.revision), { request_revision: true });
    const excused = [{ user_id: bob.id, status: 'excused' }];
    await room.ask(ann, 'set-learners', { assignment_id: works.excused.id, learners: excused });
    const sorted = async (state: string) => (await titles(bob, { state })).sort();
    expect(await sorted('to_do')).toEqual(['revision', 'to do']);
    expect(await sorted('submitted')).toEqual(['marked', 'submitted']);
    expect(await sorted('missing')).toEqual(['missing']);
    const [graded, ...rest] = (await list(bob, { state: 'graded' })).assignments;
    expect(rest).toEqual([]);
    expect(graded).toMatchObject({
      title: 'graded',
      my_status: 'graded',
      my_grade: {
        score: 15,
        penalty: 0,
        final_score: 15,
        points: 20,
        passed: null,
        released_at: expect.any(String),
      },
    });
    expect((await list(bob)).assignments.filter(({ my_grade }: any) => my_grade)).toHaveLength(1);
  });

  it('has the grade that counts: the best that was released, or the latest', async () => {
    for (const [keep_score, wanted] of [
      ['highest', [9, 9, 9]],
      ['latest', [9, null, 4]],
    ] as const) {
      const assignment = await room.work(ann, [bob], { keep_score, max_attempts: 2, title: keep_score });
      const grade = async () =>
        (await list(bob)).assignments.find(({ id }: any) => id === assignment.id).my_grade?.final_score ?? null;
      const release = () => room.ask(ann, 'release-grades', { assignment_id: assignment.id });
      await room.grade(ann, await room.handIn(bob, assignment), { score: 9 });
      await release();
      const seen = [await grade()];
      await room.grade(ann, await room.handIn(bob, assignment), { score: 4 });
      seen.push(await grade());
      await release();
      seen.push(await grade());
      expect(seen).toEqual(wanted);
      const [row] = (await roster(assignment)).rows;
      expect(row.submission).toMatchObject({ final_score: wanted[2] });
    }
  });
});

it('a teacher’s list is of what he has set, newest first, with counts', async () => {
  const reference = { reference_type: 'lesson', reference_id: randomUUID() };
  await room.work(ann, [], { title: 'First', ...reference });
  const second = await room.work(ann, [bob, eve, dan], { title: 'Second', max_attempts: 2 });
  await room.work(ann, [], { title: 'Draft', publish: false });
  await room.handIn(bob, second);
  await room.grade(ann, await room.handIn(bob, second), { score: 1 });
  await room.ask(ann, 'release-grades', { assignment_id: second.id });
  await room.handIn(eve, second);
  const teaching = { role: 'teaching' };
  expect(await titles(ann, teaching)).toEqual(['Draft', 'Second', 'First']);
  expect(await titles(ann, { ...teaching, status: 'draft' })).toEqual(['Draft']);
  expect(await titles(ann, { ...teaching, ...reference })).toEqual(['First']);
  const { assignments, next_cursor } = await list(ann, { ...teaching, limit: 2 });
  expect(assignments[1].counts).toEqual({ learners: 3, submitted: 2, to_grade: 1, released: 1 });
  expect(await titles(ann, { ...teaching, limit: 2, cursor: next_cursor })).toEqual(['First']);
  expect(await titles(bob, teaching)).toEqual([]);
  const wrong = { ...teaching, state: 'to_do' };
  await room.expectRefused(ann, 'list-assignments', wrong, [400, 'Validation error']);
});

it('the roster has every learner, those who handed in nothing as well', async () => {
  const names = ['carl', 'abel', 'bert'].map((name) => `${name}_${randomUUID().slice(0, 8)}`);
  for (const [at_, who] of [bob, eve, dan].entries()) await room.named(who, names[at_] as string);
  const assignment = await room.work(ann, [bob, eve, dan], { due_at: at(HOUR), points: 10 });
  await room.ask(ann, 'set-learners', {
    assignment_id: assignment.id,
    learners: [{ user_id: ann.id, status: 'excused' }],
  });
  await room.handIn(bob, assignment);
  await room.passes(assignment, 2 * HOUR);
  const late = await room.handIn(eve, assignment);
  await room.grade(ann, late, { score: 7 });
  await room.save(dan, assignment, { body: 'Only begun.' });
  const ids = async (more: object) => (await roster(assignment, more)).rows.map(({ learner }: any) => learner.user.id);
  expect((await ids({})).slice(0, 2)).toEqual([eve.id, bob.id]);
  expect(await ids({ sort: 'name' })).toEqual([eve.id, dan.id, bob.id, ann.id]);
  expect((await ids({ sort: 'score' }))[0]).toBe(eve.id);
  const filters = { to_grade: [bob.id], graded: [eve.id], late: [eve.id], missing: [dan.id], revision: [] };
  for (const [filter, wanted] of Object.entries(filters)) expect(await ids({ filter })).toEqual(wanted);
  const { rows, summary } = await roster(assignment, { sort: 'name' });
  expect(summary).toEqual({
    learners: 3,
    excused: 1,
    submitted: 2,
    to_grade: 1,
    graded: 1,
    revision: 0,
    late: 1,
    missing: 1,
    released: 0,
    average_percent: 70,
  });
  expect(rows).toMatchObject([
    {
      state: 'graded',
      submission: { late: true, final_score: 7, released_at: null },
      latest_submission_id: late.id,
    },
    { state: 'missing', submission: null, draft_since: expect.any(String) },
    { state: 'submitted', submission: { late: false, final_score: null } },
    { state: 'excused', learner_status: 'excused' },
  ]);
  for (const sort of ['submitted', 'name', 'score']) {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: any = await roster(assignment, { sort, limit: 1, ...(cursor && { cursor }) });
      seen.push(...page.rows.map(({ learner }: any) => learner.user.id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(await ids({ sort }));
  }
  await room.expectRefused(bob, 'list-submissions', { assignment_id: assignment.id }, [403, 'Forbidden']);
});

it('a submission is its learner’s and the teacher’s, who sees of a draft that there is one', async () => {
  const assignment = await room.work(ann, [bob, eve], { max_attempts: 2 });
  const draft = await room.save(bob, assignment, { body: 'Secret.', add_files: [] });
  const learner_id = await room.learnerId(assignment, bob);
  const asked = { assignment_id: assignment.id, learner_id };
  const read = (who: Account, input: object = asked) => room.ask(who, 'get-submission', input);
  const hidden = await read(ann);
  expect(hidden.submission).toMatchObject({ status: 'draft', draft_since: expect.any(String), body: null });
  expect(hidden.submission.learner).toMatchObject({ id: learner_id, user: { id: bob.id } });
  expect((await read(ann, { ...asked, learner_id: bob.id })).submission).toEqual(hidden.submission);
  expect((await read(bob)).submission).toMatchObject({ body: 'Secret.' });
  await room.save(bob, assignment, { submit: true });
  const second = await room.save(bob, assignment, { body: 'Next.' });
  expect((await read(ann)).submission).toMatchObject({ id: draft.id, body: 'Secret.' });
  expect((await read(bob, { assignment_id: assignment.id })).submission).toMatchObject({ id: second.id });
  expect((await read(ann, { ...asked, attempt: 2 })).submission).toMatchObject({ id: second.id, body: null });
  expect((await read(ann)).attempts).toMatchObject([{ status: 'submitted' }, { status: 'draft' }]);
  const unknown: [number, string] = [404, 'Submission not found'];
  const stranger = await room.person();
  for (const who of [eve, stranger])
    for (const input of [asked, { submission_id: draft.id }])
      await room.expectRefused(who, 'get-submission', input, unknown);
  for (const input of [
    { ...asked, attempt: 3 },
    { submission_id: randomUUID() },
    { assignment_id: randomUUID() },
    { ...asked, learner_id: randomUUID() },
    { assignment_id: assignment.id },
  ])
    await room.expectRefused(ann, 'get-submission', input, unknown);
  await room.expectRefused(ann, 'get-submission', {}, [400, 'Validation error']);
  const both = { submission_id: draft.id, attempt: 1 };
  await room.expectRefused(bob, 'get-submission', both, [400, 'Validation error']);
  const nothing = await read(ann, { ...asked, learner_id: await room.learnerId(assignment, eve) });
  expect(nothing).toEqual({ submission: null, files: [], attempts: [], comments: [] });
});

it('what is said stays between the teacher and one learner', async () => {
  const assignment = await room.work(ann, [bob, eve]);
  const learner_id = await room.learnerId(assignment, bob);
  const handed = await room.handIn(bob, assignment);
  const asked = (await comment(bob, assignment, { submission_id: handed.id })).comment;
  expect(asked).toMatchObject({
    learner_id,
    submission_id: handed.id,
    by_learner: true,
    author: { id: bob.id },
  });
  const answered = (await comment(ann, assignment, { learner_id, body: 'Because.' })).comment;
  expect(answered).toMatchObject({ by_learner: false, author: { id: ann.id } });
  const thread = async (who: Account) =>
    (await room.ask(who, 'get-submission', { assignment_id: assignment.id, learner_id })).comments;
  for (const who of [ann, bob]) expect((await thread(who)).map(({ body }: any) => body)).toEqual(['Why?', 'Because.']);
  expect((await room.ask(eve, 'get-assignment', { assignment_id: assignment.id })).my.comments).toEqual([]);
  expect([await room.types(bob), (await room.told(ann, 'commented')).length]).toEqual([['commented'], 1]);
  const refused = (who: Account, more: object, refusal: [number, string]) =>
    room.expectRefused(who, 'add-comment', { assignment_id: assignment.id, body: 'x', ...more }, refusal);
  await refused(ann, {}, [400, 'learner_id is required']);
  await refused(ann, { learner_id: randomUUID() }, [404, 'Learner not found']);
  await refused(eve, { learner_id }, [404, 'Learner not found']);
  await refused(eve, { submission_id: handed.id }, [404, 'Submission not found']);
  await refused(dan, {}, [404, 'Assignment not found']);
  await refused(bob, { body: ' ' }, [400, 'Validation error']);
  await comment(await room.service.admin(), assignment, { learner_id });
  expect(await room.types(bob)).toEqual(['commented', 'commented']);
});
