/** All that a post may be made of. Nothing is written by another way than these functions. */
type Tag =
  | 'p'
  | 'br'
  | 'hr'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'blockquote'
  | 'ul'
  | 'ol'
  | 'li'
  | 'pre'
  | 'code'
  | 'em'
  | 'strong'
  | 'del';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);

export const opened = (tag: Tag) => `<${tag}>`;
export const closed = (tag: Tag) => `</${tag}>`;
export const element = (tag: Tag, html: string) => `${opened(tag)}${html}${closed(tag)}`;

export const codeBlock = (text: string, language: string) =>
  `<pre><code${language ? ` class="language-${escaped(language)}"` : ''}>${escaped(text)}</code></pre>`;

export const numbered = (from: number, html: string) =>
  `<ol${from === 1 ? '' : ` start="${from}"`}>${html}</ol>`;

const LONGEST = 2048;

/** The address as it may be linked; undefined where it may not. */
export function linkable(address: string, schemes = ['http:', 'https:', 'mailto:']): string | undefined {
  if (address.length > LONGEST || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return schemes.includes(protocol) ? href : undefined;
}

export const linkStart = (href: string) => `<a href="${escaped(href)}" rel="nofollow ugc noopener">`;
export const LINK_END = '</a>';
