import { Writable } from 'node:stream';
import { QueryFailedError } from 'typeorm';
import { logTo, NestLog } from '../../src/platform/process/log.js';

const SECRET = 'someone@example.com';

const databaseError = (code: string, message: string) =>
  Object.assign(new Error(message), {
    code,
    detail: `Failing row contains (${SECRET})`,
    where: SECRET,
    table: 'users',
  });

function logged(write: (log: NestLog) => void): { text: string; line: Record<string, any> } {
  let text = '';
  const sink = new Writable({ write: (chunk, _encoding, done) => done(void (text += String(chunk))) });
  write(new NestLog(logTo(sink, 'trace')));
  return { text, line: JSON.parse(text) };
}

describe('an error in the log', () => {
  it.each([
    ['22P02', `invalid input syntax for type uuid: "${SECRET}"`],
    ['22001', `value too long: ${SECRET}`],
    ['23505', `duplicate key: ${SECRET}`],
    ['23514', `new row violates check: ${SECRET}`],
  ])('about input (%s) quotes nothing of it, in any field', (code, message) => {
    const error = databaseError(code, message);
    for (const thrown of [error, new QueryFailedError('INSERT INTO users', [SECRET], error)]) {
      for (const words of [thrown, { err: thrown, job: 'mail.send' }]) {
        const { text, line } = logged((log) => log.error(words, 'Jobs'));
        expect(text).not.toContain(SECRET);
        expect(line).toMatchObject({
          context: 'Jobs',
          err: { code, table: 'users' },
          msg: expect.any(String),
        });
      }
    }
  });

  it('of another kind keeps its message and a short stack, and no parameter', () => {
    const error = new QueryFailedError('SELECT $1', [SECRET], databaseError('42P01', 'no such table'));
    const { text, line } = logged((log) => log.error({ err: error }, 'Http'));
    expect(line).toMatchObject({ msg: 'no such table', err: { message: 'no such table', code: '42P01' } });
    expect(line.err.stack.length).toBeGreaterThan(0);
    expect(line.err.stack.length).toBeLessThanOrEqual(12);
    expect(text).not.toContain(SECRET);
  });

  it.each([null, undefined, SECRET, 5, {}])('that is not an Error is logged too: %p', (thrown) => {
    const { text } = logged((log) => log.error({ err: thrown, request_id: 'x' }, 'Http'));
    expect(text).not.toContain(SECRET);
  });
});

describe('a message of Nest', () => {
  it.each([
    ['log', 20],
    ['debug', 20],
    ['verbose', 10],
    ['warn', 40],
    ['error', 50],
    ['fatal', 60],
  ] as const)('%s is a line of JSON of the level %i', (method, level) => {
    const { line } = logged((log) => log[method]('words', 'Somewhere'));
    expect(line).toMatchObject({ level, msg: 'words', context: 'Somewhere', time: expect.any(Number) });
    expect(line).not.toHaveProperty('pid');
  });

  it('with a line break in it is still one line', () => {
    expect(
      logged((log) => log.warn('two\nlines', 'x'))
        .text.trim()
        .split('\n'),
    ).toHaveLength(1);
  });
});
