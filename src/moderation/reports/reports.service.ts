import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import { type ByKey, ExtensionsService } from '../../platform/extensions.service.js';
import { notFound, refusal } from '../../platform/http/refusal.js';
import { type DecidedRow, ReportRepository, type ReportRow, type Thing } from './report.repository.js';
import { Reportable } from './reportable.js';
import type { ReportInput } from './reports.dto.js';
import { ReportCreated, ReportDecided, ThingFlagged, ThingRestored } from './reports.events.js';

export const cannotReportSelf = refusal(400, 'You cannot report yourself');

/** So many reports hide a thing before staff decides. */
const REPORTS_TO_FLAG = 3;

@Injectable()
export class ReportsService {
  private readonly reportables: ByKey<Reportable>;

  constructor(
    private readonly reports: ReportRepository,
    extensions: ExtensionsService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {
    this.reportables = extensions.byKey(Reportable, ({ type }) => type);
  }

  /** The word filter does not see the texts of a report: only staff reads them, and needs the original words. */
  async report(callerId: string, { reason, description, ...thing }: ReportInput): Promise<ReportRow> {
    // The caller gets their pending report also when the thing was hidden since, for example by this report.
    const pending = await this.reports.findPending(thing, callerId);
    if (pending) return asAnswer(pending);
    const { reportable_type, reportable_id } = thing;
    const owner = await this.reportables.get(reportable_type)?.ownerOf(reportable_id, callerId);
    if (!owner) throw notFound(nameOf(reportable_type));
    if (reportable_type === 'user' && owner === callerId) throw cannotReportSelf();
    return this.database.transaction(async () =>
      asAnswer(await this.write(thing, callerId, reason, description || null)),
    );
  }

  async list(status: string | undefined, query: PageQuery) {
    const { rows, next_cursor } = await this.reports.listQueue(status, query);
    return { reports: rows, next_cursor };
  }

  /** With the reported thing, or null if it was deleted. */
  async find(id: string) {
    const report = await this.reports.findById(id);
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
      this.events.announce(ReportDecided, { thing, report, reporter_id }, adminId);
      if (isFlagged && !(await this.reports.isUpheld(thing))) await this.restore(thing, adminId);
      return report;
    });
  }

  private async write(thing: Thing, callerId: string, reason: string, description: string | null): Promise<ReportRow> {
    const isFlagged = await this.reports.lockThing(thing);
    const report = await this.reports.write(thing, callerId, reason, description);
    if (!report) return (await this.reports.findPending(thing, callerId)) as ReportRow;
    this.events.announce(ReportCreated, { report_id: report.id, ...thing }, callerId);
    if (!isFlagged && (await this.reports.countCredible(thing)) >= REPORTS_TO_FLAG) await this.flag(thing);
    return report;
  }

  private async flag(thing: Thing): Promise<void> {
    await this.reports.setFlagged(thing, true);
    await this.reportables.get(thing.reportable_type)?.flag(thing.reportable_id);
    this.events.announce(ThingFlagged, thing, null);
  }

  private async restore(thing: Thing, adminId: string): Promise<void> {
    await this.reports.setFlagged(thing, false);
    await this.reportables.get(thing.reportable_type)?.restore(thing.reportable_id);
    this.events.announce(ThingRestored, thing, adminId);
  }
}

const nameOf = (type: string) => type.charAt(0).toUpperCase() + type.slice(1);
