import { randomBytes } from 'node:crypto';

/** Crockford's base32: no I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTERS = 12;
const BITS_PER_LETTER = 5n;
const CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/;

const grouped = (letters: string) => letters.replace(/(.{4})(?=.)/g, '$1-');

/** 60 random bits, as `XXXX-XXXX-XXXX`. */
export function drawCode(): string {
  let bits = BigInt(`0x${randomBytes(8).toString('hex')}`);
  let letters = '';
  for (let at = 0; at < LETTERS; at++) {
    letters += ALPHABET[Number(bits & 31n)];
    bits >>= BITS_PER_LETTER;
  }
  return grouped(letters);
}

/** As it is stored, from what a person typed; undefined if it cannot be a code. */
export function readCode(given: string): string | undefined {
  const letters = given.replace(/[\s-]/g, '').toUpperCase().replaceAll(/[IL]/g, '1').replaceAll('O', '0');
  return CODE.test(letters) ? grouped(letters) : undefined;
}
