import { Body, Controller, Post } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Creates, Refuses, Summary } from '../../platform/http/endpoint.js';
import { cannotReportSelf, ReportsService } from './reports.service.js';
import { ReportAnswer, ReportInput } from './reports.dto.js';

@Controller('v1/reports')
@Access('user')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Post()
  @Summary('Report a post, comment, product or person to staff; the same again while it is pending')
  @Creates(ReportAnswer)
  @Refuses(cannotReportSelf)
  @Refuses(404, 'Post not found', 'User not found', 'Product not found', 'Comment not found')
  report(@Body() input: ReportInput, @TheCaller() { id }: Caller): Promise<ReportAnswer> {
    return this.reports.report(id, input);
  }
}
