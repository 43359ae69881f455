import { randomInt } from 'node:crypto';

const FORM = /^[a-z0-9][a-z0-9_-]*$/;
const LONGEST = 64;
const SHORTEST = 3;
/** Nothing that is taken for something else when it is read or typed: no 0, o, 1, l, i. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
/** Addresses of the service itself, and words that make a trap look like a door. */
const RESERVED = new Set([
  'api',
  'v1',
  'admin',
  'login',
  'robots.txt',
  'favicon.ico',
  '.well-known',
  'd',
  'signin',
  'sign-in',
  'verify',
  'verification',
  'wallet',
  'password',
  'banking',
]);

export type SlugFault = 'Invalid slug' | 'Slug is reserved';

export function slugFault(slug: string, isOnOwnDomain: boolean): SlugFault | undefined {
  if (RESERVED.has(slug)) return 'Slug is reserved';
  const shortest = isOnOwnDomain ? 1 : SHORTEST;
  const isLong = slug.length >= shortest && slug.length <= LONGEST;
  return isLong && FORM.test(slug) ? undefined : 'Invalid slug';
}

export const randomSlug = (length = 7) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Slugs that say nearly the same, and some that nobody has. */
export function slugsLike(slug: string, isOnOwnDomain: boolean): string[] {
  const plain = slug
    .replace(/[^a-z0-9_-]+/g, '-')
    .slice(0, LONGEST)
    // bounded: 64 characters, as what is longer has been cut off above.
    .replace(/^[_-]+|[_-]+$/g, '')
    .slice(0, LONGEST - 5);
  const year = new Date().getUTCFullYear();
  const alike = plain ? [plain, `${plain}-2`, `${plain}-${year}`, `my-${plain}`, `${plain}-3`] : [];
  const found = [...alike, randomSlug(), randomSlug(), randomSlug()];
  return found.filter((one) => one !== slug && !slugFault(one, isOnOwnDomain));
}
