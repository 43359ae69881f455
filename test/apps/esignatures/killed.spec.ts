import { join } from 'node:path';
import { KillableServer } from '../../support/killable-server.js';
import { BEGIN_LOCKING, waitingFor } from '../../support/lock-waits.js';
import { eventually } from '../../support/service.js';
import { filesIn } from '../../files/forms.js';
import { CLIENT, pdf, signatureOn, TYPED } from './signing-room.js';

let server: KillableServer;
beforeAll(async () => {
  server = await KillableServer.open();
});
afterAll(() => server.close());

const rows = (text: string, ...values: unknown[]) => server.rows(text, ...values);
const call = (path: string, body: object) => server.call(path, body);

/** An envelope with one signer, who has a link. */
async function sent(): Promise<{ id: string; token: string }> {
  for (const slug of ['documents', 'esignatures']) await call('install', { slug });
  const bytes = new Uint8Array(await pdf());
  const promised = { name: 'agreement.pdf', content_type: 'application/pdf', size_bytes: bytes.length };
  const { upload } = await call('documents/start-upload', promised);
  await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes });
  const { document } = await call('documents/complete-upload', { upload_id: upload.id });
  const signers = [{ ...CLIENT, fields: [signatureOn(1)] }];
  const given = { title: 'Agreement', document_ids: [document.id], signers };
  const { envelope } = await call('esignatures/create-envelope', given);
  const { links } = await call('esignatures/send-envelope', { envelope_id: envelope.id });
  return { id: envelope.id, token: links[0].url.split('/').at(-1) };
}

it('an envelope is completed once, though the process was killed while it was sealed', async () => {
  await server.start();
  await server.signIn();
  const envelope = await sent();
  // The job that writes the words of the original would wait for the lock as well.
  const unread = `SELECT FROM ext_documents.versions WHERE text_status = 'pending'`;
  await eventually(async () => expect(await rows(unread)).toEqual([]), 60);
  const locking = await server.bare.pool.connect();
  // This lock blocks the completion when both copies of the sealed document are stored.
  await locking.query(BEGIN_LOCKING);
  await locking.query('LOCK TABLE ext_documents.items IN EXCLUSIVE MODE');
  const { content_hash } = await call('esignatures/open-envelope', { token: envelope.token });
  const signed = { token: envelope.token, decision: 'sign', consent: true, signature: TYPED, content_hash };
  const { envelope: after } = await call('esignatures/respond-envelope', signed);
  expect(after.status).toBe('sealing');
  await eventually(async () => expect(await rows(waitingFor('ext_documents.items'))).toHaveLength(1));
  await server.kill();
  await locking.query('ROLLBACK');
  locking.release();
  const [left] = await rows('SELECT status, final_key FROM ext_esignatures.envelopes');
  expect(left).toEqual({ status: 'sealing', final_key: null });

  // As the queue does itself with a job that has not ended after five minutes.
  await rows(`UPDATE jobs.job SET state = 'retry', start_after = now()
    WHERE name = 'esignatures.seal-envelope' AND state = 'active'`);
  await server.start();
  const status = async () => (await rows('SELECT status FROM ext_esignatures.envelopes'))[0].status;
  await eventually(async () => expect(await status()).toBe('completed'), 120);
  const { audit, audit_valid, envelope: sealed } = await call('esignatures/get-envelope', { envelope_id: envelope.id });
  expect(audit_valid).toBe(true);
  expect(audit.filter(({ event }: { event: string }) => event === 'sealed')).toHaveLength(1);
  const copies = await rows(`SELECT id FROM ext_documents.items WHERE source_app = 'esignatures'`);
  expect(copies).toEqual([{ id: sealed.final_document_id }]);
  const notices = await rows(`SELECT FROM notifications.notifications WHERE type = 'esignatures.completed'`);
  expect(notices).toHaveLength(1);

  // What the first try has stored expires after a day.
  await rows(`UPDATE files.files SET expires_at = now() - interval '1 second' WHERE expires_at IS NOT NULL`);
  await rows(`INSERT INTO jobs.job (name, data) VALUES ('files.tidy', '{}')`);
  await eventually(async () => expect(await rows('SELECT FROM files.files')).toHaveLength(3));
  const expected = `SELECT final_key AS id FROM ext_esignatures.envelopes
    UNION ALL SELECT storage_key FROM ext_documents.blobs ORDER BY id`;
  expect(await rows('SELECT id::text FROM files.files ORDER BY id')).toEqual(await rows(expected));
  await rows(`INSERT INTO jobs.job (name, data) VALUES ('files.empty-trash', '{}')`);
  await eventually(() => Promise.resolve(expect(filesIn(join(server.folder, 'files'))).toHaveLength(3)));
});
