import { Action, type Call } from '../../kernel/calls/action.js';
import { Site } from '../entities/site.entity.js';
import { ReportInput } from '../reports/report.inputs.js';
import { ReportResult } from '../reports/report.views.js';
import { ReportsService } from '../reports/reports.service.js';

@Action('get-report', {
  access: 'owner',
  target: { entity: Site, by: 'site_id' },
  description: 'The figures of a site: totals, a series, breakdowns and goals, in the days of its time zone.',
  input: ReportInput,
  result: ReportResult,
  refuses: {
    400: [
      'Give either period or from and to',
      'from must not be after to',
      'A report covers at most 1100 days',
      'Filters and hours need a range of at most 31 days within the raw retention',
      'Range is too large, choose a shorter one',
    ],
  },
})
export class GetReport {
  constructor(private readonly reports: ReportsService) {}

  async run({ input, target: site }: Call<ReportInput, Site>): Promise<ReportResult> {
    return { report: await this.reports.report(site, input) };
  }
}
