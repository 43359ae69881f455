const LONGEST = 60;
const SHORTEST = 3;
const TRIES = 5;

/** Letters without their marks, and hyphens between words; where nothing is left, something that is nobody's. */
export function forumSlugs(name: string): string[] {
  const words = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  const slug = tidy(words.replace(/[^a-z0-9]+/g, '-'));
  const base = slug.length < SHORTEST ? tidy(`forum-${slug}`) : slug;
  const numbered = Array.from({ length: TRIES }, (_, at) => (at ? `-${at + 1}` : ''));
  return [...numbered, `-${crypto.randomUUID().slice(0, 8)}`].map((end) => tidy(base, LONGEST - end.length) + end);
}

/** The same word in letters of any script: names that differ in case or in signs alone are one name. */
export const categorySlug = (name: string) => {
  const plain = name.normalize('NFKC').toLowerCase().trim();
  return tidy(plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')) || plain;
};

const tidy = (slug: string, longest = LONGEST) => slug.replace(/^-/, '').slice(0, longest).replace(/-$/, '');
