import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import { Desk, inDays, PDF } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk.stop());

const review = (submission_id: string, input: object) => desk.ask('review-submission', { submission_id, ...input });
const changes = (message: string, ...ids: string[]) => ({
  decision: 'request_changes',
  message,
  rejected_files: ids.map((file_id) => ({ file_id, reason: 'Blurred' })),
});

describe('a review', () => {
  it('asks again for one file, and accepts in the end', async () => {
    const { id, code, items } = await desk.request({ items: [{ title: 'Statement', max_files: 1 }] });
    const uploader = await desk.service.account();
    const { receipt, file } = await desk.send(
      { code, uploader_name: 'A' },
      PDF,
      { item_id: items[0].id },
      uploader.client,
    );
    const { body } = await desk.submit({ code, receipt }).expect(200);
    const submission_id = body.submission.id;
    const { body: asked } = await review(submission_id, changes('Page 2 is missing', file.id)).expect(200);
    expect(asked.submission).toMatchObject({
      status: 'changes_requested',
      review_message: 'Page 2 is missing',
      files: [
        {
          id: file.id,
          status: 'rejected',
          reject_reason: 'Blurred',
          document_id: expect.any(String),
          item: 'Statement',
        },
      ],
    });
    await desk.told(uploader, 'filerequests.changes_requested', 1);
    const opened = await desk.open('open-request', { code, receipt }).expect(200);
    expect(opened.body.submission).toMatchObject({ review_message: 'Page 2 is missing', missing_items: [items[0].id] });
    await desk.send({ code, receipt }, PDF, { item_id: items[0].id });
    await desk.submit({ code, receipt }).expect(200);
    await desk.told(desk.owner, 'filerequests.submitted', 2);
    const answers = await atOnce(20, () => review(submission_id, { decision: 'accept' }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({ error: 'Submission is not submitted' });
    await desk.told(uploader, 'filerequests.accepted', 1);
    const wanted = {
      code,
      receipt,
      name: 'a.pdf',
      item_id: items[0].id,
      size_bytes: 1,
      content_type: 'application/pdf',
    };
    for (const call of [desk.submit({ code, receipt }), desk.open('start-upload', wanted)])
      expect((await call.expect(409)).body).toEqual({ error: 'Submission is already accepted' });
    const shown = await desk.ask('get-request', { request_id: id }).expect(200);
    expect(shown.body.items).toMatchObject([{ received_files: 1, accepted_files: 1 }]);
  });

  it('follows the recipient', async () => {
    const { id } = await desk.request();
    const invited = await desk.ask('invite-recipients', { request_id: id, recipients: [{ name: 'Anna' }] }).expect(200);
    const token = invited.body.recipients[0].url.split('/').at(-1);
    await desk.send({ token });
    const { body } = await desk.submit({ token }).expect(200);
    const status = async () => (await desk.ask('get-request', { request_id: id })).body.recipients[0].status as string;
    await review(body.submission.id, changes('Again')).expect(200);
    expect(await status()).toBe('partial');
    expect((await desk.ask('remind-recipients', { request_id: id, new_links: true })).body.reminded).toBe(1);
    const [{ id: recipient }] = await desk.rows('SELECT id FROM ext_filerequests.recipients WHERE request_id = $1', [
      id,
    ]);
    expect(recipient).toEqual(expect.any(String));
  });

  it('is refused', async () => {
    const { code } = await desk.request();
    const { submission, file } = await desk.submitted(code);
    const refused: [object, number, string][] = [
      [{ decision: 'request_changes' }, 400, 'Message is required'],
      [{ decision: 'request_changes', message: '  ' }, 400, 'Message is required'],
      [changes('No', randomUUID()), 404, 'File not found'],
      [{ ...changes('No', file.id), decision: 'accept' }, 400, 'Validation error'],
    ];
    for (const [input, status, error] of refused)
      expect((await review(submission.id, input).expect(status)).body.error).toBe(error);
    const stranger = await desk.service.account();
    await desk.install(stranger);
    const input = { submission_id: submission.id, decision: 'accept' };
    await desk.ask('review-submission', input, stranger.client).expect(403);
    await desk.ask('review-submission', { ...input, submission_id: randomUUID() }).expect(404);
    const draft = await desk.send({ code });
    const [{ submission_id }] = await desk.rows('SELECT submission_id FROM ext_filerequests.files WHERE id = $1', [
      draft.file.id,
    ]);
    expect((await review(submission_id, { decision: 'accept' }).expect(409)).body.error).toBe(
      'Submission is not submitted',
    );
  });

  it('takes files for 14 days after it has asked for changes, also when the request is closed', async () => {
    const { id, code } = await desk.request({ closes_at: inDays(1) });
    const { submission, receipt } = await desk.submitted(code);
    await desk.rows(
      `UPDATE ext_filerequests.requests SET closes_at = now() - interval '1 hour', status = 'closed', closed_reason = 'expired' WHERE id = $1`,
      [id],
    );
    expect((await desk.submit({ code, receipt }).expect(409)).body).toEqual({ error: 'Request has expired' });
    await review(submission.id, changes('Again')).expect(200);
    await desk.send({ code, receipt });
    await desk.submit({ code, receipt }).expect(200);
    await review(submission.id, changes('And again')).expect(200);
    await desk.rows(
      `UPDATE ext_filerequests.submissions SET reviewed_at = now() - interval '14 days' WHERE request_id = $1`,
      [id],
    );
    expect((await desk.submit({ code, receipt }).expect(409)).body).toEqual({ error: 'Request has expired' });
    const opened = await desk.open('open-request', { code, receipt }).expect(200);
    expect(opened.body.request.takes_files).toBe(false);
  });
});

describe('the list of submissions', () => {
  it('shows the files with addresses that work, and drafts only if asked for', async () => {
    const { id, code } = await desk.request();
    const { submission } = await desk.submitted(code);
    const second = await desk.submitted(code, { uploader_name: 'Client Two' });
    await desk.send({ code, uploader_name: 'Client Three' });
    const list = async (input: object = {}) =>
      (await desk.ask('list-submissions', { request_id: id, ...input }).expect(200)).body;
    const { submissions, next_cursor } = await list({ limit: 1 });
    expect(submissions).toMatchObject([{ id: second.submission.id, ip_prefix: '127.0.0.0/24' }]);
    const page = await list({ limit: 1, cursor: next_cursor });
    expect(page).toMatchObject({ submissions: [{ id: submission.id }], next_cursor: null });
    const [file] = page.submissions[0].files;
    const bytes = await fetch(file.download_url);
    expect(Buffer.from(await bytes.arrayBuffer())).toEqual(PDF);
    expect(bytes.headers.get('content-disposition')).toContain('attachment');
    expect((await list({ status: 'draft' })).submissions).toMatchObject([{ uploader_name: 'Client Three' }]);
    expect((await list({ recipient_id: randomUUID() })).submissions).toEqual([]);
    expect(JSON.stringify(page)).not.toMatch(/hash|upload_id/);
  });
});
