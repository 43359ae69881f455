import { AppProvider } from '../../kernel/app-provider.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import type { Visit } from '../../../web-events/visits/visit.js';
import { WebEventsService } from '../../../web-events/web-events.service.js';
import { type VisitedLink, VisitedLinkRepository } from './visited-link.repository.js';

/** Counts a visitor who is led on. Programs neither count nor use a link up. */
@AppProvider()
export class CountVisitService {
  constructor(
    private readonly links: VisitedLinkRepository,
    private readonly events: WebEventsService,
    private readonly database: DatabaseService,
  ) {}

  /** False: others were first, and there is no click left. */
  async of({ id, max_clicks }: VisitedLink, visit: Visit, ruleIndex: number | null): Promise<boolean> {
    if (visit.is_bot) return true;
    const isCounted = await this.events.admits(visit);
    const count = () => isCounted && this.links.addClick(id, visit, ruleIndex);
    if (max_clicks === null) {
      if (isCounted) await this.events.record(count);
      return true;
    }
    // A visitor who clicks too often is still redirected, and the use still counts against `max_clicks`.
    return this.database.transaction(async () => {
      const isLeft = await this.links.use(id);
      if (isLeft) count();
      return isLeft;
    });
  }
}
