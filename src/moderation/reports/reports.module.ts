import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { ReportReviewService } from './report-review.service.js';
import { Report, ReportedThing } from './report.entity.js';
import { ReportRepository } from './report.repository.js';
import { ReportsController } from './reports.controller.js';
import { UserReportExtension } from './reports.extension.js';
import { ReportsService } from './reports.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Report, ReportedThing] })],
  controllers: [ReportsController],
  providers: [ReportsService, ReportReviewService, ReportRepository, UserReportExtension],
  exports: [ReportsService, ReportReviewService],
})
export class ReportsModule {}
