import { type ClientRequest, request } from 'node:http';
import { limitTime } from '../../src/platform/http/server/time-limit.js';
import { type Account, eventually, TestService } from '../support/service.js';
import { FORM, form, incoming, nothingIncoming, upload } from './forms.js';
import { pathOf, Promises } from './promises.js';

let service: TestService;
let person: Account;
beforeAll(async () => {
  service = await TestService.start();
  person = await service.account();
});
afterAll(() => service.stop());

const BYTES = form([{ head: 'name="file"; filename="a.txt"', body: 'x'.repeat(2_000) }]);

function begin(path = '/v1/files', method = 'POST'): ClientRequest {
  const { hostname, port } = new URL(service.url);
  const headers = { ...FORM, authorization: `Bearer ${person.access_token}`, 'content-length': BYTES.length };
  const sent = request({ hostname, port, path, method, headers, agent: false });
  sent.on('error', () => undefined).write(BYTES.subarray(0, 200));
  return sent;
}

/** Uploads in pieces of 100 bytes. */
function trickle(everyMs: number, ...where: Parameters<typeof begin>): Promise<number | undefined> {
  const sent = begin(...where);
  return new Promise((resolve) => {
    let at = 200;
    const sending = setInterval(() => {
      if (at < BYTES.length) sent.write(BYTES.subarray(at, (at += 100)));
      else sent.end();
    }, everyMs);
    sent.on('response', (response) => resolve(response.resume().statusCode));
    sent.on('close', () => clearInterval(sending));
  });
}

it('an upload may take longer than other requests, as long as bytes arrive', async () => {
  const server = service.app.getHttpServer();
  // An additional, shorter limit: 30 s would be long for a test. The quick ones send ten pieces in that time, of which a
  // busy machine may delay seven; the slow ones at most two.
  const limit = limitTime({ ms: 3_000, leastBytes: 300 });
  server.on('request', limit);
  try {
    const app = new Promises(service, person);
    const promised = async () => pathOf((await app.start({ size: BYTES.length })).upload_url);
    const [first, second] = [await promised(), await promised()];
    const statuses = [trickle(300), trickle(1_600), trickle(300, first, 'PUT'), trickle(1_600, second, 'PUT')];
    expect(await Promise.all(statuses)).toEqual([201, 408, 200, 408]);
  } finally {
    server.off('request', limit);
  }
  await nothingIncoming(service);
});

it('one promise has one upload in progress; a broken one can be restarted at once', async () => {
  const app = new Promises(service, person);
  const { upload_url } = await app.start({ size: BYTES.length });
  const slow = begin(pathOf(upload_url), 'PUT');
  await eventually(async () => expect(incoming(service)).toHaveLength(1));
  await app.put(upload_url, BYTES).expect(409, { error: 'Upload is under way' });
  slow.destroy();
  await app.put(upload_url, BYTES).expect(200);
  expect(incoming(service)).toEqual([]);
});

it('an account has a limited number of uploads in progress', async () => {
  const { client } = await service.account();
  const many = Array.from({ length: 64 }, () => begin());
  await eventually(async () => expect(incoming(service)).toHaveLength(64));
  const { headers } = await upload(person.client, 'one more').expect(429, { error: 'Too many requests' });
  expect(headers['retry-after']).toBe('5');
  await upload(client, 'of another').expect(201);
  for (const sent of many) sent.destroy();
  await nothingIncoming(service);
  await upload(person.client, 'one more').expect(201);
});

it('a caller who disconnects during authentication leaks no upload slot', async () => {
  for (let round = 0; round < 10; round++) {
    const gone = Array.from({ length: 10 }, () => begin());
    await new Promise((resolve) => setTimeout(resolve, round));
    for (const sent of gone) sent.destroy();
  }
  await nothingIncoming(service);
  const all = await Promise.all(Array.from({ length: 60 }, () => upload(person.client, 'words')));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]));
});
