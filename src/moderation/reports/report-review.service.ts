import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { type ByKey, ExtensionsService } from '../../platform/extensions.service.js';
import { notFound } from '../../platform/http/refusal.js';
import { type DecidedRow, type QueuedReport, ReportRepository, type Thing } from './report.repository.js';
import { Reportable, type Reported } from './reportable.js';
import { ReportDecided, ThingRestored } from './reports.events.js';

/** Staff reads reports and decides on them. */
@Injectable()
export class ReportReviewService {
  private readonly reportables: ByKey<Reportable>;

  constructor(
    private readonly reports: ReportRepository,
    extensions: ExtensionsService,
    private readonly database: DatabaseService,
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
    const report = await this.reports.findById(id);
    if (!report) throw notFound('Report');
    const reported = await this.reportables.get(report.reportable_type)?.shown(report.reportable_id);
    return { report, reported: reported ?? null };
  }

  /** Staff can change a decision. A flagged thing is restored when all its reports are dismissed. */
  decide(id: string, status: 'resolved' | 'dismissed', adminId: string): Promise<DecidedRow> {
    return this.database.transaction(async () => {
      const thing = await this.reports.the({ id }, 'Report', { select: ['reportable_type', 'reportable_id'] });
      const isFlagged = await this.reports.lockThing(thing);
      const { isNew, reporter_id, report } = await this.reports.decide(id, status, adminId);
      if (!isNew) return report;
      this.events.announce(ReportDecided, { report, reporter_id }, adminId);
      if (isFlagged && !(await this.reports.isUpheld(thing))) await this.restore(thing, adminId);
      return report;
    });
  }

  private async restore(thing: Thing, adminId: string): Promise<void> {
    await this.reports.setFlagged(thing, false);
    await this.reportables.get(thing.reportable_type)?.restore(thing.reportable_id);
    this.events.announce(ThingRestored, thing, adminId);
  }
}
