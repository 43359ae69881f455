import { Module } from '@nestjs/common';
import { DatabaseModule } from '../platform/database/database.module.js';
import { FilesController } from './files.controller.js';
import { FilesService } from './files.service.js';
import { Files1790000004000 } from './migrations/1790000004000-files.js';
import { SignedFiles1790000021000 } from './migrations/1790000021000-signed-files.js';
import { FilesWithoutOwner1790000021010 } from './migrations/1790000021010-files-without-owner.js';
import { FileSlots1790000021500 } from './migrations/1790000021500-file-slots.js';
import { OwnFilesService } from './own-files.service.js';
import { PurgeFilesJob } from './purge-files.job.js';
import { SignedFilesModule } from './signed/signed-files.module.js';
import { StorageModule } from './storage/storage.module.js';
import { StoredFilesModule } from './stored/stored-files.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

const MIGRATIONS = [
  Files1790000004000,
  SignedFiles1790000021000,
  FilesWithoutOwner1790000021010,
  FileSlots1790000021500,
];

@Module({
  imports: [
    DatabaseModule.forFeature({ migrations: MIGRATIONS }),
    // Nest registers routes in the order of this list. The routes of stored files also match signed URLs.
    SignedFilesModule,
    StoredFilesModule,
    UploadsModule,
    StorageModule,
  ],
  controllers: [FilesController],
  providers: [OwnFilesService, PurgeFilesJob, FilesService],
  exports: [FilesService],
})
export class FilesModule {}
