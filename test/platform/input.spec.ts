import { gzipSync } from 'node:zlib';
import { ask, type Answer, type Question } from '../support/ask.js';
import { type Account, TestService } from '../support/service.js';

const MEBIBYTE = 1024 * 1024;

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await TestService.start();
  account = await service.account();
});
afterAll(() => service.stop());

/** PATCH /v1/users/me as the account, with a body exactly as given. */
function patch(body: string | Buffer | Buffer[], headers: Record<string, string> = {}, unfinished = false) {
  const length: Record<string, number> = Array.isArray(body) ? {} : { 'content-length': Buffer.byteLength(body) };
  const sent = {
    'content-type': 'application/json',
    ...length,
    authorization: account.client.headers.authorization as string,
  };
  return send({ method: 'PATCH', headers: { ...sent, ...headers }, body, unfinished });
}

const send = (question: Question, path = '/v1/users/me') => ask(service.url, path, question);

function expectRefusal({ status, body, headers }: Answer, expected: number, error: string): void {
  expect({ status, error: body?.error }).toEqual({ status: expected, error });
  expect(Object.keys(body).filter((key) => key !== 'details')).toEqual(['error']);
  expect(body.details === undefined).toBe(error !== 'Validation error');
  expect(headers['content-type']).toMatch(/^application\/json/);
}

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const filled = (bytes: number) => `{"more":"${'x'.repeat(bytes - 11)}"}`;
const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(',')}}`;
/** With distinct names the body would reach the size limit before the limit of values. */
const shortKeys = (count: number) => `{${Array.from({ length: count }, () => '"":0').join(',')}}`;
const NOT_UTF8 = Buffer.concat([Buffer.from('{"bio":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
const SURROGATE_IN_UTF8 = Buffer.concat([Buffer.from('{"bio":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]);

const REFUSED: [what: string, body: string | Buffer, error: string][] = [
  ['33 levels of nesting', `{"bio":${nested(32)}}`, 'Validation error'],
  ['33 levels that nobody closes', '['.repeat(33), 'Validation error'],
  ['100,000 levels of lists', nested(100_000), 'Validation error'],
  ['100,000 levels of objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'Validation error'],
  ['200,000 keys', shortKeys(200_000), 'Validation error'],
  ['200,000 items', `{"bio":[${'0,'.repeat(199_999)}0]}`, 'Validation error'],
  ['200,000 empty objects', `{"bio":[${'{},'.repeat(199_999)}{}]}`, 'Validation error'],
  [
    'a list where an object is meant, with all items the size allows',
    `{"privacy":[${'0,'.repeat(9_900)}0]}`,
    'Validation error',
  ],
  ['a mebibyte of text in a short field', `{"bio":"${'x'.repeat(MEBIBYTE - 10)}"}`, 'Validation error'],
  ['a mebibyte of brackets in a text', `{"bio":"${'['.repeat(MEBIBYTE - 10)}"}`, 'Validation error'],
  ['a mebibyte of escapes', `{"bio":"${'\\\\'.repeat(MEBIBYTE / 2 - 5)}"}`, 'Validation error'],
  ['a number of a million digits', `{"bio":${'9'.repeat(1_000_000)}}`, 'Validation error'],
  ['1e309', '{"bio":1e309}', 'Validation error'],
  ['-1e309 in an unknown field', '{"more":-1e309}', 'Validation error'],
  ['\\u0000 in a value', '{"bio":"a\\u0000b"}', 'Validation error'],
  ['\\u0000 in an unknown key', '{"a\\u0000b":1}', 'Validation error'],
  ['half a surrogate pair in a value', '{"bio":"\\ud83d"}', 'Validation error'],
  ['the other half in a key', '{"\\ude00":1}', 'Validation error'],
  ['a surrogate pair the wrong way round', '{"bio":"\\ude00\\ud83d"}', 'Validation error'],
  ['__proto__', '{"__proto__":{"role":"admin"}}', 'Validation error'],
  ['__proto__ further in', '{"privacy":{"__proto__":{"follower_approval":true}}}', 'Validation error'],
  ['__proto__ in escapes', '{"\\u005f_proto__":{"role":"admin"}}', 'Validation error'],
  ['constructor', '{"constructor":{"prototype":{"role":"admin"}}}', 'Validation error'],
  ['a list', '[]', 'Validation error'],
  ['a list of an object', '[{"bio":"x"}]', 'Validation error'],
  ['a text', '"bio"', 'Validation error'],
  ['a number', '5', 'Validation error'],
  ['a boolean', 'true', 'Validation error'],
  ['null', 'null', 'Validation error'],
  ['spaces alone', '   ', 'Invalid JSON'],
  ['half an object', '{"bio":"x"', 'Invalid JSON'],
  ['half a text', '{"bio":"x', 'Invalid JSON'],
  ['half an escape', '{"bio":"\\u00', 'Invalid JSON'],
  ['a raw line break in a text', '{"bio":"a\nb"}', 'Invalid JSON'],
  ['a byte order mark', '\ufeff{"bio":"x"}', 'Invalid JSON'],
  ['NaN', '{"bio":NaN}', 'Invalid JSON'],
  ['a comma too many', '{"bio":"x",}', 'Invalid JSON'],
  ['a comment', '{"bio":"x"} // x', 'Invalid JSON'],
  ['more closed than opened', ']]]{}', 'Invalid JSON'],
  ['bytes that are no UTF-8', NOT_UTF8, 'Invalid JSON'],
  ['a surrogate as UTF-8 bytes', SURROGATE_IN_UTF8, 'Invalid JSON'],
  ['UTF-16', Buffer.from('\ufeff{"bio":"x"}', 'utf16le'), 'Invalid JSON'],
];

describe('a list', () => {
  it.each(['limit', 'cursor'])('with %s given twice is refused like an invalid one', async (name) => {
    await account.client.get(`/v1/notifications?${name}=5&${name}=6`).expect(400, { error: `Invalid ${name}` });
  });
});

describe('a body that is refused', () => {
  it.each(REFUSED)('%s', async (_, body, error) => {
    const answer = await patch(body);
    expectRefusal(answer, 400, error);
    expect(answer.text.length).toBeLessThan(20_000);
  });

  it.each([
    ['{"bio":"a\\u0000b"}', 'bio'],
    ['{"privacy":{"names":["a","\\ud83d"]}}', 'privacy.names.1'],
    ['{"privacy":{"a\\u0000b":1}}', 'privacy'],
    ['{"bio":1e309}', 'bio'],
  ])('%s names the field', async (body, field) => {
    expect(JSON.parse((await patch(body)).text).details).toMatchObject([{ field }]);
  });

  it('does not pollute any prototype', () => {
    expect(({} as Record<string, unknown>).role).toBeUndefined();
    expect(Object.prototype).not.toHaveProperty('follower_approval');
  });

  it.each<[string, Record<string, string>]>([
    ['plain text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['no type', { 'content-type': '' }],
    ['a type that only begins like JSON', { 'content-type': 'application/jsonp' }],
    ['latin1', { 'content-type': 'application/json; charset=latin1' }],
    ['utf-16', { 'content-type': 'application/json; charset=utf-16' }],
    ['an encoding that only begins like UTF-8', { 'content-type': 'application/json; charset=utf-80' }],
    ['a second charset', { 'content-type': 'application/json; charset=utf-8; charset=latin1' }],
    ['gzip', { 'content-encoding': 'gzip' }],
    ['brotli', { 'content-encoding': 'br' }],
  ])('sent as %s is 415', async (_, headers) => {
    const body = headers['content-encoding'] === 'gzip' ? gzipSync('{"bio":"x"}') : '{"bio":"x"}';
    expectRefusal(await patch(body, headers), 415, 'Unsupported media type');
  });

  it.each([
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/merge-patch+json',
    'Application/JSON',
  ])('sent as %s is read', async (type) =>
    expect((await patch('{"bio":"x"}', { 'content-type': type })).status).toBe(200),
  );
});

describe('the size of a body', () => {
  it('may be a mebibyte to the byte', async () => {
    const body = filled(MEBIBYTE);
    expect(Buffer.byteLength(body)).toBe(MEBIBYTE);
    expect((await patch(body)).status).toBe(200);
    expect((await patch([Buffer.from(body)])).status).toBe(200);
  });

  it.each<[string, () => Promise<Answer>]>([
    ['one byte more', () => patch(filled(MEBIBYTE + 1))],
    ['one byte more in chunks', () => patch([Buffer.from(filled(MEBIBYTE)), Buffer.from(' ')])],
    ['ten times as much', () => patch(filled(10 * MEBIBYTE))],
    ['10 GB, announced', () => patch('{"bio":"', { 'content-length': String(10 * 1024 ** 3) }, true)],
    [
      'a stream without an end',
      () =>
        patch(
          Array.from({ length: 20 }, () => Buffer.alloc(MEBIBYTE / 16, 32)),
          {},
          true,
        ),
    ],
  ])('is 413 for %s', async (_, sending) => {
    expectRefusal(await sending(), 413, 'Payload too large');
  });

  it('counts bytes, not characters', async () => {
    const body = `{"more":"${'\u{1f600}'.repeat(MEBIBYTE / 4)}"}`;
    expectRefusal(await patch(body), 413, 'Payload too large');
  });

  it('may reach the limits of depth and number of values', async () => {
    expect((await patch(`{"more":${nested(31)}}`)).status).toBe(200);
    expect((await patch(keys(5_000))).status).toBe(200);
    expectRefusal(await patch(keys(5_001)), 400, 'Validation error');
  });
});

describe('text in an address', () => {
  const bearer = () => ({ authorization: account.client.headers.authorization as string });
  it.each(['%00', 'a%00b', '%ED%A0%80', '%E0%A4%A', '%', '%zz', '%ff', '%C0%80'])(
    '%s is 400 in a path',
    async (text) => {
      expectRefusal(await send({ headers: bearer() }, `/v1/users/${text}`), 400, 'Validation error');
    },
  );

  it.each(['%00', 'a%00b', '%ED%A0%80', '%E0%A4%A', '%', '%ff'])('%s is 400 in a query', async (text) => {
    expectRefusal(await send({ headers: bearer() }, `/v1/users?search=${text}`), 400, 'Validation error');
    expectRefusal(await send({ headers: bearer() }, `/v1/users?${text}=x`), 400, 'Validation error');
  });

  it.each(['search=a&search=b', 'search=a&search=b&search=%25'])('given twice is 400: %s', async (query) =>
    expectRefusal(await send({ headers: bearer() }, `/v1/users?${query}`), 400, 'Validation error'),
  );

  it.each(['__proto__=x', '__proto__[role]=x', 'constructor=x', 'search[a]=b', 'toString=x', `${'a&'.repeat(5000)}`])(
    'in an unknown parameter is dropped: %.30s',
    async (query) => expect((await send({ headers: bearer() }, `/v1/users?${query}`)).status).toBe(200),
  );

  it('that is valid is accepted: %F0%9F%98%80', async () => {
    expectRefusal(await send({ headers: bearer() }, '/v1/users/%F0%9F%98%80'), 404, 'User not found');
    expect((await send({ headers: bearer() }, '/v1/users?search=%F0%9F%98%80+%D7%A9')).status).toBe(200);
  });
});

describe('a value', () => {
  it.each([
    ['emoji', '\u{1f600}\u{1f3f4}\u{e0067}\u{e007f}'],
    ['a family of joiners', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['right-to-left text with marks', '\u202eשלום\u202c \u0627\u0644\u0633\u0644\u0627\u0645\u200f'],
    ['combining marks in their own order', 'e\u0301 \u00e9 a\u0323\u0307'],
    ['spaces at both ends and line breaks', '  a\r\n\tb\u00a0 '],
    ['a byte order mark inside', 'a\ufeffb\u2028\u2029'],
    ['what looks like SQL, HTML and a template', `'; DROP TABLE users; -- <script>\${x}</script> $1 {{x}}`],
  ])('comes back byte for byte: %s', async (_, bio) => {
    const { body } = await patch(JSON.stringify({ bio }));
    expect(body.user.bio).toBe(bio);
    expect((await account.client.get('/v1/users/me').expect(200)).body.user.bio).toBe(bio);
  });

  it.each([
    ['bio', 5],
    ['bio', true],
    ['bio', ['x']],
    ['bio', { toString: 'x' }],
    ['first_name', 0],
    ['username', 12345],
    ['privacy', 'true'],
    ['privacy', []],
    ['privacy', null],
    ['privacy.follower_approval', 'false'],
    ['privacy.follower_approval', 0],
    ['privacy.follower_approval', 1],
    ['privacy.follower_approval', null],
  ])('is never coerced: %s = %j', async (path, value) => {
    const [field = '', inner] = path.split('.');
    const answer = await patch(JSON.stringify({ [field]: inner ? { [inner]: value } : value }));
    expectRefusal(answer, 400, 'Validation error');
    expect(answer.body.details.map((fault: { field: string }) => fault.field)).toContain(path);
  });

  it('of a duplicate key is the last one, for validation and storage', async () => {
    expect((await patch('{"bio":"first","bio":"last"}')).body.user.bio).toBe('last');
    expectRefusal(await patch('{"bio":"x","bio":5}'), 400, 'Validation error');
  });

  it('in an undeclared field is dropped', async () => {
    const { body } = await patch('{"bio":"x","role":"admin","email":"other@example.com","id":"1","verified":true}');
    expect(body.user).toMatchObject({ role: 'user', email: account.email, id: account.id, verified: false });
  });
});

describe('authentication comes before the body', () => {
  it.each<[string, Record<string, string>, string]>([
    ['no JSON', { 'content-type': 'application/json' }, '{'],
    ['another type', { 'content-type': 'text/plain' }, 'x'],
    ['too much', { 'content-type': 'application/json' }, filled(MEBIBYTE + 1)],
    ['nested too deep', { 'content-type': 'application/json' }, nested(1000)],
    ['a wrong value', { 'content-type': 'application/json' }, '{"bio":5}'],
  ])('a caller without credential and with %s gets 401', async (_, headers, body) => {
    const length = { 'content-length': Buffer.byteLength(body) };
    expectRefusal(await send({ method: 'PATCH', headers: { ...headers, ...length }, body }), 401, 'Not authenticated');
  });
});
