import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/environment.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { EmptyTrashJob } from './empty-trash.job.js';
import { defaultFolder, Storage } from './storage.js';
import { StorageWritesService } from './storage-writes.service.js';
import { TemporaryFilesService } from './temporary-files.service.js';
import { Trash } from '../stored/file.entity.js';
import { TrashRepository } from './trash.repository.js';

const STORAGE = {
  provide: Storage,
  inject: [Config, DatabaseService],
  useFactory: ({ filesUrl, dataDir }: Config, database: DatabaseService) =>
    Storage.open(filesUrl ?? defaultFolder(dataDir), (work) => database.refuseInTransaction(work)),
};

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Trash] })],
  providers: [STORAGE, TrashRepository, EmptyTrashJob, StorageWritesService, TemporaryFilesService],
  exports: [Storage, EmptyTrashJob, StorageWritesService, TemporaryFilesService],
})
export class StorageModule {}
