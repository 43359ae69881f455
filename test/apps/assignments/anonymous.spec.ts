import { randomUUID } from 'node:crypto';
import type { Account } from '../../support/service.js';
import { aFile, at, ClassRoom, DAY } from './class-room.js';

let room: ClassRoom;
let ann: Account;
let bob: Account;
let eve: Account;
let assignment: any;
let names: string[];
beforeAll(async () => {
  room = await ClassRoom.start();
  [ann, bob, eve] = (await room.people(3)) as [Account, Account, Account];
  names = ['bob', 'eve'].map((name) => `${name}_${randomUUID().slice(0, 8)}`);
  await room.named(bob, names[0] as string);
  await room.named(eve, names[1] as string);
  assignment = await room.work(ann, [bob, eve], { anonymous: true, points: 10 });
  const { uploads } = await room.ask(bob, 'save-submission', {
    assignment_id: assignment.id,
    add_files: [aFile('essay.pdf')],
  });
  await room.put(uploads);
});
afterAll(() => room.stop());

/** All that the teacher gets to see. */
async function seen(): Promise<Record<string, string>> {
  const input = { assignment_id: assignment.id };
  const { rows } = await room.ask(ann, 'list-submissions', input);
  const learner_id = await room.learnerId(assignment, bob);
  const views = {
    roster: rows.find(({ learner }: any) => learner.id === learner_id),
    submission: await room.ask(ann, 'get-submission', { ...input, learner_id }),
    notices: (await room.rows('SELECT data FROM notifications.notifications n WHERE user_id = $1', ann.id)).concat(
      await room.rows(
        `SELECT a.user_id FROM notifications.notification_actors a
         JOIN notifications.notifications n ON n.id = a.notification_id WHERE n.user_id = $1`,
        ann.id,
      ),
    ),
    export: (await room.ask(ann, 'export')).export,
  };
  return Object.fromEntries(Object.entries(views).map(([name, view]) => [name, JSON.stringify(view)]));
}

const tells = (views: Record<string, string>, who: Account, name: string) =>
  Object.entries(views).flatMap(([view, text]) => (text.includes(who.id) || text.includes(name) ? [view] : []));

it('nobody is known to who marks until the grade is released, in whatever he looks at', async () => {
  const handed = await room.save(bob, assignment, { submit: true });
  await room.handIn(eve, assignment);
  await room.ask(bob, 'add-comment', { assignment_id: assignment.id, body: 'Is it long enough?' });
  const learner_id = await room.learnerId(assignment, bob);
  await room.ask(ann, 'add-comment', { assignment_id: assignment.id, learner_id, body: 'It is.' });
  const byAccount = { assignment_id: assignment.id, learner_id: bob.id };
  await room.expectRefused(ann, 'get-submission', byAccount, [404, 'Submission not found']);
  await room.jobs();
  expect(tells(await seen(), bob, names[0] as string)).toEqual([]);
  const [{ data }] = await room.told(ann, 'commented');
  const { submission, files, comments } = await room.ask(ann, 'get-submission', { submission_id: handed.id });
  expect(data).toMatchObject({ learner_id, number: submission.learner.number });
  expect(data.body).toBe(`Learner ${submission.learner.number}: Is it long enough?`);
  expect(submission.learner.user).toBeNull();
  expect(files).toHaveLength(1);
  expect(comments).toMatchObject([
    { by_learner: true, author: null },
    { by_learner: false, author: { id: ann.id } },
  ]);
  const graded = await room.grade(ann, handed, { score: 9 });
  expect(graded.learner.user).toBeNull();
  await room.ask(ann, 'release-grades', { assignment_id: assignment.id });
  expect(tells(await seen(), bob, names[0] as string)).toEqual(['roster', 'submission', 'export']);
  expect(tells(await seen(), eve, names[1] as string)).toEqual([]);
  await room.ask(ann, 'release-grades', { assignment_id: assignment.id, hide: true });
  expect(tells(await seen(), bob, names[0] as string)).toEqual([]);
});

it('whom the teacher names has no number, and no number has dates that were given to a name', async () => {
  const learners = [{ user_id: bob.id, due_at: at(DAY), extra_attempts: 3 }];
  const set = await room.ask(ann, 'set-learners', { assignment_id: assignment.id, learners });
  expect(Object.keys(set.learners[0]).sort()).toEqual(['closes_at', 'due_at', 'extra_attempts', 'status', 'user_id']);
  const { overrides } = await room.ask(ann, 'update-assignment', {
    assignment_id: assignment.id,
    due_at: at(2 * DAY),
  });
  expect(overrides).toMatchObject([{ user_id: bob.id }]);
  expect('number' in overrides[0]).toBe(false);
  const { export: all } = await room.ask(ann, 'export');
  for (const learner of all.learners)
    expect(Object.keys(learner).sort()).toEqual(['assignment_id', 'id', 'number', 'status']);
  const { rows } = await room.ask(ann, 'list-submissions', { assignment_id: assignment.id, sort: 'name' });
  const numbers = rows.map(({ learner }: any) => learner.number);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
});

it('a revision without a grade releases nothing, so it names nobody', async () => {
  const [teacher, learner] = (await room.people(2)) as [Account, Account];
  const work = await room.work(teacher, [learner], { anonymous: true, release: 'immediate', points: 10 });
  const handed = await room.handIn(learner, work);
  const asked = await room.grade(teacher, handed, { request_revision: true, feedback: 'More of it.' });
  expect(asked).toMatchObject({ status: 'revision', released_at: null, learner: { user: null } });
  const { rows, summary } = await room.ask(teacher, 'list-submissions', { assignment_id: work.id });
  expect([rows[0].learner.user, summary.released]).toEqual([null, 0]);
  const own = await room.ask(learner, 'get-submission', { submission_id: handed.id });
  expect(own.submission).toMatchObject({ feedback: 'More of it.', graded_at: null });
  const { assignments } = await room.ask(learner, 'list-assignments');
  expect(assignments).toMatchObject([{ my_status: 'to_do', my_grade: null }]);

  await room.grade(teacher, await room.handIn(learner, work), { score: 8 });
  expect(await room.told(learner, 'graded')).toHaveLength(1);
  const after = await room.ask(teacher, 'list-submissions', { assignment_id: work.id });
  expect(after.rows[0].learner.user.id).toBe(learner.id);
});
