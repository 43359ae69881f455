import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { type CallHandler, type ExecutionContext, HttpException, Injectable, Logger } from '@nestjs/common';
import type { NestInterceptor } from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { EMPTY, from, lastValueFrom, type Observable } from 'rxjs';
import type { Caller } from '../../platform/access/caller.js';
import type { WithRawBody } from '../../platform/http/input/body.guard.js';
import { invalid, Refusal, unavailable } from '../../platform/http/refusal.js';
import { mayTakeLong } from '../../platform/http/time-limit.js';
import { harmlessName } from './file-name.js';
import { type Arrived, Incoming } from './incoming.js';
import { keepUpload } from './upload.js';
import { UsageRepository } from './usage.repository.js';

const MEBIBYTE = 1024 * 1024;
const LARGEST = 25 * MEBIBYTE;
/** Boundaries, and fields that nobody asked for. */
const AROUND_IT = MEBIBYTE;
/** Of one account, in one process: what is on its way lies on the disk, and counts for nothing yet. */
const AT_ONCE = 64;
const FIELD = 'file';

type Sent = Request & WithRawBody & { file?: Arrived & { originalname: string } };

const fault = (message: string) => invalid({ field: FIELD, message });
const tooLarge = () => new Refusal(413, 'Payload too large');

const WORDS: Record<string, () => Refusal> = {
  LIMIT_FILE_SIZE: tooLarge,
  LIMIT_FILE_COUNT: () => fault('one file at a time'),
  LIMIT_UNEXPECTED_FILE: () => fault(`the file must be in the field ${FIELD}`),
};

/**
 * Takes the file of a form in: on its way to the disk it is never whole in memory. By multer, because Nest brings it,
 * and because what it knows of callers who go away in the middle would be the larger part of anything of our own.
 */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  private readonly logger = new Logger('Files');
  private readonly multer: NestInterceptor;
  private readonly underWay = new Map<string, number>();

  constructor(
    incoming: Incoming,
    private readonly usage: UsageRepository,
  ) {
    const storage = {
      _handleFile: callbackify((_: Request, { stream }: { stream: Readable }) => incoming.receive(stream)),
      _removeFile: callbackify((_: Request, { path }: Arrived) => rm(path, { force: true })),
    };
    const limits = { files: 1, fileSize: LARGEST, fields: 10, fieldSize: 64 * 1024, parts: 11 };
    this.multer = new (FileInterceptor(FIELD))({
      storage,
      limits,
      defParamCharset: 'utf8',
      // For harmlessName, which knows more of paths.
      preservePath: true,
    }) as NestInterceptor;
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Sent>();
    checkHead(request);
    const { id } = request.user as Caller;
    await this.usage.check(id);
    this.enter(id, http.getResponse<Response>());
    mayTakeLong(request, LARGEST + AROUND_IT);
    const { originalname, path, size, digest } = await this.receive(request, context);
    const name = harmlessName(originalname);
    keepUpload(request, { file: path, size, name });
    // What an `Idempotency-Key` stands for.
    request.rawBody = Buffer.concat([digest, Buffer.from(name)]);
    return from(lastValueFrom(next.handle()).finally(() => rm(path, { force: true })));
  }

  private enter(id: string, response: Response): void {
    // Who has gone already would not go again, and keep his place.
    if (response.destroyed) throw fault('the upload broke off');
    const others = this.underWay.get(id) ?? 0;
    if (others >= AT_ONCE) throw new Refusal(429, 'Too many requests', { retryAfterSeconds: 5 });
    this.underWay.set(id, others + 1);
    response.once('close', () => {
      const left = (this.underWay.get(id) as number) - 1;
      if (left) this.underWay.set(id, left);
      else this.underWay.delete(id);
    });
  }

  private async receive(request: Sent, context: ExecutionContext): Promise<NonNullable<Sent['file']>> {
    try {
      await this.multer.intercept(context, { handle: () => EMPTY });
    } catch (error) {
      throw this.refusalOf(error, request);
    }
    const { file } = request;
    if (!file) throw fault('a file is required');
    if (file.size > 0) return file;
    await rm(file.path, { force: true });
    throw fault('the file is empty');
  }

  private refusalOf(error: unknown, { readableAborted, socket }: Request): Refusal {
    if (error instanceof HttpException) {
      const { code = '' } = (error.cause ?? {}) as { code?: string };
      return (
        WORDS[code]?.() ?? (error.getStatus() === 415 ? unsupported() : fault('the form cannot be read'))
      );
    }
    // Nobody is there any more to hear it.
    if (readableAborted || socket.destroyed) return fault('the upload broke off');
    this.logger.error(error);
    return unavailable(5);
  }
}

const unsupported = () => new Refusal(415, 'Unsupported media type');

function checkHead({ headers }: Request): void {
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type) || headers['content-encoding']) throw unsupported();
  if (Number(headers['content-length'] ?? 0) > LARGEST + AROUND_IT) throw tooLarge();
}
