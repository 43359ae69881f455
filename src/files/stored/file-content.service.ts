import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { type Manner, Storage } from '../storage/storage.js';
import { type ContentType, isShown } from './content-type.js';
import type { StoredFile } from './file.entity.js';
import { disposition } from './file-name.js';
import { FileRepository } from './file.repository.js';

/** Content can neither run scripts nor load anything in a browser. */
const SANDBOX = "sandbox; default-src 'none'";

export interface Sending {
  manner: Manner;
  /** Cache-Control of the content. */
  caching: string;
  /** Cache-Control and lifetime of a redirect to the object store. */
  redirect: { caching: string; seconds?: number };
  policy?: string;
}

const FOR_EVER = 'public, max-age=31536000, immutable';
/** The small version may exist a moment later, so this answer is not cached. */
const NOT_AT_ALL = 'no-store';
/** The redirect is cached for a shorter time than its target is valid. */
const REDIRECT = 'private, max-age=60';

/** Sends content, or ranges of it, from the storage, or redirects to the object store. */
@Injectable()
export class FileContentService {
  constructor(
    private readonly files: FileRepository,
    private readonly storage: Storage,
  ) {}

  /** For callers that know the key of the file. */
  async sendOriginal(id: string, key: string, response: Response): Promise<void> {
    const file = await this.files.the({ id, key }, 'File');
    await this.sendStored(file.path, file, FOR_EVER, response);
  }

  async sendSmall(id: string, key: string, response: Response): Promise<void> {
    const file = await this.files.the({ id, key }, 'File');
    if (file.kind !== 'image') throw notFound('File');
    if (file.small_path) await this.sendStored(file.small_path, { ...file, type: 'image/webp' }, FOR_EVER, response);
    else await this.sendStored(file.path, file, NOT_AT_ALL, response);
  }

  async send(path: string, sending: Sending, response: Response): Promise<void> {
    const { manner, caching, redirect, policy = SANDBOX } = sending;
    const place = await this.storage.locate(path, manner, redirect.seconds);
    if ('address' in place) {
      response.setHeader('Cache-Control', redirect.caching).redirect(302, place.address);
      return;
    }
    const headers = {
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Content-Type': manner.type,
      'Content-Disposition': manner.disposition,
      'Cache-Control': caching,
      // A path is written once, so it identifies its content.
      ETag: `"${path.split('/').at(-1)}"`,
    };
    await removeLongSuffixRange(response.req, join(place.root, place.path));
    const options = { root: place.root, headers, cacheControl: false, lastModified: false };
    await new Promise<void>((resolve, reject) =>
      response.sendFile(place.path, options, (error?: Failure) => {
        if (!error || error.code === 'ECONNABORTED' || response.destroyed) return resolve();
        response.setHeader('Cache-Control', 'no-store').removeHeader('ETag');
        reject(refusalOf(error));
      }),
    );
  }

  private sendStored(path: string, file: StoredFile, caching: string, response: Response): Promise<void> {
    const redirect = { caching: caching === NOT_AT_ALL ? NOT_AT_ALL : REDIRECT };
    return this.send(path, { manner: mannerOf(file), caching, redirect }, response);
  }
}

function mannerOf(file: ContentType & { name: string }): Manner {
  if (!isShown(file)) {
    return { type: 'application/octet-stream', disposition: disposition('attachment', file.name) };
  }
  const type = file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type;
  return { type, disposition: disposition('inline', file.name) };
}

/** Removes a suffix range that is longer than the file: it means the whole file, but Express answers 416. */
async function removeLongSuffixRange({ headers }: Request, path: string): Promise<void> {
  const [, last] = /^bytes=-(\d+)$/.exec(headers.range ?? '') ?? [];
  if (!last) return;
  const file = await stat(path).catch(() => undefined);
  if (file && Number(last) > file.size) delete headers.range;
}

type Failure = Error & { code?: string; status?: number };

function refusalOf(error: Failure): Error {
  // The file was deleted after its row was read.
  if (error.code === 'ENOENT') return notFound('File');
  if (error.status === 416) return new Refusal(416, 'Range not satisfiable');
  if (error.status === 412) return new Refusal(412, 'Precondition failed');
  return error;
}
