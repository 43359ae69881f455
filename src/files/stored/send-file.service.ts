import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { type Manner, Storage } from '../storage/storage.js';

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

/** Sends content, or ranges of it, from the storage, or redirects to the object store. */
@Injectable()
export class SendFileService {
  constructor(private readonly storage: Storage) {}

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
