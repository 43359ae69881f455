import { hasControlCharacter } from '../control-characters.js';

/** The form in which e-mail addresses are stored and compared. */
export const normalEmail = (given: string) => given.trim().toLowerCase();

/** Checks addresses that an operator sets. Input of clients is checked more strictly by `@Email()`. */
export const isEmail = (address: string) =>
  // bounded: 254 characters, because the length is checked first.
  address.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) && !hasControlCharacter(address);

export const PASSWORD_LENGTH = { min: 8, max: 256 };

/** The length is counted in code points, which is what people count as characters. */
export function isPassword(text: string): boolean {
  const { length } = [...text];
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max;
}
