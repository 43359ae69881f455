import { CloseAssignments } from '../../../src/apps/assignments/jobs/close-assignments.job.js';
import { DueReminders } from '../../../src/apps/assignments/jobs/due-reminders.job.js';
import { SweepFiles } from '../../../src/apps/assignments/jobs/sweep-files.job.js';
import { TellSubmissions } from '../../../src/apps/assignments/jobs/tell-submissions.job.js';
import type { Account } from '../../support/service.js';
import { aFile, at, ClassRoom, DAY, HOUR } from './class-room.js';

let room: ClassRoom;
let ann: Account;
let bob: Account;
let eve: Account;
beforeAll(async () => {
  room = await ClassRoom.start();
});
beforeEach(async () => {
  [ann, bob, eve] = (await room.people(3)) as [Account, Account, Account];
});
afterAll(() => room.stop());

const twice = async (job: typeof CloseAssignments | typeof DueReminders | typeof SweepFiles) => {
  await Promise.all([room.run(job), room.run(job)]);
  await room.run(job);
};
const own = async (who: Account, assignment: { id: string }) =>
  (await room.ask(who, 'get-submission', { assignment_id: assignment.id })).submission;

describe('at the cut-off', () => {
  it('what was left as a draft is handed in, and the teacher is told once', async () => {
    const others = await room.people(3);
    const [empty, gone, slow] = others as [Account, Account, Account];
    const dates = { due_at: at(HOUR), closes_at: at(2 * HOUR) };
    const assignment = await room.work(ann, [bob, eve, ...others], dates);
    await room.save(bob, assignment, { body: 'Left.' });
    await room.handIn(eve, assignment);
    await room.save(empty, assignment, { body: '' });
    await room.save(gone, assignment, { body: 'Left too.' });
    const removed = [{ user_id: gone.id, status: 'removed' }];
    await room.ask(ann, 'set-learners', { assignment_id: assignment.id, learners: removed });
    const { uploads } = await room.ask(slow, 'save-submission', {
      assignment_id: assignment.id,
      add_files: [aFile('there.pdf'), aFile('late.pdf')],
    });
    await room.put([uploads[0]]);
    await room.jobs();
    await twice(CloseAssignments);
    expect(await room.told(ann, 'closed')).toEqual([]);
    await room.passes(assignment, 3 * HOUR);
    await twice(CloseAssignments);
    expect(await own(bob, assignment)).toMatchObject({
      status: 'submitted',
      auto_submitted: true,
      late_seconds: 3600,
      version: 2,
    });
    const closed = (await room.ask(ann, 'get-assignment', { assignment_id: assignment.id })).assignment.closes_at;
    expect((await own(bob, assignment)).submitted_at).toBe(closed);
    expect((await own(eve, assignment)).auto_submitted).toBe(false);
    expect((await own(empty, assignment)).status).toBe('draft');
    const { files, submission } = await room.ask(slow, 'get-submission', { assignment_id: assignment.id });
    expect([submission.auto_submitted, files.map(({ name }: any) => name)]).toEqual([true, ['there.pdf']]);
    expect((await fetch(uploads[1].upload_url, { method: 'PUT', body: '12345' })).status).toBe(404);
    const told = await room.told(ann, 'closed');
    expect(told.map(({ data }) => [data.submitted, data.missing])).toEqual([[3, 1]]);
    const [row] = await room.rows(`SELECT status FROM ext_assignments.submissions WHERE owner_id = $1`, gone.id);
    expect(row.status).toBe('draft');
    await room.passes(assignment, HOUR);
    await room.run(TellSubmissions);
    const counts = (await room.told(ann, 'submitted')).map(({ data }) => data.count);
    expect(counts).toEqual([1]);
  });

  it('of one learner his draft is handed in, and told as any other; and another end is told anew', async () => {
    const assignment = await room.work(ann, [bob], { closes_at: at(2 * HOUR) });
    const learners = [{ user_id: bob.id, closes_at: at(5 * HOUR) }];
    await room.ask(ann, 'set-learners', { assignment_id: assignment.id, learners });
    await room.save(bob, assignment, { link_url: null, body: 'Left.' });
    await room.passes(assignment, 3 * HOUR);
    await twice(CloseAssignments);
    expect((await own(bob, assignment)).status).toBe('draft');
    await room.passes(assignment, 3 * HOUR);
    await twice(CloseAssignments);
    expect(await own(bob, assignment)).toMatchObject({ auto_submitted: true });
    expect(await room.told(ann, 'closed')).toHaveLength(1);
    await room.run(TellSubmissions);
    expect(await room.told(ann, 'submitted')).toHaveLength(1);
    await room.ask(ann, 'update-assignment', { assignment_id: assignment.id, closes_at: at(HOUR) });
    await room.passes(assignment, 2 * HOUR);
    await twice(CloseAssignments);
    expect(await room.told(ann, 'closed')).toHaveLength(2);
  });

  it('bytes that come after it are not handed in, though they had begun before', async () => {
    const assignment = await room.work(ann, [bob, eve], { closes_at: at(HOUR) });
    const started = { assignment_id: assignment.id, add_files: [aFile('in-time.pdf'), aFile('late.pdf')] };
    const { uploads } = await room.ask(bob, 'save-submission', started);
    await room.put([uploads[0]]);
    const only = await room.ask(eve, 'save-submission', { ...started, add_files: [aFile()] });
    await room.passes(assignment, 2 * HOUR);
    await room.put([uploads[1], ...only.uploads]);
    await twice(CloseAssignments);
    const handed = await room.ask(bob, 'get-submission', { assignment_id: assignment.id });
    expect([handed.submission.auto_submitted, handed.files]).toMatchObject([true, [{ name: 'in-time.pdf' }]]);
    expect((await own(eve, assignment)).status).toBe('draft');
  });

  it('drafts stay drafts where the teacher wants that', async () => {
    const assignment = await room.work(ann, [bob], { closes_at: at(HOUR), submit_drafts: false });
    await room.save(bob, assignment, { body: 'Left.' });
    await room.passes(assignment, 2 * HOUR);
    await twice(CloseAssignments);
    expect((await own(bob, assignment)).status).toBe('draft');
    expect((await room.told(ann, 'closed')).map(({ data }) => data.missing)).toEqual([1]);
  });
});

