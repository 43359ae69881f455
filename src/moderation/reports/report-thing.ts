import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { ContentFilter } from '../content-filter/content-filter.js';
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
    private readonly filter: ContentFilter,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  async run(callerId: string, input: ReportInput): Promise<ReportRow> {
    const { reportable_type, reportable_id } = input;
    const owner = await this.reportables.of(reportable_type)?.ownerOf(reportable_id, callerId);
    if (!owner) throw notFound(thingName(reportable_type));
    if (owner === callerId) throw new Refusal(400, 'You cannot report yourself');
    const reason = await this.filter.clean(input.reason);
    const description = input.description ? await this.filter.clean(input.description) : null;
    const thing = { reportable_type, reportable_id: reportable_id.toLowerCase() };
    return this.database.transaction(() => this.record(thing, callerId, reason, description));
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
    await this.outbox.record({
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
    await this.outbox.record({ type: 'report.flagged', actor_id: null, data: thing });
  }
}

const thingName = (type: string) => type.charAt(0).toUpperCase() + type.slice(1);
