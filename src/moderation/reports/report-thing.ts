import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { type ReportRow, ReportRepository, type Thing } from './report.repository.js';
import { Reportables } from './reportables.js';
import type { ReportInput } from './reports.io.js';

/** So many people are believed before staff has looked. */
const ENOUGH = 3;

@Injectable()
export class ReportThing {
  constructor(
    private readonly reports: ReportRepository,
    private readonly reportables: Reportables,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** The words stay as they are: only staff reads them, and has to see what was said. */
  async run(callerId: string, { reason, description, ...thing }: ReportInput): Promise<ReportRow> {
    // Also of what was hidden since, by this very report.
    const known = await this.reports.pending(thing, callerId);
    if (known) return known;
    const { reportable_type, reportable_id } = thing;
    const owner = await this.reportables.of(reportable_type)?.ownerOf(reportable_id, callerId);
    if (!owner) throw notFound(thingName(reportable_type));
    if (reportable_type === 'user' && owner === callerId)
      throw new Refusal(400, 'You cannot report yourself');
    return this.database.transaction(() => this.record(thing, callerId, reason, description || null));
  }

  private async record(
    thing: Thing,
    callerId: string,
    reason: string,
    description: string | null,
  ): Promise<ReportRow> {
    const flagged = await this.reports.lockThing(thing);
    const report = await this.reports.insert(thing, callerId, reason, description);
    if (!report) return (await this.reports.pending(thing, callerId)) as ReportRow;
    this.outbox.record({
      type: 'report.created',
      actor_id: callerId,
      data: { report_id: report.id, ...thing },
    });
    if (!flagged && (await this.reports.weight(thing)) >= ENOUGH) await this.flag(thing);
    return report;
  }

  private async flag(thing: Thing): Promise<void> {
    await this.reports.mark(thing, true);
    await this.reportables.of(thing.reportable_type)?.flag(thing.reportable_id);
    this.outbox.record({ type: 'report.flagged', actor_id: null, data: thing });
  }
}

const thingName = (type: string) => type.charAt(0).toUpperCase() + type.slice(1);
