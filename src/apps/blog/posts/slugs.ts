export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const LONGEST_SLUG = 100;
/** Addresses of a blog that are no posts. */
export const RESERVED_SLUGS = ['tag', 'page', 'preview', 'view', 'rss.xml', 'sitemap.xml', 'posts.json', 'robots.txt'];

const LONGEST_OF_TITLE = 80;

/** What Unicode does not take apart into a Latin letter and its marks. */
const LETTERS: Record<string, string> = {
  ...pairs('ß ss æ ae œ oe ø o đ d ð d þ th ł l ħ h ı i ŋ ng'),
  ...pairs('α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o'),
  ...pairs('а a б b в v г g д d е e ж zh з z и i й i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch'),
  ...pairs('ш sh щ shch ы y э e ю yu я ya є ye і i ї yi ґ g љ lj њ nj ђ dj ћ c џ dz ј j ў u'),
  ъ: '',
  ь: '',
};

function pairs(text: string): Record<string, string> {
  const words = text.split(' ');
  return Object.fromEntries(words.flatMap((letter, at) => (at % 2 ? [] : [[letter, words[at + 1] as string]])));
}

/** In Latin letters; `untitled` where nothing of the title can be written with them. */
export function slugOfTitle(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\0-\x7F]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, LONGEST_OF_TITLE)
    .replace(/-$/, '');
  return slug || 'untitled';
}

/** Whether a slug was made of the title: an author's own slug does not follow it. */
export function isOfTitle(slug: string, title: string): boolean {
  const made = slugOfTitle(title);
  return slug === made || (slug.startsWith(`${made}-`) && /^[1-9]\d*$/.test(slug.slice(made.length + 1)));
}
