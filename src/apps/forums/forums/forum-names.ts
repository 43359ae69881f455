import { randomInt } from 'node:crypto';

const LONGEST = 60;
const SHORTEST = 3;
const TRIES = 5;

/** Slugs to try, in this order: the letters of the name without their marks, with hyphens between words. */
export function forumSlugs(name: string): string[] {
  const words = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  const slug = tidy(words.replace(/[^a-z0-9]+/g, '-'));
  const base = slug.length < SHORTEST ? tidy(`forum-${slug}`) : slug;
  const numbered = Array.from({ length: TRIES }, (_, at) => (at ? `-${at + 1}` : ''));
  return [...numbered, `-${crypto.randomUUID().slice(0, 8)}`].map((end) => tidy(base, LONGEST - end.length) + end);
}

/** Keeps letters of any script: names that differ in case or punctuation alone are the same name. */
export const categorySlug = (name: string) => {
  const plain = name.normalize('NFKC').toLowerCase().trim();
  return tidy(plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')) || plain;
};

const tidy = (slug: string, longest = LONGEST) => slug.replace(/^-/, '').slice(0, longest).replace(/-$/, '');

/** Without letters and digits that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 12;

export const newJoinCode = () => Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
