import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import { Desk, inDays } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk.stop());

const change = (request_id: string, input: object) => desk.ask('update-request', { request_id, ...input });

describe('a new request', () => {
  it('has the defaults of the owner, an address and a folder', async () => {
    const { body } = await desk
      .ask('create-request', {
        title: 'Receipts May',
        items: [
          { title: 'Bank statement', allowed_extensions: ['.PDF', 'pdf'] },
          { title: 'Other', required: false, min_files: 20 },
        ],
      })
      .expect(200);
    expect(body.request).toMatchObject({
      owner_id: desk.owner.id,
      status: 'open',
      naming: 'uploader_prefix',
      subfolders: true,
      max_files: 50,
      max_file_bytes: 524_288_000,
      received_files: 0,
      has_password: false,
    });
    expect(body.request.code).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(body.request.url).toEqual(
      expect.stringMatching(new RegExp(`/v1/apps/filerequests/public/r/${body.request.code}$`)),
    );
    expect(body.items).toMatchObject([
      { position: 0, allowed_extensions: ['pdf'], required: true, min_files: 1, max_files: 10 },
      { position: 1, allowed_extensions: [], required: false, min_files: 20, max_files: 20 },
    ]);
    expect(JSON.stringify(body)).not.toContain('password_hash');
    const settings = { naming: 'original', subfolders: false, max_file_bytes: 1000 };
    await desk.ask('update-settings', settings).expect(200);
    expect(await desk.request()).toMatchObject(settings);
    expect(await desk.request({ naming: 'uploader_prefix' })).toMatchObject({ ...settings, naming: 'uploader_prefix' });
    await desk.ask('update-settings', { naming: 'uploader_prefix', subfolders: true, max_file_bytes: 524_288_000 });
  });

  it.each<[message: string, status: number, input: object]>([
    ['closes_at must be in the future', 400, { closes_at: '2020-01-01T00:00:00Z' }],
    ['Folder not found', 404, { folder_id: randomUUID() }],
    ['Validation error', 400, { title: ' ' }],
    ['Validation error', 400, { password: 'short' }],
    ['Validation error', 400, { max_files: 501 }],
    ['Validation error', 400, { max_file_bytes: 3 * 1024 ** 3 }],
    ['Validation error', 400, { items: Array.from({ length: 31 }, () => ({ title: 'A' })) }],
    ['Validation error', 400, { items: [{ title: 'A', min_files: 3, max_files: 2 }] }],
    ['Validation error', 400, { items: [{ title: 'A', allowed_extensions: ['../x'] }] }],
    ['Validation error', 400, { colour: 'red' }],
  ])('%s', async (error, status, input) => {
    const { body } = await desk.ask('create-request', { title: 'Receipts', ...input }).expect(status);
    expect(body.error).toBe(error);
  });

  it('uses a folder of which the owner is editor, and not one that they may only see', async () => {
    const other = await desk.service.account();
    await other.client.post('/v1/apps/install', { slug: 'documents' }).expect(200);
    const { body } = await desk.ask('create-folder', { name: 'Shared' }, other.client).expect(404);
    expect(body.error).toBe('Action not found');
    const folder = (await other.client.post('/v1/apps/documents/create-folder', { name: 'Shared' }).expect(200)).body
      .folder;
    const share = (role: string) =>
      other.client
        .post('/v1/apps/documents/set-access', { item_id: folder.id, user_id: desk.owner.id, role })
        .expect(200);
    await share('viewer');
    await desk.ask('create-request', { title: 'A', folder_id: folder.id }).expect(404);
    await share('editor');
    const { id, code } = await desk.request({ folder_id: folder.id });
    await desk.submitted(code);
    const [file] = await desk.rows('SELECT document_id FROM ext_filerequests.files WHERE request_id = $1', [id]);
    const { document, path } = (
      await other.client.post('/v1/apps/documents/get-document', { document_id: file.document_id }).expect(200)
    ).body;
    expect(document.owner_id).toBe(other.id);
    expect(path).toContainEqual({ id: folder.id, name: 'Shared' });
    const quota = await desk.rows('SELECT owner_id FROM ext_documents.usage WHERE used_bytes > 0 AND owner_id = $1', [
      other.id,
    ]);
    expect(quota).toHaveLength(1);
  });
});

