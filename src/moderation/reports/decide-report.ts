import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import { Realtime } from '../../realtime/realtime.js';
import { REPORT_UPDATED } from './report.events.js';
import { type DecidedRow, ReportRepository, type Thing } from './report.repository.js';
import { Reportables } from './reportables.js';

@Injectable()
export class DecideReport {
  constructor(
    private readonly reports: ReportRepository,
    private readonly reportables: Reportables,
    private readonly database: Database,
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  /** A decision may be taken back by the other. What reports have flagged comes back when all of them are dismissed. */
  run(id: string, status: 'resolved' | 'dismissed', adminId: string): Promise<DecidedRow> {
    return this.database.transaction(async () => {
      const thing = isUuid(id) ? await this.reports.thingOf(id) : undefined;
      if (!thing) throw notFound('Report');
      const flagged = await this.reports.lockThing(thing);
      const { isNew, reporter_id, report } = await this.reports.decide(id, status, adminId);
      if (!isNew) return report;
      this.outbox.record({
        type: `report.${status}`,
        actor_id: adminId,
        staff: true,
        data: { report_id: report.id, ...thing },
      });
      if (reporter_id) this.tell(reporter_id, report);
      if (flagged && !(await this.reports.isUpheld(thing))) await this.restore(thing, adminId);
      return report;
    });
  }

  /** Who of the staff decided, he is not told. */
  private tell(reporterId: string, row: DecidedRow): void {
    const { id, reportable_id, reportable_type, reason, status, resolved_at } = row;
    const report = { id, reportable_id, reportable_type, reason, status, resolved_at };
    this.realtime.emit(REPORT_UPDATED, `user:${reporterId}`, { report }, null);
  }

  private async restore(thing: Thing, adminId: string): Promise<void> {
    await this.reports.mark(thing, false);
    await this.reportables.of(thing.reportable_type)?.restore(thing.reportable_id);
    this.outbox.record({ type: 'report.restored', actor_id: adminId, staff: true, data: thing });
  }
}
