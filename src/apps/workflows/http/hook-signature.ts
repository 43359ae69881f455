import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether a header holds the HMAC-SHA-256 of the raw body, in hexadecimal digits. */
export function isSigned(body: Buffer, given: string | undefined, secret: string, prefix = ''): boolean {
  if (!given?.startsWith(prefix)) return false;
  const digits = given.slice(prefix.length).toLowerCase();
  const expected = createHmac('sha256', secret).update(body).digest('hex');
  const [one, other] = [Buffer.from(digits), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
