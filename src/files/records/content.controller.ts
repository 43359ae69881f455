import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../../platform/access/access.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { Uncounted } from '../../platform/limits/rate-limit.guard.js';
import { type Manner, Storage } from '../storage/storage.js';
import { type ContentType, isShown } from '../uploads/content-type.js';
import { disposition } from '../uploads/file-name.js';
import { FileRepository, type ServedRow } from './file.repository.js';

const FOR_EVER = 'public, max-age=31536000, immutable';
/** The small version may be there a moment later. */
const FOR_NOW = 'no-store';
/** Shorter than the address is good for. */
const REDIRECT = 'private, max-age=60';

/** Whatever it is, in a browser it can neither run nor load anything. */
const HARMLESS = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** The bytes themselves, for whoever has the address: browsers load images without a credential, and many at once. */
@Controller('v1/files/:id/:key')
@Access('none')
@Uncounted()
export class ContentController {
  constructor(
    private readonly files: FileRepository,
    private readonly storage: Storage,
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

  private async send(path: string, file: ServedRow, caching: string, response: Response): Promise<void> {
    const manner = mannerOf(file);
    const place = await this.storage.place(path, manner);
    if ('address' in place) {
      response
        .setHeader('Cache-Control', caching === FOR_NOW ? FOR_NOW : REDIRECT)
        .redirect(302, place.address);
      return;
    }
    const headers = {
      ...HARMLESS,
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

function mannerOf(file: ContentType & { name: string }): Manner {
  if (!isShown(file)) {
    return { type: 'application/octet-stream', disposition: disposition('attachment', file.name) };
  }
  const type = file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type;
  return { type, disposition: disposition('inline', file.name) };
}
