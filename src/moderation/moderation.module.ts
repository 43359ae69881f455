import { Module } from '@nestjs/common';
import { DatabaseModule } from '../platform/database/database.module.js';
import { AuthorshipRequest } from './authorship/authorship-request.entity.js';
import { AuthorshipController } from './authorship/authorship.controller.js';
import { AuthorshipRepository } from './authorship/authorship.repository.js';
import { AuthorshipService } from './authorship/authorship.service.js';
import { BlacklistEntry } from './blacklist/blacklist-entry.entity.js';
import { BlacklistHostsExtension, BlacklistRegistrationExtension } from './blacklist/blacklist.extension.js';
import { BlacklistRepository } from './blacklist/blacklist.repository.js';
import { BlacklistService } from './blacklist/blacklist.service.js';
import { Moderation1790000006000 } from './migrations/1790000006000-moderation.js';
import { ModerationQueues1790000006001 } from './migrations/1790000006001-queues.js';
import { ModerationExport } from './moderation.export.js';
import { Report, ReportedThing } from './reports/report.entity.js';
import { ReportRepository } from './reports/report.repository.js';
import { ReportsController } from './reports/reports.controller.js';
import { UserReportExtension } from './reports/reports.extension.js';
import { ReportsService } from './reports/reports.service.js';
import { WordFilterModule } from './word-filter/word-filter.module.js';

const ENTITIES = [AuthorshipRequest, BlacklistEntry, Report, ReportedThing];
const MIGRATIONS = [Moderation1790000006000, ModerationQueues1790000006001];
const REPORTS = [ReportsService, ReportRepository, UserReportExtension];
const AUTHORSHIP = [AuthorshipService, AuthorshipRepository];
const BLACKLIST = [BlacklistService, BlacklistRepository, BlacklistRegistrationExtension, BlacklistHostsExtension];

/** What staff decides on. The word filter is a module of its own, because other areas import it. */
@Module({
  imports: [DatabaseModule.forFeature({ entities: ENTITIES, migrations: MIGRATIONS }), WordFilterModule],
  controllers: [ReportsController, AuthorshipController],
  providers: [...REPORTS, ...AUTHORSHIP, ...BLACKLIST, ModerationExport],
  exports: [ReportsService, AuthorshipService, BlacklistService],
})
export class ModerationModule {}
