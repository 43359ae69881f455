import { In } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { InvoiceBatch } from '../entities/entry.entity.js';
import type { Billable } from './lines.policy.js';

const WANTED = `e.owner_id = $1 AND e.batch_id IS NULL AND e.billable AND e.ended_at IS NOT NULL
  AND p.client_id = $2 AND ($3::date IS NULL OR e.local_date >= $3::date) AND ($4::date IS NULL OR e.local_date <= $4::date)
  AND ($5::uuid[] IS NULL OR e.project_id = ANY ($5::uuid[])) AND ($6::uuid[] IS NULL OR e.id = ANY ($6::uuid[]))`;
const FROM = 'FROM ext_timetracking.entries e JOIN ext_timetracking.projects p ON p.id = e.project_id';

const READ = `SELECT e.id, e.project_id, p.name AS project_name, e.task_id, t.name AS task_name,
    to_char(e.local_date, 'YYYY-MM-DD') AS local_date, e.description, e.seconds, e.rate_minor::float8 AS rate_minor,
    e.currency, e.started_at, p.rounding_minutes, p.rounding_mode
  ${FROM} LEFT JOIN ext_timetracking.tasks t ON t.id = e.task_id WHERE ${WANTED}`;
const FIND = sql('timetracking_billable_find', `${READ} ORDER BY e.id LIMIT $7`);
const LOCK = sql('timetracking_billable_lock', `${READ} ORDER BY e.id LIMIT $7 FOR UPDATE OF e`);
const TAKE = sql(
  'timetracking_billable_take',
  'UPDATE ext_timetracking.entries SET batch_id = $1, updated_at = now() WHERE id = ANY ($2::uuid[])',
);
const RELEASE = sql(
  'timetracking_batches_release',
  `WITH released AS (
     UPDATE ext_timetracking.invoice_batches SET status = 'released'
     WHERE owner_id = $1 AND invoice_id = ANY ($2::uuid[]) AND status = 'open' RETURNING id
   ) UPDATE ext_timetracking.entries e SET batch_id = NULL, updated_at = now()
     FROM released r WHERE e.batch_id = r.id`,
);
const OWNERS = sql(
  'timetracking_batches_owners',
  `SELECT DISTINCT owner_id FROM ext_timetracking.invoice_batches
   WHERE status = 'open' AND owner_id > $1 ORDER BY owner_id LIMIT $2`,
);

export type Wanted = [owner: string, client: string, ...filters: unknown[]];
export type Candidate = Omit<Billable, 'rate_minor'> & {
  rate_minor: number | null;
  currency: string;
  started_at: Date;
};

@AppProvider()
export class BatchRepository extends EntityRepository<InvoiceBatch> {
  protected readonly entity = InvoiceBatch;

  candidates(wanted: Wanted, most: number): Promise<Candidate[]> {
    return this.rows(FIND, ...wanted, most);
  }

  lockCandidates(wanted: Wanted, most: number): Promise<Candidate[]> {
    return this.rows(LOCK, ...wanted, most);
  }

  take(batchId: string, entryIds: string[]): Promise<number> {
    return this.count(TAKE, batchId, entryIds);
  }

  open(ownerId: string): Promise<Pick<InvoiceBatch, 'invoice_id'>[]> {
    return this.find({ owner_id: ownerId, status: In(['open']) }, { select: ['invoice_id'] });
  }

  release(ownerId: string, invoiceIds: string[]): Promise<number> {
    return this.count(RELEASE, ownerId, invoiceIds);
  }

  async ownersAfter(ownerId: string, most: number): Promise<string[]> {
    return (await this.rows<{ owner_id: string }>(OWNERS, ownerId, most)).map(({ owner_id }) => owner_id);
  }
}
