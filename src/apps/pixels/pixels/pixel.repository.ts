import { isUnique } from '../../../platform/database/database-error.js';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { openCount } from '../../../web-events/days/figures.sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import { Pixel } from '../entities/pixel.entity.js';
import type { PixelView } from '../pixels.views.js';
import { PIXEL_EVENTS } from '../stats/pixel-events.js';

const MOST = 100;
const LOCK_OWNER = sql('pixels_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const SHOWN = sql(
  'pixels_shown',
  `SELECT p.id, p.owner_id, p.name, p.provider, p.external_id, p.key, p.consent, p.allowed_hosts, p.status,
     p.created_at, p.updated_at,
     (SELECT count(*)::int FROM ext_pixels.attachments a WHERE a.pixel_id = p.id) AS attachment_count,
     (p.events_closed + ${openCount(PIXEL_EVENTS, 'p.id')})::float8 AS events,
     (SELECT e.created_at FROM ext_pixels.events e WHERE e.pixel_id = p.id ORDER BY e.created_at DESC LIMIT 1)
       AS last_event_at
   FROM unnest($1::uuid[]) WITH ORDINALITY asked (id, place)
   JOIN ext_pixels.pixels p ON p.id = asked.id ORDER BY asked.place`,
);
const DELETE_DROPS = sql('pixels_delete_drops', 'DELETE FROM ext_pixels.drops WHERE pixel_id = $1');

const OWN = new List({
  name: 'pixels_own',
  columns: 'p.id',
  from: 'ext_pixels.pixels p',
  id: 'p.id',
  where: 'p.owner_id = $1',
  filters: {
    provider: 'p.provider = ?',
    status: 'p.status = ?',
    // The app and the id in one array.
    target: `p.id IN (SELECT a.pixel_id FROM ext_pixels.attachments a
      WHERE a.target_app = (?::text[])[1] AND a.target_id = (?::text[])[2]::uuid)`,
  },
  sorts: { created: { by: 'p.created_at', type: 'timestamptz' } },
});

interface Filters {
  provider?: string;
  status?: string;
  target?: [app: string, id: string];
}

export type PixelRow = Omit<PixelView, 'gif_url' | 'html'>;

@AppProvider()
export class PixelRepository extends EntityRepository<Pixel> {
  protected readonly entity = Pixel;

  /** In the order of the ids; pixels that do not exist are left out. */
  shown(ids: string[]): Promise<PixelRow[]> {
    return this.rows<PixelRow>(SHOWN, ids);
  }

  async list(ownerId: string, filters: Filters, query: PageQuery): Promise<Page<PixelRow>> {
    const { rows, next_cursor } = await OWN.page(this.database, { values: [ownerId], filters, sort: 'created', query });
    return { rows: await this.shown(rows.map(({ id }) => id)), next_cursor };
  }

  async create(values: Values<Pixel> & { owner_id: string }): Promise<Pixel> {
    await this.rows(LOCK_OWNER, values.owner_id);
    if ((await this.countWhere({ owner_id: values.owner_id })) >= MOST) throw new Refusal(409, 'Pixel limit reached');
    const made = await this.insertIfAbsent(values);
    if (!made) throw alreadyExists();
    return made;
  }

  async change(id: string, values: Values<Pixel>): Promise<void> {
    try {
      await this.update({ id }, { ...values, updated_at: NOW });
    } catch (error) {
      throw isUnique(error, 'pixels_owner_id_provider_external_id_key') ? alreadyExists() : error;
    }
  }

  /** With its attachments and figures, whose foreign keys delete them. */
  async remove(id: string): Promise<void> {
    await this.count(DELETE_DROPS, id);
    await this.delete({ id });
  }
}

const alreadyExists = () => new Refusal(409, 'Pixel already exists');
