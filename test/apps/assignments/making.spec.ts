import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { aFile, at, ClassRoom, DAY, HOUR } from './class-room.js';

let room: ClassRoom;
let ann: Account;
let bob: Account;
let eve: Account;
beforeAll(async () => {
  room = await ClassRoom.start();
  [ann, bob, eve] = (await room.people(3)) as [Account, Account, Account];
});
afterAll(() => room.stop());

const create = async (more: object = {}) =>
  (await room.ask(ann, 'create-assignment', { title: 'Essay', ...more })).assignment;
const update = (assignment: { id: string }, change: object) =>
  room.ask(ann, 'update-assignment', { assignment_id: assignment.id, ...change });
const refused = (assignment: { id: string }, change: object, refusal: [number, string]) =>
  room.expectRefused(ann, 'update-assignment', { assignment_id: assignment.id, ...change }, refusal);

describe('an assignment that is made', () => {
  it('is a draft with a code, and what is not said is as the teacher has set it', async () => {
    const assignment = await create();
    expect(assignment).toMatchObject({
      status: 'draft',
      owner_id: ann.id,
      grading: 'points',
      points: 100,
      submission_types: ['text', 'file'],
      allowed_extensions: [],
      max_files: 5,
      max_file_bytes: 104_857_600,
      max_attempts: 1,
      keep_score: 'latest',
      late_penalty_percent: 0,
      late_penalty_max: 100,
      rubric: null,
      anonymous: false,
      release: 'manual',
      submit_drafts: true,
      published_at: null,
      locked: false,
    });
    expect(assignment.join_code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
    const settings = {
      release: 'immediate',
      submit_drafts: false,
      late_penalty_percent: 12.5,
      max_file_bytes: 1000,
    };
    await room.ask(eve, 'update-settings', settings);
    const evesOwn = (await room.ask(eve, 'create-assignment', { title: 'Quick', late_penalty_percent: 5 })).assignment;
    expect(evesOwn).toMatchObject({ ...settings, late_penalty_percent: 5 });
    const published = await create({ publish: true });
    expect(published).toMatchObject({ status: 'published', published_at: expect.any(String) });
    const codes = await atOnce(20, () => create());
    expect(new Set(codes.map(({ join_code }) => join_code)).size).toBe(20);
  });

  it('has a rubric whose criteria have names, and points that add up', async () => {
    const rubric = [
      { title: 'Argument', points: 12.1 },
      { title: 'Sources', description: 'Three of them.', points: 7.9 },
    ];
    expect((await create({ points: 20, rubric })).rubric).toEqual([
      { id: 'c1', title: 'Argument', description: null, points: 12.1 },
      { id: 'c2', title: 'Sources', description: 'Three of them.', points: 7.9 },
    ]);
    const refusal: [number, string] = [400, 'Rubric points must add up to points'];
    await room.expectRefused(ann, 'create-assignment', { title: 'x', rubric }, refusal);
    expect((await create({ grading: 'pass_fail', rubric })).rubric).toHaveLength(2);
    expect((await create({ rubric: [] })).rubric).toBeNull();
  });

  it('has dates in their order', async () => {
    const wrong = [
      { opens_at: at(DAY), due_at: at(DAY) },
      { due_at: at(DAY), closes_at: at(HOUR) },
      { opens_at: at(DAY), closes_at: at(HOUR) },
    ];
    for (const dates of wrong)
      await room.expectRefused(ann, 'create-assignment', { title: 'x', ...dates }, [400, 'Dates are out of order']);
    const due_at = at(DAY);
    const assignment = await create({ due_at, closes_at: due_at });
    expect(assignment.due_at).toBe(assignment.closes_at);
    await refused(assignment, { opens_at: at(2 * DAY) }, [400, 'Dates are out of order']);
    expect((await update(assignment, { due_at: null, closes_at: null })).assignment).toMatchObject({
      due_at: null,
      closes_at: null,
    });
  });

  it('refuses what makes no sense', async () => {
    const wrong = [
      { points: 0 },
      { points: 1.005 },
      { points: 1e-7 },
      { late_penalty_max: 1e-7 },
      { points: 100_000 },
      { submission_types: [] },
      { submission_types: ['text', 'text'] },
      { allowed_extensions: ['p/f'] },
      { max_attempts: 0 },
      { late_penalty_percent: 101 },
      { reference_type: 'lesson' },
      { reference_id: randomUUID() },
      { files: [{ ...aFile(), content_type: 'pdf' }] },
      { rubric: [{ title: ' ', points: 1 }] },
    ];
    for (const fields of wrong)
      await room.expectRefused(ann, 'create-assignment', { title: 'x', ...fields }, [400, 'Validation error']);
    const extensions = ['.PDF', 'pdf', 'Docx'];
    expect((await create({ allowed_extensions: extensions })).allowed_extensions).toEqual(['pdf', 'docx']);
    expect((await create({ max_attempts: null })).max_attempts).toBeNull();
  });

  it('hands out material, at addresses that end', async () => {
    const files = [aFile('task.pdf'), aFile('data.csv')];
    const made = await room.ask(ann, 'create-assignment', { title: 'x', publish: true, files });
    const { assignment, uploads } = made;
    expect(uploads).toMatchObject([
      { file: { name: 'task.pdf' }, upload_url: expect.any(String) },
      { file: { name: 'data.csv' } },
    ]);
    await room.put([uploads[0]]);
    await room.join(bob, assignment);
    const seen = async (who: Account) =>
      (await room.ask(who, 'get-assignment', { assignment_id: assignment.id })).files;
    const [task, data] = await seen(bob);
    expect([task.status, data.status, data.download_url]).toEqual(['ready', 'pending', null]);
    const answer = await fetch(task.download_url);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="task.pdf"/),
    ]);
    await refused(assignment, { remove_file_ids: [randomUUID()] }, [404, 'File not found']);
    const changed = await update(assignment, { remove_file_ids: [task.id], files: [aFile('new.pdf')] });
    expect(changed.uploads).toHaveLength(1);
    expect((await seen(ann)).map(({ name }: any) => name)).toEqual(['data.csv', 'new.pdf']);
    await room.jobs();
    expect((await fetch(task.download_url)).status).toBe(404);
    const large = { files: [aFile('film.mp4', 2 * 1024 ** 3)] };
    await refused(assignment, large, [400, 'File is too large']);
    for (let times = 0; times < 4; times++) await update(assignment, { files: Array(10).fill(aFile()) });
    await refused(assignment, { files: Array(9).fill(aFile()) }, [400, 'Too many files']);
    await room.expectRefused(ann, 'create-assignment', { title: 'x', files: Array(11).fill(aFile()) }, [
      400,
      'Validation error',
    ]);
  });
});

