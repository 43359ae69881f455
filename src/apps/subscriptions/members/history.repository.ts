import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { type Actor, HistoryEntry } from '../entities/subscription.entity.js';

const RECORD = sql(
  'subscriptions_history_record',
  `INSERT INTO ext_subscriptions.history (subscription_id, type, actor, data)
   SELECT id, $2, $3, $4 FROM unnest($1::uuid[]) given (id)`,
);

@AppProvider()
export class HistoryRepository extends EntityRepository<HistoryEntry> {
  protected readonly entity = HistoryEntry;

  async record(ids: string | string[], type: string, actor: Actor, data: object = {}): Promise<void> {
    const all = [ids].flat();
    if (all.length) await this.count(RECORD, all, type, actor, JSON.stringify(data));
  }

  newestOf(subscriptionId: string, limit: number): Promise<HistoryEntry[]> {
    return this.find({ subscription_id: subscriptionId }, { order: { created_at: 'DESC', id: 'DESC' }, limit });
  }
}
