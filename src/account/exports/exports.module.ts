import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { FilesExport, NotificationsExport, ProfileExport } from './account.export.js';
import { ExportCompletionService } from './export-completion.service.js';
import { ExportDownloadsService } from './export-downloads.service.js';
import { AccountExport } from './export.entity.js';
import { ExportFailedMail, ExportMail } from './export.mail.js';
import { ExportRepository } from './export.repository.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';
import { MakeExportJob } from './make-export.job.js';
import { ExportsAsFiles1790000002500 } from './migrations/1790000002500-exports-as-files.js';
import { FilesModule } from '../../files/files.module.js';

@Module({
  imports: [
    DatabaseModule.forFeature({ entities: [AccountExport], migrations: [ExportsAsFiles1790000002500] }),
    UsersModule,
    SessionsModule,
    ApiKeysModule,
    FilesModule,
  ],
  controllers: [ExportsController],
  providers: [
    ExportRepository,
    ExportsService,
    ExportDownloadsService,
    ExportCompletionService,
    ExportMail,
    ExportFailedMail,
    MakeExportJob,
    ProfileExport,
    FilesExport,
    NotificationsExport,
  ],
  exports: [ExportRepository],
})
export class ExportsModule {}
