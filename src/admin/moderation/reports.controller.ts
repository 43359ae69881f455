import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ReportsService } from '../../moderation/reports/reports.service.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
import {
  DecidedReportAnswer,
  DecideReportInput,
  ReportInQueueAnswer,
  ReportsInQueueAnswer,
  ReportsQuery,
} from './moderation.dto.js';

@Controller('v1/admin/reports')
@Access('admin')
export class AdminReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get()
  @Summary('What was reported, newest first')
  @Answers(200, ReportsInQueueAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor', 'Invalid limit')
  list(@Query() { status, ...page }: ReportsQuery): Promise<ReportsInQueueAnswer> {
    return this.reports.list(status, page);
  }

  @Get(':id')
  @Summary('A report, with the thing that was reported')
  @Answers(200, ReportInQueueAnswer)
  read(@IdParam('Report') id: string): Promise<ReportInQueueAnswer> {
    return this.reports.find(id);
  }

  @Patch(':id')
  @Summary('Decide a report; what reports have hidden comes back when all of them are dismissed')
  @Answers(200, DecidedReportAnswer)
  @Refuses(400, 'Invalid status')
  async decide(
    @IdParam('Report') id: string,
    @Body() { status }: DecideReportInput,
    @TheCaller() { id: adminId }: Caller,
  ): Promise<DecidedReportAnswer> {
    return { report: await this.reports.decide(id, status, adminId) };
  }
}
