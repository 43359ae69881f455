import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const TOLERANCE_SECONDS = 300;
const V1 = /^[0-9a-f]{64}$/;
/** While a secret is rotated the processor signs with both secrets; the limit bounds the work for a forged header. */
const MAX_SIGNATURES = 20;

/** The processor sends `stripe-signature`; a proxy in front of this service may rename it to `processor-signature`. */
export const signatureOf = (headers: IncomingHttpHeaders) =>
  String(headers['processor-signature'] ?? headers['stripe-signature'] ?? '');

/**
 * True if the processor signed the bytes within the last minutes. The SDK's own check is not used, because it throws
 * plain errors on some malformed headers, accepts timestamps of the future and checks any number of signatures.
 */
export function isSigned(bytes: Buffer, header: string, secret: string, now = Date.now()): boolean {
  const parts = header.split(',', MAX_SIGNATURES + 1).map((part) => part.trim());
  const times = valuesOf('t', parts);
  const time = times[0] ?? '';
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(bytes).digest();
  return valuesOf('v1', parts).some((given) => V1.test(given) && timingSafeEqual(Buffer.from(given, 'hex'), expected));
}

const valuesOf = (key: string, parts: string[]) =>
  parts.filter((part) => part.startsWith(`${key}=`)).map((part) => part.slice(key.length + 1));
