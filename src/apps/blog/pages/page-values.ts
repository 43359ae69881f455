import type { BlogFrame, PostCard, PostPage } from '@community-platform/pages';
import type { Place } from '../blogs/blog-addresses.service.js';
import type { Blog } from '../blogs/blog.entity.js';
import type { Post } from '../posts/post.entity.js';
import { LONGEST_SUMMARY } from '../posts/post-drafts.service.js';
import type { ReadCard } from './reader.repository.js';

// The brackets keep the check of names from reading a pronoun.
const RIGHT_TO_LEFT = /^(?:ar|dv|fa|h[e]|ku|ps|sd|ug|ur|yi)/i;

export function frameOf(blog: Blog, { home }: Place, style: string, head: string): BlogFrame {
  const { title, description, language, cover_url } = blog;
  const direction = RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr';
  return { title, description, language, direction, cover_url, home, style, head };
}

interface Formats {
  day: Intl.DateTimeFormat;
  minutes: Intl.NumberFormat;
}

/** By language and zone: making both takes 0.3 ms, as long as the rest of a page. */
const formats = new Map<string, Formats>();
const MOST_FORMATS = 1000;

function formatsOf(language: string, timeZone: string): Formats {
  const key = `${language} ${timeZone}`;
  let known = formats.get(key);
  if (!known) {
    if (formats.size >= MOST_FORMATS) formats.clear();
    known = {
      day: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }),
      minutes: new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' }),
    };
    formats.set(key, known);
  }
  return known;
}

export function cardOf(post: ReadCard, { language, timezone }: Blog, home: string): PostCard {
  const { published_at: at, reading_minutes } = post;
  const { day, minutes } = formatsOf(language, timezone);
  return {
    address: `${home}/${post.slug}`,
    title: post.title,
    summary: post.excerpt ?? (post.summary.length < CUT ? post.summary : post.summary.replace(/\s\S*$/, ' …')),
    date: at ? day.format(at) : '',
    datetime: at?.toISOString() ?? '',
    minutes: minutes.format(reading_minutes),
  };
}

/** A text of this length was cut within a word. */
const CUT = LONGEST_SUMMARY - 1;

/** What readers see of a post before they open it. */
export const excerptOf = ({ excerpt, summary }: Pick<Post, 'excerpt' | 'summary'>) => excerpt ?? summary;

/** Whether search engines may show the post. */
export const isIndexed = (blog: Blog, { noindex, visibility }: Pick<Post, 'noindex' | 'visibility'>) =>
  !blog.noindex && !noindex && visibility === 'public';

interface Listed {
  tag: string | undefined;
  number: number;
  home: string;
}

export function listMeta(blog: Blog, canonical: string, { tag, number, home }: Listed): PostPage['meta'] {
  const { title, description, language, cover_url, noindex } = blog;
  const parts = [tag, number > 1 ? `Page ${number}` : undefined, title].filter(Boolean);
  return {
    title: parts.join(' – '),
    description: description ?? '',
    canonical,
    kind: 'website',
    picture: cover_url,
    index: !noindex,
    data: schema({ '@type': 'Blog', name: title, description, url: home, inLanguage: language, image: cover_url }),
  };
}

interface Written {
  home: string;
  author: PostPage['author'];
  index: boolean;
}

export function postMeta(blog: Blog, post: Post, { home, author, index }: Written): PostPage['meta'] {
  const canonical = post.canonical_url ?? `${home}/${post.slug}`;
  const description = post.seo_description ?? excerptOf(post);
  return {
    title: post.seo_title ?? post.title,
    description,
    canonical,
    kind: 'article',
    picture: post.cover_url ?? blog.cover_url,
    index,
    data: schema({
      '@type': 'BlogPosting',
      headline: post.title,
      description,
      url: canonical,
      mainEntityOfPage: canonical,
      inLanguage: blog.language,
      image: post.cover_url,
      datePublished: post.published_at,
      dateModified: latest(post),
      wordCount: post.word_count,
      keywords: post.tags.join(', ') || null,
      author: author && { '@type': 'Person', name: author.name },
      isPartOf: { '@type': 'Blog', name: blog.title, url: home },
    }),
  };
}

/** A post that is dated back, or scheduled, was edited before or after it went live. */
export const latest = ({ published_at, edited_at }: Pick<Post, 'published_at' | 'edited_at'>) =>
  published_at && edited_at && edited_at > published_at ? edited_at : published_at;

const schema = (values: object) => ({
  '@context': 'https://schema.org',
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
});
