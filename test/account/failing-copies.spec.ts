import { MakeExportJob } from '../../src/account/exports/make-export.job.js';
import { EmptyTrashJob } from '../../src/files/storage/empty-trash.job.js';
import { ExportProcessService } from '../../src/platform/exports/export-process.service.js';
import { nothingIncoming, stored } from '../files/forms.js';
import { waitingFor } from '../support/lock-waits.js';
import { type Account, eventually, PASSWORD, TestService } from '../support/service.js';

let service: TestService;
let job: MakeExportJob;
beforeAll(async () => {
  service = await TestService.start({ EXPORT_MAX_MIB: '1' });
  job = service.app.get(MakeExportJob, { strict: false });
});
afterAll(() => service.stop());

const query = (text: string, ...values: unknown[]) => service.database.query(text, values);
const ask = async ({ client }: Account) => (await client.get('/v1/users/me/export').expect(200)).body.export;

const settled = (account: Account) =>
  eventually(async () => {
    const copy = await ask(account);
    return copy.status === 'pending' ? Promise.reject(new Error('it is pending')) : copy;
  });

/** Inserts an export without a job, because the test runs the job itself. */
async function unqueued({ id }: Account, attempts = 0): Promise<{ id: string }> {
  const { rows } = await query(
    `INSERT INTO account.exports (user_id, attempts, expires_at) VALUES ($1, $2, now() + interval '1 day') RETURNING id`,
    id,
    attempts,
  );
  return rows[0];
}

const attemptsOf = async ({ id }: { id: string }) =>
  (await query('SELECT attempts FROM account.exports WHERE id = $1', id)).rows[0].attempts;

async function told(account: Account, failure: string): Promise<void> {
  const { notifications } = (await account.client.get('/v1/notifications').expect(200)).body;
  expect(notifications).toMatchObject([{ type: 'export_failed', data: { failure } }]);
  await service.jobsDone();
  const mails = await service.mailsTo(account.email, 2);
  expect(mails.map(({ subject }) => subject).filter((subject) => subject.includes('data'))).toEqual([
    'Your data could not be copied',
  ]);
}

/** While the posts are locked, an export waits in the middle of its work. */
async function withLockedPosts(work: () => Promise<void>): Promise<void> {
  const locking = await service.database.connect();
  try {
    await locking.query('BEGIN');
    await locking.query('LOCK TABLE social.posts IN ACCESS EXCLUSIVE MODE');
    await work();
  } finally {
    locking.release(true);
  }
}

const standsStill = () =>
  eventually(async () => {
    const { rows } = await query(waitingFor('social.posts'));
    if (!rows.length) throw new Error('nothing waits for the posts');
  });

