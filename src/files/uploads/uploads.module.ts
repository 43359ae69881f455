import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { ImagesModule } from '../images/images.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { StoredFilesModule } from '../stored/stored-files.module.js';
import { FileRecordsService } from './file-records.service.js';
import { FileStorageService } from './file-storage.service.js';
import { UploadsService } from './uploads.service.js';
import { Usage } from '../stored/file.entity.js';
import { UsageRepository } from './usage.repository.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Usage] }), StorageModule, StoredFilesModule, ImagesModule],
  providers: [UsageRepository, FileRecordsService, FileStorageService, UploadsService],
  exports: [UsageRepository, FileRecordsService, FileStorageService, UploadsService],
})
export class UploadsModule {}
