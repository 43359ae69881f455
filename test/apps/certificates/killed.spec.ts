import { join } from 'node:path';
import { KillableServer } from '../../support/killable-server.js';
import { eventually } from '../../support/service.js';
import { filesIn } from '../../files/forms.js';

let server: KillableServer;
beforeAll(async () => {
  server = await KillableServer.open();
});
afterAll(() => server.close());

const CERTIFICATES = 30;

const rows = (text: string, ...values: unknown[]) => server.rows(text, ...values);
const call = (path: string, body: object) => server.call(path, body);

const GATE = 4711;

/** Kills the process when it is about to make this change. What `work` gives is the call that ends with it. */
async function killAt<T>(change: string, work: () => Promise<T>): Promise<T | undefined> {
  const gate = await server.bare.pool.connect();
  await gate.query('SELECT pg_advisory_lock($1)', [GATE]);
  await rows(`CREATE TRIGGER gate BEFORE ${change} FOR EACH ROW EXECUTE FUNCTION public.gate()`);
  const answered = work().catch(() => undefined);
  const waiting = `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND objid = $1`;
  await eventually(async () => expect(await rows(waiting, GATE)).toHaveLength(1), 120);
  await server.kill();
  await gate.query('SELECT pg_advisory_unlock($1)', [GATE]);
  gate.release();
  await rows(`DROP TRIGGER gate ON ${change.split(' ON ')[1]}`);
  return answered;
}

/** As the queue does itself with a job that has not ended after five minutes. */
const expireJobs = () => rows(`UPDATE jobs.job SET state = 'retry', start_after = now() WHERE state = 'active'`);

it('no certificate is lost or doubled, though the process was killed while it drew and while it revoked', async () => {
  await rows(`CREATE FUNCTION public.gate() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock(${GATE}); RETURN NEW; END $$`);
  await server.start();
  const userId = await server.signIn();
  await call('install', { slug: 'certificates' });
  const made = { name: 'Barista', title: 'Barista', issuer_name: 'Coffee School' };
  const { template } = await call('certificates/create-template', made);
  const recipients = Array.from({ length: CERTIFICATES }, (_, n) => ({
    name: `Recipient ${n}`,
    external_ref: `r${n}`,
    ...(n === 0 && { user_id: userId }),
  }));
  const issue = { template_id: template.id, recipients };

  // Killed before the certificates are committed: nothing is left of the call, which is then made again.
  const revision = 'INSERT ON ext_certificates.revisions';
  expect(await killAt(revision, () => call('certificates/issue-certificates', issue))).toBeUndefined();
  expect(await rows('SELECT FROM ext_certificates.certificates')).toEqual([]);

  // Killed when a PDF is stored and not entered yet.
  await server.start();
  const pdf = 'UPDATE OF pdf_key ON ext_certificates.certificates';
  const issued = await killAt(pdf, () => call('certificates/issue-certificates', issue));
  expect(issued?.issued).toHaveLength(CERTIFICATES);
  await expireJobs();
  await server.start();
  expect((await call('certificates/issue-certificates', issue)).existing).toHaveLength(CERTIFICATES);
  const missing = 'SELECT FROM ext_certificates.certificates WHERE pdf_key IS NULL';
  await eventually(async () => expect(await rows(missing)).toEqual([]), 120);

  // Killed while it revokes: the certificate is active, and is revoked once.
  const [{ id, code }] = await rows('SELECT id, code FROM ext_certificates.certificates WHERE external_ref = $1', 'r0');
  const revoke = { certificate_id: id, reason: 'Issued in error' };
  expect(await killAt(revision, () => call('certificates/revoke-certificate', revoke))).toBeUndefined();
  await server.start();
  expect((await call('certificates/verify-certificate', { code })).status).toBe('valid');
  expect((await call('certificates/revoke-certificate', revoke)).certificate.status).toBe('revoked');
  expect(await call('certificates/revoke-certificate', revoke)).toEqual({ error: 'Certificate is revoked' });
  const { revisions: written } = await call('certificates/get-certificate', { certificate_id: id });
  expect(written.map(({ event }: { event: string }) => event)).toEqual(['issued', 'revoked']);
  const notices = `SELECT type FROM notifications.notifications WHERE type LIKE 'certificates.%' ORDER BY id`;
  expect((await rows(notices)).map(({ type }) => type)).toEqual(['certificates.issued', 'certificates.revoked']);

  // What the killed processes have stored goes: each certificate has one file, and each file a certificate.
  await rows(`UPDATE files.files SET expires_at = now() - interval '1 second' WHERE expires_at IS NOT NULL`);
  await rows(`INSERT INTO jobs.job (name, data) VALUES ('files.tidy', '{}')`);
  const keys = 'SELECT pdf_key AS id FROM ext_certificates.certificates ORDER BY 1';
  await eventually(async () =>
    expect(await rows('SELECT id::text FROM files.files ORDER BY 1')).toEqual(await rows(keys)),
  );
  await rows(`UPDATE files.trash SET due_at = now() - interval '1 second'`);
  await rows(`INSERT INTO jobs.job (name, data) VALUES ('files.empty-trash', '{}')`);
  await eventually(() => Promise.resolve(expect(filesIn(join(server.folder, 'files'))).toHaveLength(CERTIFICATES)));
});
