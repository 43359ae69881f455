import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { ContentController } from './content.controller.js';
import { FileContentService } from './file-content.service.js';
import { StoredFile } from './file.entity.js';
import { FileRepository } from './file.repository.js';
import { SendFileService } from './send-file.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [StoredFile] }), StorageModule],
  controllers: [ContentController],
  providers: [FileRepository, FileContentService, SendFileService],
  exports: [FileRepository, SendFileService],
})
export class StoredFilesModule {}
