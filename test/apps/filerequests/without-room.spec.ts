import { atOnce, tally } from '../../account/at-once.js';
import { BEGIN_LOCKING } from '../../support/lock-waits.js';
import { Desk, PDF } from './desk.js';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk.stop());

const file = { uploader_name: 'A', name: 'a.pdf', size_bytes: PDF.length, content_type: 'application/pdf' };
const sql = (text: string, ...values: unknown[]) => desk.rows(text, values);

describe('documents without room', () => {
  const cannotTakeMore = { error: 'This request cannot take more files now' };
  const refusalOf = async (code: string) => (await desk.open('start-upload', { code, ...file }).expect(409)).body;

  /** A request with one file, whose owner has no room for another one. */
  async function fullRequest(input: object = {}) {
    const owner = await desk.service.account();
    await desk.install(owner);
    const { body } = await desk.ask('create-request', { title: 'A', ...input }, owner.client).expect(200);
    const { id, code } = body.request;
    await desk.send({ code });
    await sql(`UPDATE ext_documents.usage SET used_bytes = 10737418240 WHERE owner_id = $1`, owner.id);
    return { owner, id, code };
  }

  it('take no files, of which the owner is told once a day', async () => {
    const { owner, id, code } = await fullRequest();
    const answers = await atOnce(20, () => desk.open('start-upload', { code, ...file }));
    expect(tally(answers)).toEqual({ 409: 20 });
    expect(answers[0]?.body).toEqual(cannotTakeMore);
    await desk.told(owner, 'filerequests.storage_full', 1);
    await desk.expectPlaces(id);
    expect(await sql('SELECT FROM ext_filerequests.submissions WHERE request_id = $1', id)).toHaveLength(1);
  });

  it('refuse without waiting for a call that has locked the request', async () => {
    const { owner, id, code } = await fullRequest();
    expect(await refusalOf(code)).toEqual(cannotTakeMore);
    const connection = await desk.service.database.connect();
    try {
      await connection.query(BEGIN_LOCKING);
      await connection.query('SELECT FROM ext_filerequests.requests WHERE id = $1 FOR UPDATE', [id]);
      expect(await refusalOf(code)).toEqual(cannotTakeMore);
    } finally {
      await connection.query('ROLLBACK');
      connection.release();
    }
    await desk.told(owner, 'filerequests.storage_full', 1);
  });

  it('refuse after what the request itself does not take', async () => {
    const { code } = await fullRequest({ max_file_bytes: 1000 });
    const { body } = await desk.open('start-upload', { code, ...file, size_bytes: 1001 }).expect(400);
    expect(body).toEqual({ error: 'File is too large' });
    const { uploader_name: _, ...nameless } = file;
    expect((await desk.open('start-upload', { code, ...nameless }).expect(400)).body.error).toBe('Name is required');
  });

  it("are those of the folder's owner", async () => {
    const [owner, friend] = [await desk.service.account(), await desk.service.account()];
    await desk.install(owner);
    await friend.client.post('/v1/apps/install', { slug: 'documents' }).expect(200);
    const { body } = await friend.client.post('/v1/apps/documents/create-folder', { name: 'Shared' }).expect(200);
    const access = { item_id: body.folder.id, user_id: owner.id, role: 'editor' };
    await friend.client.post('/v1/apps/documents/set-access', access).expect(200);
    const input = { title: 'A', folder_id: body.folder.id };
    const { code } = (await desk.ask('create-request', input, owner.client).expect(200)).body.request;
    await desk.send({ code });
    await sql(`INSERT INTO ext_documents.usage (owner_id, used_bytes) VALUES ($1, 10737418240)`, owner.id);
    await desk.open('start-upload', { code, ...file }).expect(200);
    await sql(`UPDATE ext_documents.usage SET used_bytes = 10737418240 WHERE owner_id = $1`, friend.id);
    expect(await refusalOf(code)).toEqual(cannotTakeMore);
  });
});
