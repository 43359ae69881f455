import { escapeHtml } from './page.js';

/** A blog as its pages show it. Addresses in it begin at the root of the host. */
export interface BlogFrame {
  title: string;
  description: string | null;
  language: string;
  /** `rtl` where the language is written from the right. */
  direction: 'ltr' | 'rtl';
  cover_url: string | null;
  home: string;
  /** CSS: the policy of the page names its hash. */
  style: string;
  /** Tags that other apps give, such as the script of statistics; HTML. */
  head: string;
}

export interface PostCard {
  address: string;
  title: string;
  summary: string;
  /** As readers of the blog's language and zone read it. */
  date: string;
  datetime: string;
  minutes: string;
}

interface Meta {
  title: string;
  description: string;
  /** The whole address, also of search engines. */
  canonical: string;
  kind: 'website' | 'article';
  picture: string | null;
  index: boolean;
  /** JSON-LD. */
  data?: object;
}

export interface PostPage extends PostCard {
  meta: Meta;
  html: string;
  cover_url: string | null;
  cover_alt: string;
  author: { name: string; picture: string | null } | null;
  tags: { name: string; address: string }[];
  script: string;
  /** Where the script counts a view; null in a preview. */
  view: string | null;
}

interface ListPage {
  meta: Meta;
  /** Null on the first page of a blog. */
  heading: string | null;
  posts: PostCard[];
  newer: string | null;
  older: string | null;
}

/** Without `<` no value can end the element. */
export const jsonBlock = (type: string, data: object, id = '') =>
  `<script type="${type}"${id && ` id="${id}"`}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;

function blogPage(blog: BlogFrame, meta: Meta, body: string): string {
  const { title, description, canonical, kind, picture, index, data } = meta;
  const head = [
    index ? '' : '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title>`,
    description && `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(blog.title)}" href="${escapeHtml(blog.home)}/rss.xml">`,
    property('og:type', kind),
    property('og:site_name', blog.title),
    property('og:title', title),
    description && property('og:description', description),
    property('og:url', canonical),
    picture && property('og:image', picture),
    `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">`,
    data && jsonBlock('application/ld+json', data),
    `<style>${blog.style}</style>`,
    blog.head,
  ];
  return `<!doctype html>
<html lang="${escapeHtml(blog.language)}" dir="${blog.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
${head.filter(Boolean).join('\n')}
</head>
<body>
${body}
<footer class="bottom"><p><a href="${escapeHtml(blog.home || '/')}">${escapeHtml(blog.title)}</a></p><p><a href="${escapeHtml(blog.home)}/rss.xml">RSS</a></p></footer>
</body>
</html>
`;
}

const picture = (address: string | null, alt: string) =>
  address ? `<img class="cover" src="${escapeHtml(address)}" alt="${escapeHtml(alt)}">` : '';

const homeLink = ({ home, title }: BlogFrame) => `<a href="${escapeHtml(home || '/')}">${escapeHtml(title)}</a>`;

const dated = ({ date, datetime, minutes }: PostCard) =>
  `${date && `<time datetime="${datetime}">${escapeHtml(date)}</time><span aria-hidden="true">·</span>`}<span>${escapeHtml(minutes)}</span>`;

const card = (post: PostCard) => `<article>
<p class="meta">${dated(post)}</p>
<h2><a href="${escapeHtml(post.address)}">${escapeHtml(post.title)}</a></h2>
<p>${escapeHtml(post.summary)}</p>
</article>`;

const pageLink = (address: string | null, words: string, rel: string) =>
  address ? `<a rel="${rel}" href="${escapeHtml(address)}">${words}</a>` : '<span></span>';

/** The index of a blog, or its posts with a tag. */
export function blogListPage(blog: BlogFrame, { meta, heading, posts, newer, older }: ListPage): string {
  const isFirst = heading === null;
  const about = isFirst && blog.description ? `<p class="about">${escapeHtml(blog.description)}</p>` : '';
  const name = isFirst ? `<h1 class="name">${homeLink(blog)}</h1>` : `<p class="name">${homeLink(blog)}</p>`;
  const pages =
    newer || older
      ? `<nav class="pages" aria-label="Pages">${pageLink(newer, 'Newer', 'prev')}${pageLink(older, 'Older', 'next')}</nav>`
      : '';
  return blogPage(
    blog,
    meta,
    `<header class="top${isFirst ? ' large' : ''}">${isFirst ? picture(blog.cover_url, '') : ''}${name}${about}</header>
<main class="posts">
${isFirst ? '' : `<h1 class="list-title">${escapeHtml(heading)}</h1>`}
${posts.map(card).join('\n') || '<p class="none">Nothing has been published here yet.</p>'}
${pages}
</main>`,
  );
}

const author = (by: PostPage['author']) =>
  by
    ? `${by.picture ? `<img src="${escapeHtml(by.picture)}" alt="">` : ''}<b>${escapeHtml(by.name)}</b><span aria-hidden="true">·</span>`
    : '';

/** A post, or a preview of one. */
export function blogPostPage(blog: BlogFrame, post: PostPage): string {
  const tags = post.tags.map(
    ({ name, address }) => `<li><a href="${escapeHtml(address)}">${escapeHtml(name)}</a></li>`,
  );
  const { view } = post;
  const counted = view === null ? '' : ` data-view="${escapeHtml(view)}"`;
  const script = `<script type="module" src="${escapeHtml(post.script)}"${counted}></script>`;
  return blogPage(
    { ...blog, head: script + blog.head },
    post.meta,
    `<header class="top"><p class="name">${homeLink(blog)}</p></header>
<main>
${view ? '' : '<p class="notice">This is a preview. Readers do not see it yet.</p>'}
<article class="post">
<h1>${escapeHtml(post.title)}</h1>
<p class="meta">${author(post.author)}${dated(post)}</p>
${picture(post.cover_url, post.cover_alt)}
<div class="text">
${post.html}
</div>
${tags.length ? `<ul class="tags" aria-label="Tags">${tags.join('')}</ul>` : ''}
</article>
</main>`,
  );
}
