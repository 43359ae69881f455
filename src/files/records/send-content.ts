import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { type Manner, Storage } from '../storage/storage.js';

/** Whatever it is, in a browser it can neither run nor load anything. */
const SANDBOX = "sandbox; default-src 'none'";

export interface Sending {
  manner: Manner;
  /** Of the bytes themselves. */
  caching: string;
  /** Where the bytes are served by another address: of the way there, and for how long that one works. */
  elsewhere: { caching: string; seconds?: number };
  policy?: string;
}

/** From the storage to whoever asked, parts of it too; or the address where it is to be had. */
@Injectable()
export class SendContent {
  constructor(private readonly storage: Storage) {}

  async run(path: string, sending: Sending, response: Response): Promise<void> {
    const { manner, caching, elsewhere, policy = SANDBOX } = sending;
    const place = await this.storage.place(path, manner, elsewhere.seconds);
    if ('address' in place) {
      response.setHeader('Cache-Control', elsewhere.caching).redirect(302, place.address);
      return;
    }
    const headers = {
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Content-Type': manner.type,
      'Content-Disposition': manner.disposition,
      'Cache-Control': caching,
      // A path is written once, so it names its bytes.
      ETag: `"${path.split('/').at(-1)}"`,
    };
    await mendRange(response.req, join(place.root, place.path));
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

/** The last 100 bytes of ten are the ten; what reads the header for us finds none. */
async function mendRange({ headers }: Request, path: string): Promise<void> {
  const [, last] = /^bytes=-(\d+)$/.exec(headers.range ?? '') ?? [];
  if (!last) return;
  const file = await stat(path).catch(() => undefined);
  if (file && Number(last) > file.size) delete headers.range;
}

type Failure = Error & { code?: string; status?: number };

function refusalOf(error: Failure): Error {
  // It was deleted since its row was read.
  if (error.code === 'ENOENT') return notFound('File');
  if (error.status === 416) return new Refusal(416, 'Range not satisfiable');
  if (error.status === 412) return new Refusal(412, 'Precondition failed');
  return error;
}
