import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Stripe } from 'stripe';
import { isSigned } from '../../src/payments/processor/processor-event.js';
import { ask } from '../support/ask.js';
import { TestService } from '../support/service.js';
import { Shop } from './shop.js';
import { completed, event, PATH, seconds, UNSIGNED, Webhook } from './webhook.js';

const SECRET = 'whsec_that_the_operator_chose';
const NAME = 'processor-signature';
const INVALID = { error: 'Invalid payload' };

let shop: Shop;
let webhook: Webhook;
/** An event that would credit a wallet. */
let bytes: string;
let before: string;
beforeAll(async () => {
  shop = await Shop.start({ PROCESSOR_WEBHOOK_SECRET: SECRET });
  webhook = new Webhook(shop.service);
});
afterAll(() => shop.stop());

/** The stored row of a new, unpaid deposit. */
const waiting = async () => shop.paymentOf(await shop.askToDeposit(await shop.account(), 10));

beforeAll(async () => {
  bytes = JSON.stringify(completed(await waiting()));
});
/** Asserts that the tests inside change nothing. */
function nothingChanges(): void {
  beforeEach(async () => {
    before = await webhook.books();
  });
  afterEach(async () => expect(await webhook.books()).toBe(before));
}

const signed = (time: number | string = seconds(), secret = SECRET) => webhook.header(bytes, time, secret);
const v1 = () => webhook.signature(bytes);
const wrong = (count: number) => Array.from({ length: count }, () => `v1=${'0'.repeat(64)}`).join();
const accents = 'é'.repeat(64);

async function expectAccepted(header: (bytes: string) => string): Promise<void> {
  const payment = await waiting();
  const paid = JSON.stringify(completed(payment));
  const { status, body } = await webhook.post(paid, { [NAME]: header(paid) });
  expect({ status, body }).toEqual({ status: 200, body: { received: true } });
  const { rows } = await shop.service.database.query('SELECT status FROM payments.payments WHERE id = $1', [
    payment.id,
  ]);
  expect(rows[0].status).toBe('completed');
}

describe('a signature is refused, and nothing happens', () => {
  nothingChanges();

  it.each<[string, () => string | undefined]>([
    ['none at all', () => undefined],
    ['an empty one', () => ''],
    ['garbage', () => 'garbage'],
    ['of other bytes', () => webhook.header(`${bytes} `)],
    ['of another secret', () => signed(seconds(), 'whsec_another')],
    ['of an empty secret', () => signed(seconds(), '')],
    ['of 301 seconds ago', () => signed(seconds() - 301)],
    ['of six minutes ahead', () => signed(seconds() + 360)],
    ['of the first second of all', () => signed(0)],
    ['with a time that was changed after', () => `t=${seconds() - 1},v1=${v1()}`],
    ['without a time', () => `v1=${v1()}`],
    ['with an empty time', () => `t=,v1=${webhook.signature(bytes, '')}`],
    ['with two times', () => `t=${seconds()},t=${seconds()},v1=${v1()}`],
    ['with a time that is a word', () => signed('now')],
    ['with a time of a fraction', () => signed(`${seconds()}.5`)],
    ['with a time in hexadecimals', () => signed(`0x${seconds().toString(16)}`)],
    ['with a time in milliseconds', () => signed(Date.now())],
    ['with a negative time', () => signed(-seconds())],
    ['with a time of 400 digits', () => signed('9'.repeat(400))],
    ['without a signature', () => `t=${seconds()}`],
    ['v1 without a value', () => `t=${seconds()},v1=`],
    ['v1 without an equals sign', () => `t=${seconds()},v1`],
    ['v0 alone', () => `t=${seconds()},v0=${v1()}`],
    ['half a signature', () => `t=${seconds()},v1=${v1().slice(0, 32)}`],
    ['a signature and more', () => `t=${seconds()},v1=${v1()}00`],
    ['in upper case', () => `t=${seconds()},v1=${v1().toUpperCase()}`],
    ['in base64', () => `t=${seconds()},v1=${Buffer.from(v1(), 'hex').toString('base64')}`],
    ['64 letters that are not ASCII, as latin1', () => `t=${seconds()},v1=${accents}`],
    ['the same as UTF-8', () => `t=${seconds()},v1=${Buffer.from(accents).toString('latin1')}`],
    ['64 letters of which one is not ASCII', () => `t=${seconds()},v1=${v1().slice(1)}é`],
    ['a time of other digits', () => signed(Buffer.from('١٧٠٠٠٠٠٠٠٠').toString('latin1'))],
    ['twenty-five wrong ones', () => `t=${seconds()},${wrong(25)}`],
    ['the right one after more than anybody sends', () => `t=${seconds()},${wrong(25)},v1=${v1()}`],
  ])('%s', async (_, header) => {
    const value = header();
    const { status, body } = await webhook.post(bytes, value === undefined ? {} : { [NAME]: value });
    expect({ status, body }).toEqual({ status: 400, body: UNSIGNED });
  });

  it('of a body in which one letter was changed', async () => {
    const headers = { [NAME]: signed() };
    const tampered = bytes.replace('1000', '9000');
    expect(tampered).not.toBe(bytes);
    expect(await webhook.post(tampered, headers)).toMatchObject({ status: 400, body: UNSIGNED });
    expect(await webhook.post(`${bytes}\n`, headers)).toMatchObject({ status: 400, body: UNSIGNED });
    expect(await webhook.post('', headers)).toMatchObject({ status: 400, body: UNSIGNED });
  });

  it('in a header of its own beside one that is right', async () => {
    const headers = { [NAME]: `t=1,v1=${v1()}`, 'processor-signature-2': signed() };
    expect(await webhook.post(bytes, headers)).toMatchObject({ status: 400, body: UNSIGNED });
  });

  it('ten thousand at once, through a client', async () => {
    const headers = { [NAME]: `t=${seconds()},${'v1=,'.repeat(10_000)}` };
    expect(await webhook.post(bytes, headers)).toMatchObject({ status: 400, body: UNSIGNED });
    const answer = await fetch(shop.service.url + PATH, { method: 'POST', headers, body: bytes });
    expect({ status: answer.status, body: await answer.json() }).toEqual({ status: 400, body: UNSIGNED });
  });

  it.each([
    ['in one piece', Infinity],
    ['in pieces of a thousand bytes', 1000],
  ])('ten thousand at once, through a socket, %s', async (_, size) => {
    const head = [
      `POST ${PATH} HTTP/1.1`,
      'Host: localhost',
      `Content-Length: ${bytes.length}`,
      `Processor-Signature: t=${seconds()},${'v1=,'.repeat(10_000)}`,
    ];
    const answer = await throughSocket(`${head.join('\r\n')}\r\n\r\n${bytes}`, size);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain(JSON.stringify(UNSIGNED));
  });
});

