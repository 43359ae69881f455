const LONGEST = 100;
/** Letters that Unicode does not decompose into a base letter and a mark. */
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

/** A part of an address that needs no escaping; `category` for a name without any letter or digit. */
export function slugOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => SPELLED[letter] ?? '')
    .replace(/\p{M}/gu, '');
  return tidy(letters.replace(/[^a-z0-9]+/g, '-')) || 'category';
}

/** The slug and its alternatives in the order of preference; the last one is random, so it is always free. */
export function slugsLike(slug: string): string[] {
  const numbered = Array.from({ length: TRIES }, (_, index) => (index ? `-${index + 1}` : ''));
  const last = `-${crypto.randomUUID()}`;
  return [...numbered, last].map((end) => tidy(slug, LONGEST - end.length) + end);
}

const tidy = (slug: string, longest = LONGEST) => slug.replace(/^-/, '').slice(0, longest).replace(/-$/, '');