it('who has handed in nothing is reminded before his own day, as often as the teacher wants', async () => {
  const [done, excused, later] = (await room.people(3)) as [Account, Account, Account];
  await room.ask(ann, 'update-settings', { reminder_hours: [48, 24] });
  const assignment = await room.work(ann, [bob, done, excused, later], { due_at: at(3 * DAY) });
  await room.handIn(done, assignment);
  const learners = [
    { user_id: excused.id, status: 'excused' },
    { user_id: later.id, due_at: at(6 * DAY) },
  ];
  await room.ask(ann, 'set-learners', { assignment_id: assignment.id, learners });
  const told = async () =>
    Promise.all([bob, done, excused, later].map(async (who) => (await room.told(who, 'due')).length));
  await twice(DueReminders);
  expect(await told()).toEqual([0, 0, 0, 0]);
  await room.passes(assignment, DAY + HOUR);
  await twice(DueReminders);
  expect(await told()).toEqual([1, 0, 0, 0]);
  await room.passes(assignment, DAY);
  await twice(DueReminders);
  expect(await told()).toEqual([2, 0, 0, 0]);
  await room.passes(assignment, 3 * DAY);
  await twice(DueReminders);
  expect(await told()).toEqual([2, 0, 0, 1]);
  await room.ask(ann, 'update-assignment', { assignment_id: assignment.id, due_at: at(20 * HOUR) });
  await twice(DueReminders);
  expect(await told()).toEqual([3, 0, 0, 1]);
  const silent = await room.person();
  await room.ask(silent, 'update-settings', { reminder_hours: [] });
  const [fay] = (await room.people(1)) as [Account];
  await room.work(silent, [fay], { due_at: at(HOUR) });
  await twice(DueReminders);
  expect(await room.told(fay)).toEqual([]);
  for (const reminder_hours of [[0], [169], [1, 2, 3, 4], [1, 1]])
    await room.expectRefused(ann, 'update-settings', { reminder_hours }, [400, 'Validation error']);
});

it('files that never come go, and those whose bytes are gone are called lost', async () => {
  const assignment = await room.work(ann, [bob]);
  const add_files = ['there', 'never', 'young', 'lost'].map((name) => aFile(`${name}.pdf`));
  const { uploads, submission } = await room.ask(bob, 'save-submission', {
    assignment_id: assignment.id,
    add_files,
  });
  await room.put([uploads[0], uploads[3]]);
  const old = [0, 1, 3].map((n) => uploads[n].file.id);
  await room.rows(
    `UPDATE ext_assignments.files SET expires_at = now() - interval '25 hours' WHERE storage_key = ANY ($1)`,
    old,
  );
  await twice(SweepFiles);
  await room.rows('DELETE FROM files.files WHERE id = $1', uploads[3].file.id);
  await twice(SweepFiles);
  const { files } = await room.ask(bob, 'get-submission', { submission_id: submission.id });
  expect(files.map(({ name, status }: any) => [name, status])).toEqual([
    ['there.pdf', 'ready'],
    ['young.pdf', 'pending'],
    ['lost.pdf', 'lost'],
  ]);
  expect((await fetch(uploads[1].upload_url, { method: 'PUT', body: '12345' })).status).toBe(404);
});

it('has figures of who teaches and of who learns', async () => {
  const assignment = await room.work(ann, [bob, eve], { due_at: at(HOUR), points: 20 });
  await room.work(ann, [], { publish: false });
  const handed = await room.handIn(bob, assignment);
  const stats = async (who: Account, more: object = {}) => (await room.ask(who, 'stats', more)).stats;
  expect(await stats(ann)).toMatchObject({ to_grade: 1, missing_rate: null, average_percent: null });
  expect(await stats(eve)).toMatchObject({ my_open: 1, my_overdue: 0 });
  await room.grade(ann, handed, { score: 15 });
  await room.ask(ann, 'release-grades', { assignment_id: assignment.id });
  await room.rows(
    `UPDATE ext_assignments.submissions SET submitted_at = graded_at - interval '90 minutes' WHERE id = $1`,
    handed.id,
  );
  await room.ask(ann, 'update-assignment', { assignment_id: assignment.id, due_at: at(-60_000) });
  const wide = { from: '2020-01-01', to: '2100-01-01' };
  expect(await stats(ann, wide)).toEqual({
    assignments: { draft: 1, published: 1, closed: 0, archived: 0 },
    submissions: 1,
    to_grade: 0,
    on_time_rate: 1,
    missing_rate: 0.5,
    average_percent: 75,
    median_hours_to_grade: 1.5,
    my_open: 0,
    my_overdue: 0,
    my_average_percent: null,
  });
  expect(await stats(bob)).toMatchObject({ my_open: 0, my_overdue: 0, my_average_percent: 75 });
  expect(await stats(eve)).toMatchObject({ my_open: 1, my_overdue: 1, my_average_percent: null });
  expect(await stats(ann, { from: '2020-01-01', to: '2020-01-31' })).toMatchObject({
    submissions: 0,
    on_time_rate: null,
    missing_rate: null,
  });
});