function throughSocket(text: string, size: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(shop.service.runtime.port, '127.0.0.1');
    socket.setNoDelay(true);
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
      if (answer.endsWith('}')) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    const send = (at: number): void => {
      if (at >= text.length || socket.destroyed || answer) return;
      const piece = text.slice(at, at + size);
      socket.write(piece, () => setTimeout(send, 1, at + piece.length));
    };
    send(0);
  });
}

it('is good for 300 seconds, of the past and of the future, and for no moment more', () => {
  const at = seconds();
  const isGood = (now: number) => isSigned(Buffer.from(bytes), signed(at), SECRET, now);
  expect([-300_000, 300_000].map((ms) => isGood(at * 1000 + ms))).toEqual([true, true]);
  expect([-300_001, 300_001].map((ms) => isGood(at * 1000 + ms))).toEqual([false, false]);
});

describe('a signature is accepted', () => {
  it.each<[string, (bytes: string) => string]>([
    ['of now', (paid) => webhook.header(paid)],
    ['of four minutes ago', (paid) => webhook.header(paid, seconds() - 240)],
    ['of 299 seconds ahead', (paid) => webhook.header(paid, seconds() + 299)],
    ['of which one of two is right', (paid) => webhook.header(paid).replace(',', `,${wrong(1)},`)],
    ['that is the first of several', (paid) => `${webhook.header(paid)},${wrong(1)},v0=${'0'.repeat(64)}`],
    ['with spaces between its parts', (paid) => webhook.header(paid).replace(',', ' , ')],
    ['whose time comes last', (paid) => webhook.header(paid).split(',').reverse().join()],
    ['with parts that nobody knows', (paid) => `x=y,z,${webhook.header(paid)},=`],
  ])('%s', async (_, header) => {
    await expectAccepted(header);
  });

  it("made by the processor's own library", async () => {
    await expectAccepted((payload) => Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET }));
  });

  it('by the sandbox, which signs with the secret that the operator gave', async () => {
    expect(webhook.secret).toBe(SECRET);
    await shop.deposit(await shop.account(), 5);
  });
});

