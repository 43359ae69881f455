import { randomBytes } from 'node:crypto';
import { WebEventsService } from '../../../web-events/web-events.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { PublicRequest } from '../../kernel/pages/public-surface.js';
import { ClickRepository, type LinkedProgram } from './click.repository.js';
import { landingOf } from './landing.policy.js';

/** 16 bytes are 22 characters. */
const TOKEN_BYTES = 16;
const LONGEST_PATH = 2000;

/** Where a visitor of an affiliate's link is sent, and their click. */
@AppProvider()
export class ReferringService {
  constructor(
    private readonly clicks: ClickRepository,
    private readonly events: WebEventsService,
  ) {}

  /** Undefined: nobody has this code. */
  async destination(code: string, { method, query, visitor }: PublicRequest): Promise<string | undefined> {
    const link = await this.clicks.byCode(code.toLowerCase());
    if (!link) return undefined;
    const landing = landingOf(link.landing_url, new URLSearchParams(query).get('to'));
    if (!link.is_open) return landing.href;
    const visit = await this.events.visit(visitor, { scope: link.affiliate_id, method });
    const token = visit.is_bot ? undefined : await this.count(link, landing, visit);
    if (token !== undefined) landing.searchParams.set('ref', token);
    return landing.href;
  }

  private count(
    { affiliate_id, attribution_days }: LinkedProgram,
    { pathname }: URL,
    { visitor_hash, referrer_host }: Awaited<ReturnType<WebEventsService['visit']>>,
  ): Promise<string | undefined> {
    return this.clicks.record({
      affiliate_id,
      attribution_days,
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
      visitor_hash: visitor_hash.toString('base64url'),
      path: pathname.slice(0, LONGEST_PATH),
      referrer_host,
    });
  }
}
