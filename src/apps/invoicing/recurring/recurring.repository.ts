import { Not } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { RecurringInvoice } from '../entities/recurring-invoice.entity.js';

export const DUE_BATCH = 500;

const KEEP_OWNER = sql('invoicing_recurring_owner', 'SELECT FROM account.users WHERE id = $1 FOR KEY SHARE');
// Of today in the first of all zones. The zone of each owner decides then.
const DUE = sql(
  'invoicing_recurring_due',
  `SELECT r.id, r.owner_id, r.client_id, r.next_date::text AS next_date, r.failures,
     EXISTS (SELECT FROM apps.installations i WHERE i.user_id = r.owner_id AND i.app = 'invoicing') AS is_installed
   FROM ext_invoicing.recurring_invoices r
   WHERE r.status = 'active' AND r.next_date <= (now() AT TIME ZONE 'UTC' + interval '14 hours')::date
     AND (r.next_date, r.id) > ($1::date, $2)
   ORDER BY r.next_date, r.id LIMIT ${DUE_BATCH}`,
);
const KEEP_CLIENT = sql('invoicing_recurring_client', 'SELECT FROM ext_invoicing.clients WHERE id = $1 FOR SHARE');
const LOCK_DUE = sql(
  'invoicing_recurring_lock_due',
  `SELECT * FROM ext_invoicing.recurring_invoices
   WHERE id = $1 AND status = 'active' AND next_date = $2::date FOR UPDATE SKIP LOCKED`,
);

const IS_MADE = sql(
  'invoicing_recurring_is_made',
  `SELECT EXISTS (SELECT FROM ext_invoicing.documents WHERE recurring_id = $1 AND recurring_date = $2::date) AS made`,
);

export type DueRecurring = Pick<RecurringInvoice, 'id' | 'owner_id' | 'client_id' | 'failures'> & {
  next_date: string;
  is_installed: boolean;
};

@AppProvider()
export class RecurringRepository extends EntityRepository<RecurringInvoice> {
  protected readonly entity = RecurringInvoice;

  /** Those that still make invoices. */
  countLive(owner_id: string): Promise<number> {
    return this.countWhere({ owner_id, status: Not('ended') });
  }

  /** A batch in the order of their dates, after this one; not locked. */
  due(after?: DueRecurring): Promise<DueRecurring[]> {
    return this.rows<DueRecurring>(DUE, after?.next_date ?? '-infinity', after?.id ?? FIRST_ID);
  }

  /**
   * Parents before children, as everything else locks: the owner, the client, then the row itself. Undefined if it has
   * another date by now, or somebody else works on it.
   */
  async lockDue({ id, owner_id, client_id }: DueRecurring, date: string): Promise<RecurringInvoice | undefined> {
    await this.rows(KEEP_OWNER, owner_id);
    await this.rows(KEEP_CLIENT, client_id);
    return (await this.converted(LOCK_DUE, id, date))[0];
  }

  async isMade(id: string, date: string): Promise<boolean> {
    return (await this.onlyOne<{ made: boolean }>(IS_MADE, id, date)).made;
  }
}
