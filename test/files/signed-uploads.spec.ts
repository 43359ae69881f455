import { createHash, randomBytes } from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';
import sharp from 'sharp';
import { EmptyTrashJob } from '../../src/files/storage/empty-trash.job.js';
import { PurgeFilesJob } from '../../src/files/purge-files.job.js';
import { atOnce, refusals, tally } from '../account/at-once.js';
import { ask, type Question } from '../support/ask.js';
import { type Account, eventually, PASSWORD, TestService } from '../support/service.js';
import { bytesOf, get, incoming, MEBIBYTE, nothingIncoming, picture, stored, storedAtRest, upload } from './forms.js';
import { pathOf, Promises } from './promises.js';
import { written } from '../support/written.js';

let service: TestService;
let app: Promises;
let person: Account;
let stranger: Account;
beforeAll(async () => {
  service = await TestService.start();
  [person, stranger] = [await service.account(), await service.account()];
  app = new Promises(service, person);
});
afterAll(() => service.stop());

const NOT_FOUND = { error: 'Upload not found' };
const GIBIBYTE = 1024 ** 3;

/** Sends the request exactly as given, without headers of a client. */
const send = (url: string, question: Question) => ask(service.url, pathOf(url), { method: 'PUT', ...question });
const wrongSize = (size: number) => ({
  error: 'Validation error',
  details: [{ field: 'file', message: `the upload must have exactly ${size} bytes` }],
});