describe('an export that cannot be made', () => {
  it('is announced as too large, once, and another one can be requested later', async () => {
    const account = await service.account();
    await query(
      `INSERT INTO social.posts (user_id, content, status) SELECT $1, repeat('x', 50000), 'draft' FROM generate_series(1, 30)`,
      account.id,
    );
    const copy = await settled(account);
    expect(copy).toMatchObject({ status: 'failed', failure: 'too_large', url: null });
    expect(Date.parse(copy.expires_at) - Date.now()).toBeLessThan(3_600_000 + 60_000);
    await told(account, 'too_large');
    expect((await ask(account)).id).toBe(copy.id);
    await nothingIncoming(service);
    expect((await query('SELECT FROM files.files WHERE owner_id = $1', account.id)).rows).toEqual([]);
    await query('DELETE FROM social.posts WHERE user_id = $1', account.id);
    await query('UPDATE account.exports SET expires_at = now() WHERE id = $1', copy.id);
    expect(await settled(account)).toMatchObject({ status: 'ready', url: expect.any(String) });
  });

  it('is attempted three times, and then its owner is notified', async () => {
    const account = await service.account();
    const copy = await unqueued(account);
    await query('ALTER TABLE social.posts RENAME TO other');
    try {
      for (const attempt of [1, 2]) {
        await expect(job.run(copy)).rejects.toThrow('the process that writes the export failed');
        expect(await attemptsOf(copy)).toBe(attempt);
        expect((await ask(account)).status).toBe('pending');
      }
      await job.run(copy);
    } finally {
      await query('ALTER TABLE social.other RENAME TO posts');
    }
    expect(await ask(account)).toMatchObject({ id: copy.id, status: 'failed', failure: 'failed' });
    await told(account, 'failed');
    await job.run(copy);
    expect(await attemptsOf(copy)).toBe(3);
  });

  it('fails when the process of the job crashed in each attempt', async () => {
    const account = await service.account();
    await job.run(await unqueued(account, 3));
    expect(await ask(account)).toMatchObject({ status: 'failed', failure: 'failed' });
    await told(account, 'failed');
  });

  it('does not harm the service when its process is killed, and succeeds in the next attempt', async () => {
    const account = await service.account();
    const copy = await unqueued(account);
    const processes = service.app.get(ExportProcessService, { strict: false })['running'];
    await withLockedPosts(async () => {
      const failed = job.run(copy).catch((error: Error) => error.message);
      await standsStill();
      expect(await attemptsOf(copy)).toBe(1);
      expect(processes.size).toBe(1);
      for (const child of processes) child.kill('SIGKILL');
      await failed;
    });
    expect(processes.size).toBe(0);
    await nothingIncoming(service);
    await job.run(copy);
    expect(await ask(account)).toMatchObject({ status: 'ready' });
    expect(await attemptsOf(copy)).toBe(2);
  });
});

describe('the file of an export', () => {
  const files = ({ id }: Account) => query('SELECT id FROM files.files WHERE owner_id = $1', id);

  it('is the only one of its account, counts as storage, and is deleted with the account', async () => {
    const account = await service.account();
    const before = stored(service).length;
    const copy = await settled(account);
    const [first] = (await files(account)).rows;
    await query('UPDATE account.exports SET expires_at = now() WHERE id = $1', copy.id);
    await settled(account);
    const { rows } = await files(account);
    expect(rows).toHaveLength(1);
    expect(rows[0]).not.toEqual(first);
    const { rows: used } = await query(
      `SELECT u.app_bytes = f.size AS counted FROM files.usage u JOIN files.files f USING (owner_id) WHERE owner_id = $1`,
      account.id,
    );
    expect(used).toEqual([{ counted: true }]);
    await service.app.get(EmptyTrashJob).run();
    expect(stored(service)).toHaveLength(before + 1);
    expect((await account.client.get('/v1/files').expect(200)).body.files).toEqual([]);
    await account.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    await service.app.get(EmptyTrashJob).run();
    expect(stored(service)).toHaveLength(before);
  });

  it('is stored when the account has no storage left', async () => {
    const account = await service.account();
    await query(
      'INSERT INTO files.usage (owner_id, day, app_bytes) VALUES ($1, current_date, 200 * 1024::bigint ^ 3)',
      account.id,
    );
    expect(await settled(account)).toMatchObject({ status: 'ready' });
  });
});

it('an export is written by one process however many are requested, from one snapshot', async () => {
  const account = await service.account();
  await withLockedPosts(async () => {
    const { id } = await ask(account);
    await standsStill();
    expect(await ask(account)).toMatchObject({ id, status: 'pending', url: null });
    const processes = service.app.get(ExportProcessService, { strict: false })['running'];
    expect(processes.size).toBe(1);
    await query(
      `INSERT INTO social.bookmarks (user_id, bookmarkable_type, bookmarkable_id) VALUES ($1, 'post', gen_random_uuid())`,
      account.id,
    );
  });
  const { url } = await settled(account);
  const { body } = await service.client().get(new URL(url).pathname).expect(200);
  expect(body.people.bookmarks).toEqual([]);
});
