import { Module } from '@nestjs/common';
import { Environment } from '../platform/config/environment.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { DatabaseService } from '../platform/database/database.service.js';
import { FilesController } from './files.controller.js';
import { FilesService } from './files.service.js';
import { ImagesService } from './images/images.service.js';
import { SmallImagesJob } from './images/small-images.job.js';
import { Files1790000004000 } from './migrations/1790000004000-files.js';
import { SignedFiles1790000021000 } from './migrations/1790000021000-signed-files.js';
import { FilesWithoutOwner1790000021010 } from './migrations/1790000021010-files-without-owner.js';
import { FileSlots1790000021500 } from './migrations/1790000021500-file-slots.js';
import { OwnFilesService } from './own-files.service.js';
import { PurgeFilesJob } from './purge-files.job.js';
import { GeneratedFilesService } from './signed/generated-files.service.js';
import { SignedDownloadsService } from './signed/signed-downloads.service.js';
import { SignedFilesController } from './signed/signed-files.controller.js';
import { SignedUrlsService } from './signed/signed-urls.service.js';
import { UploadReceiptService } from './signed/upload-receipt.service.js';
import { WaitingUploadRepository } from './signed/waiting-upload.repository.js';
import { EmptyTrashJob } from './storage/empty-trash.job.js';
import { StorageWritesService } from './storage/storage-writes.service.js';
import { defaultFolder, Storage } from './storage/storage.js';
import { TemporaryFilesService } from './storage/temporary-files.service.js';
import { TrashRepository } from './storage/trash.repository.js';
import { ContentController } from './stored/content.controller.js';
import { FileContentService } from './stored/file-content.service.js';
import { StoredFile, Trash, Usage, WaitingUpload } from './stored/file.entity.js';
import { FileRepository } from './stored/file.repository.js';
import { FileRecordsService } from './uploads/file-records.service.js';
import { FileStorageService } from './uploads/file-storage.service.js';
import { UsageRepository } from './uploads/usage.repository.js';

const STORAGE = {
  provide: Storage,
  inject: [Environment, DatabaseService],
  useFactory: ({ filesUrl, dataDir }: Environment, database: DatabaseService) =>
    Storage.open(filesUrl ?? defaultFolder(dataDir), (work) => database.refuseInTransaction(work)),
};

@Module({
  imports: [
    DatabaseModule.forFeature({
      entities: [StoredFile, Trash, Usage, WaitingUpload],
      migrations: [
        Files1790000004000,
        SignedFiles1790000021000,
        FilesWithoutOwner1790000021010,
        FileSlots1790000021500,
      ],
    }),
  ],
  // Nest registers routes in the order of this list. The routes of stored files also match signed URLs.
  controllers: [SignedFilesController, ContentController, FilesController],
  providers: [
    STORAGE,
    TrashRepository,
    EmptyTrashJob,
    StorageWritesService,
    TemporaryFilesService,
    FileRepository,
    FileContentService,
    ImagesService,
    SmallImagesJob,
    UsageRepository,
    FileRecordsService,
    FileStorageService,
    SignedUrlsService,
    WaitingUploadRepository,
    UploadReceiptService,
    SignedDownloadsService,
    GeneratedFilesService,
    OwnFilesService,
    PurgeFilesJob,
    FilesService,
  ],
  exports: [FilesService, GeneratedFilesService],
})
export class FilesModule {}
