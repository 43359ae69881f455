import { createHash } from 'node:crypto';

/** What a browser gets. */
export interface PublicAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** True: the answer carries an ETag, and a browser that has the same already gets 304 without a body. */
  etag?: boolean;
}

export const NO_STORE = 'no-store';

interface Options {
  /** The value of `Cache-Control`. */
  cache?: string;
  status?: number;
  etag?: boolean;
  headers?: Record<string, string>;
}

const answer = (
  type: string,
  body: string | Buffer,
  { etag, cache = etag ? 'no-cache' : NO_STORE, status = 200, headers }: Options,
) => ({
  status,
  headers: { 'Content-Type': type, 'Cache-Control': cache, ...headers },
  body,
  etag,
});

/** A file of this type: a picture, a calendar, a feed. */
export const fileAnswer = (type: string, body: string | Buffer, options: Options = {}): PublicAnswer =>
  answer(type, body, options);

/** A script or a style sheet that Vite built. Browsers ask for it each time unless `cache` says otherwise. */
export const assetAnswer = (type: 'text/javascript' | 'text/css', body: string, cache = 'no-cache'): PublicAnswer =>
  answer(`${type}; charset=utf-8`, body, { cache, etag: true });

/** JSON for pages of other hosts. CORS is open everywhere unless the installation limits it. */
export const jsonAnswer = (body: object, options: Options = {}): PublicAnswer =>
  answer('application/json; charset=utf-8', JSON.stringify(body), {
    ...options,
    headers: { 'Access-Control-Allow-Origin': '*', ...options.headers },
  });

export const redirectAnswer = (location: string, { cache = NO_STORE, status = 302, headers }: Options = {}) => ({
  status,
  headers: { Location: location, 'Cache-Control': cache, ...headers },
});

export const NO_INDEX = { 'X-Robots-Tag': 'noindex' };

interface PageOptions extends Options {
  /** True: search engines may show the page. */
  index?: boolean;
  /** Hosts that scripts and pictures of the page may come from. */
  hosts?: string[];
  /** Hosts that the page may embed. */
  frames?: string[];
}

/** An HTML page. No inline script runs in it, and other sites cannot embed it. */
export const pageAnswer = (body: string, { index = false, hosts = [], frames = [], ...options }: PageOptions = {}) =>
  answer('text/html; charset=utf-8', body, {
    ...options,
    headers: {
      ...(!index && NO_INDEX),
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': contentPolicy(hosts, frames),
      ...options.headers,
    },
  });

function contentPolicy(hosts: string[], frames: string[]): string {
  const more = hosts.map((host) => ` https://${host}`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${more}`,
    `connect-src 'self'${more}`,
    `img-src 'self' data:${more}`,
    "style-src 'self'",
    ...(frames.length ? [`frame-src ${frames.map((host) => `https://${host}`).join(' ')}`] : []),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The answer as it is sent: with its ETag, or 304 where the browser names that ETag. */
export function conditional(given: PublicAnswer, ifNoneMatch: string | undefined): PublicAnswer {
  if (!given.etag || given.status !== 200) return given;
  const etag = `"${createHash('sha256')
    .update(given.body ?? '')
    .digest('base64url')
    .slice(0, 22)}"`;
  const headers = { ...given.headers, ETag: etag };
  const known = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  if (!known.includes(etag) && !known.includes('*')) return { ...given, headers };
  return { status: 304, headers };
}
