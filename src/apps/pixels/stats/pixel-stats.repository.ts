import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { everyDay, figures } from '../../../web-events/days/figures.sql.js';
import type { PixelTarget } from '../../contracts/pixels.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Days } from '../../kernel/stats/app-stats.js';
import type { PixelEvent } from '../entities/pixel-event.entity.js';
import type { Provider } from '../networks/networks.js';
import { BY_DAY, BY_VALUE, PIXEL_EVENTS } from './pixel-events.js';
import { PIXEL_VALUES } from './pixel-values.sql.js';

const MOST_VALUES = 50;
/** Beyond these, events with another name are not looked for. */
const MOST_LOOKED_AT = 10_000;
const DAYS = { from: '$2', to: '$3' };
const OF_PIXEL = { which: (of: string) => `${of}.pixel_id = $1`, ...DAYS };
const SERIES = sql('pixels_series', everyDay(PIXEL_EVENTS, BY_DAY, OF_PIXEL));
const VALUES = sql('pixels_values', PIXEL_VALUES);
// Closed days have the reference as a value.
const SERIES_OF_REF = sql(
  'pixels_series_of_ref',
  everyDay(
    PIXEL_EVENTS,
    { ...BY_VALUE, dimensions: { ref: BY_VALUE.dimensions.ref } },
    { which: (of) => `${of}.pixel_id = $1 AND ${of === 'd' ? 'd.value' : 'e.ref'} = $4`, ...DAYS },
  ),
);
const NEWEST = sql(
  'pixels_newest_events',
  `SELECT e.name, e.ref, e.host, e.country, e.device, e.is_proxied, e.created_at, a.target_app, a.target_id
   FROM (
     SELECT * FROM ext_pixels.events WHERE pixel_id = $1 ORDER BY created_at DESC, id DESC
     LIMIT CASE WHEN $2::text IS NULL THEN $3::int ELSE ${MOST_LOOKED_AT} END
   ) e LEFT JOIN ext_pixels.attachments a ON a.id = e.attachment_id
   WHERE $2::text IS NULL OR e.name = $2 ORDER BY e.created_at DESC, e.id DESC LIMIT $3`,
);
const OF_OWNER = sql(
  'pixels_stats',
  `SELECT p.id AS pixel_id, p.name, p.provider, p.status,
     (SELECT count(*)::int FROM ext_pixels.attachments a WHERE a.pixel_id = p.id) AS attachments,
     coalesce(sum(f.events), 0)::int AS events, coalesce(sum(f.visitors), 0)::int AS visitors,
     coalesce(sum(f.proxied), 0)::int AS proxied,
     coalesce((SELECT e.created_at FROM ext_pixels.events e WHERE e.pixel_id = p.id ORDER BY e.created_at DESC LIMIT 1)
       < now() - interval '7 days', true) AS is_silent
   FROM ext_pixels.pixels p LEFT JOIN (${figures(PIXEL_EVENTS, BY_DAY, {
     // Events are joined with their pixel, `r`.
     which: (of) =>
       of === 'e' ? 'r.owner_id = $1' : 'd.pixel_id IN (SELECT id FROM ext_pixels.pixels WHERE owner_id = $1)',
     ...DAYS,
   })}) f ON f.pixel_id = p.id
   WHERE p.owner_id = $1 GROUP BY p.id`,
);

interface Value {
  dimension: keyof typeof BY_VALUE.dimensions;
  value: string;
  events: number;
  visitors: number;
}

export interface OwnFigures {
  pixel_id: string;
  name: string;
  provider: Provider;
  status: string;
  attachments: number;
  events: number;
  visitors: number;
  proxied: number;
  /** Without any event in the last seven days. */
  is_silent: boolean;
}

type Newest = Pick<PixelEvent, 'name' | 'ref' | 'host' | 'country' | 'device' | 'is_proxied' | 'created_at'>;

@AppProvider()
export class PixelStatsRepository extends BaseRepository {
  series(pixelId: string, { from, to }: Days) {
    type Row = { day: string; events: number; visitors: number; proxied: number };
    return this.rows<Row>(SERIES, pixelId, from, to);
  }

  seriesOfRef(pixelId: string, { from, to }: Days, ref: string) {
    return this.rows<{ day: string; events: number; visitors: number }>(SERIES_OF_REF, pixelId, from, to, ref);
  }

  values(pixelId: string, { from, to }: Days): Promise<Value[]> {
    return this.rows<Value>(VALUES, pixelId, from, to, MOST_VALUES);
  }

  /** Of each pixel of an owner: at most a hundred rows. */
  ofOwner(ownerId: string, { from, to }: Days): Promise<OwnFigures[]> {
    return this.rows<OwnFigures>(OF_OWNER, ownerId, from, to);
  }

  newestEvents(pixelId: string, limit: number, name: string | undefined) {
    type Row = Newest & { target_app: PixelTarget | null; target_id: string | null };
    return this.rows<Row>(NEWEST, pixelId, name ?? null, limit);
  }
}
