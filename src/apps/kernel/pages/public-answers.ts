import type { Readable } from 'node:stream';
import { etagOf } from '../../../platform/http/etag.js';

/** What a browser gets. */
export interface PublicAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Instead of a body: it is sent as fast as the client reads it. */
  stream?: Readable;
}

export const NO_STORE = 'no-store';

interface Options {
  /** The value of `Cache-Control`. */
  cache?: string;
  status?: number;
  /** True: the answer has an ETag, and a client that has the same content already gets 304 without a body. */
  etag?: boolean;
  headers?: Record<string, string>;
}

const answer = (
  type: string,
  body: string | Buffer,
  { etag, cache = etag ? 'no-cache' : NO_STORE, status = 200, headers }: Options,
) => ({
  status,
  headers: { 'Content-Type': type, 'Cache-Control': cache, ...headers, ...(etag && { ETag: etagOf(body) }) },
  body,
});

/** A file of this type: a picture, a calendar, a feed. */
export const fileAnswer = (type: string, body: string | Buffer, options: Options = {}): PublicAnswer =>
  answer(type, body, options);

/** A file that is made while it is sent, so its size is not known before. */
export const streamAnswer = (type: string, stream: Readable, headers: Record<string, string>): PublicAnswer => ({
  status: 200,
  headers: { 'Content-Type': type, 'Cache-Control': NO_STORE, ...headers },
  stream,
});

/** A script or a style sheet that Vite built. Browsers ask for it each time unless `cache` says otherwise. */
export const assetAnswer = (type: 'text/javascript' | 'text/css', body: string, cache?: string): PublicAnswer =>
  answer(`${type}; charset=utf-8`, body, { cache, etag: true });

/** JSON for pages of other hosts. CORS is open everywhere unless the installation limits it. */
export const jsonAnswer = (body: object, options: Options = {}): PublicAnswer =>
  answer('application/json; charset=utf-8', JSON.stringify(body), {
    ...options,
    headers: { 'Access-Control-Allow-Origin': '*', ...options.headers },
  });

/** A header holds ASCII alone. What is ASCII already stays as it was given. */
const inAscii = (location: string) =>
  location.replace(/[^\u0021-\u007E]+/g, (characters) => encodeURIComponent(characters.toWellFormed()));

export const redirectAnswer = (location: string, { cache = NO_STORE, status = 302, headers }: Options = {}) => ({
  status,
  headers: { Location: inAscii(location), 'Cache-Control': cache, ...headers },
});

export const NO_INDEX = { 'X-Robots-Tag': 'noindex' };

interface PageOptions extends Options {
  /** True: search engines may show the page. */
  index?: boolean;
  /** Hosts that scripts and pictures of the page may come from. */
  hosts?: string[];
  /** More sources of a directive of the content policy: `{ 'frame-src': 'https://player.example' }`. */
  sources?: Record<string, string>;
}

/** An HTML page. No inline script runs in it, and other sites cannot embed it. */
export const pageAnswer = (body: string, { index = false, hosts = [], sources, ...options }: PageOptions = {}) =>
  answer('text/html; charset=utf-8', body, {
    ...options,
    headers: {
      ...(!index && NO_INDEX),
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': contentPolicy(hosts, sources),
      ...options.headers,
    },
  });

function contentPolicy(hosts: string[], sources: Record<string, string> = {}): string {
  const more = hosts.map((host) => ` https://${host}`).join('');
  const directives: Record<string, string> = {
    'default-src': "'none'",
    'script-src': `'self'${more}`,
    'connect-src': `'self'${more}`,
    'img-src': `'self' data:${more}`,
    'style-src': "'self'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  };
  for (const [name, source] of Object.entries(sources))
    directives[name] = [directives[name], source].filter(Boolean).join(' ');
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