describe('a change', () => {
  it('goes from state to state as it may, and each first publication is told once', async () => {
    const assignment = await create();
    const move = async (status: string) => (await update(assignment, { status })).assignment.status;
    const closed: [number, string] = [409, 'Status change not allowed'];
    await room.ask(ann, 'set-learners', { assignment_id: assignment.id, learners: [{ user_id: bob.id }] });
    for (const status of ['closed', 'archived']) await refused(assignment, { status }, closed);
    await room.expectRefused(bob, 'get-assignment', { assignment_id: assignment.id }, [404, 'Assignment not found']);
    const before = (await room.told(bob, 'published')).length;
    expect(await move('published')).toBe('published');
    expect(await move('published')).toBe('published');
    await refused(assignment, { status: 'archived' }, closed);
    expect(await move('draft')).toBe('draft');
    expect(await move('published')).toBe('published');
    expect(await move('closed')).toBe('closed');
    await refused(assignment, { status: 'draft' }, closed);
    expect(await move('published')).toBe('published');
    expect(await room.told(bob, 'published')).toHaveLength(before + 1);
    await room.handIn(bob, assignment);
    await refused(assignment, { status: 'draft' }, [409, 'Assignment has submissions']);
    expect(await move('closed')).toBe('closed');
    expect(await move('archived')).toBe('archived');
    const archived: [number, string] = [409, 'Assignment is archived'];
    for (const change of [{ title: 'x' }, { status: 'closed' }]) await refused(assignment, change, archived);
    const { my } = await room.ask(bob, 'get-assignment', { assignment_id: assignment.id });
    expect(my.attempts).toHaveLength(1);
    for (const [action, input] of [
      ['save-submission', { body: 'x' }],
      ['add-comment', { body: 'x' }],
    ] as const)
      await room.expectRefused(bob, action, { assignment_id: assignment.id, ...input }, archived);
  });

  it('leaves marks and anonymity as they are once something was handed in', async () => {
    const rubric = [{ title: 'All', points: 10 }];
    const assignment = await room.work(ann, [bob], { points: 10, rubric, anonymous: true });
    await room.save(bob, assignment, { body: 'A draft is none.' });
    await update(assignment, { points: 20, rubric: [{ title: 'All', points: 20 }] });
    await room.handIn(bob, assignment);
    const fixed: [number, string] = [409, 'Assignment has submissions'];
    for (const change of [
      { points: 10, rubric: null },
      { grading: 'pass_fail' },
      { rubric: [{ title: 'Everything', points: 20 }] },
      { anonymous: false },
    ])
      await refused(assignment, change, fixed);
    const same = {
      points: 20,
      grading: 'points',
      rubric: [{ title: 'All', points: 20 }],
      title: 'Named anew',
    };
    expect((await update(assignment, same)).assignment.title).toBe('Named anew');
  });

  it('that goes back to a draft and what is handed in do not pass each other', async () => {
    const learners = await room.people(10);
    const assignment = await room.work(ann, learners);
    const input = { assignment_id: assignment.id, body: 'x', submit: true };
    const [moved, ...saved] = await Promise.all([
      room.call(ann, 'update-assignment', { assignment_id: assignment.id, status: 'draft' }),
      ...learners.map((who) => room.call(who, 'save-submission', input)),
    ]);
    const handedIn = tally(saved)[200] ?? 0;
    expect(moved?.status).toBe(handedIn ? 409 : 200);
    expect(tally(saved)).toEqual(handedIn ? { 200: 10 } : { 404: 10 });
  });

  it('of dates is told to those whom it concerns, and names those with dates of their own', async () => {
    const [dan, fay] = (await room.people(2)) as [Account, Account];
    const assignment = await room.work(ann, [dan, fay], { due_at: at(DAY), closes_at: at(5 * DAY) });
    const own = { user_id: fay.id, due_at: at(3 * DAY) };
    await room.ask(ann, 'set-learners', { assignment_id: assignment.id, learners: [own] });
    expect((await update(assignment, { title: 'Renamed' })).overrides).toEqual([]);
    const { overrides } = await update(assignment, { due_at: at(2 * DAY) });
    expect(overrides).toMatchObject([{ user_id: fay.id, due_at: own.due_at, closes_at: null }]);
    expect(await room.told(dan, 'changed')).toHaveLength(1);
    expect(await room.told(fay, 'changed')).toHaveLength(0);
    expect((await update(assignment, { closes_at: at(6 * DAY) })).overrides).toEqual([]);
    expect(await room.told(fay, 'changed')).toHaveLength(1);
    const late = await room.handIn(dan, assignment);
    expect(late.late_seconds).toBe(0);
    await update(assignment, { due_at: at(-HOUR) });
    const { submission } = await room.ask(dan, 'get-submission', { submission_id: late.id });
    expect(Math.abs(submission.late_seconds - 3600)).toBeLessThan(1800);
  });

  it('gives another code, and the old one leads nowhere', async () => {
    const assignment = await room.work(ann);
    const changed = (await update(assignment, { new_join_code: true })).assignment;
    expect(changed.join_code).not.toBe(assignment.join_code);
    await room.expectRefused(eve, 'join-assignment', { join_code: assignment.join_code }, [404, 'Code not found']);
    await room.join(eve, changed);
  });

  it('is its owner’s, and staff’s', async () => {
    const assignment = await room.work(ann, [bob]);
    const change = { assignment_id: assignment.id, title: 'Mine' };
    for (const who of [bob, eve]) await room.expectRefused(who, 'update-assignment', change, [403, 'Forbidden']);
    const admin = await room.service.admin();
    expect((await room.ask(admin, 'update-assignment', change)).assignment.title).toBe('Mine');
    const unknown = { ...change, assignment_id: randomUUID() };
    await room.expectRefused(ann, 'update-assignment', unknown, [404, 'Assignment not found']);
    await room.expectRefused(eve, 'get-assignment', { assignment_id: assignment.id }, [404, 'Assignment not found']);
  });
});
