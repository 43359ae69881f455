import { Module } from '@nestjs/common';
import { AuthorshipController } from './authorship/authorship.controller.js';
import { AuthorshipRepository } from './authorship/authorship.repository.js';
import { DecideAuthorship } from './authorship/decide-authorship.js';
import { RequestAuthorship } from './authorship/request-authorship.js';
import { Blacklist } from './blacklist/blacklist.js';
import { ContentFilterModule } from './content-filter/content-filter.module.js';
import './moderation.schema.js';
import { ModerationSection } from './moderation.section.js';
import { DecideReport } from './reports/decide-report.js';
import { ReportRepository } from './reports/report.repository.js';
import { ReportThing } from './reports/report-thing.js';
import { ReportableUser } from './reports/reportable-user.js';
import { Reportables } from './reports/reportables.js';
import { ReportsController } from './reports/reports.controller.js';

const REPORTS = [ReportRepository, Reportables, ReportableUser, ReportThing, DecideReport];
const AUTHORSHIP = [AuthorshipRepository, RequestAuthorship, DecideAuthorship];

@Module({
  imports: [ContentFilterModule],
  controllers: [ReportsController, AuthorshipController],
  providers: [...REPORTS, ...AUTHORSHIP, Blacklist, ModerationSection],
  exports: [DecideReport, DecideAuthorship, Blacklist],
})
export class ModerationModule {}
