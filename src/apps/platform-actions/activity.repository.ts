import { Injectable } from '@nestjs/common';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';

interface Done {
  id: string;
  action: string;
  target: object | null;
  reason: string | null;
  at: Date;
}

// As the index has it.
const OF = sql(
  'app_activity',
  `SELECT id, split_part(type, '/', 2) AS action, data->'target' AS target, data->>'reason' AS reason,
     created_at AS at
   FROM events.domain_events
   WHERE actor_id = $1 AND split_part(type, '/', 1) = $2 AND type LIKE '%/%' AND (created_at, id) < ($3, $4::uuid)
   ORDER BY created_at DESC, id DESC LIMIT $5`,
);

const PAGE = new Keyset({ name: 'app-activity', defaultLimit: 20, maxLimit: 100 });

@Injectable()
export class ActivityRepository extends BaseRepository {
  async of(userId: string, app: string, query: PageQuery) {
    const slice = PAGE.read(query);
    const rows = await this.rows<Done>(OF, userId, app, ...newestFirst(slice));
    return PAGE.cut(rows, slice, ({ at, id }) => [at, id]);
  }
}
