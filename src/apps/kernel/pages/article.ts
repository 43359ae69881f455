import MarkdownIt, { type Token } from 'markdown-it';
import anchor from 'markdown-it-anchor';
import footnote from 'markdown-it-footnote';
import taskLists from 'markdown-it-task-lists';
import sanitizeHtml from 'sanitize-html';
import { urlOf } from '../../../platform/urls.js';

/** Raised when the rules below change, so that a job can render stored articles anew. */
export const RENDERER_VERSION = 1;

export interface Article {
  html: string;
  /** The text of it, without markup and footnotes, with single spaces. */
  text: string;
  words: number;
}

export interface ArticleOptions {
  /** True: search engines may follow its links. */
  follow?: boolean;
}

/**
 * A text with more of these is shown as it was written. The cost of drawing grows with them, for some plugins with their
 * square; a book of 200,000 characters has a tenth of them.
 */
const MOST_BLOCKS = 30_000;
const MOST_MARKS = 60_000;
const MOST_FOOTNOTES = 2000;
/** A reference may repeat one address thousands of times, so the length of the HTML is limited before it is written. */
const LONGEST_HTML = 3_000_000;
/** Browsers draw elements in each other slowly; deeper ones of raw HTML are left out. */
const DEEPEST = 60;
const MARKS = /[*_~`[\]!<&^|]/g;

/** The hosts whose players may be embedded. */
export const PLAYER_HOSTS = [
  'www.youtube-nocookie.com',
  'youtube-nocookie.com',
  'player.vimeo.com',
  'open.spotify.com',
];

const renderer = new MarkdownIt({ html: true, maxNesting: 20 });
renderer
  .use(footnote)
  .use(taskLists)
  .use(anchor, {
    tabIndex: false,
    // The plugin numbers equal headings by trying one number after the other, which takes 30,000² steps for 30,000 of them.
    slugifyWithState: (title, { env }) => numbered((env as Env).headings, slugOfHeading(title)),
  });

interface Env {
  [name: PropertyKey]: unknown;
  headings: Map<string, number>;
  footnotes?: { list?: unknown[] };
}

class TooMuch extends Error {}

// Before the rules of the plugins, which come after these two.
renderer.core.ruler.after('block', 'few_blocks', ({ tokens }) => {
  if (tokens.length > MOST_BLOCKS) throw new TooMuch();
});
renderer.core.ruler.after('inline', 'few_footnotes', ({ env }) => {
  if (((env as Env).footnotes?.list?.length ?? 0) > MOST_FOOTNOTES) throw new TooMuch();
});

const LONGEST_ID = 80;
const slugOfHeading = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST_ID) || 'section';

function numbered(known: Map<string, number>, slug: string): string {
  for (let count = known.get(slug) ?? 0; ;) {
    known.set(slug, ++count);
    const id = count === 1 ? slug : `${slug}-${count}`;
    if (count === 1 || !known.has(id)) {
      known.set(id, Math.max(1, known.get(id) ?? 0));
      return id;
    }
  }
}

const TEXT = 'p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li dl dt dd pre code em strong b i u s del ins mark';
const MORE = 'sub sup small kbd abbr cite q a img figure figcaption details summary section div span iframe input';
const TABLES = 'table caption thead tbody tfoot tr th td';

const HEADINGS = Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, ['id']]));

/** Embeddings, overrides and isolates: by them an address would be read as another one. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

const sanitizing = (follow: boolean): sanitizeHtml.IOptions => ({
  allowedTags: [TEXT, MORE, TABLES].flatMap((tags) => tags.split(' ')),
  allowedAttributes: {
    ...HEADINGS,
    a: ['href', 'title', 'rel', 'id', 'class'],
    abbr: ['title'],
    details: ['open'],
    iframe: ['src', 'title', 'width', 'height', 'sandbox', 'loading', 'allowfullscreen', 'referrerpolicy'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
    input: ['type', 'disabled', 'checked', 'aria-label'],
    li: ['id', 'class', 'value'],
    ol: ['start', 'class'],
    q: ['cite'],
    td: ['align', 'colspan', 'rowspan'],
    th: ['align', 'colspan', 'rowspan', 'scope'],
  },
  allowedClasses: {
    code: [/^language-[\w+#.-]+$/],
    a: ['footnote-backref'],
    sup: ['footnote-ref'],
    section: ['footnotes'],
    li: ['footnote-item', 'task-list-item'],
    ol: ['footnotes-list'],
    ul: ['contains-task-list'],
    hr: ['footnotes-sep'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
  allowProtocolRelative: false,
  nestingLimit: DEEPEST,
  textFilter: (text) => text.replace(TURNS, ''),
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: linked(attribs, follow) }),
    img: (tagName, attribs) => ({ tagName, attribs: pictured(attribs) }),
    iframe: (tagName, { src, title, width, height }) => ({ tagName, attribs: player(src, { title, width, height }) }),
    input: (tagName, { checked }) => ({ tagName, attribs: task(checked !== undefined) }),
    td: aligned,
    th: aligned,
  },
  exclusiveFilter: ({ tag, attribs }) => (tag === 'iframe' || tag === 'img') && !attribs.src,
});

type Attributes = Record<string, string>;

/** An address within the page says nothing of another site. */
function linked({ rel: _rel, ...attribs }: Attributes, follow: boolean): Attributes {
  const { href } = attribs;
  if (!href || href.startsWith('#')) return attribs;
  return { ...attribs, rel: follow ? 'noopener ugc' : 'noopener ugc nofollow' };
}

/** A browser would refuse an insecure picture in a secure page, or load it so anyway. */
function pictured({ src = '', ...attribs }: Attributes): Attributes {
  const secure = src.trim().replace(/^http:/i, 'https:');
  const isPicture = /^https:\/\//i.test(secure);
  return { ...attribs, ...(isPicture && { src: secure }), alt: attribs.alt ?? '', loading: 'lazy', decoding: 'async' };
}

function player(src: string | undefined, sizes: Record<string, string | undefined>): Attributes {
  const url = src ? urlOf(src) : undefined;
  if (url?.protocol !== 'https:' || !PLAYER_HOSTS.includes(url.host) || url.username || url.password) return {};
  const given = Object.entries(sizes).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    src: url.href,
    title: `Player of ${url.host}`,
    ...Object.fromEntries(given),
    sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups',
    loading: 'lazy',
    allowfullscreen: '',
    // These players refuse to play for a page that says nothing of where it is.
    referrerpolicy: 'strict-origin-when-cross-origin',
  };
}

/** Whatever an input was: nobody can type into the page or send it. */
const task = (isDone: boolean): Attributes => ({
  type: 'checkbox',
  disabled: '',
  ...(isDone && { checked: '' }),
  'aria-label': isDone ? 'Done' : 'To do',
});

/** The content policy of pages refuses the style that the renderer writes. */
function aligned(tagName: string, { style, ...attribs }: Attributes): sanitizeHtml.Tag {
  const side = /text-align:(left|center|right)/.exec(style ?? '')?.[1];
  return { tagName, attribs: side ? { ...attribs, align: side } : attribs };
}

const FOLLOWED = sanitizing(true);
const UNFOLLOWED = sanitizing(false);

/**
 * Markdown of a whole article: with tables, footnotes, task lists and headings that can be linked, and with raw HTML as
 * far as the allow list goes. It may take a second for what nobody writes, so it runs in `ArticlesService`.
 */
export function renderArticle(source: string, { follow = false }: ArticleOptions = {}): Article {
  const html = sanitizeHtml(drawn(source), follow ? FOLLOWED : UNFOLLOWED).trimEnd();
  const text = textOf(html);
  return { html, text, words: text.match(WORDS)?.length ?? 0 };
}

/** Each character of a script without spaces counts as a word. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;

function drawn(source: string): string {
  if ((source.match(MARKS)?.length ?? 0) > MOST_MARKS) return asWritten(source);
  const env: Env = { headings: new Map() };
  try {
    const tokens = renderer.parse(source, env);
    if (lengthOf(tokens) > LONGEST_HTML) return asWritten(source);
    return renderer.renderer.render(tokens, renderer.options, env);
  } catch (error) {
    if (error instanceof TooMuch) return asWritten(source);
    throw error;
  }
}

/** What the attributes will take; the words are no longer than the source. */
function lengthOf(tokens: Token[]): number {
  let length = 0;
  for (const { attrs, children } of tokens) {
    for (const [, value] of attrs ?? []) length += String(value).length;
    if (children) length += lengthOf(children);
  }
  return length;
}

const asWritten = (source: string) => `<pre>${renderer.utils.escapeHtml(source)}</pre>`;

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Of HTML that was sanitised here: each `<` in it begins a tag, and no value has a `>`. */
const textOf = (html: string) =>
  (html.split('<section class="footnotes">')[0] as string)
    .replace(/<sup class="footnote-ref">.{0,200}?<\/sup>/g, '')
    .replace(/<[^<>]*>/g, (tag) => (/^<\/?(p|br|li|h\d|div|td|th|tr|pre)\b/.test(tag) ? ' ' : ''))
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => SIGNS[name] as string)
    .replace(/\s+/g, ' ')
    .trim();
