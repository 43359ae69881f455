import { isIP } from 'node:net';
import { noticePage } from '@community-platform/pages';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Runtime } from '../platform/config/runtime.js';
import { answerError } from '../platform/http/error.filter.js';
import { HostHandler } from '../platform/http/server/host-handler.js';
import { notFound, Refusal } from '../platform/http/refusal.js';
import { AppServices } from './contracts/app-services.js';
import type { ServedDomain } from './contracts/domains.js';
import { pageAnswer, type PublicAnswer, redirectAnswer } from './kernel/pages/public-answers.js';
import type { PublicSurface } from './kernel/pages/public-surface.js';
import { sendAnswer, sendPublic } from './kernel/pages/send-public.js';
import { APP_REGISTRY, type AppRegistry } from './kernel/registry.js';

/** Apps whose public actions and addresses answer on every own host, because pages of other apps call them. */
const EVERYWHERE = new Set(['analytics', 'pixels']);
const STYLE = '/pages/notice.css';
const ACTIONS = '/v1/apps/';
const WELL_KNOWN = '/.well-known/';

/** A host, and the app whose public surface answers there. */
interface OwnHost {
  app: string | null;
  domain?: ServedDomain;
}

/**
 * Answers on the hosts that serve an app instead of the API: SHORT_HOST, QR_HOST and the verified domains of users.
 * Requests to the platform's own host pass to the API. An unknown host is refused only where PUBLIC_URL says which host
 * is the platform's own.
 */
@Injectable()
export class OwnHostsService extends HostHandler {
  private readonly appHosts: Map<string | undefined, OwnHost>;
  private readonly platformHost: string | undefined;

  constructor(
    runtime: Runtime,
    private readonly services: AppServices,
    @Inject(APP_REGISTRY) private readonly registry: AppRegistry,
  ) {
    super();
    const { shortHost, qrHost, publicUrl } = runtime.environment;
    this.platformHost = publicUrl && new URL(publicUrl).hostname;
    this.appHosts = new Map([
      [shortHost, { app: 'shortlinks' }],
      [qrHost, { app: 'qr' }],
    ]);
  }

  handle(request: Request, response: Response, next: NextFunction): void {
    // A trailing dot means the same host.
    const host = request.hostname?.toLowerCase().replace(/\.$/, '') ?? '';
    if (this.isPlatform(host)) return next();
    if (!this.appHosts.has(host) && !this.services.of('domains')) return next();
    void this.serve(host, request, response, next);
  }

  /** An address or a name without a dot is a way to the machine itself, for a health check or a container. */
  private isPlatform(host: string): boolean {
    return host === this.platformHost || !host.includes('.') || isIP(host.replace(/^\[|\]$/g, '')) !== 0;
  }

  private async serve(host: string, request: Request, response: Response, next: NextFunction): Promise<void> {
    try {
      const own = this.appHosts.get(host) ?? (await this.resolve(host));
      // Where PUBLIC_URL is not set, this may be a name of the platform.
      if (!own && this.platformHost) throw new Refusal(404, 'Unknown host');
      const answer = own?.domain && answerOfDomain(own.domain, request);
      if (answer) sendAnswer(answer, request, response);
      else if (!own || request.path === STYLE || this.isShared(own, request.path)) next();
      else await this.answer(own, request, response, next);
    } catch (error) {
      answerError(error, request, response);
    }
  }

  private async answer(own: OwnHost, request: Request, response: Response, next: NextFunction): Promise<void> {
    const path = decodeURIComponent(request.path.slice(1));
    // A POST has no body yet: the addresses that take one are on the platform's own host.
    if (`/${path}/`.startsWith(WELL_KNOWN) || request.method === 'POST') throw notFound('Page');
    const surface = this.surfaceOf(own);
    // A preflight is no visit.
    if (request.method === 'OPTIONS') next();
    else await sendPublic(surface, { request, response, path, domain: own.domain });
  }

  private async resolve(host: string): Promise<OwnHost | undefined> {
    const domain = await this.services.of('domains')?.resolveHost(host);
    return domain ? { app: domain.target_app, domain } : undefined;
  }

  /** What pages on the host need from the API: public addresses and actions of its app. */
  private isShared({ app }: OwnHost, path: string): boolean {
    if (!path.startsWith(ACTIONS)) return false;
    const [slug = '', action = ''] = path.slice(ACTIONS.length).split('/');
    const isOpen = slug === app || EVERYWHERE.has(slug);
    const declared = this.registry.find(slug)?.actions.get(action)?.declaration;
    if (!isOpen || (action !== 'public' && declared?.access !== 'public')) throw notFound('Page');
    return true;
  }

  private surfaceOf({ app }: OwnHost): PublicSurface {
    const surface = app === null ? undefined : this.registry.find(app)?.surface;
    if (!surface) throw notFound('Page');
    return surface;
  }
}

/** What a domain answers by itself. Undefined: the app answers, or the style of a page is asked for. */
function answerOfDomain(domain: ServedDomain, request: Request): PublicAnswer | undefined {
  const { host, target_app, redirect_url, root_url } = domain;
  const { path } = request;
  if (domain.force_https && !request.secure && !path.startsWith(WELL_KNOWN))
    return redirectAnswer(`https://${host}${addressOf(request)}`, { status: 308 });
  if (domain.is_stopped) return path === STYLE ? undefined : STOPPED;
  if (target_app === 'redirect' && redirect_url !== null) {
    const location = isFolder(redirect_url) ? redirect_url + addressOf(request).slice(1) : redirect_url;
    return redirectAnswer(location, { status: 308, cache: 'public, max-age=300' });
  }
  if (target_app === null) return path === STYLE ? undefined : NOTHING_PUBLISHED;
  return target_app === 'shortlinks' && path === '/' && root_url !== null ? redirectAnswer(root_url) : undefined;
}

/** The path of a request goes on below such an address. One with a query or a fragment may end with a slash too. */
const isFolder = (address: string) => address.endsWith('/') && !/[?#]/.test(address);

/** Path and query. A client may also send a whole address, or `*`. */
const addressOf = ({ url }: Request) => (url.startsWith('/') ? url : '/');

const notice = (status: number, title: string, text: string): PublicAnswer =>
  pageAnswer(noticePage({ mark: 'cross', title, text, links: [], root: '/' }), { status });

const NOTHING_PUBLISHED = notice(
  404,
  'Nothing is published here yet',
  'The owner of this address has not chosen what it shows.',
);
const STOPPED = notice(410, 'This address is closed', 'The account that it belongs to is not active.');
