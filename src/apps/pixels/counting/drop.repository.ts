import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';

export const DROP_REASONS = ['bot', 'host_not_allowed', 'paused', 'opted_out', 'rate_limited'] as const;
export type DropReason = (typeof DROP_REASONS)[number];
export type Dropped = Record<DropReason, number>;

export interface DropCount {
  pixel_id: string;
  hour: string;
  reason: DropReason;
  count: number;
}

// In one order, so that two processes do not wait for each other. A pixel may have been deleted since.
const ADD = sql(
  'pixels_add_drops',
  `INSERT INTO ext_pixels.drops AS d (pixel_id, hour, reason, count)
   SELECT g.* FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::int[]) g (pixel_id, hour, reason, count)
   WHERE EXISTS (SELECT FROM ext_pixels.pixels p WHERE p.id = g.pixel_id) ORDER BY g.pixel_id, g.hour, g.reason
   ON CONFLICT (pixel_id, hour, reason) DO UPDATE SET count = d.count + excluded.count`,
);
const LAST_DAY = sql(
  'pixels_drops_of_day',
  `SELECT reason, sum(count)::int AS count FROM ext_pixels.drops
   WHERE pixel_id = $1 AND hour > now() - interval '24 hours' GROUP BY reason`,
);
const PURGE = sql(
  'pixels_purge_drops',
  `DELETE FROM ext_pixels.drops
   WHERE id IN (SELECT id FROM ext_pixels.drops WHERE hour < now() - interval '7 days' LIMIT $1)`,
);

@AppProvider()
export class DropRepository extends BaseRepository {
  async add(counts: DropCount[]): Promise<void> {
    const columns = (['pixel_id', 'hour', 'reason', 'count'] as const).map((name) => counts.map((one) => one[name]));
    await this.count(ADD, ...columns);
  }

  async ofLastDay(pixelId: string): Promise<Dropped> {
    const rows = await this.rows<{ reason: DropReason; count: number }>(LAST_DAY, pixelId);
    const counts = new Map(rows.map(({ reason, count }) => [reason, count]));
    return Object.fromEntries(DROP_REASONS.map((reason) => [reason, counts.get(reason) ?? 0])) as Dropped;
  }

  /** Returns how many it deleted. */
  purge(limit: number): Promise<number> {
    return this.count(PURGE, limit);
  }
}
