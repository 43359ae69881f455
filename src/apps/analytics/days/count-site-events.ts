import { EventTableDeclaration } from '../../../web-events/days/event-tables.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { SITE_EVENTS } from './site-events.js';
import { SiteDaysRepository } from './site-days.repository.js';

/** The events of sites, whose days the roll-up job closes. */
@AppProvider()
export class CountSiteEvents extends EventTableDeclaration {
  readonly events = SITE_EVENTS;

  constructor(private readonly days: SiteDaysRepository) {
    super();
  }

  override dayClosed(day: string, siteIds: string[]): Promise<void> {
    return this.days.close(siteIds, day);
  }
}
