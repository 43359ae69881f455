import { IsBoolean, IsIn } from 'class-validator';
import { Chars, Optional } from '../../../platform/http/fields.js';
import { forbidden, notFound } from '../../../platform/http/refusal.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import { Address, EventName, type EventProps, PAGEVIEW, PageUrl, Props } from '../recording/event.inputs.js';
import { type Reason, REASONS, RecordEventService } from '../recording/record-event.service.js';
import { type RecordedUrl, recordedUrl } from '../recording/recorded-url.js';
import { SiteLookupService } from '../recording/site-lookup.service.js';

class Input {
  @Chars(1, 64) site_key!: string;
  @PageUrl() url!: string;
  @Optional() @EventName() name?: string;
  @Optional() @Chars(0, 2048) referrer?: string;
  @Optional() @Props() props?: EventProps;
  /** For events that the owner's server sends: the address of its visitor. */
  @Optional() @Address() client_ip?: string;
  @Optional() @Chars(0, 1024) user_agent?: string;
}

class Result {
  @IsBoolean() accepted!: boolean;
  /** Why the event is not recorded. */
  @Optional() @IsIn(REASONS) reason?: Reason;
}

@Action('collect-event', {
  access: 'public',
  anyOrigin: true,
  description: 'Records a page view or an event of a site. Pages of all origins may call it.',
  input: Input,
  result: Result,
  refuses: { 403: ['Forbidden'], 404: ['Site not found'] },
})
export class CollectEvent {
  constructor(
    private readonly lookup: SiteLookupService,
    private readonly events: RecordEventService,
  ) {}

  async run({ input, caller, visitor }: PublicCall<Input>): Promise<Result> {
    const { site_key, url, name = PAGEVIEW, referrer, props, client_ip, user_agent } = input;
    const site = await this.lookup.find(site_key);
    if (!site) throw notFound('Site');
    const isOfServer = client_ip !== undefined || user_agent !== undefined;
    if (isOfServer && caller?.id !== site.owner_id && !allowedBySiteRole(caller)) throw forbidden();
    const { address, userAgent, headers } = visitor;
    const sender = isOfServer
      ? {
          address: client_ip ?? address,
          userAgent: user_agent ?? userAgent,
          headers: choicesOf(headers),
          viaOurProxy: false,
        }
      : visitor;
    const sent = { url: recordedUrl(url) as RecordedUrl, name, referrer, props, visitor: sender, method: 'POST' };
    const reason = await this.events.record(site, sent);
    return reason ? { accepted: false, reason } : { accepted: true };
  }
}

/** Of the headers of the owner's server, only the visitor's choice is passed on. */
const choicesOf = ({ dnt, 'sec-gpc': gpc }: Record<string, string | string[] | undefined>) => ({ dnt, 'sec-gpc': gpc });
