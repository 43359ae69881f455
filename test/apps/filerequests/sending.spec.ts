import { Desk, inDays, PDF, PROGRAM, TEXT } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk.stop());

const CHECKLIST = [
  { title: 'Bank statement', allowed_extensions: ['pdf'] },
  { title: 'Other', required: false },
];

describe('sending by the general link', () => {
  it('goes from the first file to the submission', async () => {
    const { code, items, id } = await desk.request({ items: CHECKLIST, closes_at: inDays(3) });
    const opened = await desk.open('open-request', { code }).expect(200);
    expect(opened.body).toEqual({
      request: {
        title: 'Receipts May',
        instructions: null,
        items: [
          expect.objectContaining({
            id: items[0].id,
            title: 'Bank statement',
            required: true,
            allowed_extensions: ['pdf'],
          }),
          expect.objectContaining({ id: items[1].id, required: false, min_files: 1, max_files: 10 }),
        ],
        closes_at: expect.any(String),
        late: false,
        takes_files: true,
        max_file_bytes: 524_288_000,
        require_email: false,
        blocked_extensions: expect.arrayContaining(['exe', 'jar']),
        owner: { id: desk.owner.id, username: null },
        recipient_name: null,
      },
      submission: null,
    });
    const { receipt, file } = await desk.send({ code, uploader_name: 'Client One' }, PDF, { item_id: items[0].id });
    expect(receipt).toMatch(/^[\w-]{43}$/);
    expect(file.status).toBe('pending');
    const { body } = await desk.submit({ code, receipt }, { note: 'All of May' }).expect(200);
    expect(body).toMatchObject({
      submission: { status: 'submitted', late: false, note: 'All of May', uploader_name: 'Client One' },
      files: [{ name: 'may.pdf', status: 'received' }],
      missing_items: [],
    });
    const again = await desk.open('open-request', { code, receipt }).expect(200);
    expect(again.body.submission).toMatchObject({ status: 'submitted', files: [{ id: file.id }], missing_items: [] });
    const [told] = await desk.told(desk.owner, 'filerequests.submitted', 1);
    expect(told.data).toMatchObject({ request_id: id, submission_id: body.submission.id });
    await desk.expectPlaces(id);
  });

  it('stores the files with the name of the uploader, in a folder of their own, and overwrites nothing', async () => {
    const { id, code } = await desk.request();
    const first = await desk.send({ code, uploader_name: 'Anna / Berg' });
    await desk.send({ code, receipt: first.receipt });
    await desk.submit({ code, receipt: first.receipt }).expect(200);
    await desk.submitted(code, { uploader_name: 'Anna / Berg' });
    const files = await desk.rows(
      'SELECT f.stored_name, s.folder_id FROM ext_filerequests.files f JOIN ext_filerequests.submissions s ON s.id = submission_id WHERE f.request_id = $1 ORDER BY f.created_at',
      [id],
    );
    expect(files.map(({ stored_name }) => stored_name)).toEqual([
      'Anna - Berg - may.pdf',
      'Anna - Berg - may (2).pdf',
      'Anna - Berg - may.pdf',
    ]);
    expect(new Set(files.map(({ folder_id }) => folder_id)).size).toBe(2);
  });

  it('keeps the names in one folder if the request says so', async () => {
    const { id, code, folder_id } = await desk.request({ naming: 'original', subfolders: false });
    await desk.submitted(code);
    await desk.submitted(code);
    const files = await desk.rows(
      'SELECT f.stored_name, s.folder_id FROM ext_filerequests.files f JOIN ext_filerequests.submissions s ON s.id = submission_id WHERE f.request_id = $1 ORDER BY f.created_at',
      [id],
    );
    expect(files).toEqual([
      { stored_name: 'may.pdf', folder_id },
      { stored_name: 'may (2).pdf', folder_id },
    ]);
  });

  it('shows and changes nothing without the receipt', async () => {
    const { code } = await desk.request();
    const { file } = await desk.send({ code });
    const opened = await desk.open('open-request', { code }).expect(200);
    expect(opened.body.submission).toBeNull();
    const other = await desk.send({ code, uploader_name: 'Client Two' });
    for (const receipt of ['x'.repeat(43), other.receipt]) {
      const input = { code, receipt, remove_file_ids: [file.id] };
      const { body } = await desk.open('submit-files', input).expect(404);
      expect(body).toEqual({ error: receipt === other.receipt ? 'File not found' : 'Submission not found' });
    }
    const without = await desk.submit({ code }).expect(404);
    expect(without.body).toEqual({ error: 'Submission not found' });
    await desk.open('open-request', { code, receipt: 'y'.repeat(43) }).expect(404);
    const { code: elsewhere } = await desk.request();
    await desk.open('open-request', { code: elsewhere, receipt: other.receipt }).expect(404);
  });

  it('confirms files without submitting them, and takes them back', async () => {
    const { id, code, items } = await desk.request({ items: CHECKLIST });
    const { receipt, file } = await desk.send({ code }, PDF, { item_id: items[0].id });
    const partial = await desk.submit({ code, receipt }, { partial: true }).expect(200);
    expect(partial.body).toMatchObject({
      submission: { status: 'draft' },
      files: [{ status: 'received' }],
      missing_items: [],
    });
    const removed = await desk.submit({ code, receipt }, { partial: true, remove_file_ids: [file.id] }).expect(200);
    expect(removed.body).toMatchObject({ files: [], missing_items: [items[0].id] });
    const empty = await desk.submit({ code, receipt }).expect(400);
    expect(empty.body).toEqual({ error: 'Nothing to submit' });
    await desk.send({ code, receipt }, TEXT, { item_id: items[1].id, name: 'a.txt', content_type: 'text/plain' });
    const missing = await desk.submit({ code, receipt }).expect(409);
    expect(missing.body).toEqual({
      error: 'Required files are missing',
      details: [{ field: items[0].id, message: 'Bank statement is missing' }],
    });
    await desk.expectPlaces(id);
    await desk.send({ code, receipt }, PDF, { item_id: items[0].id });
    await desk.submit({ code, receipt }).expect(200);
    const late = await desk.submit({ code, receipt }, { remove_file_ids: [file.id] }).expect(404);
    expect(late.body).toEqual({ error: 'File not found' });
    const [kept] = await desk.rows(
      `SELECT id FROM ext_filerequests.files WHERE request_id = $1 AND status = 'received'`,
      [id],
    );
    const refused = await desk.submit({ code, receipt }, { remove_file_ids: [kept.id] }).expect(409);
    expect(refused.body).toEqual({ error: 'Submission is already submitted' });
  });

  it('waits for the bytes', async () => {
    const { code } = await desk.request();
    const wanted = { code, uploader_name: 'A', name: 'a.pdf', size_bytes: PDF.length, content_type: 'application/pdf' };
    const { body } = await desk.open('start-upload', wanted).expect(200);
    const who = { code, receipt: body.receipt };
    const early = await desk.submit(who).expect(409);
    expect(early.body).toEqual({
      error: 'Files are still uploading',
      details: [{ field: body.file.id, message: 'a.pdf has not arrived' }],
    });
    const partial = await desk.submit(who, { partial: true }).expect(200);
    expect(partial.body.files).toMatchObject([{ status: 'pending' }]);
    await desk.put(body.upload, PDF);
    await desk.submit(who).expect(200);
  });
});

