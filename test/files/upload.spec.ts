import { open } from 'node:fs/promises';
import { request } from 'node:http';
import { atOnce, tally } from '../account/at-once.js';
import { type Account, eventually, TestService } from '../support/service.js';
import {
  bytesOf,
  form,
  FORM,
  get,
  incoming,
  MEBIBYTE,
  nothingIncoming,
  send,
  stored,
  storedAtRest,
  upload,
} from './forms.js';

let service: TestService;
let person: Account;
beforeAll(async () => {
  service = await TestService.start();
  person = await service.account();
});
afterAll(() => service.stop());

const FILE = { head: 'name="file"; filename="a.txt"', body: 'hello' };
const fault = (message: string) => ({ error: 'Validation error', details: [{ field: 'file', message }] });

describe('POST /v1/files', () => {
  it('stores a file and returns its URL, where every caller can read it', async () => {
    const { body } = await upload(person.client, 'some words', 'notes.txt').expect(201);
    expect(body).toEqual({
      file: {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        url: `${service.runtime.publicUrl}/v1/files/${body.file.id}/${body.file.url.split('/').at(-1)}`,
        type: 'text/plain',
        kind: 'file',
        size: 10,
        name: 'notes.txt',
        attached: false,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });
    expect(body.file.url).toMatch(/\/[\w-]{22}$/);
    const read = await get(service, body.file.url);
    expect([read.status, await read.text()]).toEqual([200, 'some words']);
    expect(incoming(service)).toEqual([]);
  });

  it('answers after the bytes were flushed to the disk', async () => {
    const handle = await open(import.meta.filename);
    const prototype = Object.getPrototypeOf(handle);
    const { datasync } = prototype;
    let settled = 0;
    prototype.datasync = function settle() {
      settled++;
      return datasync.call(this);
    };
    try {
      await upload(person.client, 'some words').expect(201);
      expect(settled).toBe(1);
    } finally {
      prototype.datasync = datasync;
      await handle.close();
    }
  });

  it('accepts 25 MiB byte for byte, and not one more', async () => {
    const most = Buffer.alloc(25 * MEBIBYTE, 'abcdefg');
    const { body } = await upload(person.client, most).expect(201);
    expect(body.file.size).toBe(most.length);
    expect((await bytesOf(await get(service, body.file.url))).equals(most)).toBe(true);
    const before = await storedAtRest(service);
    const { body: refused } = await upload(person.client, Buffer.alloc(25 * MEBIBYTE + 1, 'a')).expect(413);
    expect(refused).toEqual({ error: 'Payload too large' });
    await nothingIncoming(service);
    expect(stored(service)).toHaveLength(before);
  });

  it('refuses a body that is too large at once by its length, or while it arrives', async () => {
    const headers = { 'content-length': 2_000_000_000 };
    const announced = await send(service, person, 'x', { headers, unfinished: true });
    expect([announced.status, announced.body]).toEqual([413, { error: 'Payload too large' }]);
    const piece = Buffer.alloc(MEBIBYTE, 'a');
    const head = form([{ ...FILE, body: '' }], true);
    const chunked = await send(service, person, [head, ...Array.from({ length: 27 }, () => piece)]);
    expect([chunked.status, chunked.body]).toEqual([413, { error: 'Payload too large' }]);
    await nothingIncoming(service);
  });

  it.each<[string, Parameters<typeof form>, string]>([
    ['no part at all', [[]], 'a file is required'],
    ['another field', [[{ ...FILE, head: 'name="photo"; filename="a.txt"' }]], 'the file must be in the field file'],
    ['text in the place of the file', [[{ head: 'name="file"', body: 'hello' }]], 'a file is required'],
    ['an empty file', [[{ ...FILE, body: '' }]], 'the file is empty'],
    ['two files', [[FILE, FILE]], 'one file at a time'],
    ['a form that breaks off', [[FILE], true], 'the form cannot be read'],
    [
      'eleven other fields',
      [Array.from({ length: 11 }, () => ({ head: 'name="a"', body: 'b' }))],
      'the form cannot be read',
    ],
  ])('refuses %s, and leaves no bytes', async (_, [parts, cut], message) => {
    const before = await storedAtRest(service);
    const { status, body } = await send(service, person, form(parts, cut));
    expect([status, body]).toEqual([400, fault(message)]);
    await nothingIncoming(service);
    expect(stored(service)).toHaveLength(before);
  });

  it('ignores other fields beside the file', async () => {
    const { status } = await send(service, person, form([{ head: 'name="size"', body: '1' }, FILE]));
    expect(status).toBe(201);
  });

  it.each<[string, Record<string, string>]>([
    ['JSON', { 'content-type': 'application/json' }],
    ['no type', { 'content-type': '' }],
    ['the bytes themselves', { 'content-type': 'image/png' }],
    ['another multipart', { 'content-type': 'multipart/mixed; boundary=x-boundary-x' }],
    ['a coding', { 'content-encoding': 'gzip' }],
  ])('refuses %s as the type', async (_, headers) => {
    const { status, body } = await send(service, person, form([FILE]), { headers });
    expect([status, body]).toEqual([415, { error: 'Unsupported media type' }]);
  });

  it('needs the boundary', async () => {
    const headers = { 'content-type': 'multipart/form-data; charset=utf-8' };
    const { status, body } = await send(service, person, form([FILE]), { headers });
    expect([status, body]).toEqual([400, fault('the form cannot be read')]);
  });

  it('needs authentication, before any byte is received', async () => {
    await upload(service.client(), 'x').expect(401, { error: 'Not authenticated' });
    expect(incoming(service)).toEqual([]);
  });

  it('leaves no bytes of a caller who disconnects in the middle', async () => {
    const before = await storedAtRest(service);
    const headers = {
      ...FORM,
      authorization: `Bearer ${person.access_token}`,
      'content-length': 5 * MEBIBYTE,
    };
    const { hostname, port } = new URL(service.url);
    const gone = request({ hostname, port, path: '/v1/files', method: 'POST', headers });
    gone.on('error', () => undefined);
    gone.write(form([{ ...FILE, body: Buffer.alloc(MEBIBYTE, 'a') }], true));
    await eventually(async () => {
      if (!incoming(service).length) throw new Error('it has not begun');
    });
    gone.destroy();
    await nothingIncoming(service);
    expect(stored(service)).toHaveLength(before);
    expect(service.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  it('accepts twenty at once', async () => {
    const { client, id } = await service.account();
    const answers = await atOnce(20, (index) => upload(client, `${index}`.repeat(300_000), `${index}.txt`));
    expect(tally(answers)).toEqual({ 201: 20 });
    for (const [index, { body }] of answers.entries()) {
      expect(await (await get(service, body.file.url)).text()).toBe(`${index}`.repeat(300_000));
    }
    const { rows } = await service.database.query('SELECT bytes, uploads FROM files.usage WHERE owner_id = $1', [id]);
    expect(rows).toEqual([{ bytes: String(30 * 300_000), uploads: 20 }]);
    await nothingIncoming(service);
  });

  it('keeps one file for the same Idempotency-Key and content', async () => {
    const { client } = await service.account();
    const keyed = client.with({ 'idempotency-key': 'once' });
    const answers = await atOnce(5, () => upload(keyed, 'the same', 'same.txt'));
    expect(tally(answers)).toEqual({ 201: 5 });
    expect(new Set(answers.map(({ body }) => body.file.url)).size).toBe(1);
    await upload(keyed, 'other', 'same.txt').expect(409, { error: 'Idempotency key reused' });
    await upload(keyed, 'the same', 'other.txt').expect(409, { error: 'Idempotency key reused' });
    expect((await client.get('/v1/files').expect(200)).body.files).toHaveLength(1);
    await nothingIncoming(service);
  });
});
