import type { Response } from 'supertest';
import { FilesService } from '../../src/files/files.service.js';
import { EmptyTrashJob } from '../../src/files/storage/empty-trash.job.js';
import { PurgeFilesJob } from '../../src/files/purge-files.job.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { Refusal } from '../../src/platform/http/refusal.js';
import { atOnce, tally } from '../account/at-once.js';
import { type Account, eventually, PASSWORD, TestService } from '../support/service.js';
import { get, picture, stored, storedAtRest, upload } from './forms.js';
import { written } from '../support/written.js';

let service: TestService;
let person: Account;
let stranger: Account;
beforeAll(async () => {
  service = await TestService.start();
  [person, stranger] = [await service.account(), await service.account()];
});
afterAll(() => service.stop());

const NOT_FOUND = { error: 'File not found' };

const made = async ({ client }: Account, bytes: Buffer | string = 'words') =>
  (await upload(client, bytes).expect(201)).body.file as { id: string; url: string; small_url: string };

const inTransaction = (work: () => Promise<void>) => service.app.get(DatabaseService).transaction(work);
const attach = (ids: string[], { id }: Account) => inTransaction(() => service.app.get(FilesService).attach(ids, id));
const release = (ids: string[]) => inTransaction(() => service.app.get(FilesService).release(ids));

const count = async (table: string) =>
  (await service.database.query(`SELECT count(*)::int AS rows FROM files.${table}`)).rows[0].rows as number;

/** A job removes the bytes. */
const bytesLeft = (expected: number) => eventually(async () => expect(stored(service)).toHaveLength(expected));

describe('GET /v1/files', () => {
  it('lists the own files, newest first, each once, also with equal times', async () => {
    const { client, id } = await service.account();
    await made(stranger);
    await service.database.query(
      `INSERT INTO files.files (id, owner_id, key, path, type, kind, size, name, created_at)
       SELECT platform.uuid_v7(), $1, 'key', 'path' || n, 'text/plain', 'file', 1, n::text, '2026-01-01T00:00:00.123Z'
       FROM generate_series(1, 300) n`,
      [id],
    );
    const names = new Set<string>();
    for (let more: string | null = ''; more !== null;) {
      const page: Response = await client.get(`/v1/files?limit=70${more}`).expect(200);
      for (const { name } of page.body.files) names.add(name);
      more = page.body.next_cursor && `&cursor=${page.body.next_cursor}`;
    }
    expect(names.size).toBe(300);
    const { body } = await client.get('/v1/files?limit=1000').expect(200);
    expect(body.files).toHaveLength(100);
    const ids = body.files.map((file: { id: string }) => file.id);
    expect(ids).toEqual([...ids].sort().reverse());
  });

  it('contributes all of them to the data export', async () => {
    const account = await service.account();
    const files = [await made(account, await picture('png')), await made(account)].reverse();
    const copied = await written(service, service.app.get(FilesService).forExport(account.id));
    expect(copied).toEqual(files);
  });

  it('refuses an invalid cursor or limit', async () => {
    await person.client.get('/v1/files?limit=0').expect(400, { error: 'Invalid limit' });
    await person.client.get('/v1/files?cursor=x').expect(400, { error: 'Invalid cursor' });
    await service.client().get('/v1/files').expect(401, { error: 'Not authenticated' });
  });
});

describe('DELETE /v1/files/{id}', () => {
  it('deletes the row at once, the bytes soon, and the small version with them', async () => {
    const before = await storedAtRest(service);
    const file = await made(person, await picture('png'));
    expect(await storedAtRest(service)).toBe(before + 2);
    await person.client.delete(`/v1/files/${file.id}`).expect(200, { message: 'File deleted' });
    expect((await get(service, file.url)).status).toBe(404);
    await bytesLeft(before);
    await person.client.delete(`/v1/files/${file.id}`).expect(404, NOT_FOUND);
    await eventually(async () => expect(await count('trash')).toBe(0));
  });

  it('is 404 for files of other users and for malformed ids', async () => {
    const file = await made(person);
    await stranger.client.delete(`/v1/files/${file.id}`).expect(404, NOT_FOUND);
    await (await service.admin()).client.delete(`/v1/files/${file.id}`).expect(404, NOT_FOUND);
    await person.client.delete('/v1/files/1').expect(404, NOT_FOUND);
    await service.client().delete(`/v1/files/${file.id}`).expect(401, { error: 'Not authenticated' });
    expect((await get(service, file.url)).status).toBe(200);
  });

  it('refuses to delete a file in use', async () => {
    const file = await made(person);
    await attach([file.id], person);
    await person.client.delete(`/v1/files/${file.id}`).expect(409, { error: 'File is in use' });
    expect((await person.client.get('/v1/files?limit=1').expect(200)).body.files[0]).toMatchObject({
      id: file.id,
      attached: true,
    });
  });

  it('succeeds once of twenty concurrent calls', async () => {
    const file = await made(person);
    const answers = await atOnce(20, () => person.client.delete(`/v1/files/${file.id}`));
    expect(tally(answers)).toEqual({ 200: 1, 404: 19 });
  });
});