describe('PUT /v1/files/uploads/{ticket}', () => {
  it('accepts the promised bytes from every caller with the URL', async () => {
    const begun = Date.now();
    const started = await app.start({ name: '../no\u202etes.txt', size: 10, seconds: 60 });
    expect(started).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'notes.txt',
      upload_url: expect.stringMatching(/^http:\/\/[\w.:]+\/v1\/files\/uploads\/[\w-]{80,}$/),
      expires_at: expect.any(Date),
    });
    expect(Math.abs(started.expires_at.getTime() - begun - 60_000)).toBeLessThan(5_000);
    const { id, upload_url } = started;
    expect(await app.files.arrived([id], person.id)).toEqual([]);
    const { body } = await app.put(upload_url, 'some words').expect(200);
    expect(body).toEqual({ file: { id, name: 'notes.txt', size: 10, type: 'text/plain' } });
    const sha256 = createHash('sha256').update('some words').digest('hex');
    expect(await app.files.arrived([id, 'nonsense'], person.id)).toEqual([{ ...body.file, sha256 }]);
    expect(await app.files.arrived([id], stranger.id)).toEqual([]);
    expect(await textOf(await app.generated.read(id))).toBe('some words');
    const events = await app.query(`SELECT actor_id FROM events.domain_events WHERE data->>'id' = $1`, id);
    expect(events).toEqual([{ actor_id: person.id }]);
    expect(incoming(service)).toEqual([]);
  });

  it('is not in the file list of its owner, but in their data export', async () => {
    const account = await service.account();
    const { id } = await app.arrive('words', {}, account);
    expect((await account.client.get('/v1/files').expect(200)).body.files).toEqual([]);
    await account.client.delete(`/v1/files/${id}`).expect(404, { error: 'File not found' });
    expect(await written(service, app.files.forExport(account.id))).toMatchObject([{ id, size: 5, attached: false }]);
  });

  it('accepts exactly as many bytes, and allows a retry after a wrong number', async () => {
    const { upload_url, id } = await app.start();
    const before = await storedAtRest(service);
    for (const bytes of ['hell', 'hello!', '']) await app.put(upload_url, bytes).expect(400, wrongSize(5));
    for (const body of [
      ['he', 'll'],
      ['hello', '!'],
      ['x'.repeat(MEBIBYTE), 'x'.repeat(MEBIBYTE)],
    ]) {
      const answer = await send(upload_url, { body: body.map((piece) => Buffer.from(piece)) });
      expect([answer.status, answer.body]).toEqual([400, wrongSize(5)]);
    }
    // The answer arrives before the body ends, which is too large.
    const endless = [{ body: [Buffer.from('hello!')] }, { body: 'h', headers: { 'content-length': 10 ** 9 } }];
    for (const question of endless)
      expect(await send(upload_url, { ...question, unfinished: true })).toMatchObject({ status: 400 });
    const encoded = { body: 'hello', headers: { 'content-encoding': 'gzip', 'content-length': 5 } };
    expect((await send(upload_url, encoded)).status).toBe(415);
    await nothingIncoming(service);
    expect(stored(service)).toHaveLength(before);
    const chunked = await send(upload_url, { body: [Buffer.from('he'), Buffer.from('llo')] });
    expect([chunked.status, chunked.body.file.id]).toEqual([200, id]);
    expect((await app.arrive('')).file).toMatchObject({ size: 0 });
  });

  it('answers other callers alike, and is 404 for unknown tickets', async () => {
    const { upload_url } = await app.start();
    const ticket = upload_url.split('/').at(-1) as string;
    const { download_url } = app.files.downloadable(person.id, { seconds: 60 });
    const wrong = ['x', ticket.slice(1), ticket.slice(0, -4), download_url.split('/').at(-1) as string];
    for (const one of wrong) await app.put(`${service.url}/v1/files/uploads/${one}`).expect(404, NOT_FOUND);
    await app.query(`UPDATE files.uploads SET expires_at = now() WHERE owner_id = $1`, person.id);
    await app.put(upload_url).expect(404, NOT_FOUND);
    const released = await app.start();
    await app.release([released.id]);
    await app.put(released.upload_url).expect(404, NOT_FOUND);
    const undone = await app
      .inTransaction(async () => {
        const { upload_url: url } = await app.start();
        throw Object.assign(new Error(), { url });
      })
      .catch(({ url }: { url: string }) => url);
    await app.put(undone).expect(404, NOT_FOUND);
  });

  it('accepts them once: of twenty concurrent requests, and later', async () => {
    const before = await storedAtRest(service);
    const { upload_url } = await app.start({ size: MEBIBYTE, type: 'application/octet-stream' });
    const answers = await atOnce(20, () => app.put(upload_url, randomBytes(MEBIBYTE)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    for (const { error } of refusals(answers) as { error: string }[])
      expect(['Upload is under way', 'File already uploaded']).toContain(error);
    await app.put(upload_url, randomBytes(MEBIBYTE)).expect(409, { error: 'File already uploaded' });
    await nothingIncoming(service);
    await eventually(async () => expect(stored(service)).toHaveLength(before + 1));
  });

  it('yields to an upload in another process that was first, and leaves no byte', async () => {
    await service.app.get(EmptyTrashJob).run();
    const before = await storedAtRest(service);
    const { id, upload_url } = await app.start();
    const locking = await service.database.connect();
    await locking.query('BEGIN');
    await locking.query('DELETE FROM files.uploads WHERE id = $1', [id]);
    const late = app.put(upload_url).then((answer) => answer);
    await eventually(async () => expect(stored(service)).toHaveLength(before + 1));
    await locking.query('COMMIT');
    locking.release();
    expect((await late).status).toBe(404);
    await eventually(async () => expect(stored(service)).toHaveLength(before));
  });

  it.each<[string, Buffer | string, string, string]>([
    ['text whose kind was promised', 'a,b', 'text/csv', 'text/csv'],
    ['text', 'a,b', 'image/png', 'text/plain'],
    ['a script', 'alert(1)', 'text/javascript', 'text/plain'],
    ['HTML', '<b>', 'text/html', 'text/html'],
    ['HTML that is called plain', '<b>', 'text/plain', 'application/octet-stream'],
    ['bytes', Buffer.from([0, 1, 2]), 'text/csv', 'application/octet-stream'],
    ['a PDF', '%PDF-1.7\n', 'text/csv', 'application/pdf'],
  ])('detects the type by the content: %s', async (_, bytes, type, found) => {
    expect((await app.arrive(bytes, { type })).file.type).toBe(found);
  });

  it('stores an image unchanged, and removes metadata when it is to be shown', async () => {
    const told = await sharp(await picture('jpeg'))
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .toBuffer();
    const { id, file } = await app.arrive(told, { type: 'image/jpeg' });
    expect([file.size, file.type]).toEqual([told.length, 'image/jpeg']);
    const whole = await get(service, app.files.downloadable(id, { seconds: 60 }).download_url);
    expect((await bytesOf(whole)).equals(told)).toBe(true);
    const cleaned = await app.arrive(told, { type: 'image/jpeg', picture: true });
    const seen = await bytesOf(await get(service, app.files.downloadable(cleaned.id, { seconds: 60 }).download_url));
    expect(seen).toHaveLength(cleaned.file.size);
    expect((await sharp(seen).metadata()).exif).toBeUndefined();
    const [row] = await app.query('SELECT width, height, sha256 FROM files.files WHERE id = $1', cleaned.id);
    expect(row).toEqual({ width: 60, height: 40, sha256: null });
    const { upload_url } = await app.start({ picture: true });
    const { body } = await app.put(upload_url).expect(400);
    expect(body.details[0].message).toMatch(/must be an image/);
  });
});

