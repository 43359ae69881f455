import { randomBytes } from 'node:crypto';

/** Without 0, O, 1 and I, which look alike: 32 of them, five bits each. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 5;
const EACH = 5;

export function newLicenseKey(): string {
  const letters = Array.from(randomBytes(GROUPS * EACH), (byte) => LETTERS[byte % LETTERS.length]);
  const groups = Array.from({ length: GROUPS }, (_, at) => letters.slice(at * EACH, (at + 1) * EACH).join(''));
  return groups.join('-');
}
