import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Visit } from '../../../web-events/visits/visit.js';
import { WebEvents } from '../../../web-events/web-events.js';
import { type VisitedLink, VisitedLinkRepository } from './visited-link.repository.js';

/** Counts a visitor who is led on. Programs neither count nor use a link up. */
@Injectable()
export class CountVisit {
  constructor(
    private readonly links: VisitedLinkRepository,
    private readonly events: WebEvents,
    private readonly database: Database,
  ) {}

  /** False: others were first, and there is no click left. */
  async of({ id, max_clicks }: VisitedLink, visit: Visit, ruleIndex: number | null): Promise<boolean> {
    if (visit.is_bot) return true;
    const isCounted = await this.events.admits(visit);
    const count = () => isCounted && this.links.addClick(id, visit, ruleIndex);
    if (max_clicks === null) {
      if (isCounted) await this.events.record(() => Promise.resolve(count()));
      return true;
    }
    // Whoever counts too often is still led on, and what he uses is used.
    return this.database.transaction(async () => {
      const isLeft = await this.links.use(id);
      if (isLeft) count();
      return isLeft;
    });
  }
}
