import { Global, Module } from '@nestjs/common';
import { Config } from '../platform/config/environment.js';
import { Files } from './files.js';
import './files.schema.js';
import { Images } from './images/images.js';
import { MakeSmall } from './images/make-small.job.js';
import { ContentController } from './records/content.controller.js';
import { DeleteFile } from './records/delete-file.js';
import { FileRepository } from './records/file.repository.js';
import { FilesController } from './records/files.controller.js';
import { EmptyTrash } from './storage/empty-trash.job.js';
import { SafeWrite } from './storage/safe-write.js';
import { ownFolder, Storage } from './storage/storage.js';
import { TrashRepository } from './storage/trash.repository.js';
import { TidyFiles } from './tidy-files.job.js';
import { Incoming } from './uploads/incoming.js';
import { RecordUpload } from './uploads/record-upload.js';
import { StoreUpload } from './uploads/store-upload.js';
import { UploadInterceptor } from './uploads/upload.interceptor.js';
import { UsageRepository } from './uploads/usage.repository.js';

const STORAGE = [
  {
    provide: Storage,
    inject: [Config],
    useFactory: ({ filesUrl, dataDir }: Config) => Storage.open(filesUrl ?? ownFolder(dataDir)),
  },
  TrashRepository,
  EmptyTrash,
  SafeWrite,
];
const UPLOADS = [Incoming, UsageRepository, UploadInterceptor, RecordUpload, StoreUpload];
const IMAGES = [Images, MakeSmall];
const RECORDS = [FileRepository, DeleteFile];

@Global()
@Module({
  controllers: [FilesController, ContentController],
  providers: [...STORAGE, ...UPLOADS, ...IMAGES, ...RECORDS, TidyFiles, Files],
  exports: [Files],
})
export class FilesModule {}
