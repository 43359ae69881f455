import { EventTableDeclaration } from '../../../web-events/days/event-tables.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { CLICKS } from './click-events.js';
import { ClickRepository } from './click.repository.js';

/** The clicks, which the roll-up job counts by day. */
@AppProvider()
export class AffiliateClicks extends EventTableDeclaration {
  readonly events = CLICKS;

  constructor(private readonly clicks: ClickRepository) {
    super();
  }

  override dayClosed(day: string): Promise<void> {
    return this.clicks.closeProgramDay(day);
  }
}
