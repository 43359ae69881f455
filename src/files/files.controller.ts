import { Controller, Delete, Get, Post, Query, UseInterceptors } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../platform/access/access.js';
import {
  Answers,
  AnswersPage,
  CreatesOutside,
  IdParam,
  OperationId,
  Refuses,
  Summary,
} from '../platform/http/endpoint.js';
import { StreamedBody } from '../platform/http/input/body.guard.js';
import { ListQuery } from '../platform/http/fields.js';
import { TheUpload, type Upload, UploadInterceptor } from './uploads/upload.interceptor.js';
import { fileInUse, OwnFilesService } from './own-files.service.js';
import { storageFull, tooManyUploads } from './uploads/usage.policy.js';
import { FileAnswer, FileDeleted, FilesAnswer } from './files.dto.js';

@Controller('v1/files')
@Access('user')
export class FilesController {
  constructor(private readonly files: OwnFilesService) {}

  @Post()
  @Summary('Upload a file: multipart/form-data, in the field `file`, at most 25 MiB')
  @CreatesOutside(FileAnswer)
  // This interceptor runs before that of the idempotency key, which covers the content, so the content must
  // have arrived.
  @UseInterceptors(UploadInterceptor)
  @StreamedBody()
  @Refuses(400, 'Validation error')
  @Refuses(413, 'Payload too large')
  @Refuses(415, 'Unsupported media type')
  @Refuses(storageFull, tooManyUploads)
  upload(@TheUpload() upload: Upload, @TheCaller() caller: Caller, @OperationId() id: string): Promise<FileAnswer> {
    return this.files.create(id, caller.id, upload);
  }

  @Get()
  @Summary('The own files, newest first')
  @AnswersPage(FilesAnswer)
  list(@Query() query: ListQuery, @TheCaller() caller: Caller): Promise<FilesAnswer> {
    return this.files.list(caller.id, query);
  }

  @Delete(':id')
  @Summary('Delete an own file that nothing shows')
  @Answers(200, FileDeleted)
  @Refuses(fileInUse)
  async delete(@IdParam('File') id: string, @TheCaller() caller: Caller): Promise<FileDeleted> {
    await this.files.delete(id, caller.id);
    return { message: 'File deleted' };
  }
}
