import { Refusal, invalid, notFound, unavailable } from '../http/refusal.js';

interface DriverError {
  code?: unknown;
  message?: unknown;
  driverError?: unknown;
  routine?: unknown;
}

const CODE = /^[0-9A-Z]{5}$/;
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN']);
/** Messages of driver errors that have no code: the connection broke, or was not available in time. */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|connection terminated|query read timeout|client has encountered a connection error|not queryable|connection is closed|driver not connected|cannot use a pool after calling end/i;
/** The input cannot be stored: class 22, a check or NOT NULL constraint, or an index entry that is too large. */
const INPUT = /^(22|23514|23502|54)/;
/**
 * The connection broke, the server starts or stops, the password is refused, or the database is missing (3D)
 * or closed (55000).
 */
const UNAVAILABLE = /^(08|57P0|28|3D|55000)/;

function driverErrorOf(error: unknown): DriverError | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { driverError } = error as DriverError;
  return (driverError as DriverError | undefined) ?? (error as DriverError);
}

/** The SQLSTATE of a database error, also when TypeORM has wrapped it. */
export function sqlState(error: unknown): string | undefined {
  const code = driverErrorOf(error)?.code;
  return typeof code === 'string' && CODE.test(code) && /\d/.test(code) ? code : undefined;
}

function constraintOf(error: unknown): string | undefined {
  return (driverErrorOf(error) as { constraint?: string } | undefined)?.constraint;
}

export function isUnique(error: unknown, constraint: string): boolean {
  return sqlState(error) === '23505' && constraintOf(error) === constraint;
}

export function isCheck(error: unknown, constraint: string): boolean {
  return sqlState(error) === '23514' && constraintOf(error) === constraint;
}

/** True for a serialisation failure or a deadlock: the whole transaction may be retried. */
export function isRetryable(error: unknown): boolean {
  const code = sqlState(error);
  return code === '40001' || code === '40P01';
}

/** True if the wait for a lock took longer than `lock_timeout`. */
export const isLockTimeout = (error: unknown) => sqlState(error) === '55P03';

/** True if an earlier statement of the transaction has failed, and this one was not even tried. */
export const isAborted = (error: unknown) => sqlState(error) === '25P02';

/**
 * True when the server and the driver disagree about a prepared statement: its result has changed since an
 * ALTER TABLE (recognised by the routine, because messages are translated), or a pooler or DISCARD ALL has
 * removed or reused the name.
 */
function isNameOutdated(error: unknown): boolean {
  const code = sqlState(error);
  if (code === '0A000') return driverErrorOf(error)?.routine === 'RevalidateCachedQuery';
  return code === '26000' || code === '42P05';
}

/**
 * True when a prepared statement may have failed because the schema changed after it was prepared, and may succeed
 * without a name. Its parameters have the types of that time, so an operator or an assignment may no longer exist.
 */
export function isStalePlan(error: unknown): boolean {
  return isNameOutdated(error) || /^(42883|42804)$/.test(sqlState(error) ?? '');
}

/**
 * True when the pool should drop the connection, because the next caller would meet the same plan or the same standby.
 */
export function isOutlivedConnection(error: unknown): boolean {
  return isStalePlan(error) || sqlState(error) === '25006';
}

export function isLostConnection(error: unknown): boolean {
  const { code, message } = driverErrorOf(error) ?? {};
  if (typeof code === 'string' && NETWORK.has(code)) return true;
  const state = sqlState(error);
  if (state) return UNAVAILABLE.test(state);
  return typeof message === 'string' && CONNECTION_LOST.test(message);
}

/** The answer to a database error. Undefined when the error is not a database error or is a programming error. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (isLostConnection(error)) return unavailable(2);
  if (isNameOutdated(error)) return unavailable();
  const code = sqlState(error);
  if (!code) return undefined;
  if (code === '23505' || code === '23P01') return new Refusal(409, 'Already exists');
  if (code === '23503') return notFound('Referenced resource');
  if (INPUT.test(code)) return invalid({ field: '', message: 'a value is out of range or of the wrong form' });
  // 53: disk full or too many connections; 55P03: lock time-out; 57014: statement time-out; 25: transaction
  // idle, aborted or read-only; 40: contention.
  if (/^(53|57|58|25|40|55P03)/.test(code)) return unavailable();
  return undefined;
}
