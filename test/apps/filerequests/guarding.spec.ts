import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import { Desk, inDays, PDF } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const file = { uploader_name: 'A', name: 'a.pdf', size_bytes: PDF.length, content_type: 'application/pdf' };
const sql = (text: string, ...values: unknown[]) => desk.rows(text, values);

describe('who may call', () => {
  it.each(['open-request', 'start-upload', 'submit-files'])('%s names exactly one request', async (action) => {
    const rest = action === 'start-upload' ? file : {};
    for (const who of [{}, { code: 'a', token: 'b' }, { code: 'a', request_id: randomUUID() }])
      expect((await desk.open(action, { ...who, ...rest }).expect(400)).body.error).toBe('Validation error');
    for (const who of [{ code: 'x'.repeat(22) }, { token: 'x'.repeat(43) }, { request_id: randomUUID() }])
      expect((await desk.open(action, { ...who, ...rest }).expect(404)).body).toEqual({ error: 'Request not found' });
  });

  it('finds no archived request, and none of an owner who is banned', async () => {
    const { id, code } = await desk.request();
    await desk.ask('update-request', { request_id: id, status: 'archived' }).expect(200);
    await desk.open('open-request', { code }).expect(404);
    const other = await desk.service.account();
    await desk.install(other);
    const { body } = await desk.ask('create-request', { title: 'A' }, other.client).expect(200);
    await desk.service.setStatus(other.id, 'banned');
    await desk.open('open-request', { code: body.request.code }).expect(404);
  });

  it('is told that a request is closed or has expired, except who holds a receipt or a personal link', async () => {
    const { id, code } = await desk.request({ closes_at: inDays(1) });
    const { receipt } = await desk.submitted(code);
    const { body } = await desk.ask('invite-recipients', { request_id: id, recipients: [{ name: 'A' }] }).expect(200);
    const token = body.recipients[0].url.split('/').at(-1);
    const expectRefused = async (error: string) => {
      const calls = [
        desk.open('open-request', { code }),
        desk.open('start-upload', { code, ...file }),
        desk.submit({ code, receipt }),
      ];
      for (const call of calls) expect((await call.expect(409)).body).toEqual({ error });
      for (const who of [{ code, receipt }, { token }]) {
        const opened = await desk.open('open-request', who).expect(200);
        expect(opened.body.request.takes_files).toBe(false);
      }
    };
    await sql(`UPDATE ext_filerequests.requests SET closes_at = now() WHERE id = $1`, id);
    await expectRefused('Request has expired');
    await desk.ask('update-request', { request_id: id, closes_at: null, status: 'closed' }).expect(200);
    await expectRefused('Request is closed');
  });

  it('is late after the end of a request that allows it', async () => {
    const { id, code } = await desk.request({ closes_at: inDays(1), allow_late: true });
    const early = await desk.submitted(code);
    await sql(`UPDATE ext_filerequests.requests SET closes_at = now() WHERE id = $1`, id);
    expect((await desk.open('open-request', { code }).expect(200)).body.request.late).toBe(true);
    expect((await desk.submitted(code, { uploader_name: 'B' })).submission.late).toBe(true);
    const again = await desk.submit({ code, receipt: early.receipt }).expect(200);
    expect(again.body.submission.late).toBe(false);
  });
});

describe('the first file', () => {
  it('needs a name, and an e-mail address where the request says so', async () => {
    const { code } = await desk.request({ require_email: true });
    const { uploader_name: _, ...nameless } = file;
    const refused: [object, string][] = [
      [nameless, 'Name is required'],
      [file, 'E-mail is required'],
      [{ ...file, uploader_email: 'no' }, 'Validation error'],
    ];
    for (const [input, error] of refused)
      expect((await desk.open('start-upload', { code, ...input }).expect(400)).body.error).toBe(error);
    await desk.open('start-upload', { code, ...file, uploader_email: 'a@x.example' }).expect(200);
  });

  it.each<[error: string, status: number, input: object]>([
    ['Choose an item', 400, {}],
    ['Item not found', 404, { item_id: randomUUID() }],
    ['File type not allowed', 400, { item_id: 0, name: 'a.png' }],
    ['File type not allowed', 400, { item_id: 0, name: 'a' }],
    ['File type not allowed', 400, { item_id: 1, name: 'a.EXE' }],
    ['File type not allowed', 400, { item_id: 1, name: 'a.exe. .' }],
    ['File is too large', 400, { item_id: 1, size_bytes: 1001 }],
    ['Validation error', 400, { item_id: 1, size_bytes: 0 }],
  ])('%s', async (error, status, { item_id, ...input }: { item_id?: unknown }) => {
    const { code, items } = await desk.request({
      max_file_bytes: 1000,
      items: [{ title: 'A', allowed_extensions: ['pdf'] }, { title: 'B' }],
    });
    const item = typeof item_id === 'number' ? items[item_id].id : item_id;
    const answer = await desk.open('start-upload', { code, ...file, item_id: item, ...input }).expect(status);
    expect(answer.body.error).toBe(error);
  });

  it('has an item only where the request has items', async () => {
    const { code } = await desk.request();
    await desk.open('start-upload', { code, ...file, item_id: randomUUID() }).expect(404);
  });
});

