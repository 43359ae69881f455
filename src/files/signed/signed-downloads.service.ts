import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import type { Manner } from '../storage/storage.js';
import { isShown } from '../stored/content-type.js';
import { disposition } from '../stored/file-name.js';
import type { StoredFile } from '../stored/file.entity.js';
import { FileRepository } from '../stored/file.repository.js';
import { FileContentService } from '../stored/file-content.service.js';
import { type Download, SignedUrlsService } from './signed-urls.service.js';

const PDF = 'application/pdf';
/** The PDF viewers of browsers do not start in a sandbox, and scripts of a PDF have no access to the origin. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";
/** The redirect is cached for a shorter time than its target is valid. */
const REDIRECT_SECONDS = 60;

/** Sends files to callers with a signed download URL. */
@Injectable()
export class SignedDownloadsService {
  constructor(
    private readonly signedUrls: SignedUrlsService,
    private readonly files: FileRepository,
    private readonly content: FileContentService,
  ) {}

  async send(ticket: string, response: Response): Promise<void> {
    const download = this.signedUrls.readDownload(ticket);
    if (!download) throw notFound('File');
    const seconds = Math.floor((download.until - Date.now()) / 1000);
    if (seconds < 0) throw new Refusal(410, 'Link has expired');
    const file = await this.files.findStored({ id: download.id });
    if (!file) throw notFound('File');
    const sending = {
      manner: displayOf(file, download),
      caching: `private, max-age=${seconds}`,
      redirect: {
        caching: `private, max-age=${Math.min(seconds, REDIRECT_SECONDS)}`,
        seconds: Math.max(seconds, 1),
      },
      ...(file.type === PDF && { policy: PDF_POLICY }),
    };
    await this.content.send(file.path, sending, response);
  }
}

function displayOf(file: StoredFile, { name = file.name, inline = false }: Download): Manner {
  const isInline = inline && (isShown(file) || file.type === PDF);
  const type = file.type.startsWith('text/') ? `${file.type}; charset=utf-8` : file.type;
  return { type, disposition: disposition(isInline ? 'inline' : 'attachment', name) };
}
