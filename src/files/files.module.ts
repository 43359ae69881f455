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
import { SendContent } from './records/send-content.js';
import { Addresses } from './signed/addresses.js';
import { FileBytes } from './signed/file-bytes.js';
import { ReceiveUpload } from './signed/receive-upload.js';
import { SignedFilesController } from './signed/signed-files.controller.js';
import { StartUploads } from './signed/start-uploads.js';
import { WaitingUploads } from './signed/waiting-upload.repository.js';
import { EmptyTrash } from './storage/empty-trash.job.js';
import { SafeWrite } from './storage/safe-write.js';
import { ownFolder, Storage } from './storage/storage.js';
import { TrashRepository } from './storage/trash.repository.js';
import { TidyFiles } from './tidy-files.job.js';
import { Incoming } from './uploads/incoming.js';
import { RecordUpload } from './uploads/record-upload.js';
import { StoreBytes } from './uploads/store-bytes.js';
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
const UPLOADS = [Incoming, UsageRepository, UploadInterceptor, RecordUpload, StoreBytes, StoreUpload];
const SIGNED = [Addresses, WaitingUploads, StartUploads, ReceiveUpload, FileBytes];
const IMAGES = [Images, MakeSmall];
const RECORDS = [FileRepository, DeleteFile, SendContent];

@Global()
@Module({
  // Signed addresses first: those of files for good look like them.
  controllers: [FilesController, SignedFilesController, ContentController],
  providers: [...STORAGE, ...UPLOADS, ...SIGNED, ...IMAGES, ...RECORDS, TidyFiles, Files],
  exports: [Files],
})
export class FilesModule {}
