import { noticePage } from '@community-platform/pages';
import type { Visitor } from '../../../web-events/visits/visit.js';
import type { ServedDomain } from '../../contracts/domains.js';
import { NO_STORE, pageAnswer, type PublicAnswer, redirectAnswer } from '../../kernel/pages/public-answers.js';
import type { Place } from '../blogs/blog-addresses.service.js';
import type { ServedBlog } from '../blogs/blog.repository.js';

/** A blog that somebody reads, and where. */
export interface Reading {
  blog: ServedBlog;
  place: Place;
  /** The whole address of the blog, for search engines and feeds. */
  home: string;
  domain: ServedDomain | undefined;
  query: URLSearchParams;
  visitor: Visitor;
}

const notice = (status: number, root: string, title: string, text: string): PublicAnswer =>
  pageAnswer(noticePage({ mark: 'cross', title, text, links: [], root }), { status });

/** `apps`: the address of all apps, which ends the one of the service itself. */
const rootOf = (apps: string) => apps.replace(/v1\/apps$/, '');

export const missingPage = (apps: string, domain: ServedDomain | undefined): PublicAnswer =>
  domain?.not_found_url
    ? redirectAnswer(domain.not_found_url, { cache: `private, ${NO_STORE}` })
    : notice(404, rootOf(apps), 'There is no such page', 'It may have been moved or deleted.');

export const blockedPage = (apps: string): PublicAnswer =>
  notice(410, rootOf(apps), 'This blog is closed', 'It can no longer be read here.');
