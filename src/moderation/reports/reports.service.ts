import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import type { ExportNode } from '../../platform/exports/export-node.js';
import { type ByKey, ExtensionsService } from '../../platform/extensions.service.js';
import { notFound, refusal } from '../../platform/http/refusal.js';
import { ReportRepository, type ReportRow, type Thing } from './report.repository.js';
import { Reportable } from './reportable.js';
import { ReportCreated, ThingFlagged } from './reports.events.js';
import type { ReportInput } from './reports.dto.js';

/** So many reports hide a thing before staff decides. */
const REPORTS_TO_FLAG = 3;

export const cannotReportYourself = refusal(400, 'You cannot report yourself');

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
    if (reportable_type === 'user' && owner === callerId) throw cannotReportYourself();
    return this.database.transaction(async () =>
      asAnswer(await this.insert(thing, callerId, reason, description || null)),
    );
  }

  listForExport(userId: string): ExportNode {
    return this.reports.forExport(userId);
  }

  private async insert(thing: Thing, callerId: string, reason: string, description: string | null): Promise<ReportRow> {
    const isFlagged = await this.reports.lockThing(thing);
    const report = await this.reports.insertPending(thing, callerId, reason, description);
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
}

const nameOf = (type: string) => type.charAt(0).toUpperCase() + type.slice(1);
