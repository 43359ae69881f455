import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const TOLERANCE_SECONDS = 300;
const V1 = /^[0-9a-f]{64}$/;
/** A sender that changes its secret signs with both; nobody signs with more than a few. */
const MOST_SIGNATURES = 20;

/** Under our name for it; or under the processor's own, which it sends where no proxy renames it. */
export const signatureOf = (headers: IncomingHttpHeaders) =>
  String(headers['processor-signature'] ?? headers['stripe-signature'] ?? '');

/**
 * Whether the bytes were signed by the processor a short while ago. Not by its SDK, which throws plain errors on some
 * malformed headers, takes time stamps of the future and looks at as many signatures as it is sent.
 */
export function isSigned(bytes: Buffer, header: string, secret: string, now = Date.now()): boolean {
  const parts = header.split(',', MOST_SIGNATURES + 1).map((part) => part.trim());
  const times = valuesOf('t', parts);
  const time = times[0] ?? '';
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(bytes).digest();
  return valuesOf('v1', parts).some(
    (given) => V1.test(given) && timingSafeEqual(Buffer.from(given, 'hex'), expected),
  );
}

const valuesOf = (key: string, parts: string[]) =>
  parts.filter((part) => part.startsWith(`${key}=`)).map((part) => part.slice(key.length + 1));
