import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { StoredFilesModule } from '../stored/stored-files.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { GeneratedFilesService } from './generated-files.service.js';
import { SignedDownloadsService } from './signed-downloads.service.js';
import { SignedFilesController } from './signed-files.controller.js';
import { SignedUrlsService } from './signed-urls.service.js';
import { UploadReceiptService } from './upload-receipt.service.js';
import { UploadStartService } from './upload-start.service.js';
import { WaitingUpload } from '../stored/file.entity.js';
import { WaitingUploadRepository } from './waiting-upload.repository.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [WaitingUpload] }), StorageModule, StoredFilesModule, UploadsModule],
  controllers: [SignedFilesController],
  providers: [
    SignedUrlsService,
    WaitingUploadRepository,
    UploadStartService,
    UploadReceiptService,
    SignedDownloadsService,
    GeneratedFilesService,
  ],
  exports: [SignedUrlsService, WaitingUploadRepository, UploadStartService, GeneratedFilesService],
})
export class SignedFilesModule {}
