import { BaseRepository } from '../../../platform/database/base.repository.js';
import { EventCollector, type NewEvent } from '../../../web-events/event-collector.js';
import { keyed } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { PixelEvent } from '../entities/pixel-event.entity.js';
import type { Pixel } from '../entities/pixel.entity.js';

const COUNTED = 'p.id, p.owner_id, p.provider, p.allowed_hosts, p.status';
// Those of an owner who is banned or suspended are not found.
const OWNED = `JOIN account.users u ON u.id = p.owner_id AND u.user_status = 'active'`;
const BY_KEY = keyed(
  'pixels_counted_by_key',
  `SELECT ${COUNTED}, NULL::uuid AS attachment_id, NULL AS event
   FROM ext_pixels.pixels p ${OWNED} WHERE p.key = $1`,
  'text',
);
const BY_ATTACHMENT = keyed(
  'pixels_counted_by_attachment',
  `SELECT ${COUNTED}, a.id AS attachment_id, a.event
   FROM ext_pixels.attachments a JOIN ext_pixels.pixels p ON p.id = a.pixel_id ${OWNED} WHERE a.id = $1`,
  'uuid',
);
const EVENTS = new EventCollector<PixelEvent>('pixels_event', 'ext_pixels.events', {
  pixel_id: 'uuid',
  attachment_id: 'uuid',
  name: 'text',
  ref: 'text',
  host: 'text',
  is_proxied: 'boolean',
});

export interface CountedPixel extends Pick<Pixel, 'id' | 'owner_id' | 'provider' | 'allowed_hosts' | 'status'> {
  attachment_id: string | null;
  event: string | null;
}

/** What one request to count reads and writes. */
@AppProvider()
export class CountedPixelRepository extends BaseRepository {
  byKey(key: string): Promise<CountedPixel | undefined> {
    return this.quick<CountedPixel>(BY_KEY, key);
  }

  byAttachment(id: string): Promise<CountedPixel | undefined> {
    return this.quick<CountedPixel>(BY_ATTACHMENT, id);
  }

  addEvent(event: NewEvent<PixelEvent>): void {
    this.database.gather(EVENTS, event);
  }
}
