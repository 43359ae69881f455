import { Refusal, invalid, notFound, unavailable } from '../http/refusal.js';

interface DriverError {
  code?: unknown;
  message?: unknown;
  driverError?: unknown;
}

const CODE = /^[0-9A-Z]{5}$/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);
/** The driver's own words where it gives no code: a connection that broke, or did not come in time. */
const LOST =
  /timeout exceeded when trying to connect|connection terminated|query read timeout|client has encountered a connection error|not queryable|connection is closed|driver not connected/i;
/** What was sent cannot be stored: class 22 in all its forms, a column's own rules, an index entry too large. */
const INPUT = /^(22|23514|23502|54)/;
/** Broken, going down or coming up, refused by password, database missing (3D) or closed to connections (55000). */
const AWAY = /^(08|57P0|28|3D|55000)/;

function origin(error: unknown): DriverError | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { driverError } = error as DriverError;
  return (driverError as DriverError | undefined) ?? (error as DriverError);
}

/** The SQLSTATE of a database error, whichever layer wrapped it. */
export function sqlState(error: unknown): string | undefined {
  const code = origin(error)?.code;
  return typeof code === 'string' && CODE.test(code) && /\d/.test(code) ? code : undefined;
}

function constraintOf(error: unknown): string | undefined {
  return (origin(error) as { constraint?: string } | undefined)?.constraint;
}

export function isUnique(error: unknown, constraint: string): boolean {
  return sqlState(error) === '23505' && constraintOf(error) === constraint;
}

export function isCheck(error: unknown, constraint: string): boolean {
  return sqlState(error) === '23514' && constraintOf(error) === constraint;
}

/** The whole unit may be tried anew: serialisation failure or deadlock. */
export function isRetryable(error: unknown): boolean {
  const code = sqlState(error);
  return code === '40001' || code === '40P01';
}

export function isLostConnection(error: unknown): boolean {
  const { code, message } = origin(error) ?? {};
  if (typeof code === 'string' && NETWORK.has(code)) return true;
  const state = sqlState(error);
  if (state) return AWAY.test(state);
  return typeof message === 'string' && LOST.test(message);
}

/** What a caller hears of a database error; undefined where it is not one, or is a fault of ours. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (isLostConnection(error)) return unavailable(2);
  const code = sqlState(error);
  if (!code) return undefined;
  if (code === '23505' || code === '23P01') return new Refusal(409, 'Already exists');
  if (code === '23503') return notFound('Referenced resource');
  if (INPUT.test(code))
    return invalid({ field: '', message: 'a value is out of range or of the wrong form' });
  // 53 disk or connections, 55P03 lock timeout, 57014 statement timeout, 25 idle, lost or read-only, 40 contention.
  if (/^(53|57|58|25|40|55P03)/.test(code)) return unavailable();
  return undefined;
}
