import { Controller, Get, Param, Put, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../../platform/access/access.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { StreamedBody } from '../../platform/http/input/body.guard.js';
import { Uncounted } from '../../platform/limits/rate-limit.guard.js';
import { SignedDownloadsService } from './signed-downloads.service.js';
import { UploadedAnswer } from '../files.dto.js';
import { UploadReceiptService } from './upload-receipt.service.js';

/** Serves the signed URLs that apps give out. The URL is the only credential, until it expires. */
@Controller('v1/files')
@Access('none')
@Uncounted()
export class SignedFilesController {
  constructor(
    private readonly receipt: UploadReceiptService,
    private readonly downloads: SignedDownloadsService,
  ) {}

  @Put('uploads/:ticket')
  @Summary('The bytes of a file that was promised to an app: exactly as many, in the body as they are')
  @StreamedBody('application/octet-stream')
  @Answers(200, UploadedAnswer)
  @Refuses(400, 'Validation error')
  @Refuses(404, 'Upload not found')
  @Refuses(409, 'File already uploaded', 'Upload is under way')
  @Refuses(415, 'Unsupported media type')
  async upload(@Param('ticket') ticket: string, @Req() request: Request): Promise<UploadedAnswer> {
    return { file: await this.receipt.receive(ticket, request) };
  }

  @Get('downloads/:ticket')
  @Summary('The content of a file of an app; parts of it by `Range`')
  @Answers(200, undefined, 'application/octet-stream')
  @Refuses(404, 'File not found')
  @Refuses(410, 'Link has expired')
  @Refuses(416, 'Range not satisfiable')
  download(@Param('ticket') ticket: string, @Res() response: Response): Promise<void> {
    return this.downloads.send(ticket, response);
  }
}
