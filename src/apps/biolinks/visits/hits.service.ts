import { isUuid } from '../../../platform/database/uuid.js';
import { WebEventsService } from '../../../web-events/web-events.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { PublicRequest } from '../../kernel/pages/public-surface.js';
import { PageAddressesService } from '../pages/page-addresses.service.js';
import { ServedPageRepository } from './served-page.repository.js';

/** Counts views and clicks: one read and one insert each. */
@AppProvider()
export class HitsService {
  constructor(
    private readonly pages: ServedPageRepository,
    private readonly events: WebEventsService,
    private readonly addresses: PageAddressesService,
  ) {}

  async count(id: string, { method, query, visitor, domain }: PublicRequest): Promise<void> {
    const hit = isUuid(id) ? await this.pages.hit(id) : undefined;
    if (!hit) return;
    // The header names the page itself, so that it is never taken for the referrer.
    const referrer = new URLSearchParams(query).get('r') ?? '';
    const ownHosts = [this.addresses.host, ...(domain ? [domain.host] : [])];
    const visit = await this.events.visit(visitor, { scope: hit.page_id, method, referrer, ownHosts });
    if (visit.is_bot || !(await this.events.admits(visit))) return;
    await this.events.record(() => this.pages.add(hit, visit));
  }
}
