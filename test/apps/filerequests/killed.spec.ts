import { KillableServer } from '../../support/killable-server.js';
import { BEGIN_LOCKING, waitingFor } from '../../support/lock-waits.js';
import { eventually } from '../../support/service.js';
import { PDF } from './desk.js';

let server: KillableServer;
beforeAll(async () => {
  server = await KillableServer.open();
});
afterAll(() => server.close());

it('a file whose bytes have arrived is received once, though the process was killed before its row', async () => {
  await server.start();
  await server.signIn();
  await server.call('install', { slug: 'filerequests' });
  const { request } = await server.call('filerequests/create-request', { title: 'Receipts' });
  const { code, id } = request as { code: string; id: string };
  const wanted = { code, uploader_name: 'A', name: 'a.pdf', size_bytes: PDF.length, content_type: 'application/pdf' };
  const { upload, receipt } = await server.call('filerequests/start-upload', wanted);
  await fetch(upload.url, { method: 'PUT', body: new Uint8Array(PDF) });

  const locking = await server.bare.pool.connect();
  // This lock blocks the row of the file when its document has been made.
  await locking.query(BEGIN_LOCKING);
  await locking.query('LOCK TABLE ext_filerequests.files IN EXCLUSIVE MODE');
  const lost = server.call('filerequests/submit-files', { code, receipt }).catch(() => undefined);
  await eventually(async () => expect(await server.rows(waitingFor('ext_filerequests.files'))).toHaveLength(1));
  await server.kill();
  await lost;
  await locking.query('ROLLBACK');
  locking.release();

  await server.start();
  const { submission, files } = await server.call('filerequests/submit-files', { code, receipt });
  expect([submission.status, files[0].status]).toEqual(['submitted', 'received']);
  const documents = await server.rows('SELECT id FROM ext_documents.items WHERE source_id = $1', id);
  const received = await server.rows('SELECT document_id FROM ext_filerequests.files WHERE request_id = $1', id);
  expect(received).toEqual(documents.map((row) => ({ document_id: row.id })));
});
