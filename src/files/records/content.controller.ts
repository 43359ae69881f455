import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access } from '../../platform/access/access.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { notFound } from '../../platform/http/refusal.js';
import { Uncounted } from '../../platform/limits/rate-limit.guard.js';
import type { Manner } from '../storage/storage.js';
import { type ContentType, isShown } from '../uploads/content-type.js';
import { disposition } from '../uploads/file-name.js';
import { FileRepository, type ServedRow } from './file.repository.js';
import { SendContent } from './send-content.js';

const FOR_EVER = 'public, max-age=31536000, immutable';
/** The small version may be there a moment later. */
const FOR_NOW = 'no-store';
/** Shorter than the address is good for. */
const REDIRECT = 'private, max-age=60';

/** The bytes themselves, for whoever has the address: browsers load images without a credential, and many at once. */
@Controller('v1/files/:id/:key')
@Access('none')
@Uncounted()
export class ContentController {
  constructor(
    private readonly files: FileRepository,
    private readonly content: SendContent,
  ) {}

  @Get()
  @Summary('The content of a file; parts of it by `Range`')
  @Answers(200, undefined, 'application/octet-stream')
  @Refuses(404, 'File not found')
  @Refuses(416, 'Range not satisfiable')
  async original(
    @Param('id') id: string,
    @Param('key') key: string,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.find(id, key);
    await this.send(file.path, file, FOR_EVER, response);
  }

  @Get('small')
  @Summary(
    'A small version of an image, at most 640 pixels wide and high; until it is made, the image itself',
  )
  @Answers(200, undefined, 'application/octet-stream')
  @Refuses(404, 'File not found')
  @Refuses(416, 'Range not satisfiable')
  async small(@Param('id') id: string, @Param('key') key: string, @Res() response: Response): Promise<void> {
    const file = await this.find(id, key);
    if (file.kind !== 'image') throw notFound('File');
    if (file.small_path)
      await this.send(file.small_path, { ...file, type: 'image/webp' }, FOR_EVER, response);
    else await this.send(file.path, file, FOR_NOW, response);
  }

  private async find(id: string, key: string): Promise<ServedRow> {
    const file = isUuid(id) ? await this.files.byKey(id, key) : undefined;
    if (!file) throw notFound('File');
    return file;
  }

  private send(path: string, file: ServedRow, caching: string, response: Response): Promise<void> {
    const elsewhere = { caching: caching === FOR_NOW ? FOR_NOW : REDIRECT };
    return this.content.run(path, { manner: mannerOf(file), caching, elsewhere }, response);
  }
}

function mannerOf(file: ContentType & { name: string }): Manner {
  if (!isShown(file)) {
    return { type: 'application/octet-stream', disposition: disposition('attachment', file.name) };
  }
  const type = file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type;
  return { type, disposition: disposition('inline', file.name) };
}