describe('what a file holds', () => {
  it.each([
    ['a program with the name of a PDF', PROGRAM, 'may.pdf'],
    ['text with the name of a PDF', TEXT, 'may.pdf'],
    ['a program with the name of a text', PROGRAM, 'may.txt'],
    ['a program with a name that says nothing', PROGRAM, 'may.dat'],
    ['a PDF with the name of a picture', PDF, 'may.png'],
  ])('is compared with its name: %s', async (_, bytes, name) => {
    const { id, code } = await desk.request();
    const { receipt, file } = await desk.send({ code }, bytes, { name });
    await desk.send({ code, receipt });
    const { body } = await desk.submit({ code, receipt }).expect(200);
    expect(body.files).toMatchObject([
      { id: file.id, status: 'rejected', reject_reason: 'Content does not match the file type' },
      { status: 'received' },
    ]);
    await desk.expectPlaces(id);
  });

  it('may leave nothing to submit', async () => {
    const { code } = await desk.request();
    const { receipt } = await desk.send({ code }, PROGRAM);
    const { body } = await desk.submit({ code, receipt }).expect(400);
    expect(body).toEqual({ error: 'Nothing to submit' });
    const opened = await desk.open('open-request', { code, receipt }).expect(200);
    expect(opened.body.submission.files).toMatchObject([{ status: 'rejected' }]);
  });
});
