import { randomBytes } from 'node:crypto';

/** Crockford's base32: no letters that are taken for digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS_OF_A_LETTER = 5n;
const RANDOM_BYTES = 10;
const LENGTH = 16;

export const TICKET_CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** 80 random bits. */
export function newTicketCode(): string {
  let bits = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`);
  let code = '';
  for (let at = 0; at < LENGTH; at++) {
    code = ALPHABET.charAt(Number(bits & 31n)) + code;
    bits >>= BITS_OF_A_LETTER;
  }
  return code;
}

/** As somebody types it: in small letters, with spaces or hyphens, and with O for 0 or I and L for 1. */
export const typedCode = (text: string) =>
  text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