describe('a change of a request', () => {
  it('keeps, changes, adds and deletes items', async () => {
    const { id, items } = await desk.request({ items: [{ title: 'A' }, { title: 'B' }] });
    const { body } = await change(id, {
      title: 'June',
      items: [{ title: 'C' }, { id: items[0].id, max_files: 3 }],
    }).expect(200);
    expect(body.request.title).toBe('June');
    expect(body.items).toMatchObject([
      { title: 'C', position: 0 },
      { id: items[0].id, title: 'A', max_files: 3, position: 1 },
    ]);
    const unknown = await change(id, { items: [{ id: randomUUID(), title: 'X' }] }).expect(404);
    expect(unknown.body).toEqual({ error: 'Item not found' });
    await change(id, { items: [{ id: items[0].id }, { id: items[0].id }] }).expect(400);
    await change(id, { items: [{ required: false }] }).expect(400);
    const { code } = body.request;
    const { receipt, file } = await desk.send({ code }, undefined, { item_id: items[0].id });
    const { body: refused } = await change(id, { items: [{ title: 'Only this' }] }).expect(409);
    expect(refused).toEqual({ error: 'Item already has files' });
    await desk.submit({ code, receipt }, { partial: true, remove_file_ids: [file.id] }).expect(200);
    await change(id, { items: [] }).expect(200);
  });

  it('closes, reopens and archives', async () => {
    const { id } = await desk.request({ closes_at: inDays(1) });
    expect((await change(id, { status: 'closed' }).expect(200)).body.request).toMatchObject({
      status: 'closed',
      closed_reason: 'owner',
    });
    await desk.rows(`UPDATE ext_filerequests.requests SET closes_at = now() - interval '1 hour' WHERE id = $1`, [id]);
    const past = await change(id, { status: 'open' }).expect(400);
    expect(past.body).toEqual({ error: 'closes_at must be in the future' });
    await change(id, { closes_at: '2021-01-01T00:00:00Z' }).expect(400);
    const { body } = await change(id, { status: 'open', closes_at: null }).expect(200);
    expect(body.request).toMatchObject({ status: 'open', closes_at: null, closed_reason: null });
    await change(id, { status: 'archived' }).expect(200);
    for (const input of [{ title: 'Another' }, { status: 'open' }, { status: 'closed', title: 'A' }, {}]) {
      const refused = await change(id, input).expect(409);
      expect(refused.body).toEqual({ error: 'Request is archived' });
    }
    await change(id, { status: 'closed' }).expect(200);
    await change(id, { status: 'open' }).expect(200);
  });

  it('gives another address, which personal links outlive', async () => {
    const { id, code } = await desk.request();
    const { body } = await desk.ask('invite-recipients', { request_id: id, recipients: [{ name: 'A' }] }).expect(200);
    const token = body.recipients[0].url.split('/').at(-1);
    const changed = (await change(id, { new_code: true }).expect(200)).body.request;
    expect(changed.code).not.toBe(code);
    const gone = await desk.open('open-request', { code }).expect(404);
    expect(gone.body).toEqual({ error: 'Request not found' });
    await desk.open('open-request', { code: changed.code }).expect(200);
    await desk.open('open-request', { token }).expect(200);
  });

  it("is the owner's alone", async () => {
    const { id } = await desk.request();
    const stranger = await desk.service.account();
    await desk.install(stranger);
    for (const action of ['get-request', 'list-submissions', 'update-request', 'remind-recipients'])
      await desk.ask(action, { request_id: id }, stranger.client).expect(403);
  });
});

