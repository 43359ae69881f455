import { Controller, Get, Param, Put, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../../platform/access/access.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { StreamedBody } from '../../platform/http/input/body.guard.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { Uncounted } from '../../platform/limits/rate-limit.guard.js';
import { FileRepository, type ServedRow } from '../records/file.repository.js';
import { SendContent } from '../records/send-content.js';
import type { Manner } from '../storage/storage.js';
import { isShown } from '../uploads/content-type.js';
import { disposition } from '../uploads/file-name.js';
import { Addresses, type Download } from './addresses.js';
import { ReceiveUpload } from './receive-upload.js';
import { UploadedAnswer } from './signed-files.io.js';

const PDF = 'application/pdf';
/** What browsers show a PDF with does not start in a sandbox, and what a PDF holds runs in nobody's name. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";
/** Shorter than what it leads to is good for. */
const REDIRECT_SECONDS = 60;

/** The addresses that apps give out: whoever has one needs no other credential, for as long as it works. */
@Controller('v1/files')
@Access('none')
@Uncounted()
export class SignedFilesController {
  constructor(
    private readonly addresses: Addresses,
    private readonly receive: ReceiveUpload,
    private readonly files: FileRepository,
    private readonly content: SendContent,
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
    const id = this.addresses.uploadOf(ticket);
    if (!id) throw notFound('Upload');
    return { file: await this.receive.run(id, request) };
  }

  @Get('downloads/:ticket')
  @Summary('The content of a file of an app; parts of it by `Range`')
  @Answers(200, undefined, 'application/octet-stream')
  @Refuses(404, 'File not found')
  @Refuses(410, 'Link has expired')
  @Refuses(416, 'Range not satisfiable')
  async download(@Param('ticket') ticket: string, @Res() response: Response): Promise<void> {
    const download = this.addresses.downloadOf(ticket);
    if (!download) throw notFound('File');
    const seconds = Math.floor((download.until - Date.now()) / 1000);
    if (seconds < 0) throw new Refusal(410, 'Link has expired');
    const file = await this.files.stored(download.id);
    if (!file) throw notFound('File');
    const sending = {
      manner: mannerOf(file, download),
      caching: `private, max-age=${seconds}`,
      elsewhere: {
        caching: `private, max-age=${Math.min(seconds, REDIRECT_SECONDS)}`,
        seconds: Math.max(seconds, 1),
      },
      ...(file.type === PDF && { policy: PDF_POLICY }),
    };
    await this.content.run(file.path, sending, response);
  }
}

function mannerOf(file: ServedRow, { name = file.name, inline = false }: Download): Manner {
  const isInline = inline && (isShown(file) || file.type === PDF);
  const type = file.type.startsWith('text/') ? `${file.type}; charset=utf-8` : file.type;
  return { type, disposition: disposition(isInline ? 'inline' : 'attachment', name) };
}
