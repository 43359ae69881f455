import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Keyset, type PageQuery, queueOf } from '../../platform/database/page.js';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { type ExportNode, rowsOf } from '../../platform/exports/export-node.js';
import type { User } from '../../account/users/user.entity.js';
import { Report } from './report.entity.js';

/** What a report is about. */
export type Thing = Pick<Report, 'reportable_type' | 'reportable_id'>;

type AboutThing = Thing & Pick<Report, 'id' | 'reason'>;
export type ReportRow = AboutThing & Pick<Report, 'description' | 'created_at'>;
type Decision = Pick<Report, 'status' | 'resolved_by' | 'resolved_at'>;
export type DecidedRow = AboutThing & Decision;
/** A report in the queue of staff. */
type QueuedReport = ReportRow & Decision & { reporter: Pick<User, 'id' | 'username'> | null };
type DecidedWithReporter = DecidedRow & Pick<Report, 'reporter_id'>;

const SHOWN_KEYS = ['id', 'reportable_id', 'reportable_type', 'reason', 'description', 'created_at'] as const;
const SHOWN = SHOWN_KEYS.join(', ');

// The update changes no value, but locks the existing row.
const LOCK_THING = sql(
  'report_lock_thing',
  `INSERT INTO moderation.reported_things (reportable_type, reportable_id) VALUES ($1, $2)
   ON CONFLICT (reportable_type, reportable_id) DO UPDATE SET flagged = reported_things.flagged RETURNING flagged`,
);
const MARK = sql(
  'report_mark_thing',
  'UPDATE moderation.reported_things SET flagged = $3 WHERE reportable_type = $1 AND reportable_id = $2',
);
const INSERT = sql(
  'report_insert',
  `INSERT INTO moderation.reports (reportable_type, reportable_id, reporter_id, reason, description)
   VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (reporter_id, reportable_type, reportable_id) WHERE status = 'pending' DO NOTHING RETURNING ${SHOWN}`,
);
// A user has at most one pending report of a thing, so this counts users.
const WEIGHT = sql(
  'report_weight',
  `SELECT count(*)::int AS reports FROM moderation.reports r JOIN account.users u ON u.id = r.reporter_id
   WHERE reportable_type = $1 AND reportable_id = $2 AND status = 'pending'
     AND u.created_at < now() - interval '24 hours'`,
);
const DECIDED = 'id, reportable_id, reportable_type, reason, status, resolved_by, resolved_at, reporter_id';
const DECIDE = sql(
  'report_decide',
  `UPDATE moderation.reports SET status = $2, resolved_by = $3, resolved_at = now()
   WHERE id = $1 AND status <> $2 RETURNING ${DECIDED}`,
);
const AS_DECIDED = sql('report_as_decided', `SELECT ${DECIDED} FROM moderation.reports WHERE id = $1`);
const IN_QUEUE = `${SHOWN}, status, resolved_by, resolved_at,
  (SELECT json_build_object('id', u.id, 'username', u.username) FROM account.users u WHERE u.id = r.reporter_id) AS reporter
  FROM moderation.reports r`;
const QUEUE = queueOf('reports_newest', `SELECT ${IN_QUEUE}`);
const BY_ID = sql('report_by_id', `SELECT ${IN_QUEUE} WHERE id = $1`);
const OF_REPORTER = sql(
  'reports_of_reporter',
  `SELECT ${SHOWN}, status FROM moderation.reports WHERE reporter_id = $1 ORDER BY created_at DESC, id DESC`,
);

const PAGE = new Keyset({ name: 'reports', defaultLimit: 50, maxLimit: 100 });

@Injectable()
export class ReportRepository extends EntityRepository<Report> {
  protected readonly entity = Report;

  /** Locks the thing until the transaction ends. Returns true if reports have flagged it. */
  async lockThing({ reportable_type, reportable_id }: Thing): Promise<boolean> {
    const row = await this.one<{ flagged: boolean }>(LOCK_THING, reportable_type, reportable_id);
    return row?.flagged === true;
  }

  async setFlagged({ reportable_type, reportable_id }: Thing, flagged: boolean): Promise<void> {
    await this.count(MARK, reportable_type, reportable_id, flagged);
  }

  /** Undefined if the reporter has a pending report of the thing. */
  write(
    { reportable_type, reportable_id }: Thing,
    reporterId: string,
    reason: string,
    description: string | null,
  ): Promise<ReportRow | undefined> {
    return this.one<ReportRow>(INSERT, reportable_type, reportable_id, reporterId, reason, description);
  }

  findPending({ reportable_type, reportable_id }: Thing, reporter_id: string): Promise<ReportRow | undefined> {
    const where = { reportable_type, reportable_id, reporter_id, status: 'pending' };
    return this.findOne(where, { select: SHOWN_KEYS });
  }

  /** Counts pending reports of accounts older than a day, because accounts can be made for reporting. */
  async countCredible({ reportable_type, reportable_id }: Thing): Promise<number> {
    return (await this.one<{ reports: number }>(WEIGHT, reportable_type, reportable_id))?.reports ?? 0;
  }

  findThing(id: string): Promise<Thing | undefined> {
    return this.findOne({ id }, { select: ['reportable_type', 'reportable_id'] });
  }

  /** `isNew` is false if the report had this status already. */
  async decide(
    id: string,
    status: string,
    adminId: string,
  ): Promise<{ isNew: boolean; reporter_id: string | null; report: DecidedRow }> {
    const changed = await this.one<DecidedWithReporter>(DECIDE, id, status, adminId);
    const { reporter_id, ...report } = changed ?? (await this.onlyOne<DecidedWithReporter>(AS_DECIDED, id));
    return { isNew: changed !== undefined, reporter_id, report };
  }

  /** True if a report of the thing is pending or was resolved. */
  isUpheld({ reportable_type, reportable_id }: Thing): Promise<boolean> {
    return this.exists({ reportable_type, reportable_id, status: In(['pending', 'resolved']) });
  }

  listQueue(status: string | undefined, query: PageQuery) {
    return this.queued<QueuedReport>(PAGE, query, QUEUE, status);
  }

  findById(id: string): Promise<QueuedReport | undefined> {
    return this.one<QueuedReport>(BY_ID, id);
  }

  forExport(userId: string): ExportNode {
    return rowsOf(OF_REPORTER, [userId]);
  }
}