describe('the lists', () => {
  it('show requests with what has come in', async () => {
    const owner = await desk.service.account();
    await desk.install(owner);
    const make = async (title: string) =>
      (await desk.ask('create-request', { title }, owner.client).expect(200)).body.request;
    const [one, two] = [await make('Papers 10%'), await make('Photos')];
    await desk.ask(
      'invite-recipients',
      { request_id: one.id, recipients: [{ name: 'A' }, { name: 'B' }] },
      owner.client,
    );
    await desk.submitted(one.code);
    await desk.send({ code: one.code });
    const list = async (input: object) => (await desk.ask('list-requests', input, owner.client).expect(200)).body;
    const { requests, next_cursor } = await list({ limit: 1 });
    expect(requests).toMatchObject([{ id: two.id, files: 0, recipients: 0 }]);
    const page = await list({ limit: 1, cursor: next_cursor });
    expect(page.requests).toMatchObject([
      {
        id: one.id,
        recipients: 2,
        submissions: 1,
        to_review: 1,
        files: 1,
        bytes: expect.any(Number),
        received_files: 2,
      },
    ]);
    expect(page.requests[0].bytes).toBeGreaterThan(0);
    expect(page.next_cursor).toBeNull();
    expect((await list({ q: '10%' })).requests).toMatchObject([{ id: one.id }]);
    expect((await list({ q: '10_' })).requests).toEqual([]);
    expect((await list({ status: 'closed' })).requests).toEqual([]);
  });

  it('show a request with the files of its items, and what recipients have still to send', async () => {
    const { id, items } = await desk.request({ items: [{ title: 'A' }, { title: 'B', required: false }] });
    const { body } = await desk
      .ask('invite-recipients', { request_id: id, recipients: [{ name: 'X' }, { name: 'Y' }] })
      .expect(200);
    const token = body.recipients[0].url.split('/').at(-1);
    await desk.send({ token }, undefined, { item_id: items[0].id });
    await desk.submit({ token }).expect(200);
    const { body: shown } = await desk.ask('get-request', { request_id: id }).expect(200);
    expect(shown.items).toMatchObject([
      { id: items[0].id, received_files: 1, accepted_files: 0 },
      { id: items[1].id, received_files: 0, accepted_files: 0 },
    ]);
    expect(shown.recipients).toMatchObject([
      { name: 'X', status: 'submitted', missing_items: [], submission_id: expect.any(String) },
      { name: 'Y', status: 'invited', missing_items: [items[0].id], submission_id: null },
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/hash/);
  });
});

describe('the number of open requests', () => {
  it('has a limit, also for twenty at once and for those that are opened again', async () => {
    const owner = await desk.service.account();
    await desk.install(owner);
    const make = () => desk.ask('create-request', { title: 'A' }, owner.client);
    const { body } = await make().expect(200);
    await desk.rows(
      `INSERT INTO ext_filerequests.requests (owner_id, title, code, folder_id, max_file_bytes, status)
       SELECT owner_id, title, 'filler' || n || owner_id, folder_id, max_file_bytes, CASE WHEN n = 1 THEN 'closed' ELSE 'open' END
       FROM ext_filerequests.requests, generate_series(1, 195) n WHERE id = $1`,
      [body.request.id],
    );
    expect(tally(await atOnce(20, make))).toEqual({ 200: 5, 409: 15 });
    const [closed] = await desk.rows(
      `SELECT id FROM ext_filerequests.requests WHERE owner_id = $1 AND status = 'closed'`,
      [owner.id],
    );
    const reopen = () => desk.ask('update-request', { request_id: closed.id, status: 'open' }, owner.client);
    const refused = await reopen().expect(409);
    expect(refused.body).toEqual({ error: 'Open request limit reached' });
    await desk.ask('update-request', { request_id: body.request.id, status: 'closed' }, owner.client).expect(200);
    await reopen().expect(200);
  });
});
