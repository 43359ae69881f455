/** An address as it is kept and compared. */
export const normalEmail = (given: string) => given.trim().toLowerCase();

/** For addresses that an operator sets; what clients send is looked at more closely. */
export const isEmail = (address: string) =>
  address.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address);

export const PASSWORD_LENGTH = { min: 8, max: 256 };

/** Counted in code points: what a person takes for characters. */
export function isPassword(text: string): boolean {
  const { length } = [...text];
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max;
}
