import { randomUUID } from 'node:crypto';
import { AssignmentsService } from '../../../src/apps/assignments/assignments.service.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { at, ClassRoom, DAY, HOUR } from './class-room.js';

let room: ClassRoom;
let ann: Account;
let bob: Account;
let eve: Account;
beforeAll(async () => {
  room = await ClassRoom.start();
  [ann, bob, eve] = (await room.people(3)) as [Account, Account, Account];
});
afterAll(() => room.stop());

const set = (assignment: { id: string }, ...learners: object[]) =>
  room.ask(ann, 'set-learners', { assignment_id: assignment.id, learners }).then((answer) => answer.learners);
const setRefused = (assignment: { id: string }, learners: object[], refusal: [number, string]) =>
  room.expectRefused(ann, 'set-learners', { assignment_id: assignment.id, learners }, refusal);

describe('who joins', () => {
  it('is a learner, by a code as people type it, and once', async () => {
    const assignment = await room.work(ann);
    const { join_code } = assignment;
    const typed = ` ${join_code.slice(0, 4).toLowerCase()}-${join_code.slice(4)} `;
    const answers = await atOnce(20, () => room.call(bob, 'join-assignment', { join_code: typed }));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => body.learner.id)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({
      assignment: { id: assignment.id, title: 'Essay' },
      learner: { user_id: bob.id, status: 'active', due_at: null },
    });
    expect(answers[0]?.body.assignment.join_code).toBeUndefined();
    await room.expectRefused(bob, 'join-assignment', { join_code: 'AAAAAAAA' }, [404, 'Code not found']);
  });

  it('finds neither a draft nor what was archived, and comes too late to what is closed', async () => {
    const draft = await room.work(ann, [], { publish: false });
    const unknown: [number, string] = [404, 'Code not found'];
    await room.expectRefused(bob, 'join-assignment', { join_code: draft.join_code }, unknown);
    const open = await room.work(ann, [bob]);
    const update = (change: object) => room.ask(ann, 'update-assignment', { assignment_id: open.id, ...change });
    await update({ status: 'closed' });
    const { join_code } = open;
    await room.expectRefused(eve, 'join-assignment', { join_code }, [409, 'Assignment is closed']);
    expect((await room.join(bob, open)).learner.status).toBe('active');
    await update({ status: 'published', closes_at: at(-HOUR) });
    await room.expectRefused(eve, 'join-assignment', { join_code }, [409, 'Assignment is closed']);
    await update({ status: 'closed' });
    await update({ status: 'archived' });
    for (const who of [bob, eve]) await room.expectRefused(who, 'join-assignment', { join_code }, unknown);
  });

  it('sees of what is not open yet its title and dates', async () => {
    const dates = { opens_at: at(HOUR), due_at: at(DAY), closes_at: at(2 * DAY) };
    const secrets = { instructions: 'Write.', rubric: [{ title: 'All', points: 100 }] };
    const files = [{ name: 'a.pdf', size_bytes: 5, content_type: 'application/pdf' }];
    const assignment = await room.work(ann, [bob], { ...dates, ...secrets, files });
    const seen = await room.ask(bob, 'get-assignment', { assignment_id: assignment.id });
    expect(seen).toMatchObject({ files: [], my: { due_at: dates.due_at, attempts: [], attempts_left: 1 } });
    expect(seen.assignment).toEqual({
      id: assignment.id,
      owner_id: ann.id,
      title: 'Essay',
      status: 'published',
      locked: true,
      ...dates,
      published_at: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const input = { assignment_id: assignment.id, body: 'x' };
    await room.expectRefused(bob, 'save-submission', input, [409, 'Assignment is not open yet']);
    const whole = await room.ask(ann, 'get-assignment', { assignment_id: assignment.id });
    expect(whole).toMatchObject({ assignment: { ...secrets, rubric: [{ id: 'c1' }] }, my: null });
    expect(whole.files).toHaveLength(1);
    await room.passes(assignment, 2 * HOUR);
    const open = (await room.ask(bob, 'get-assignment', { assignment_id: assignment.id })).assignment;
    expect(open).toMatchObject({ locked: false, instructions: 'Write.' });
  });
});

describe('whom the teacher sets', () => {
  it('is told of it, and of what is given to him', async () => {
    const [dan] = (await room.people(1)) as [Account];
    const assignment = await room.work(ann, [], { due_at: at(DAY), closes_at: at(9 * DAY) });
    const first = await set(assignment, { user_id: dan.id, due_at: at(2 * DAY) });
    expect(first).toMatchObject([{ user_id: dan.id, status: 'active', extra_attempts: 0 }]);
    expect(await room.types(dan)).toEqual(['assigned']);
    await set(assignment, { user_id: dan.id, due_at: at(3 * DAY), extra_attempts: 2 });
    await set(assignment, { user_id: dan.id });
    await set(assignment, { user_id: dan.id, due_at: null });
    expect(await room.types(dan)).toEqual(['assigned', 'extended', 'extended']);
    const [told] = await room.told(dan, 'extended');
    expect(told.data).toMatchObject({ assignment_id: assignment.id, extra_attempts: 2 });
    const { my } = await room.ask(dan, 'get-assignment', { assignment_id: assignment.id });
    expect(my).toMatchObject({ due_at: assignment.due_at, attempts_left: 3 });
  });

  it('is there only as long as he may be, and his work is kept', async () => {
    const [dan] = (await room.people(1)) as [Account];
    const assignment = await room.work(ann, [dan]);
    const handed = await room.handIn(dan, assignment);
    const input = { assignment_id: assignment.id };
    await set(assignment, { user_id: dan.id, status: 'removed' });
    await room.expectRefused(dan, 'get-assignment', input, [404, 'Assignment not found']);
    await room.expectRefused(dan, 'save-submission', { ...input, body: 'x' }, [404, 'Assignment not found']);
    await room.expectRefused(dan, 'get-submission', { submission_id: handed.id }, [404, 'Submission not found']);
    const refusal: [number, string] = [409, 'You were removed from this assignment'];
    await room.expectRefused(dan, 'join-assignment', { join_code: assignment.join_code }, refusal);
    expect((await room.ask(dan, 'list-assignments')).assignments).toEqual([]);
    const { rows, summary } = await room.ask(ann, 'list-submissions', input);
    expect(rows).toMatchObject([{ learner_status: 'removed', submission: { id: handed.id } }]);
    expect(summary).toMatchObject({ learners: 0, to_grade: 0 });
    expect(await set(assignment, { user_id: dan.id })).toMatchObject([{ status: 'active' }]);
    expect((await room.ask(dan, 'get-assignment', input)).my.attempts).toHaveLength(1);
    await set(assignment, { user_id: dan.id, status: 'excused' });
    const excused: [number, string] = [409, 'You are excused from this assignment'];
    await room.expectRefused(dan, 'save-submission', { ...input, body: 'x' }, excused);
    expect((await room.ask(dan, 'get-assignment', input)).my.learner.status).toBe('excused');
  });

  it('is somebody, once, with dates in their order', async () => {
    const assignment = await room.work(ann, [], { opens_at: at(-DAY), closes_at: at(DAY) });
    await setRefused(assignment, [{ user_id: randomUUID() }], [404, 'User not found']);
    await setRefused(assignment, [{ user_id: bob.id }, { user_id: randomUUID() }], [404, 'User not found']);
    for (const dates of [{ due_at: at(2 * DAY) }, { due_at: at(-2 * DAY) }, { closes_at: at(-2 * DAY) }])
      await setRefused(assignment, [{ user_id: bob.id, ...dates }], [400, 'Dates are out of order']);
    const twice = [{ user_id: bob.id }, { user_id: bob.id, extra_attempts: 1 }];
    await setRefused(assignment, twice, [400, 'Validation error']);
    expect((await room.ask(ann, 'list-submissions', { assignment_id: assignment.id })).rows).toEqual([]);
    await set(assignment, { user_id: bob.id, due_at: at(2 * DAY), closes_at: at(2 * DAY) });
    const wish = { assignment_id: assignment.id, learners: [{ user_id: eve.id }] };
    await room.expectRefused(bob, 'set-learners', wish, [403, 'Forbidden']);
  });

  it('and who joins at the same time never are more than two thousand', async () => {
    const assignment = await room.work(ann);
    await room.rows(
      `WITH made AS (
         INSERT INTO account.users (email) SELECT 'l' || n || '@many.example' FROM generate_series(1, 1990) n RETURNING id)
       INSERT INTO ext_assignments.learners (id, assignment_id, user_id, number)
       SELECT gen_random_uuid(), $1, id, row_number() OVER () FROM made`,
      assignment.id,
    );
    const people = await room.people(20);
    const answers = await atOnce(20, (n) =>
      n % 2
        ? room.call(people[n] as Account, 'join-assignment', { join_code: assignment.join_code })
        : room.call(ann, 'set-learners', {
            assignment_id: assignment.id,
            learners: [{ user_id: people[n]?.id }],
          }),
    );
    expect(tally(answers)).toEqual({ 200: 10, 409: 10 });
    expect(refusals(answers)).toEqual([{ error: 'Learner limit reached' }]);
    const [{ n, numbers }] = await room.rows(
      `SELECT count(*)::int AS n, count(DISTINCT number)::int AS numbers FROM ext_assignments.learners
       WHERE assignment_id = $1`,
      assignment.id,
    );
    expect([n, numbers]).toEqual([2000, 2000]);
  });

  it('of a draft hears of it when it is published', async () => {
    const [dan, fay] = (await room.people(2)) as [Account, Account];
    const { assignment } = await room.ask(ann, 'create-assignment', { title: 'Later' });
    await set(assignment, { user_id: dan.id }, { user_id: fay.id, status: 'excused' });
    expect(await room.types(dan)).toEqual([]);
    await room.ask(ann, 'update-assignment', { assignment_id: assignment.id, status: 'published' });
    expect([await room.types(dan), await room.types(fay)]).toEqual([['published'], []]);
  });
});

it('is described to the apps that ask', async () => {
  const assignment = await room.work(ann);
  const service = room.service.app.get(AssignmentsService, { strict: false });
  const found = await service.describe([assignment.id, randomUUID()]);
  expect(found).toEqual([{ id: assignment.id, owner_id: ann.id, title: 'Essay' }]);
});
