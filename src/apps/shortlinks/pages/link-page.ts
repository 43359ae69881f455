import { escapeHtml, page } from '../../../platform/http/page.js';
import type { PublicAnswer } from '../../kernel/public-surface.js';

/** Where a page is opened decides where it finds the rest. */
export interface Place {
  /** On a host that has short links alone, addresses begin at its root. */
  isOwnHost: boolean;
  slug: string;
  domainId: string | null;
}

interface LinkPage {
  title: string;
  body: string;
  place: Place;
  status?: number;
  /** Hosts that scripts of the page may talk to. */
  hosts?: string[];
  data?: Record<string, string>;
}

/** Where the actions of all apps are, from a page. */
export const appsFrom = ({ isOwnHost }: Place) => (isOwnHost ? '/v1/apps/' : '../../');

export const NO_INDEX = { 'X-Robots-Tag': 'noindex' };

export function linkPage({
  title,
  body,
  place,
  status = 200,
  hosts = [],
  data = {},
}: LinkPage): PublicAnswer {
  const { slug, domainId } = place;
  const known = {
    api: `${appsFrom(place)}shortlinks/`,
    slug,
    ...(domainId && { domain: domainId }),
    ...data,
  };
  const attributes = Object.entries(known).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  return {
    status,
    headers: {
      ...NO_INDEX,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': policy(hosts),
    },
    body: page({
      title,
      style: 'links.css',
      script: 'links.js',
      body: `<main class="card"${attributes.join('')}>\n<h1>${escapeHtml(title)}</h1>\n${body}\n</main>`,
    }),
  };
}

function policy(hosts: string[]): string {
  const more = hosts.map((host) => ` https://${host}`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${more}`,
    `connect-src 'self'${more}`,
    `img-src 'self' data:${more}`,
    "style-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
