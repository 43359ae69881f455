import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { notFound } from '../../platform/http/refusal.js';
import type { Manner } from '../storage/storage.js';
import { type ContentType, isShown } from './content-type.js';
import { disposition } from './file-name.js';
import type { StoredFile } from './file.entity.js';
import { FileRepository } from './file.repository.js';
import { SendFileService } from './send-file.service.js';

const FOR_EVER = 'public, max-age=31536000, immutable';
/** The small version may exist a moment later, so this answer is not cached. */
const NOT_AT_ALL = 'no-store';
/** The redirect is cached for a shorter time than its target is valid. */
const REDIRECT = 'private, max-age=60';

/** Sends stored files to callers that know their key. */
@Injectable()
export class FileContentService {
  constructor(
    private readonly files: FileRepository,
    private readonly sender: SendFileService,
  ) {}

  async sendOriginal(id: string, key: string, response: Response): Promise<void> {
    const file = await this.files.the({ id, key }, 'File');
    await this.send(file.path, file, FOR_EVER, response);
  }

  async sendSmall(id: string, key: string, response: Response): Promise<void> {
    const file = await this.files.the({ id, key }, 'File');
    if (file.kind !== 'image') throw notFound('File');
    if (file.small_path) await this.send(file.small_path, { ...file, type: 'image/webp' }, FOR_EVER, response);
    else await this.send(file.path, file, NOT_AT_ALL, response);
  }

  private send(path: string, file: StoredFile, caching: string, response: Response): Promise<void> {
    const redirect = { caching: caching === NOT_AT_ALL ? NOT_AT_ALL : REDIRECT };
    return this.sender.send(path, { manner: mannerOf(file), caching, redirect }, response);
  }
}

function mannerOf(file: ContentType & { name: string }): Manner {
  if (!isShown(file)) {
    return { type: 'application/octet-stream', disposition: disposition('attachment', file.name) };
  }
  const type = file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type;
  return { type, disposition: disposition('inline', file.name) };
}
