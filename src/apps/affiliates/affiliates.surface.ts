import { randomBytes } from 'node:crypto';
import { notFound } from '../../platform/http/refusal.js';
import { WebEventsService } from '../../web-events/web-events.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import { NO_INDEX, type PublicAnswer, redirectAnswer } from '../kernel/pages/public-answers.js';
import { type PublicRequest, PublicSurface } from '../kernel/pages/public-surface.js';
import { ClickRepository } from './clicks/click.repository.js';
import { landingOf } from './clicks/landing.policy.js';

/** 16 bytes are 22 characters. */
const TOKEN_BYTES = 16;
const LONGEST_PATH = 2000;

/** The links that affiliates share. */
@AppProvider()
export class AffiliatesSurface extends PublicSurface {
  protected readonly routes = {
    'r/:code': (request: PublicRequest, { code }: Record<string, string>) => this.follow(request, code as string),
  };

  constructor(
    private readonly clicks: ClickRepository,
    private readonly events: WebEventsService,
  ) {
    super();
  }

  private async follow({ method, query, visitor }: PublicRequest, code: string): Promise<PublicAnswer> {
    const link = await this.clicks.byCode(code.toLowerCase());
    if (!link) throw notFound('Link');
    const landing = landingOf(link.landing_url, new URLSearchParams(query).get('to'));
    const { affiliate_id, attribution_days, is_open } = link;
    const visit = is_open ? await this.events.visit(visitor, { scope: affiliate_id, method }) : undefined;
    if (!visit || visit.is_bot) return redirectAnswer(landing.href, { headers: NO_INDEX });
    const token = await this.clicks.record({
      affiliate_id,
      attribution_days,
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
      visitor_hash: visit.visitor_hash.toString('base64url'),
      path: landing.pathname.slice(0, LONGEST_PATH),
      referrer_host: visit.referrer_host,
    });
    if (token !== undefined) landing.searchParams.set('ref', token);
    return redirectAnswer(landing.href, { headers: NO_INDEX });
  }
}
