import type { LinkPlace } from '@community-platform/pages';
import type { PublicAnswer } from '../../kernel/pages/public-surface.js';

/** Where a page is opened decides where it finds the rest. */
export interface Place {
  /** On a host that has short links alone, addresses begin at its root. */
  isOwnHost: boolean;
  slug: string;
  domainId: string | null;
}

/** With the address of all apps, seen from a page. */
export const linkPlace = ({ isOwnHost, slug, domainId }: Place): LinkPlace => ({
  apps: isOwnHost ? '/v1/apps/' : '../../',
  slug,
  domainId,
});

export const NO_INDEX = { 'X-Robots-Tag': 'noindex' };

interface Options {
  status?: number;
  /** Hosts that scripts of the page may talk to. */
  hosts?: string[];
}

export function linkPage(body: string, { status = 200, hosts = [] }: Options = {}): PublicAnswer {
  return {
    status,
    headers: {
      ...NO_INDEX,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': policy(hosts),
    },
    body,
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
