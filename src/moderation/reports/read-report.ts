import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import { type ReportInQueue, ReportRepository } from './report.repository.js';
import type { Reported } from './reportable.port.js';
import { Reportables } from './reportables.js';

@Injectable()
export class ReadReport {
  constructor(
    private readonly reports: ReportRepository,
    private readonly reportables: Reportables,
  ) {}

  /** With the thing itself, as staff has to see what it decides on. */
  async run(id: string): Promise<{ report: ReportInQueue; reported: Reported | null }> {
    const report = isUuid(id) ? await this.reports.byId(id) : undefined;
    if (!report) throw notFound('Report');
    const reported = await this.reportables.of(report.reportable_type)?.shown(report.reportable_id);
    return { report, reported: reported ?? null };
  }
}
