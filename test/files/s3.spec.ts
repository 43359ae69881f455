import { text as textOf } from 'node:stream/consumers';
import { EmptyTrashJob } from '../../src/files/storage/empty-trash.job.js';
import { FakeS3 } from '../support/fake-s3.js';
import { type Account, eventually, TestService } from '../support/service.js';
import { bytesOf, filesIn, get, incoming, picture, stored, upload } from './forms.js';
import { Promises } from './promises.js';

let store: FakeS3;
let service: TestService;
let person: Account;
beforeAll(async () => {
  store = await FakeS3.start();
  service = await TestService.start(store.variables);
  person = await service.account();
});
afterAll(async () => {
  await service.stop();
  await store.stop();
});

describe('files in a bucket', () => {
  it('are stored there under a random path, by signed requests, and nowhere else', async () => {
    const { file } = (await upload(person.client, 'words', 'a.txt').expect(201)).body;
    const [{ path }] = (await service.database.query('SELECT path FROM files.files WHERE id = $1', [file.id])).rows;
    expect(store.objects.get(`/bucket/${path}`)?.toString()).toBe('words');
    const put = store.asked.find(({ method }) => method === 'PUT');
    expect(put?.authorization).toMatch(/Credential=the-key\/\d{8}\/eu-north-1\/s3\/aws4_request/);
    expect(file.url).not.toContain(path);
    expect([...stored(service), ...incoming(service)]).toEqual([]);
  });

  it('are read at a signed URL that is valid for minutes and sets type and disposition', async () => {
    const { file } = (await upload(person.client, 'words', 'é".txt').expect(201)).body;
    const { status, headers } = await get(service, file.url);
    expect([status, headers.get('cache-control')]).toEqual([302, 'private, max-age=60']);
    const address = new URL(headers.get('location') as string);
    expect(address.origin).toBe(store.url);
    expect(address.searchParams.get('X-Amz-Expires')).toBe('300');
    expect(address.searchParams.get('X-Amz-Signature')).toMatch(/^[\da-f]{64}$/);
    expect(headers.get('location')).not.toContain('the-secret');
    const read = await fetch(address);
    expect(await read.text()).toBe('words');
    expect(read.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(read.headers.get('content-disposition')).toBe(`inline; filename="__.txt"; filename*=UTF-8''%C3%A9%22.txt`);
    const html = (await upload(person.client, '<script>', 'a.html').expect(201)).body.file;
    const location = new URL((await get(service, html.url)).headers.get('location') as string);
    expect(location.searchParams.get('response-content-type')).toBe('application/octet-stream');
    expect(location.searchParams.get('response-content-disposition')).toMatch(/^attachment;/);
  });

  it('have their small versions there too', async () => {
    const { file } = (await upload(person.client, await picture('png', 900, 900)).expect(201)).body;
    await service.jobsDone();
    const { headers } = await get(service, file.small_url);
    const read = await fetch(headers.get('location') as string);
    expect(read.headers.get('content-type')).toBe('image/webp');
    expect((await bytesOf(read)).subarray(8, 12).toString()).toBe('WEBP');
    expect(filesIn(`${service.runtime.environment.dataDir}/incoming`)).toEqual([]);
  });

  it('can be uploaded for apps, and are readable while the URL is valid', async () => {
    const app = new Promises(service, person);
    const { id } = await app.arrive('words', { name: 'a.txt' });
    const [{ path }] = await app.query('SELECT path FROM files.files WHERE id = $1', id);
    expect(store.objects.get(`/bucket/${path}`)?.toString()).toBe('words');
    expect(await textOf(await app.generated.read(id))).toBe('words');
    const { status, headers } = await get(service, app.files.downloadable(id, { seconds: 900 }).download_url);
    expect([status, headers.get('cache-control')]).toEqual([302, 'private, max-age=60']);
    const address = new URL(headers.get('location') as string);
    expect(Number(address.searchParams.get('X-Amz-Expires'))).toBeGreaterThan(890);
    expect(Number(address.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(900);
    const read = await fetch(address);
    expect([await read.text(), read.headers.get('content-disposition')]).toEqual([
      'words',
      `attachment; filename="a.txt"; filename*=UTF-8''a.txt`,
    ]);
    store.broken = 403;
    const { upload_url } = await app.start();
    await app.put(upload_url).expect(503, { error: 'Service unavailable' });
    store.broken = undefined;
    await app.put(upload_url).expect(200);
    expect(incoming(service)).toEqual([]);
  });

  it('are deleted there', async () => {
    await service.app.get(EmptyTrashJob).run();
    const before = store.objects.size;
    const { file } = (await upload(person.client, 'words').expect(201)).body;
    expect(store.objects.size).toBe(before + 1);
    await person.client.delete(`/v1/files/${file.id}`).expect(200);
    await eventually(async () => expect(store.objects.size).toBe(before));
  });

  it('are deleted once an unavailable store is back', async () => {
    const { file } = (await upload(person.client, 'words').expect(201)).body;
    const before = store.objects.size;
    store.broken = 403;
    await upload(person.client, 'words').expect(503, { error: 'Service unavailable' });
    expect(incoming(service)).toEqual([]);
    await person.client.delete(`/v1/files/${file.id}`).expect(200);
    await service.jobsDone();
    expect(store.objects.size).toBe(before);
    store.broken = undefined;
    await service.database.query(`UPDATE files.trash SET due_at = now() - interval '1 second'`);
    await service.app.get(EmptyTrashJob).run();
    expect(store.objects.size).toBe(before - 1);
    await upload(person.client, 'words').expect(201);
  });
});
