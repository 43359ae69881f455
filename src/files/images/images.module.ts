import { Module } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { StoredFilesModule } from '../stored/stored-files.module.js';
import { ImagesService } from './images.service.js';
import { SmallImagesJob } from './small-images.job.js';

@Module({
  imports: [StorageModule, StoredFilesModule],
  providers: [ImagesService, SmallImagesJob],
  exports: [ImagesService, SmallImagesJob],
})
export class ImagesModule {}
