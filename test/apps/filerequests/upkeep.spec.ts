import { AutoRemindJob, lastMark } from '../../../src/apps/filerequests/jobs/auto-remind.job.js';
import { CloseRequestsJob } from '../../../src/apps/filerequests/jobs/close-requests.job.js';
import { DropDraftsJob } from '../../../src/apps/filerequests/jobs/drop-drafts.job.js';
import { ExpireFilesJob } from '../../../src/apps/filerequests/jobs/expire-files.job.js';
import { atOnce } from '../../account/at-once.js';
import { DAY_MS, Desk, inDays, PDF, PROGRAM } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk.stop());

const run = (job: new (...args: never[]) => { run(): Promise<void> }) =>
  desk.service.app.get<{ run(): Promise<void> }>(job).run();
const sql = (text: string, ...values: unknown[]) => desk.rows(text, values);
const end = (id: string) =>
  sql(`UPDATE ext_filerequests.requests SET closes_at = now() - interval '1 minute' WHERE id = $1`, id);
const filesOf = (id: string) =>
  sql('SELECT name, status, document_id FROM ext_filerequests.files WHERE request_id = $1 ORDER BY created_at', id);

async function start(code: string, more: object = {}) {
  const wanted = { code, uploader_name: 'A', name: 'a.pdf', size_bytes: PDF.length, content_type: 'application/pdf' };
  return (await desk.open('start-upload', { ...wanted, ...more }).expect(200)).body;
}

describe('close-requests', () => {
  it('receives what has arrived, submits the drafts, and tells the owner the numbers, once', async () => {
    const owner = await desk.service.account();
    await desk.install(owner);
    const input = {
      title: 'A',
      closes_at: inDays(1),
      items: [{ title: 'Required' }, { title: 'Other', required: false }],
    };
    const { body } = await desk.ask('create-request', input, owner.client).expect(200);
    const { id, code } = body.request;
    const item_id = body.items[1].id;
    await desk.send({ code, uploader_name: 'Confirmed' }, PDF, { item_id });
    await desk.send({ code, uploader_name: 'Arrived only' }, PDF, { item_id, name: 'b.pdf' });
    await desk.send({ code, uploader_name: 'Program' }, PROGRAM, { item_id, name: 'c.pdf' });
    const late = await start(code, { uploader_name: 'Not arrived', item_id, name: 'd.pdf' });
    await end(id);
    await atOnce(3, () => run(CloseRequestsJob));
    await run(CloseRequestsJob);
    const submissions = await sql(
      'SELECT uploader_name, status, late FROM ext_filerequests.submissions WHERE request_id = $1 ORDER BY created_at',
      id,
    );
    expect(submissions).toEqual([
      { uploader_name: 'Confirmed', status: 'submitted', late: false },
      { uploader_name: 'Arrived only', status: 'submitted', late: false },
      { uploader_name: 'Program', status: 'draft', late: false },
      { uploader_name: 'Not arrived', status: 'draft', late: false },
    ]);
    expect(await filesOf(id)).toMatchObject([
      { status: 'received' },
      { status: 'received' },
      { status: 'rejected', document_id: null },
      { status: 'pending' },
    ]);
    const [told] = await desk.told(owner, 'filerequests.closed', 1);
    expect(told.data).toMatchObject({ request_id: id, submissions: 2, files: 2 });
    const [row] = await sql('SELECT status, closed_reason FROM ext_filerequests.requests WHERE id = $1', id);
    expect(row).toEqual({ status: 'closed', closed_reason: 'expired' });
    // The bytes that end after the deadline are not taken, and do not stay.
    await desk.put(late.upload, PDF);
    const refused = await desk.submit({ code, receipt: late.receipt }).expect(409);
    expect(refused.body).toEqual({ error: 'Request has expired' });
    await sql(`UPDATE ext_filerequests.files SET expires_at = now() - interval '1 second' WHERE request_id = $1`, id);
    await run(ExpireFilesJob);
    expect((await filesOf(id)).at(-1)).toMatchObject({ status: 'lost', document_id: null });
    await desk.expectPlaces(id);
    const [usage] = await sql(
      'SELECT reserved_bytes::int AS reserved FROM ext_documents.usage WHERE owner_id = $1',
      owner.id,
    );
    expect(usage.reserved).toBe(0);
  });

  it('leaves open what allows late files, has no end, or was given another one', async () => {
    const late = await desk.request({ closes_at: inDays(1), allow_late: true });
    const endless = await desk.request();
    const moved = await desk.request({ closes_at: inDays(1) });
    await end(late.id);
    await end(moved.id);
    await desk.ask('update-request', { request_id: moved.id, closes_at: inDays(2) }).expect(200);
    await run(CloseRequestsJob);
    const ids = [late.id, endless.id, moved.id];
    const rows = await sql('SELECT DISTINCT status FROM ext_filerequests.requests WHERE id = ANY ($1)', ids);
    expect(rows).toEqual([{ status: 'open' }]);
  });
});

