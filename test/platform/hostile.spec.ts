import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ask } from '../support/ask.js';
import { type Account, TestService } from '../support/service.js';

const MEBIBYTE = 1024 * 1024;
const ROUNDS = 10;

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await TestService.start();
  account = await service.account();
});
afterAll(() => service.stop());

const many = (count: number, item: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => item(at)).join(',');
const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);

/** The most expensive body of each kind: refused at once, or just within the limits. */
const ATTACKS: [what: string, body: string][] = [
  ['100,000 lists in each other', deep('[', ']', 100_000)],
  ['a mebibyte of lists in each other', deep('[', ']', MEBIBYTE / 2)],
  ['100,000 objects in each other', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['200,000 items', `[${many(200_000, () => '0')}]`],
  ['90,000 keys', `{${many(90_000, (at) => `"${at.toString(36)}":0`)}}`],
  ['300,000 objects where one is meant', `{"privacy":[${many(300_000, () => '{}')}]}`],
  ['as many unknown keys as may be', `{${many(5_000, (at) => `"key${at}":${at}`)}}`],
  ['as many unknown objects as may be', `{"more":[${many(9_998, () => '{}')}]}`],
  ['unknown objects 31 levels deep', `{"more":[${many(300, () => deep('[', ']', 30))}]}`],
  ['many keys in a known object', `{"privacy":{${many(4_990, (at) => `"k${at}":${at}`)}}}`],
  ['a list of numbers where an object is meant', `{"privacy":[${many(9_990, () => '0')}]}`],
  ['a list of objects where an object is meant', `{"privacy":[${many(9_990, () => '{}')}]}`],
  ['wrong objects where an object is meant', `{"privacy":[${many(4_990, () => '{"follower_approval":0}')}]}`],
  ['a mebibyte of text', `{"bio":"${'x'.repeat(MEBIBYTE - 10)}"}`],
  ['a mebibyte of address', `{"avatar_url":"http://${'a.'.repeat(MEBIBYTE / 2 - 20)}"}`],
  ['a mebibyte of name', `{"username":"${'a'.repeat(MEBIBYTE - 20)}"}`],
  ['a mebibyte of digits', `{"bio":${'9'.repeat(MEBIBYTE - 10)}}`],
  ['a mebibyte of escapes', `{"bio":"${'\\u0041'.repeat(MEBIBYTE / 6 - 10)}"}`],
];

/**
 * The longest time, in milliseconds, in which the process did nothing else; never more than its processor
 * time, because on a busy machine it also waits for the processor.
 */
async function stall(body: string): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  const { authorization = '' } = account.client.headers;
  const headers = {
    authorization,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const bytes = Buffer.from(body);
  await new Promise((resolve) => setTimeout(resolve, 20));
  histogram.enable();
  await new Promise((resolve) => setTimeout(resolve, 20));
  const before = process.cpuUsage();
  const { status } = await ask(service.url, '/v1/users/me', { method: 'PATCH', headers, body: bytes });
  await new Promise((resolve) => setTimeout(resolve, 20));
  histogram.disable();
  expect([200, 400]).toContain(status);
  const { user, system } = process.cpuUsage(before);
  return Math.min(histogram.max / 1e6, (user + system) / 1e3);
}

describe('no body blocks other requests for 200 ms', () => {
  // Other processes also use the processor, so the cost of a body is what every round costs.
  it.each(ATTACKS)('%s', async (_what, body) => {
    let least = Infinity;
    for (let round = 0; round < ROUNDS && least >= 200; round++) least = Math.min(least, await stall(body));
    expect(least).toBeLessThan(200);
  });

  it('and the service still works afterwards', async () => {
    await service.client().get('/v1/health').expect(200);
    await account.client.get('/v1/users/me').expect(200);
  });
});

/** Shapes on which an expression for two words backtracks from every position. */
const HEADERS: [what: string, value: string][] = [
  ['one word', 'x'.repeat(15_000)],
  ['Bearer and one word', `Bearer ${'x'.repeat(15_000)}`],
  ['Bearer and blanks', `Bearer${' '.repeat(15_000)}!`],
  ['Bearer and tabs', `Bearer${'\t'.repeat(15_000)}!`],
  ['words of one letter', 'x '.repeat(7_500)],
  ['three parts', `Bearer ${'x'.repeat(5_000)}.${'x'.repeat(5_000)}.${'x'.repeat(5_000)}`],
  ['points', `Bearer ${'.'.repeat(15_000)}`],
];
const AT_ONCE = 20;

/** The processor time, in milliseconds, of many requests in a row with this header. */
async function cost(header: string): Promise<number> {
  const one = `GET /v1/health HTTP/1.1\r\nHost: a\r\n${header}\r\n`;
  const before = process.cpuUsage();
  const answers = await raw(`${`${one}\r\n`.repeat(AT_ONCE - 1)}${one}Connection: close\r\n\r\n`);
  const { user, system } = process.cpuUsage(before);
  expect(answers.match(/HTTP\/1.1 200 /g)).toHaveLength(AT_ONCE);
  return (user + system) / 1e3;
}

describe('a long credential header costs no more than any other header', () => {
  it.each(HEADERS)('%s', async (_what, value) => {
    let least = Infinity;
    // Twenty requests cost four seconds with backtracking, and some ten milliseconds without.
    for (let round = 0; round < 4 && least >= 400; round++) {
      least = Math.min(least, await cost(`Authorization: ${value}`));
    }
    expect(least).toBeLessThan(400);
  });
});

describe('a connection', () => {
  const MALFORMED: [string, string, number][] = [
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a bad header', 'GET /v1/health HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n', 400],
    ['a NUL in its path', 'GET /v1/\0 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    [
      'two lengths',
      'POST /v1/auth/refresh HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      400,
    ],
    ['headers over 16 KiB', `GET /v1/health HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
  ];
  it.each(MALFORMED)('with %s is refused like any other', async (_, text, status) => {
    const answer = await raw(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ error: expect.any(String) });
  });

  it('that breaks off in the middle of a body does no harm', async () => {
    const { authorization = '' } = account.client.headers;
    const head = `PATCH /v1/users/me HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n`;
    const socket = connect(service.runtime.port, '127.0.0.1');
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"bio":"never"`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    const { body } = await account.client.get('/v1/users/me').expect(200);
    expect(body.user.bio).not.toBe('never');
  });

  it('with slow headers is cut after 10 s, checked every 2 s', async () => {
    const server = service.app.getHttpServer();
    // Bodies have their own limit: see slow-bodies.spec.ts.
    expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 0 });
    server.headersTimeout = 200;
    try {
      const begun = performance.now();
      const slow = await raw('PATCH /v1/users/me HTTP/1.1\r\nHost: a\r\n');
      // With the limit of ten seconds it would take longer.
      expect(performance.now() - begun).toBeLessThan(10_000);
      expect(slow).toMatch(/^HTTP\/1.1 408 [^]*{"error":"Request timed out"}$/);
    } finally {
      server.headersTimeout = 10_000;
    }
  });
});

function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(service.runtime.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    socket.write(text);
  });
}
