import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';

// At least a day lies between what was said and what comes by itself.
const DESKS = sql(
  'support_desks_to_finish',
  `SELECT owner_id FROM ext_support.tickets
   WHERE status = 'resolved' AND resolved_at < now() - interval '1 day'
   UNION
   SELECT owner_id FROM ext_support.tickets
   WHERE status = 'pending' AND pending_at < now() - interval '1 day'`,
);
const due = (name: string, status: string, since: string) =>
  sql(
    name,
    `SELECT id FROM ext_support.tickets
     WHERE owner_id = $1 AND status = '${status}' AND ${since} < now() - $2 * interval '1 day'
     ORDER BY id LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED`,
  );
const RESOLVED = due('support_tickets_to_close', 'resolved', 'resolved_at');
const PENDING = due('support_tickets_to_resolve', 'pending', 'pending_at');

/** What has waited long enough, locked. */
@AppProvider()
export class FinishingRepository extends BaseRepository {
  async desks(): Promise<string[]> {
    return (await this.rows<{ owner_id: string }>(DESKS)).map(({ owner_id }) => owner_id);
  }

  resolved(ownerId: string, days: number, limit: number): Promise<string[]> {
    return this.ids(RESOLVED, ownerId, days, limit);
  }

  pending(ownerId: string, days: number, limit: number): Promise<string[]> {
    return this.ids(PENDING, ownerId, days, limit);
  }

  private async ids(statement: typeof RESOLVED, ...values: unknown[]): Promise<string[]> {
    return (await this.rows<{ id: string }>(statement, ...values)).map(({ id }) => id);
  }
}
