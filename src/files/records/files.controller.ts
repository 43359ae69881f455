import { Controller, Delete, Get, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Config } from '../../platform/config/environment.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { CreatesOutside, OperationId } from '../../platform/http/idempotency-outside.js';
import { StreamedBody } from '../../platform/http/input/body.guard.js';
import { ListQuery } from '../../platform/http/input/fields.js';
import { StoreUpload } from '../uploads/store-upload.js';
import { TheUpload, type Upload } from '../uploads/upload.js';
import { UploadInterceptor } from '../uploads/upload.interceptor.js';
import { DeleteFile } from './delete-file.js';
import { presentFile } from './file.presenter.js';
import { FileRepository } from './file.repository.js';
import { FileAnswer, FileDeleted, FilesAnswer } from './files.io.js';

@Controller('v1/files')
@Access('user')
export class FilesController {
  constructor(
    private readonly store: StoreUpload,
    private readonly files: FileRepository,
    private readonly deleteFile: DeleteFile,
    private readonly config: Config,
  ) {}

  @Post()
  @Summary('Upload a file: multipart/form-data, in the field `file`, at most 25 MiB')
  @CreatesOutside(FileAnswer)
  // Below, and so before it: the key stands for the content, which must have come by then.
  @UseInterceptors(UploadInterceptor)
  @StreamedBody()
  @Refuses(400, 'Validation error')
  @Refuses(409, 'Storage is full')
  @Refuses(413, 'Payload too large')
  @Refuses(415, 'Unsupported media type')
  @Refuses(429, 'Too many uploads today')
  async upload(
    @TheUpload() upload: Upload,
    @TheCaller() caller: Caller,
    @OperationId() id: string,
  ): Promise<FileAnswer> {
    return { file: presentFile(await this.store.run(id, caller.id, upload), this.config.publicUrl) };
  }

  @Get()
  @Summary('The own files, newest first')
  @Answers(200, FilesAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async list(@Query() query: ListQuery, @TheCaller() caller: Caller): Promise<FilesAnswer> {
    const { rows, next_cursor } = await this.files.ofOwner(caller.id, query);
    return { files: rows.map((file) => presentFile(file, this.config.publicUrl)), next_cursor };
  }

  @Delete(':id')
  @Summary('Delete an own file that nothing shows')
  @Answers(200, FileDeleted)
  @Refuses(404, 'File not found')
  @Refuses(409, 'File is in use')
  async delete(@Param('id') id: string, @TheCaller() caller: Caller): Promise<FileDeleted> {
    await this.deleteFile.run(id, caller.id);
    return { message: 'File deleted' };
  }
}