describe('what is signed but no event', () => {
  const whole = () => event('unlisted', { id: 'x' });
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  nothingChanges();

  it.each<[string, () => string | Buffer]>([
    ['nothing', () => ''],
    ['text', () => 'hello'],
    ['half of an event', () => bytes.slice(0, -1)],
    ['bytes that are no UTF-8', () => Buffer.from([0x7b, 0xff, 0x7d])],
    ['a list', () => '[]'],
    ['a list of an event', () => `[${bytes}]`],
    ['null', () => 'null'],
    ['a string', () => '"event"'],
    ['a number', () => '5'],
    ['an empty object', () => '{}'],
    ['an event without an id', () => JSON.stringify({ ...whole(), id: undefined })],
    ['an event with an empty id', () => JSON.stringify({ ...whole(), id: '' })],
    ['an event with a number as its id', () => JSON.stringify({ ...whole(), id: 5 })],
    ['an event with an id of 300 characters', () => JSON.stringify({ ...whole(), id: 'e'.repeat(300) })],
    ['an event without a type', () => JSON.stringify({ ...whole(), type: undefined })],
    ['an event with a list as its type', () => JSON.stringify({ ...whole(), type: ['a'] })],
    ['an event without data', () => JSON.stringify({ ...whole(), data: undefined })],
    ['an event without an object', () => JSON.stringify({ ...whole(), data: {} })],
    ['an event of null', () => JSON.stringify({ ...whole(), data: { object: null } })],
    ['an event of a list', () => JSON.stringify({ ...whole(), data: { object: [] } })],
    ['nested 40 levels deep', () => JSON.stringify(whole()).replace('"x"', deep(40))],
    ['nested 100,000 levels deep', () => '['.repeat(100_000)],
  ])('%s: Invalid payload', async (_, body) => {
    const { status, body: answer } = await webhook.postSigned(body());
    expect({ status, answer }).toEqual({ status: 400, answer: INVALID });
  });

  it('is compressed: its bytes are what counts', async () => {
    const packed = gzipSync(bytes);
    const encoding = { 'content-encoding': 'gzip' };
    expect(await webhook.postSigned(packed, encoding)).toMatchObject({ status: 400, body: INVALID });
    const headers = { ...encoding, [NAME]: signed() };
    expect(await webhook.post(packed, headers)).toMatchObject({ status: 400, body: UNSIGNED });
  });

  it('is larger than a mebibyte', async () => {
    const large = JSON.stringify({ ...whole(), more: 'x'.repeat(1.1 * 1024 * 1024) });
    const answer = { status: 413, body: { error: 'Payload too large' } };
    expect(await webhook.postSigned(large)).toMatchObject(answer);
    const headers = { [NAME]: webhook.header(large), 'content-type': 'application/json' };
    const chunks = [Buffer.from(large.slice(0, 600_000)), Buffer.from(large.slice(600_000))];
    const sent = { method: 'POST', headers, body: chunks };
    expect(await ask(shop.service.url, PATH, sent)).toMatchObject(answer);
  });

  it.each(['get', 'put', 'patch', 'delete'] as const)('comes by %s', async (method) => {
    const client = shop.service.client({ [NAME]: signed() });
    const { status, body } = await client[method](PATH);
    const elsewhere = await shop.service.client()[method]('/v1/auth/sign-up');
    expect({ status, body }).toEqual({ status: elsewhere.status, body: elsewhere.body });
    expect([404, 405]).toContain(status);
  });
});

describe('the bytes count, and not what they are said to be', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', ''])(
    'as %j',
    async (type) => {
      const unknown = event('unlisted', { id: randomUUID() });
      const { status } = await webhook.postSigned(JSON.stringify(unknown), { 'content-type': type });
      expect({ status, outcome: await webhook.outcome(unknown) }).toEqual({
        status: 200,
        outcome: 'ignored',
      });
    },
  );

  it('without a type at all, with spaces and line breaks, under a caller of any kind', async () => {
    const unknown = event('unlisted', { id: randomUUID() });
    const text = ` ${JSON.stringify(unknown, null, 4)}\n`;
    const headers = {
      [NAME]: webhook.header(text),
      'content-length': Buffer.byteLength(text),
      authorization: 'Bearer x',
    };
    const { status } = await ask(shop.service.url, PATH, { method: 'POST', headers, body: text });
    expect({ status, outcome: await webhook.outcome(unknown) }).toEqual({ status: 200, outcome: 'ignored' });
  });

  it('answers as the OpenAPI document says', async () => {
    const client = shop.service.client();
    const text = JSON.stringify(event('unlisted', { id: randomUUID() }));
    await client.post(PATH, text).expect(400, UNSIGNED);
    const header = (body: string) => ({ [NAME]: webhook.header(body) });
    await client.with(header(text)).post(PATH, text).expect(200, { received: true });
    await client.with(header('[]')).post(PATH, '[]').expect(400, INVALID);
    const large = 'x'.repeat(1_100_000);
    await client.with(header(large)).post(PATH, large).expect(413);
  });
});

it('without a secret: 503, whatever is sent and however often', async () => {
  const variables = { PROCESSOR_SECRET_KEY: 'sk_test_of_an_operator', RATE_LIMIT: '2' };
  const service = await TestService.start(variables);
  try {
    const forged = service.client({ [NAME]: webhook.header(bytes, seconds(), '') });
    for (const client of [service.client(), forged, service.client(), forged]) {
      const { body, headers } = await client.post(PATH, bytes).expect(503);
      expect(body).toEqual({ error: 'Payments are not configured' });
      expect(headers).toHaveProperty('retry-after');
    }
    const { rows } = await service.database.query('SELECT FROM payments.webhook_events');
    expect(rows).toEqual([]);
  } finally {
    await service.stop();
  }
});