describe('files in use', () => {
  const expectRefused = (ids: string[], account: Account) =>
    expect(attach(ids, account)).rejects.toMatchObject({
      status: 400,
      message: 'Validation error',
      extra: { details: [{ field: 'media_ids', message: expect.stringContaining('not in use') }] },
    });

  it('belong to the caller and are attached to one thing each', async () => {
    const [one, two, foreign] = [await made(person), await made(person), await made(stranger)];
    await expectRefused([one.id, foreign.id], person);
    await expectRefused([one.id, one.id], person);
    await expectRefused(['nonsense'], person);
    await expectRefused(['00000000-0000-7000-8000-000000000000'], person);
    await attach([], person);
    await attach([two.id, one.id], person);
    await expectRefused([one.id], person);
  });

  it('are attached once by twenty concurrent requests, in any order of the ids', async () => {
    const ids = (await Promise.all([made(person), made(person), made(person)])).map(({ id }) => id);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => attach(index % 2 ? ids : [...ids].reverse(), person)),
    );
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(lost).toHaveLength(19);
    for (const { reason } of lost) expect(reason).toBeInstanceOf(Refusal);
  });

  it('are deleted with the thing that shows them', async () => {
    const before = await storedAtRest(service);
    const file = await made(person);
    await attach([file.id], person);
    await release([]);
    await release([file.id]);
    expect((await get(service, file.url)).status).toBe(404);
    await bytesLeft(before);
  });
});

describe('an unused file', () => {
  it('is deleted after a day if it was never in use', async () => {
    const [old, used, young] = [await made(person), await made(person), await made(person)];
    await attach([used.id], person);
    await service.database.query(`UPDATE files.files SET created_at = now() - interval '25 hours' WHERE id = ANY($1)`, [
      [old.id, used.id],
    ]);
    await service.app.get(PurgeFilesJob).run();
    const states = [old, used, young].map(async ({ url }) => (await get(service, url)).status);
    expect(await Promise.all(states)).toEqual([404, 200, 200]);
  });

  it('is deleted with its owner, to the last byte', async () => {
    await service.app.get(EmptyTrashJob).run();
    const before = await storedAtRest(service);
    const leaving = await service.account();
    await made(leaving, await picture('jpeg'));
    await attach([(await made(leaving)).id], leaving);
    expect(await storedAtRest(service)).toBe(before + 3);
    await leaving.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    await service.app.get(EmptyTrashJob).run();
    expect(stored(service)).toHaveLength(before);
    const { rows } = await service.database.query('SELECT FROM files.usage WHERE owner_id = $1', [leaving.id]);
    expect(rows).toEqual([]);
  });

  it('is deleted in the millisecond in which it becomes due', async () => {
    for (let round = 0; round < 40; round++) {
      await service.database.query(`INSERT INTO files.trash (path) VALUES ('aa/bb/now')`);
      await service.app.get(EmptyTrashJob).run();
      expect(await count('trash')).toBe(0);
    }
  });

  it('is retried until its bytes are removed', async () => {
    const { mkdir, rm } = await import('node:fs/promises');
    const folder = `${service.runtime.environment.dataDir}/files/aa/bb/stuck`;
    await mkdir(folder, { recursive: true });
    await service.database.query(`INSERT INTO files.trash (path) VALUES ('aa/bb/stuck'), ('aa/bb/gone')`);
    await service.app.get(EmptyTrashJob).run();
    const left = `SELECT path, due_at > now() AS later FROM files.trash WHERE path LIKE 'aa/bb/%'`;
    const { rows } = await service.database.query(left);
    expect(rows).toEqual([{ path: 'aa/bb/stuck', later: true }]);
    // The periodic run of the service may process it too.
    await service.jobsDone();
    await rm(folder, { recursive: true });
    await service.database.query(`UPDATE files.trash SET due_at = now() - interval '1 second'`);
    await service.app.get(EmptyTrashJob).run();
    expect((await service.database.query(left)).rows).toEqual([]);
  });
});
