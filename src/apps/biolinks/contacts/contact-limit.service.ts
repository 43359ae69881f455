import { Refusal } from '../../../platform/http/refusal.js';
import { LimitsService } from '../../../platform/limits/limits.service.js';
import { WebEventsService } from '../../../web-events/web-events.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Visitor } from '../../kernel/calls/action.js';

const MOST = { points: 5, duration: 60 * 60 };

/** Limits how often a visitor sends the forms of a page. */
@AppProvider()
export class ContactLimitService {
  private readonly submissions: (key: string) => Promise<void>;

  constructor(
    private readonly events: WebEventsService,
    limits: LimitsService,
  ) {
    this.submissions = limits.calls('biolinks:contact', MOST);
  }

  /** The key is the visitor hash of the day without a user agent, which a caller may choose freely. */
  async count(pageId: string, visitor: Visitor): Promise<void> {
    const { visitor_hash } = await this.events.visit({ ...visitor, userAgent: '' }, { scope: pageId });
    try {
      await this.submissions(visitor_hash.toString('base64url'));
    } catch (refused) {
      if (refused instanceof Refusal && refused.status === 429)
        throw new Refusal(409, 'Too many submissions, try again later');
      throw refused;
    }
  }
}
