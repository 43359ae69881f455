import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { type Actor, HistoryEntry } from '../entities/subscription.entity.js';

const RECORD = sql(
  'subscriptions_history_record',
  `INSERT INTO ext_subscriptions.history (subscription_id, type, actor, data)
   SELECT id, $2, $3, data FROM unnest($1::uuid[], $4::jsonb[]) given (id, data)`,
);

@AppProvider()
export class HistoryRepository extends EntityRepository<HistoryEntry> {
  protected readonly entity = HistoryEntry;

  async record(ids: string | string[], type: string, actor: Actor, data: object = {}): Promise<void> {
    await this.recordEach(
      [ids].flat().map((id) => ({ id, data })),
      type,
      actor,
    );
  }

  /** The same of each of them, with data of their own. */
  async recordEach(entries: { id: string; data: object }[], type: string, actor: Actor): Promise<void> {
    if (!entries.length) return;
    const data = entries.map((entry) => JSON.stringify(entry.data));
    await this.count(
      RECORD,
      entries.map(({ id }) => id),
      type,
      actor,
      data,
    );
  }

  newestOf(subscriptionId: string, limit: number): Promise<HistoryEntry[]> {
    return this.find({ subscription_id: subscriptionId }, { order: { created_at: 'DESC', id: 'DESC' }, limit });
  }
}