describe('places', () => {
  it('of a request are as many as it says for twenty at once, and come back', async () => {
    const { id, code } = await desk.request({ max_files: 3 });
    const first = await desk.send({ code });
    await desk.submit({ code, receipt: first.receipt }, { partial: true }).expect(200);
    await desk.send({ code, uploader_name: 'B' });
    const answers = await atOnce(20, (n) => desk.open('start-upload', { code, ...file, uploader_name: `U${n}` }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({ error: 'Too many files' });
    await desk.expectPlaces(id);
    const removal = { partial: true, remove_file_ids: [first.file.id] };
    const removals = await atOnce(20, () => desk.submit({ code, receipt: first.receipt }, removal));
    expect(tally(removals)).toEqual({ 200: 1, 404: 19 });
    await desk.expectPlaces(id);
    const [{ trashed }] = await sql(
      `SELECT i.trashed_at IS NOT NULL AS trashed FROM ext_documents.items i JOIN ext_filerequests.files f ON f.document_id = i.id WHERE f.id = $1`,
      first.file.id,
    );
    expect(trashed).toBe(true);
    await desk.open('start-upload', { code, ...file }).expect(200);
  });

  it('of an item are counted for each uploader', async () => {
    const { code, items } = await desk.request({ items: [{ title: 'A', max_files: 2 }] });
    const input = { code, ...file, item_id: items[0].id };
    const { body } = await desk.open('start-upload', input).expect(200);
    const answers = await atOnce(20, () => desk.open('start-upload', { ...input, receipt: body.receipt }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    await desk.open('start-upload', { ...input, uploader_name: 'B' }).expect(200);
  });
});

describe('a submission', () => {
  it('is sent once by twenty equal calls with one notification each', async () => {
    const { id, code } = await desk.request();
    const { receipt } = await desk.send({ code });
    const answers = await atOnce(20, () => desk.submit({ code, receipt }));
    expect(tally(answers)).toEqual({ 200: 20 });
    const documents = await sql(`SELECT FROM ext_documents.items WHERE source_id = $1`, id);
    expect(documents).toHaveLength(1);
    expect(
      await sql(`SELECT FROM ext_filerequests.files WHERE request_id = $1 AND status = 'received'`, id),
    ).toHaveLength(1);
    await desk.expectPlaces(id);
  });

  it('is told of once a day if the owner wants it so', async () => {
    const owner = await desk.service.account();
    await desk.install(owner);
    await desk.ask('update-settings', { notify_each_submission: false }, owner.client).expect(200);
    const { body } = await desk.ask('create-request', { title: 'A' }, owner.client).expect(200);
    for (const uploader_name of ['A', 'B', 'C']) await desk.submitted(body.request.code, { uploader_name });
    await desk.told(owner, 'filerequests.submitted', 1);
  });
});

describe('passwords and floods', () => {
  it('need the right password, and take ten wrong ones from an address in an hour', async () => {
    const { code, id } = await desk.request({ password: 'correct horse' });
    const open = (password?: string, address = '203.0.113.7') =>
      desk.open('open-request', { code, password }, from(address));
    expect((await open().expect(400)).body).toEqual({ error: 'Password required' });
    const answers = await atOnce(20, () => open('wrong horse'));
    expect(tally(answers)).toEqual({ 400: 10, 429: 10 });
    expect(new Set(answers.map(({ body: { error } }) => error))).toEqual(
      new Set(['Wrong password', 'Too many attempts']),
    );
    expect((await open('correct horse').expect(429)).body).toEqual({ error: 'Too many attempts' });
    await open('correct horse', '198.51.100.9').expect(200);
    await desk.open('start-upload', { code, ...file, password: 'wrong horse' }, from('198.51.100.9')).expect(400);
    await desk.open('submit-files', { code }, from('198.51.100.9')).expect(400);
    await desk.ask('update-request', { request_id: id, password: null }).expect(200);
    await open().expect(200);
  });

  it('take a hundred uploads from an address in an hour', async () => {
    const { code } = await desk.request();
    const start = () => desk.open('start-upload', { code, ...file, name: 'a.exe' }, from('203.0.113.99'));
    for (let round = 0; round < 5; round++) expect(tally(await atOnce(20, start))).toEqual({ 400: 20 });
    expect((await start().expect(429)).body).toEqual({ error: 'Too many uploads' });
  });

  it('store the network of an uploader alone', async () => {
    const { id, code } = await desk.request();
    for (const [n, address] of ['203.0.113.44', '2001:db8:77:1::9'].entries())
      await desk.open('start-upload', { code, ...file, uploader_name: `U${n}` }, from(address)).expect(200);
    const rows = await sql(
      'SELECT ip_prefix FROM ext_filerequests.submissions WHERE request_id = $1 ORDER BY created_at',
      id,
    );
    expect(rows).toEqual([{ ip_prefix: '203.0.113.0/24' }, { ip_prefix: '2001:db8:77::/48' }]);
  });
});
