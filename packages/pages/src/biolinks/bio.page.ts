import { builtFile } from '../built-file.js';
import { escapeHtml } from '../page.js';
import { networkIcon, PLAY_ICON } from './icons.js';
import { schemesOf, type ThemeName, type ThemeOptions, themeStyle } from './palette.js';

export interface BioBlock {
  id: string;
  kind: string;
  title: string | null;
  url: string | null;
  is_featured: boolean;
  data: {
    thumbnail_url?: string;
    text?: string;
    image_url?: string;
    alt?: string;
    items?: { network: string; url: string }[];
    consent_text?: string;
    ask_name?: boolean;
    ask_message?: boolean;
  };
  /** The address of the frame of an embed, and what it plays. */
  frame?: { src: string; provider: string };
}

export interface BioPageContent {
  id: string;
  handle: string;
  title: string;
  bio: string | null;
  avatar_url: string | null;
  theme: ThemeName;
  theme_options: ThemeOptions;
  seo_title: string | null;
  seo_description: string | null;
  is_sensitive: boolean;
  blocks: BioBlock[];
  /** The address that search engines are to know. */
  canonical: string;
  /** Whether search engines may show the page. */
  isIndexed: boolean;
  hasBranding: boolean;
  opensNewTab: boolean;
  /** The address of the app, from the page. */
  api: string;
  /** Scripts of other apps, as HTML that they have made. */
  scripts: string;
}

/** A page has no language of its own: the first letter of its title says from which side it is written. */
const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const directionOf = (title: string) => (RIGHT_TO_LEFT.test(title) ? 'rtl' : 'ltr');

const STYLE = builtFile('biolinks/page.css').trim();

/** A profile page in one request; only its script is loaded beside it. */
export function bioPage(content: BioPageContent): string {
  const { theme, theme_options, title, seo_title, is_sensitive, scripts, id, api } = content;
  return `<!doctype html>
<html lang="en" dir="${directionOf(title)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${schemesOf(theme, theme_options)}">
<title>${escapeHtml(seo_title ?? title)}</title>
${is_sensitive ? '<meta name="robots" content="noindex">' : headOf(content)}
<style>${themeStyle(theme, theme_options)}${STYLE}</style>
<script type="module" src="page.js"></script>
${scripts}
</head>
<body class="${theme}">
<main data-page="${escapeHtml(id)}" data-api="${escapeHtml(api)}">
${is_sensitive ? behindConfirmation(content) : contentOf(content)}
</main>
</body>
</html>
`;
}

/** What search engines and previews of other sites show. */
function headOf({ title, seo_title, bio, seo_description, avatar_url, canonical, isIndexed }: BioPageContent): string {
  const description = seo_description ?? bio;
  const graph: [string, string | null][] = [
    ['og:type', 'profile'],
    ['og:title', seo_title ?? title],
    ['og:description', description],
    ['og:url', canonical],
    ['og:image', avatar_url],
  ];
  const tags = graph.flatMap(([name, value]) =>
    value ? `<meta property="${name}" content="${escapeHtml(value)}">` : [],
  );
  return [
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    isIndexed ? '' : '<meta name="robots" content="noindex">',
    description ? `<meta name="description" content="${escapeHtml(description)}">` : '',
    '<meta name="twitter:card" content="summary">',
    ...tags,
  ]
    .filter(Boolean)
    .join('\n');
}

/** Without a script too: a `details` element opens by itself. */
const behindConfirmation = (content: BioPageContent) => `<details class="gate">
<summary><h1>This page may not be suitable for everyone</h1>
<span>Its owner has marked the content as sensitive.</span>
<span class="button">Show the page</span></summary>
${contentOf(content)}
</details>`;

function contentOf(content: BioPageContent): string {
  const { title, bio, avatar_url, blocks, hasBranding } = content;
  return `<header>
${avatar_url ? `<img class="avatar" src="${escapeHtml(avatar_url)}" alt="" width="96" height="96" referrerpolicy="no-referrer">` : `<span class="avatar" aria-hidden="true">${escapeHtml(initialOf(title))}</span>`}
<h1>${escapeHtml(title)}</h1>
${bio ? `<p class="bio">${escapeHtml(bio)}</p>` : ''}
</header>
<div class="blocks">
${blocks.map((block) => blockOf(block, content)).join('\n')}
</div>
${hasBranding ? '<footer>Made with Biolinks</footer>' : ''}`;
}

