const LONGEST = 100;
/** Letters that are no other letter with a mark. */
const SPELLED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};
const TRIES = 50;

/** A word for an address, of letters that need no escape there; a name without any has one too. */
export function slugOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => SPELLED[letter] ?? '')
    .replace(/\p{M}/gu, '');
  return tidy(letters.replace(/[^a-z0-9]+/g, '-')) || 'category';
}

/** The slug, and what it is called where it is taken; the last is taken by nobody. */
export function slugsLike(slug: string): string[] {
  const numbered = Array.from({ length: TRIES }, (_, index) => (index ? `-${index + 1}` : ''));
  const last = `-${crypto.randomUUID()}`;
  return [...numbered, last].map((end) => tidy(slug, LONGEST - end.length) + end);
}

const tidy = (slug: string, longest = LONGEST) => slug.replace(/^-/, '').slice(0, longest).replace(/-$/, '');
