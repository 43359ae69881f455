import { BareDatabase } from '../../support/bare-database.js';
import { addressOf } from '../../support/databases.js';
import { removeFolder, ServerProcess, temporaryFolder } from '../../support/server-process.js';
import { eventually, PASSWORD } from '../../support/service.js';
import { PDF } from './desk.js';

let bare: BareDatabase;
let folder: string;
beforeAll(async () => {
  bare = await BareDatabase.open();
  folder = temporaryFolder();
});
afterAll(async () => {
  await bare.close();
  removeFolder(folder);
});

it('a file whose bytes have arrived is received once, though the process was killed before its row', async () => {
  const variables = { DATABASE_URL: addressOf(bare.name), DATA_DIR: folder };
  const first = await ServerProcess.start(variables);
  const credentials = { email: 'killed@example.com', password: PASSWORD };
  await first.post('/v1/auth/sign-up', credentials);
  const signedIn = await (await first.post('/v1/auth/sign-in', credentials)).json();
  const { access_token } = (signedIn as { session: { access_token: string } }).session;
  const call = async (server: ServerProcess, path: string, body: object) => {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}/v1/apps/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, any>;
  };
  await call(first, 'install', { slug: 'filerequests' });
  const { request } = await call(first, 'filerequests/create-request', { title: 'Receipts' });
  const { code, id } = request as { code: string; id: string };
  const wanted = { code, uploader_name: 'A', name: 'a.pdf', size_bytes: PDF.length, content_type: 'application/pdf' };
  const { upload, receipt } = await call(first, 'filerequests/start-upload', wanted);
  await fetch(upload.url, { method: 'PUT', body: new Uint8Array(PDF) });

  const locking = await bare.pool.connect();
  // This lock blocks the row of the file when its document has been made.
  await locking.query('BEGIN');
  await locking.query('LOCK TABLE ext_filerequests.files IN EXCLUSIVE MODE');
  const lost = call(first, 'filerequests/submit-files', { code, receipt }).catch(() => undefined);
  const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'ext_filerequests.files'::regclass`;
  await eventually(async () => expect((await bare.pool.query(waiting)).rowCount).toBe(1));
  await first.kill('SIGKILL');
  await lost;
  await locking.query('ROLLBACK');
  locking.release();

  const second = await ServerProcess.start(variables);
  const { submission, files } = await call(second, 'filerequests/submit-files', { code, receipt });
  expect([submission.status, files[0].status]).toEqual(['submitted', 'received']);
  const documents = await bare.pool.query('SELECT id FROM ext_documents.items WHERE source_id = $1', [id]);
  const rows = await bare.pool.query('SELECT document_id FROM ext_filerequests.files WHERE request_id = $1', [id]);
  expect(rows.rows).toEqual(documents.rows.map((row) => ({ document_id: row.id as string })));
  await second.kill('SIGKILL');
});