const initialOf = (title: string) => ([...title.trim()][0] ?? '').toUpperCase();

const line = (text: string | null | undefined) => escapeHtml(text ?? '');

/** `data-block` names what a click is counted for. */
function blockOf(block: BioBlock, page: BioPageContent): string {
  const { kind, title, data } = block;
  const id = `data-block="${escapeHtml(block.id)}"`;
  switch (kind) {
    case 'link':
      return `<a ${id} class="button${block.is_featured ? ' featured' : ''}"${to(block.url, page)}>${thumbnail(data.thumbnail_url)}<span>${line(title)}</span></a>`;
    case 'header':
      return `<h2>${line(title)}</h2>`;
    case 'text':
      return `<p class="text">${line(data.text)}</p>`;
    case 'image':
      return imageOf(block, id, page);
    case 'socials':
      return `<ul ${id} class="socials">${(data.items ?? []).map((item) => socialOf(item, page)).join('')}</ul>`;
    case 'embed':
      return embedOf(block, id, page);
    case 'contact_form':
      return formOf(block);
    default:
      return '<hr>';
  }
}

const to = (url: string | null, { opensNewTab }: Pick<BioPageContent, 'opensNewTab'>) =>
  ` href="${line(url)}" rel="noopener nofollow ugc"${opensNewTab ? ' target="_blank"' : ''}`;

const thumbnail = (url: string | undefined) =>
  url ? `<img src="${line(url)}" alt="" width="44" height="44" loading="lazy" referrerpolicy="no-referrer">` : '';

function imageOf({ url, data }: BioBlock, id: string, page: BioPageContent): string {
  const image = `<img src="${line(data.image_url)}" alt="${line(data.alt)}" loading="lazy" referrerpolicy="no-referrer">`;
  return `<div class="image">${url ? `<a ${id}${to(url, page)}>${image}</a>` : image}</div>`;
}

const socialOf = ({ network, url }: { network: string; url: string }, page: BioPageContent) =>
  `<li><a${to(url, page)} aria-label="${line(network)}">${networkIcon(network)}</a></li>`;

/** A link to the provider until it is tapped; then the script puts the frame in its place. */
function embedOf({ title, url, frame }: BioBlock, id: string, page: BioPageContent): string {
  const label = title ?? `Play on ${frame?.provider ?? 'its site'}`;
  const data = frame ? ` data-frame="${line(frame.src)}" data-provider="${line(frame.provider)}"` : '';
  return `<div class="embed"><a ${id}${data}${to(url, page)}>${PLAY_ICON}<span>${line(label)}</span><small>${line(frame?.provider)}</small></a></div>`;
}

function formOf({ id, title, data }: BioBlock): string {
  const field = (name: string) => `id="${name}-${id}" name="${name}"`;
  const label = (name: string, words: string) => `<label for="${name}-${id}">${words}</label>`;
  return `<form class="contact" data-form="${line(id)}" method="post">
<h2>${line(title)}</h2>
${data.ask_name ? `${label('name', 'Your name')}<input ${field('name')} autocomplete="name" maxlength="100">` : ''}
${label('email', 'Your e-mail address')}<input ${field('email')} type="email" autocomplete="email" maxlength="254" required>
${data.ask_message ? `${label('message', 'Your message')}<textarea ${field('message')} rows="4" maxlength="1000"></textarea>` : ''}
<div class="trap" aria-hidden="true">${label('website', 'Leave this empty')}<input ${field('website')} tabindex="-1" autocomplete="off"></div>
<label class="consent"><input type="checkbox" name="consent" required><span>${line(data.consent_text)}</span></label>
<button type="submit" class="button featured">Send</button>
<p class="status" role="status"></p>
</form>`;
}
