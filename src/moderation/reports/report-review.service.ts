import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import { type ByKey, ExtensionsService } from '../../platform/extensions.service.js';
import { notFound } from '../../platform/http/refusal.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { type DecidedRow, type QueuedReport, ReportRepository, type Thing } from './report.repository.js';
import { Reportable, type Reported } from './reportable.js';
import { REPORT_UPDATED } from './reports.events.js';

/** Staff reads reports and decides on them. */
@Injectable()
export class ReportReviewService {
  private readonly reportables: ByKey<Reportable>;

  constructor(
    private readonly reports: ReportRepository,
    extensions: ExtensionsService,
    private readonly database: DatabaseService,
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {
    this.reportables = extensions.byKey(Reportable, ({ type }) => type);
  }

  async list(
    status: string | undefined,
    query: PageQuery,
  ): Promise<{ reports: QueuedReport[]; next_cursor: string | null }> {
    const { rows, next_cursor } = await this.reports.listQueue(status, query);
    return { reports: rows, next_cursor };
  }

  /** With the reported thing, or null if it was deleted. */
  async find(id: string): Promise<{ report: QueuedReport; reported: Reported | null }> {
    const report = isUuid(id) ? await this.reports.findById(id) : undefined;
    if (!report) throw notFound('Report');
    const reported = await this.reportables.get(report.reportable_type)?.shown(report.reportable_id);
    return { report, reported: reported ?? null };
  }

  /** Staff can change a decision. A flagged thing is restored when all its reports are dismissed. */
  decide(id: string, status: 'resolved' | 'dismissed', adminId: string): Promise<DecidedRow> {
    return this.database.transaction(async () => {
      const thing = isUuid(id) ? await this.reports.findThing(id) : undefined;
      if (!thing) throw notFound('Report');
      const isFlagged = await this.reports.lockThing(thing);
      const { isNew, reporter_id, report } = await this.reports.decide(id, status, adminId);
      if (!isNew) return report;
      const data = { report_id: report.id, ...thing };
      this.events.record({ type: `report.${status}`, actor_id: adminId, staff: true, data });
      if (reporter_id) this.emitUpdated(reporter_id, report);
      if (isFlagged && !(await this.reports.isUpheld(thing))) await this.restore(thing, adminId);
      return report;
    });
  }

  /** The event has no actor: the reporter is not told which admin decided. */
  private emitUpdated(reporterId: string, row: DecidedRow): void {
    const { id, reportable_id, reportable_type, reason, status, resolved_at } = row;
    const report = { id, reportable_id, reportable_type, reason, status, resolved_at };
    this.realtime.emit(REPORT_UPDATED, `user:${reporterId}`, { report }, null);
  }

  private async restore(thing: Thing, adminId: string): Promise<void> {
    await this.reports.setFlagged(thing, false);
    await this.reportables.get(thing.reportable_type)?.restore(thing.reportable_id);
    this.events.record({ type: 'report.restored', actor_id: adminId, staff: true, data: thing });
  }
}