describe('expire-files', () => {
  it('gives up uploads whose time is over, and their places', async () => {
    const { id, code } = await desk.request({ max_files: 1 });
    const { receipt } = await start(code);
    await run(ExpireFilesJob);
    expect(await filesOf(id)).toMatchObject([{ status: 'pending' }]);
    await sql(`UPDATE ext_filerequests.files SET expires_at = now() - interval '1 second' WHERE request_id = $1`, id);
    await atOnce(5, () => run(ExpireFilesJob));
    expect(await filesOf(id)).toMatchObject([{ status: 'lost' }]);
    await desk.expectPlaces(id);
    const opened = await desk.open('open-request', { code, receipt }).expect(200);
    expect(opened.body.submission.files).toMatchObject([{ status: 'lost' }]);
    await desk.send({ code, receipt });
    await desk.submit({ code, receipt }).expect(200);
    const statuses = await sql(`SELECT status FROM ext_documents.uploads WHERE source_id = $1 ORDER BY created_at`, id);
    expect(statuses).toEqual([{ status: 'aborted' }, { status: 'completed' }]);
  });

  it('receives a file whose document was made just before the process died', async () => {
    const { id, code } = await desk.request();
    const { receipt } = await desk.send({ code });
    await desk.submit({ code, receipt }).expect(200);
    await sql(
      `UPDATE ext_filerequests.files SET status = 'pending', received_at = NULL, expires_at = now() - interval '1 second' WHERE request_id = $1`,
      id,
    );
    await run(ExpireFilesJob);
    expect(await filesOf(id)).toMatchObject([{ status: 'received', document_id: expect.any(String) }]);
    await desk.expectPlaces(id);
  });

  it('and a submission at the same moment agree', async () => {
    const { id, code } = await desk.request();
    const { receipt } = await desk.send({ code });
    await sql(`UPDATE ext_filerequests.files SET expires_at = now() - interval '1 second' WHERE request_id = $1`, id);
    await Promise.all([run(ExpireFilesJob), desk.submit({ code, receipt })]);
    const [file] = await filesOf(id);
    expect(['received', 'lost']).toContain(file?.status);
    expect(file?.document_id !== null).toBe(file?.status === 'received');
    await desk.expectPlaces(id);
  });
});

describe('drop-drafts', () => {
  it('deletes drafts of a week ago without a received file, and keeps the others', async () => {
    const { id, code } = await desk.request();
    const rejected = await desk.send({ code, uploader_name: 'Rejected' }, PROGRAM);
    await desk.submit({ code, receipt: rejected.receipt }, { partial: true }).expect(200);
    const received = await desk.send({ code, uploader_name: 'Received' });
    await desk.submit({ code, receipt: received.receipt }, { partial: true }).expect(200);
    await start(code, { uploader_name: 'Pending' });
    await sql(
      `UPDATE ext_filerequests.submissions SET created_at = now() - interval '8 days' WHERE request_id = $1`,
      id,
    );
    const removed = await desk.send({ code, uploader_name: 'Of today' });
    await desk
      .submit({ code, receipt: removed.receipt }, { partial: true, remove_file_ids: [removed.file.id] })
      .expect(200);
    await run(DropDraftsJob);
    const rows = await sql(
      'SELECT uploader_name FROM ext_filerequests.submissions WHERE request_id = $1 ORDER BY 1',
      id,
    );
    expect(rows.map(({ uploader_name }) => uploader_name)).toEqual(['Of today', 'Pending', 'Received']);
    await desk.expectPlaces(id);
    await desk.open('open-request', { code, receipt: rejected.receipt }).expect(404);
  });
});

describe('auto-remind', () => {
  it('reminds members once for each mark before the end', async () => {
    const member = await desk.service.account();
    const { id } = await desk.request({ closes_at: inDays(10) });
    const people = [{ name: 'Max', user_id: member.id }, { name: 'Anna' }];
    await desk.ask('invite-recipients', { request_id: id, recipients: people }).expect(200);
    const before = (interval: string) =>
      sql(
        `WITH moved AS (UPDATE ext_filerequests.requests SET closes_at = now() + $2::interval WHERE id = $1)
         UPDATE ext_filerequests.recipients SET created_at = now() - interval '9 days',
           last_reminded_at = last_reminded_at - interval '2 days' WHERE request_id = $1`,
        id,
        interval,
      );
    await before('4 days');
    await run(AutoRemindJob);
    await desk.told(member, 'filerequests.reminder', 0);
    await before('2 days 20 hours');
    await atOnce(3, () => run(AutoRemindJob));
    await desk.told(member, 'filerequests.reminder', 1);
    await before('20 hours');
    await run(AutoRemindJob);
    await run(AutoRemindJob);
    await desk.told(member, 'filerequests.reminder', 2);
    await desk.ask('update-settings', { reminder_days: [] }).expect(200);
    await before('1 hour');
    await run(AutoRemindJob);
    await desk.told(member, 'filerequests.reminder', 2);
    await desk.ask('update-settings', { reminder_days: [3, 1] }).expect(200);
  });

  it('finds the last mark that has come', () => {
    const closes = new Date('2030-01-31T00:00:00Z');
    const at = (day: string) => lastMark(closes, [3, 1, 7], new Date(day).getTime())?.toISOString();
    expect(at('2030-01-23T00:00:00Z')).toBeUndefined();
    expect(at('2030-01-24T00:00:00Z')).toBe(new Date(closes.getTime() - 7 * DAY_MS).toISOString());
    expect(at('2030-01-29T12:00:00Z')).toBe('2030-01-28T00:00:00.000Z');
    expect(at('2030-01-30T00:00:00Z')).toBe('2030-01-30T00:00:00.000Z');
  });
});
