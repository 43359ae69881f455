import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { DecideReport } from '../../moderation/reports/decide-report.js';
import { ReadReport } from '../../moderation/reports/read-report.js';
import { ReportRepository } from '../../moderation/reports/report.repository.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import {
  DecidedReportAnswer,
  DecideReportInput,
  ReportInQueueAnswer,
  ReportsInQueueAnswer,
  ReportsQuery,
} from './reports.io.js';

@Controller('v1/admin/reports')
@Access('admin')
export class AdminReportsController {
  constructor(
    private readonly reports: ReportRepository,
    private readonly readReport: ReadReport,
    private readonly decideReport: DecideReport,
  ) {}

  @Get()
  @Summary('What was reported, newest first')
  @Answers(200, ReportsInQueueAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor', 'Invalid limit')
  async list(@Query() { status, ...page }: ReportsQuery): Promise<ReportsInQueueAnswer> {
    const { rows, next_cursor } = await this.reports.newest(status, page);
    return { reports: rows, next_cursor };
  }

  @Get(':id')
  @Summary('A report, with the thing that was reported')
  @Answers(200, ReportInQueueAnswer)
  @Refuses(404, 'Report not found')
  read(@Param('id') id: string): Promise<ReportInQueueAnswer> {
    return this.readReport.run(id);
  }

  @Patch(':id')
  @Summary('Decide a report; what reports have hidden comes back when all of them are dismissed')
  @Answers(200, DecidedReportAnswer)
  @Refuses(400, 'Invalid status')
  @Refuses(404, 'Report not found')
  async decide(
    @Param('id') id: string,
    @Body() { status }: DecideReportInput,
    @TheCaller() { id: adminId }: Caller,
  ): Promise<DecidedReportAnswer> {
    return { report: await this.decideReport.run(id, status, adminId) };
  }
}
