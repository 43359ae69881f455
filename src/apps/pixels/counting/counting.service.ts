import { Logger } from '@nestjs/common';
import { isUuid } from '../../../platform/database/uuid.js';
import { headerOf, type Visit, type Visitor } from '../../../web-events/visits/visit.js';
import { WebEventsService } from '../../../web-events/web-events.service.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { PixelsSettings } from '../pixels.settings.js';
import { type CountedPixel, CountedPixelRepository } from './counted-pixel.repository.js';
import type { DropReason } from './drop.repository.js';
import { DropsService } from './drops.service.js';
import { namedIn } from './event-names.js';
import { isMailProxy } from './mail-proxies.js';
import { isOnOneOf } from './page-hosts.js';

const KEY = /^[a-z0-9]{16}$/;

interface Asked {
  method: string;
  visitor: Visitor;
}

interface Seen {
  name: string;
  ref: string | null;
  is_proxied: boolean;
}

/** Counts an event of a pixel, or the reason why it does not count. The caller gets an answer in any case. */
@AppProvider()
export class CountingService {
  private readonly logger = new Logger('Pixels');

  constructor(
    private readonly pixels: CountedPixelRepository,
    private readonly events: WebEventsService,
    private readonly drops: DropsService,
    private readonly settings: AppSettings,
  ) {}

  /** The picture of an own pixel. */
  async picture(key: string, query: string, asked: Asked): Promise<void> {
    await this.safely(async () => {
      const pixel = KEY.test(key) ? await this.pixels.byKey(key) : undefined;
      const is_proxied = isMailProxy(asked.visitor.userAgent);
      if (pixel) await this.count(pixel, asked, { ...namedIn(query), is_proxied });
    });
  }

  /** What the script of a page reports after it ran the template of a pixel. */
  async fired(attachmentId: string, asked: Asked): Promise<void> {
    await this.safely(async () => {
      const pixel = isUuid(attachmentId) ? await this.pixels.byAttachment(attachmentId) : undefined;
      if (pixel) await this.count(pixel, asked, { name: pixel.event as string, ref: null, is_proxied: false });
    });
  }

  private async count(pixel: CountedPixel, asked: Asked, seen: Seen): Promise<void> {
    const { visitor, method } = asked;
    const visit = await this.events.visit(visitor, { scope: pixel.id, method });
    const isBot = visit.is_bot && (!seen.is_proxied || method === 'HEAD');
    const reason = isBot ? 'bot' : await this.whyNot(pixel, visit, visitor);
    if (reason) return this.drops.add(pixel.id, reason);
    const { visitor_hash, country, device, referrer_host } = visit;
    const { id, attachment_id } = pixel;
    const event = { ...seen, pixel_id: id, attachment_id, visitor_hash, country, device, host: referrer_host };
    await this.events.record(() => this.pixels.addEvent(event));
  }

  private async whyNot(pixel: CountedPixel, visit: Visit, visitor: Visitor): Promise<DropReason | undefined> {
    const { status, attachment_id } = pixel;
    if (status === 'paused') return 'paused';
    // The owner has chosen the target of an attachment, so that its host need not be allowed.
    const isAllowed = attachment_id !== null || isOnOneOf(pixel.allowed_hosts, headerOf(visitor, 'referer'));
    if (!isAllowed) return 'host_not_allowed';
    if (await this.hasOptedOut(pixel, visitor)) return 'opted_out';
    const isAdmitted =
      attachment_id === null
        ? await this.events.admits(visit)
        : await this.events.admits(visit, { part: attachment_id, most: 1 });
    return isAdmitted ? undefined : 'rate_limited';
  }

  private async hasOptedOut({ provider, owner_id }: CountedPixel, visitor: Visitor): Promise<boolean> {
    const refusesSale = headerOf(visitor, 'sec-gpc') === '1';
    if (provider !== 'own') return refusesSale;
    if (!refusesSale && headerOf(visitor, 'dnt') !== '1') return false;
    return (await this.settings.of(PixelsSettings, owner_id)).respect_opt_out;
  }

  private async safely(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.error({ err: error }, 'an event of a pixel was not counted');
    }
  }
}
