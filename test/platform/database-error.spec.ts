import { QueryFailedError } from 'typeorm';
import { isLostConnection, isRetryable, refusalOf } from '../../src/platform/database/database-error.js';
import { toRefusal } from '../../src/platform/http/error.filter.js';

const SECRET = 'Key (email)=(someone@example.com) already exists';
const driverError = (code: string) =>
  Object.assign(new Error('what PostgreSQL says'), { code, detail: SECRET, constraint: 'users_email_key' });

const STATES: [state: string, what: string, status: number, error: string][] = [
  ['23505', 'a unique key', 409, 'Already exists'],
  ['23P01', 'an exclusion', 409, 'Already exists'],
  ['23503', 'a missing row', 404, 'Referenced resource not found'],
  ['23502', 'a missing value', 400, 'Validation error'],
  ['23514', 'a check', 400, 'Validation error'],
  ['22001', 'a text too long', 400, 'Validation error'],
  ['22003', 'a number too large', 400, 'Validation error'],
  ['22007', 'a wrong time', 400, 'Validation error'],
  ['22008', 'a time out of range', 400, 'Validation error'],
  ['22021', 'a character that cannot be', 400, 'Validation error'],
  ['22023', 'a wrong parameter', 400, 'Validation error'],
  ['22032', 'a wrong JSON text', 400, 'Validation error'],
  ['22P02', 'a wrong form', 400, 'Validation error'],
  ['22P03', 'a wrong binary form', 400, 'Validation error'],
  ['22P05', 'a character without a place', 400, 'Validation error'],
  ['2201B', 'a wrong pattern', 400, 'Validation error'],
  ['54000', 'an index entry too large', 400, 'Validation error'],
  ['08000', 'a connection fault', 503, 'Service unavailable'],
  ['08006', 'a lost connection', 503, 'Service unavailable'],
  ['28P01', 'a password that was changed', 503, 'Service unavailable'],
  ['3D000', 'a database that is not there', 503, 'Service unavailable'],
  ['55000', 'a database that takes no connections', 503, 'Service unavailable'],
  ['53100', 'a full disk', 503, 'Service unavailable'],
  ['53200', 'no memory', 503, 'Service unavailable'],
  ['53300', 'too many connections', 503, 'Service unavailable'],
  ['55P03', 'a lock that did not come', 503, 'Service unavailable'],
  ['57014', 'a statement that took too long', 503, 'Service unavailable'],
  ['57P01', 'a server that goes down', 503, 'Service unavailable'],
  ['57P03', 'a server that comes up', 503, 'Service unavailable'],
  ['58030', 'a disk that fails', 503, 'Service unavailable'],
  ['25006', 'a server that only reads', 503, 'Service unavailable'],
  ['26000', 'a prepared statement that stays unknown', 503, 'Service unavailable'],
  ['42P05', 'a prepared statement that stays taken', 503, 'Service unavailable'],
  ['25P03', 'a transaction that idled', 503, 'Service unavailable'],
  ['40001', 'a serialisation failure that stayed', 503, 'Service unavailable'],
  ['40P01', 'a deadlock that stayed', 503, 'Service unavailable'],
];

describe('the answer to a database error', () => {
  it.each(STATES)('%s, %s: %i', (state, _what, status, error) => {
    const plain = driverError(state);
    for (const thrown of [plain, new QueryFailedError('SELECT 1', [SECRET], plain)]) {
      const refusal = refusalOf(thrown);
      expect({ status: refusal?.status, error: refusal?.message }).toEqual({ status, error });
      expect(JSON.stringify(refusal)).not.toContain('someone@example.com');
      expect(refusal?.extra.retryAfterSeconds !== undefined).toBe(status === 503);
    }
  });

  it.each([
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ['ECONNRESET', 'read ECONNRESET'],
    ['EPIPE', 'write EPIPE'],
    ['ETIMEDOUT', 'connect ETIMEDOUT'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND db'],
    ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN db'],
    [undefined, 'timeout exceeded when trying to connect'],
    [undefined, 'Connection terminated unexpectedly'],
    [undefined, 'Connection terminated due to connection timeout'],
    [undefined, 'Query read timeout'],
    [undefined, 'Client has encountered a connection error and is not queryable'],
    [undefined, 'Cannot use a pool after calling end on the pool'],
  ])('a lost connection (%s, %s): 503 with Retry-After', (code, message) => {
    const error = Object.assign(new Error(message), code && { code });
    expect(isLostConnection(error)).toBe(true);
    expect(refusalOf(error)).toMatchObject({ status: 503, extra: { retryAfterSeconds: 2 } });
  });

  it.each(['42P01', '42601', '42703', '0A000'])('%s is a programming error: 500 without details', (state) => {
    expect(refusalOf(driverError(state))).toBeUndefined();
    expect(toRefusal(driverError(state))).toMatchObject({ status: 500, message: 'Internal server error' });
  });

  it.each([new Error('x'), new TypeError('y'), 'text', 5, null, undefined, {}, { code: 'ABCDE' }, { code: 22001 }])(
    'other errors are not database errors: %p',
    (thrown) => {
      expect(refusalOf(thrown)).toBeUndefined();
      expect(toRefusal(thrown)).toMatchObject({ status: 500, message: 'Internal server error' });
    },
  );

  it.each(['40001', '40P01'])('%s is retried', (state) => {
    expect(isRetryable(driverError(state))).toBe(true);
    expect(isRetryable(new QueryFailedError('SELECT 1', [], driverError(state)))).toBe(true);
  });

  it.each(['40002', '23505', '57014', '55P03', '57P01', '08006'])('%s is not retried', (state) => {
    expect(isRetryable(driverError(state))).toBe(false);
  });
});
