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
  ...pairs(
    'ا a ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z ع a غ gh ف f ق q ك k ل l م m ن n ه h',
  ),
  ...pairs('و w ي y ى a ة a ء a پ p چ ch ژ zh گ g ک k ی y ٹ t ڈ d ڑ r ں n ے e ہ h ھ h'),
  ...pairs(
    'א a ב b ג g ד d ה h ו v ז z ח ch ט t י y כ k ך k ל l מ m ם m נ n ן n ס s ע a פ p ף f צ ts ץ ts ק k ר r ש sh ת t',
  ),
  ...pairs('ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ zh რ r ს s ტ t უ u ფ p ქ k ღ gh ყ q'),
  ...pairs('შ sh ჩ ch ც ts ძ dz წ ts ჭ ch ხ kh ჯ j ჰ h'),
  ...pairs('ա a բ b գ g դ d ե e զ z է e ը y թ t ժ zh ի i լ l խ kh ծ ts կ k հ h ձ dz ղ gh ճ ch մ m յ y ն n շ sh ո o'),
  ...pairs('չ ch պ p ջ j ռ r ս s վ v տ t ր r ց ts ւ v փ p ք k օ o ֆ f և ev'),
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
