import MarkdownIt, { type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { urlOf } from '../../../platform/urls.js';

export interface Rendered {
  html: string;
  /** So many are in it, pictures among them. */
  links: number;
}

const LONGEST_ADDRESS = 2048;
/**
 * A text with more marks or more blocks than this is shown as it was written. Drawing time grows with both, a person
 * does not write that many in 50,000 characters, and no other request is served while a text is drawn.
 */
const MOST_MARKS = 15_000;
const MOST_BLOCKS = 20_000;
/** A text with more bare addresses than this has none of them linked: each costs a search and an anchor. */
const MOST_ADDRESSES = 1000;
/** What begins or ends something in Markdown, and line breaks; brackets and dots only where they number a list. */
const MARKS = /[*_~`[\]!<>\\&#+\n-]|[.)][ \t]/g;
const ADDRESSES = /:\/\/|mailto:/gi;
/** Embeddings, overrides and isolates: by them an address would be read as another one. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

const renderer = new MarkdownIt({ html: false, breaks: true, maxNesting: 20 });
// What is written once and referred to ten thousand times would make gigabytes of a page.
renderer.disable(['reference', 'table']);
renderer.linkify.set({ fuzzyLink: false, fuzzyEmail: false, maxLength: LONGEST_ADDRESS });
// Neither is ever linked, and `//` is found again in every `https://`: 50,000 characters of `ahttps://a.b/` took a second.
renderer.linkify.add('//', null).add('ftp:', null);
// What looks like an address is read as one, and once; whether it is linked is decided by its anchor.
renderer.validateLink = (address) => /^(https?|mailto):/i.test(address);
renderer.normalizeLink = withoutUser;
renderer.normalizeLinkText = withoutUser;

const { escapeHtml } = renderer.utils;
const { rules } = renderer.renderer;

/** The links of one text that are open, and whether each has an anchor: none is within another. */
class Anchors {
  private readonly open: boolean[] = [];

  begin(address: string, schemes = ['http:', 'https:', 'mailto:']): string {
    const href = this.open.includes(true) ? undefined : linkable(address, schemes);
    this.open.push(href !== undefined);
    return href ? `<a href="${escapeHtml(href)}">` : '';
  }

  end(): string {
    return this.open.pop() ? '</a>' : '';
  }
}

/** The address as browsers read it; undefined where it may not be linked. */
function linkable(address: string, schemes: string[]): string | undefined {
  const url = address.length > LONGEST_ADDRESS ? undefined : urlOf(address);
  return url && schemes.includes(url.protocol) ? url.href : undefined;
}

const addressOf = (token: Token | undefined, name: 'href' | 'src') => String(token?.attrGet(name) ?? '');
const anchors = (env: unknown) => (env as { anchors: Anchors }).anchors;

rules.link_open = (tokens, at, _, env) => anchors(env).begin(addressOf(tokens[at], 'href'));
rules.link_close = (_tokens, _at, _, env) => anchors(env).end();
/** A picture is a link to where it is: nobody's browser is sent there unasked. */
rules.image = (tokens, at, options, env, self) => {
  const image = tokens[at];
  const src = addressOf(image, 'src');
  const words = self.renderInlineAsText(image?.children ?? [], options, env) || src;
  return anchors(env).begin(src, ['https:']) + escapeHtml(words) + anchors(env).end();
};

/** `https://trusted.example@evil.test/` leads to evil.test, so this is what the link and its text say. */
function withoutUser(address: string): string {
  const url = address.includes('@') && address.length <= LONGEST_ADDRESS ? urlOf(address) : undefined;
  if (!url?.username && !url?.password) return address;
  url.username = '';
  url.password = '';
  return url.href;
}

/** All that a text may be made of, whatever the renderer makes. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: 'p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li pre code em strong s a'.split(' '),
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedClasses: { code: [/^language-[\w+#-]+$/] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow ugc noopener' }) },
  textFilter: (text) => text.replace(TURNS, ''),
};

/** Markdown as HTML that may be put into a page; HTML in it is shown as what it is. */
export function markdown(source: string): Rendered {
  const html = sanitizeHtml(rendered(source), ALLOWED).trimEnd();
  return { html, links: linksIn(html) };
}

/** Of HTML that was drawn here: what a person wrote is escaped, so each of these is an anchor. */
export const linksIn = (html: string) => html.split('<a ').length - 1;

function rendered(source: string): string {
  if (countOf(MARKS, source) > MOST_MARKS) return asWritten(source);
  renderer.set({ linkify: countOf(ADDRESSES, source) <= MOST_ADDRESSES });
  const env = { anchors: new Anchors() };
  const blocks = renderer.parse(source, env);
  if (blocks.length > MOST_BLOCKS) return asWritten(source);
  return renderer.renderer.render(blocks, renderer.options, env);
}

const countOf = (expression: RegExp, text: string) => text.match(expression)?.length ?? 0;
const asWritten = (source: string) => `<pre>${escapeHtml(source.replaceAll('\0', ''))}</pre>`;