describe('a file of an app', () => {
  it('can be attached once it has arrived, and is deleted a day later otherwise', async () => {
    const waiting = await app.start();
    const attach = (id: string) => app.inTransaction(() => app.files.attach([id], person.id, 'file_id'));
    await expect(attach(waiting.id)).rejects.toMatchObject({ status: 400 });
    const [kept, left, fromStart] = [
      await app.arrive('kept'),
      await app.arrive('left'),
      await app.arrive('stays', { attached: true }),
    ];
    await attach(kept.id);
    await expect(attach(fromStart.id)).rejects.toMatchObject({ status: 400 });
    const ids = [kept.id, left.id, fromStart.id];
    await app.query(`UPDATE files.files SET created_at = now() - interval '25 hours' WHERE id = ANY($1)`, ids);
    await service.app.get(PurgeFilesJob).run();
    const there = (await app.files.arrived(ids, person.id)).map(({ id }) => id);
    expect(there).toEqual([kept.id, fromStart.id].sort());
  });

  it('that never arrived is deleted a day after it expired, and its quota is free again', async () => {
    const account = await service.account();
    const [late, early] = [await app.start({ size: 7 }, account), await app.start({ size: 5 }, account)];
    expect(await app.used(account)).toBe(12);
    await app.query(`UPDATE files.uploads SET expires_at = now() - interval '25 hours' WHERE id = $1`, late.id);
    await app.query(`UPDATE files.uploads SET expires_at = now() - interval '23 hours' WHERE id = $1`, early.id);
    await service.app.get(PurgeFilesJob).run();
    const left = await app.query('SELECT id FROM files.uploads WHERE owner_id = $1', account.id);
    expect([left, await app.used(account)]).toEqual([[{ id: early.id }], 5]);
    await app.release([early.id]);
    expect(await app.used(account)).toBe(0);
  });

  it('has quota reserved for it, also with twenty concurrent requests', async () => {
    const account = await service.account();
    const big = { owner_id: account.id, name: 'a', type: 'video/mp4', size: 5 * GIBIBYTE, seconds: 60 };
    const answers = await Promise.allSettled(
      Array.from({ length: 25 }, () => app.inTransaction(() => app.files.startUpload(big))),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused).toHaveLength(5);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 409, message: 'Storage is full' });
    expect(await app.used(account)).toBe(100 * GIBIBYTE);
    await upload(account.client, 'of their own').expect(201);
  });

  it('is deleted with its owner, to the last byte', async () => {
    await service.jobsDone();
    await service.app.get(EmptyTrashJob).run();
    const before = await storedAtRest(service);
    const leaving = await service.account();
    await app.arrive('words', { attached: true }, leaving);
    const { upload_url } = await app.start({}, leaving);
    await leaving.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    await app.put(upload_url).expect(404, NOT_FOUND);
    await service.app.get(EmptyTrashJob).run();
    expect(stored(service)).toHaveLength(before);
    expect(await app.used(leaving)).toBeUndefined();
  });
});
