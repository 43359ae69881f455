import { Module } from '@nestjs/common';
import { DatabaseModule } from '../platform/database/database.module.js';
import { AuthorshipModule } from './authorship/authorship.module.js';
import { BlacklistModule } from './blacklist/blacklist.module.js';
import { Moderation1790000006000 } from './migrations/1790000006000-moderation.js';
import { ModerationQueues1790000006001 } from './migrations/1790000006001-queues.js';
import { ModerationExport } from './moderation.export.js';
import { ReportsModule } from './reports/reports.module.js';
import { WordFilterModule } from './word-filter/word-filter.module.js';

@Module({
  imports: [
    DatabaseModule.forFeature({ migrations: [Moderation1790000006000, ModerationQueues1790000006001] }),
    WordFilterModule,
    BlacklistModule,
    ReportsModule,
    AuthorshipModule,
  ],
  providers: [ModerationExport],
})
export class ModerationModule {}
