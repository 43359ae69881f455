import { Module } from '@nestjs/common';
import { AuthorshipController } from './authorship/authorship.controller.js';
import { AuthorshipRepository } from './authorship/authorship.repository.js';
import { DecideAuthorship } from './authorship/decide-authorship.js';
import { RequestAuthorship } from './authorship/request-authorship.js';
import { Blacklist } from './blacklist/blacklist.js';
import { BlacklistedHosts } from './blacklist/blacklisted-hosts.js';
import { BlacklistDoorkeeper } from './blacklist/blacklist-doorkeeper.js';
import { KeepBlacklist } from './blacklist/keep-blacklist.js';
import { ContentFilterModule } from './content-filter/content-filter.module.js';
import './moderation.schema.js';
import { ModerationSection } from './moderation.section.js';
import { DecideReport } from './reports/decide-report.js';
import { ReadReport } from './reports/read-report.js';
import { ReportRepository } from './reports/report.repository.js';
import { ReportThing } from './reports/report-thing.js';
import { ReportableUser } from './reports/reportable-user.js';
import { Reportables } from './reports/reportables.js';
import { ReportsController } from './reports/reports.controller.js';

const REPORTS = [ReportRepository, Reportables, ReportableUser, ReportThing, ReadReport, DecideReport];
const AUTHORSHIP = [AuthorshipRepository, RequestAuthorship, DecideAuthorship];
const BLACKLIST = [Blacklist, BlacklistDoorkeeper, KeepBlacklist];

@Module({
  imports: [ContentFilterModule],
  controllers: [ReportsController, AuthorshipController],
  providers: [...REPORTS, ...AUTHORSHIP, ...BLACKLIST, BlacklistedHosts, ModerationSection],
  exports: [...REPORTS, ...AUTHORSHIP, ...BLACKLIST],
})
export class ModerationModule {}
