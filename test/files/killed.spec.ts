import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FilesService } from '../../src/files/files.service.js';
import { SignedUrlsService } from '../../src/files/signed/signed-urls.service.js';
import { WaitingUploadRepository } from '../../src/files/signed/waiting-upload.repository.js';
import { EmptyTrashJob } from '../../src/files/storage/empty-trash.job.js';
import { defaultFolder, Storage } from '../../src/files/storage/storage.js';
import { TrashRepository } from '../../src/files/storage/trash.repository.js';
import { TemporaryFilesService } from '../../src/files/storage/temporary-files.service.js';
import { KeyringService } from '../../src/platform/access/keyring.service.js';
import { EncryptionService } from '../../src/platform/access/encryption.service.js';
import { type Environment, readEnvironment } from '../../src/platform/config/environment.js';
import { Runtime } from '../../src/platform/config/runtime.js';
import { BareDatabase } from '../support/bare-database.js';
import { addressOf } from '../support/databases.js';
import { BEGIN_LOCKING, waitingFor } from '../support/lock-waits.js';
import { removeFolder, ServerProcess, temporaryFolder } from '../support/server-process.js';
import { eventually, PASSWORD } from '../support/service.js';
import { filesIn } from './forms.js';

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

/** Starts an upload as an app in the same service would. */
async function promisedUpload(url: string, ownerId: string): Promise<string> {
  const environment = readEnvironment({ DATA_DIR: folder, PUBLIC_URL: url });
  const keyring = new KeyringService(environment);
  const addresses = new SignedUrlsService(new EncryptionService(keyring), new Runtime(environment));
  const unused = undefined as never;
  const waiting = new WaitingUploadRepository(bare.database);
  const files = new FilesService(unused, unused, unused, addresses, waiting);
  const promised = { name: 'b.txt', type: 'text/plain', size: 5, seconds: 60 };
  const [started] = await bare.database.transaction(() => files.startUploads(ownerId, [promised]));
  keyring.onApplicationShutdown();
  return started?.upload_url as string;
}

it('a process that is killed between the bytes and their row leaves nothing behind', async () => {
  const server = await ServerProcess.start({ DATABASE_URL: addressOf(bare.name), DATA_DIR: folder });
  const credentials = { email: 'killed@example.com', password: PASSWORD };
  await server.post('/v1/auth/sign-up', credentials);
  const { session, user } = (await (await server.post('/v1/auth/sign-in', credentials)).json()) as any;
  const address = await promisedUpload(server.url as string, user.id);
  const locking = await bare.pool.connect();
  // This lock blocks the insert of the row.
  await locking.query(BEGIN_LOCKING);
  await locking.query('LOCK TABLE files.files IN ACCESS EXCLUSIVE MODE');
  const body = new FormData();
  body.set('file', new Blob(['words']), 'a.txt');
  const headers = { authorization: `Bearer ${session.access_token}` };
  const lost = [
    fetch(`${server.url}/v1/files`, { method: 'POST', body, headers }).catch(() => undefined),
    fetch(address, { method: 'PUT', body: 'words' }).catch(() => undefined),
  ];
  const bytes = () => filesIn(join(folder, 'files'));
  await eventually(async () => expect((await bare.pool.query(waitingFor('files.files'))).rowCount).toBe(2));
  await server.kill('SIGKILL');
  await Promise.all(lost);
  await locking.query('ROLLBACK');
  locking.release();
  expect(bytes()).toHaveLength(2);
  const left = readdirSync(join(folder, 'incoming'));
  expect(left).toHaveLength(2);

  await bare.pool.query(`UPDATE files.trash SET due_at = now() - interval '1 second'`);
  const storage = await Storage.open(defaultFolder(folder));
  await new EmptyTrashJob(storage, new TrashRepository(bare.database), bare.database).run();
  expect(bytes()).toEqual([]);
  expect((await bare.pool.query('SELECT FROM files.files')).rowCount).toBe(0);
  expect((await bare.pool.query('SELECT FROM files.trash')).rowCount).toBe(0);
  // The promised upload may still arrive.
  expect((await bare.pool.query('SELECT FROM files.uploads')).rowCount).toBe(1);

  // The next start removes temporary files that are older than any upload.
  const hourAgo = Date.now() / 1000 - 3600;
  for (const name of left) utimesSync(join(folder, 'incoming', name), hourAgo, hourAgo);
  const young = join(folder, 'incoming', 'young');
  writeFileSync(young, 'still coming');
  await new TemporaryFilesService({ dataDir: folder } as Environment).onApplicationBootstrap();
  expect(filesIn(join(folder, 'incoming'))).toEqual(['young']);
});
