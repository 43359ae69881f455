import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Visitor } from './visit.js';

const BYTES = 16;

export function visitorHash(salt: Buffer, scope: string, { address, userAgent }: Visitor): Buffer {
  const said = [scope, networkOf(address), userAgent].join('\n');
  return createHmac('sha256', salt).update(said).digest().subarray(0, BYTES);
}

/** One household: of IPv6 the first half, as its second half changes by the hour. */
function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain) ?? [];
  if (mapped || !isIPv6(plain)) return mapped ?? plain;
  // By way of a URL, which writes every address in the shortest form and without dots.
  const [head = '', tail] = new URL(`http://[${plain}]/`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4).join(':');
}
