import { randomUUID } from 'node:crypto';
import { TellSubmissions } from '../../../src/apps/assignments/jobs/tell-submissions.job.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { aFile, at, ClassRoom, DAY, HOUR } from './class-room.js';

let room: ClassRoom;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  room = await ClassRoom.start();
  ann = await room.person();
});
beforeEach(async () => {
  bob = await room.person();
});
afterAll(() => room.stop());

const refused = (assignment: { id: string }, work: object, refusal: [number, string]) =>
  room.expectRefused(bob, 'save-submission', { assignment_id: assignment.id, ...work }, refusal);
const attempts = (assignment: { id: string }) =>
  room
    .ask(bob, 'get-assignment', { assignment_id: assignment.id })
    .then(({ my }) => [my.attempts.length, my.attempts_left]);
const give = (assignment: { id: string }, more: object) =>
  room.ask(ann, 'set-learners', { assignment_id: assignment.id, learners: [{ user_id: bob.id, ...more }] });
const close = (assignment: { id: string }, status = 'closed') =>
  room.ask(ann, 'update-assignment', { assignment_id: assignment.id, status });

describe('work', () => {
  it('is a draft until it is handed in, and then stays as it is', async () => {
    const assignment = await room.work(ann, [bob]);
    const draft = await room.save(bob, assignment, { body: 'One.' });
    expect(draft).toMatchObject({
      attempt: 1,
      status: 'draft',
      body: 'One.',
      version: 1,
      submitted_at: null,
    });
    const second = await room.save(bob, assignment, { body: 'Two.' });
    expect(second).toMatchObject({ id: draft.id, attempt: 1, body: 'Two.', version: 2 });
    const handed = await room.save(bob, assignment, { submit: true });
    expect(handed).toMatchObject({ id: draft.id, status: 'submitted', body: 'Two.', late_seconds: 0 });
    expect(handed.draft_since).toBeNull();
    for (const work of [{ body: 'Three.' }, { submit: true }, {}])
      await refused(assignment, work, [409, 'No attempts left']);
  });

  it('of whatever kind is allowed is taken', async () => {
    const text = await room.work(ann, [bob], { submission_types: ['text'] });
    const other: [number, string] = [400, 'Submission type not allowed'];
    await refused(text, { link_url: 'https://example.com/' }, other);
    await refused(text, { add_files: [aFile()] }, other);
    const link = await room.work(ann, [bob], { submission_types: ['link'] });
    await refused(link, { body: 'x' }, other);
    for (const link_url of ['javascript:alert(1)', 'ftp://example.com/'])
      await refused(link, { link_url }, [400, 'Validation error']);
    for (const work of [{}, { body: '' }, { link_url: null }])
      await refused(link, { ...work, submit: true }, [400, 'Nothing to submit']);
    expect(await attempts(link)).toEqual([0, 1]);
    const handed = await room.save(bob, link, { link_url: 'https://example.com/a', submit: true });
    expect(handed).toMatchObject({ link_url: 'https://example.com/a', body: null });
    await refused(text, { body: ' \n', submit: true }, [400, 'Nothing to submit']);
    await room.save(bob, text, { body: 'x' });
    await refused(text, { body: null, submit: true }, [400, 'Nothing to submit']);
  });

  it('opens a next attempt as long as there is one left, those by grace too', async () => {
    const assignment = await room.work(ann, [bob], { max_attempts: 2 });
    expect((await room.handIn(bob, assignment)).attempt).toBe(1);
    expect((await room.save(bob, assignment, { body: 'Better.' })).attempt).toBe(2);
    expect(await attempts(assignment)).toEqual([2, 0]);
    const latest = await room.save(bob, assignment, { submit: true });
    await refused(assignment, { body: 'x' }, [409, 'No attempts left']);
    await give(assignment, { extra_attempts: 1 });
    expect(await attempts(assignment)).toEqual([2, 1]);
    await room.grade(ann, latest, { request_revision: true, feedback: 'Say why.' });
    expect(await attempts(assignment)).toEqual([2, 2]);
    for (const attempt of [3, 4]) expect((await room.handIn(bob, assignment)).attempt).toBe(attempt);
    await refused(assignment, { body: 'x' }, [409, 'No attempts left']);
    const endless = await room.work(ann, [bob], { max_attempts: null });
    for (const attempt of [1, 2, 3]) expect((await room.handIn(bob, endless)).attempt).toBe(attempt);
    expect(await attempts(endless)).toEqual([3, null]);
  });

  it('from twenty tabs at once opens no attempt twice', async () => {
    const assignment = await room.work(ann, [bob], { max_attempts: 3 });
    const input = { assignment_id: assignment.id, body: 'x' };
    const drafts = await atOnce(20, () => room.call(bob, 'save-submission', input));
    expect(tally(drafts)).toEqual({ 200: 20 });
    expect(new Set(drafts.map(({ body }) => body.submission.id)).size).toBe(1);
    expect(drafts.map(({ body }) => body.submission.version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    const answers = await atOnce(20, () => room.call(bob, 'save-submission', { ...input, submit: true }));
    expect(tally(answers)).toEqual({ 200: 3, 409: 17 });
    expect(refusals(answers)).toEqual([{ error: 'No attempts left' }]);
    const handed = answers.flatMap(({ body }) => (body.submission ? [body.submission.attempt] : []));
    expect(handed.sort()).toEqual([1, 2, 3]);
  });

  it('is late after the own day, and not taken after the own end', async () => {
    const assignment = await room.work(ann, [bob], { due_at: at(HOUR), closes_at: at(DAY) });
    await room.passes(assignment, 2 * HOUR);
    const { late_seconds } = await room.handIn(bob, assignment);
    expect(late_seconds).toBeGreaterThanOrEqual(3600);
    expect(late_seconds).toBeLessThan(7200);
    await room.passes(assignment, DAY);
    await give(assignment, { extra_attempts: 1 });
    await refused(assignment, { body: 'x' }, [409, 'Assignment is closed']);
    await give(assignment, { due_at: at(HOUR), closes_at: at(DAY) });
    const again = await room.handIn(bob, assignment);
    expect(again).toMatchObject({ attempt: 2, late_seconds: 0 });
    const open = await room.work(ann, [bob], { due_at: at(-DAY) });
    expect((await room.handIn(bob, open)).late_seconds).toBeGreaterThanOrEqual(86_399);
    const shut = await room.work(ann, [bob]);
    await close(shut);
    await refused(shut, { body: 'x' }, [409, 'Assignment is closed']);
    await close(shut, 'published');
    await room.handIn(bob, shut);
    const ancient = await room.work(ann, [bob], { due_at: '0001-01-01T00:00:00Z' });
    expect((await room.handIn(bob, ancient)).late_seconds).toBe(2 ** 31 - 1);
  });

  it('of strangers is not taken', async () => {
    const assignment = await room.work(ann);
    const unknown: [number, string] = [404, 'Assignment not found'];
    for (const who of [bob, ann, await room.service.admin()])
      await room.expectRefused(who, 'save-submission', { assignment_id: assignment.id, body: 'x' }, unknown);
    await refused({ id: randomUUID() }, { body: 'x' }, unknown);
    await refused(await room.work(ann, [], { publish: false }), { body: 'x' }, unknown);
  });

  it('is told to the teacher at once, and then at most once an hour', async () => {
    const others = await room.people(4);
    const assignment = await room.work(ann, [bob, ...others]);
    const told = async () =>
      (await room.told(ann, 'submitted'))
        .filter(({ data }) => data.assignment_id === assignment.id)
        .map(({ data }) => data.count);
    await room.handIn(bob, assignment);
    await room.jobs();
    expect(await told()).toEqual([1]);
    await Promise.all(others.map((who) => room.handIn(who, assignment)));
    await room.jobs();
    await room.run(TellSubmissions);
    expect(await told()).toEqual([1]);
    await room.passes(assignment, HOUR);
    await Promise.all([room.run(TellSubmissions), room.run(TellSubmissions)]);
    expect(await told()).toEqual([1, 4]);
    await room.passes(assignment, HOUR);
    await room.run(TellSubmissions);
    expect(await told()).toEqual([1, 4]);
    const silent = await room.person();
    await room.ask(silent, 'update-settings', { notify_on_submission: false });
    await room.handIn(bob, await room.work(silent, [bob]));
    await room.jobs();
    expect(await room.told(silent)).toEqual([]);
  });
});

describe('files', () => {
  const upload = async (assignment: { id: string }, ...files: object[]) =>
    (await room.ask(bob, 'save-submission', { assignment_id: assignment.id, add_files: files })).uploads;
  const seen = async (assignment: { id: string }, who = bob) => {
    const learner_id = await room.learnerId(assignment, bob);
    return room.ask(who, 'get-submission', { assignment_id: assignment.id, learner_id });
  };

  it('are handed in when all of their bytes are there', async () => {
    const assignment = await room.work(ann, [bob]);
    await refused(assignment, { add_files: [aFile()], submit: true }, [400, 'Upload the files before submitting']);
    const [one, two] = await upload(assignment, aFile('one.pdf'), aFile('two.pdf'));
    await refused(assignment, { submit: true }, [409, 'Files are still uploading']);
    await room.put([one]);
    await refused(assignment, { submit: true }, [409, 'Files are still uploading']);
    await refused(assignment, { remove_file_ids: [randomUUID()] }, [404, 'File not found']);
    const handed = await room.save(bob, assignment, { remove_file_ids: [two.file.id], submit: true });
    expect(handed).toMatchObject({ status: 'submitted', body: null });
    expect((await fetch(two.upload_url, { method: 'PUT', body: '12345' })).status).toBe(404);
    const [file] = (await seen(assignment, ann)).files;
    expect(file).toMatchObject({ id: one.file.id, name: 'one.pdf', size_bytes: 5, status: 'ready' });
    const answer = await fetch(file.download_url);
    expect([answer.status, await answer.text()]).toEqual([200, 'xxxxx']);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(Date.parse(file.expires_at) - Date.now()).toBeLessThanOrEqual(600_000);
  });

  it('are as many, as large and of such a kind as the assignment allows', async () => {
    const limits = { max_files: 2, max_file_bytes: 10, allowed_extensions: ['pdf'] };
    const assignment = await room.work(ann, [bob], limits);
    for (const name of ['a.exe', 'pdf', 'a.pdf.exe', 'a.pdf/b'])
      await refused(assignment, { add_files: [aFile(name)] }, [400, 'File type not allowed']);
    await refused(assignment, { add_files: [aFile('a.pdf', 11)] }, [400, 'File is too large']);
    await refused(assignment, { add_files: Array(3).fill(aFile()) }, [400, 'Too many files']);
    const [first] = await upload(assignment, aFile('a.PDF', 10), aFile('b.pdf'));
    await refused(assignment, { add_files: [aFile()] }, [400, 'Too many files']);
    await room.save(bob, assignment, { add_files: [aFile('c.pdf')], remove_file_ids: [first.file.id] });
    expect((await seen(assignment)).files.map(({ name }: any) => name)).toEqual(['b.pdf', 'c.pdf']);
    const large = await room.work(ann, [bob], { max_file_bytes: 2 ** 31, max_attempts: null });
    await upload(large, aFile('a.mp4', 2 ** 31 - 10));
    await refused(large, { add_files: [aFile('b.mp4', 11)] }, [400, 'File is too large']);
    await upload(large, aFile('b.mp4', 10));
  });

  it('of others, and of other attempts, are nobody’s to remove', async () => {
    const assignment = await room.work(ann, [bob], { max_attempts: 2 });
    const [one] = await upload(assignment, aFile());
    await room.put([one]);
    await room.save(bob, assignment, { submit: true });
    await refused(assignment, { remove_file_ids: [one.file.id] }, [404, 'File not found']);
    const other = await room.work(ann, [bob]);
    await refused(other, { remove_file_ids: [one.file.id] }, [404, 'File not found']);
    expect((await seen(assignment)).files).toHaveLength(1);
  });
});
