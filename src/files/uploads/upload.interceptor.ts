import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import {
  type CallHandler,
  type ExecutionContext,
  HttpException,
  Injectable,
  Logger,
  type NestInterceptor,
  createParamDecorator,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { EMPTY, from, lastValueFrom, type Observable } from 'rxjs';
import type { Caller } from '../../platform/access/access.js';
import type { WithRawBody } from '../../platform/http/input/body.guard.js';
import { invalid, Refusal, unavailable } from '../../platform/http/refusal.js';
import { mayTakeLong } from '../../platform/http/server/time-limit.js';
import { harmlessName } from '../stored/file-name.js';
import { type Arrived, TemporaryFilesService } from '../storage/temporary-files.service.js';
import { UsageRepository } from './usage.repository.js';

const MEBIBYTE = 1024 * 1024;
const LARGEST = 25 * MEBIBYTE;
/** The allowance for boundaries and other fields. */
const AROUND_IT = MEBIBYTE;
/** Concurrent uploads per account and process: bytes that are still arriving are on the disk but in no quota. */
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
 * Streams the file of a form to the disk, never whole in memory. It uses multer, which is part of Nest and
 * handles clients that disconnect in the middle.
 */
@Injectable()
export class UploadInterceptor implements NestInterceptor {
  private readonly logger = new Logger('Files');
  private readonly multer: NestInterceptor;
  private readonly inProgress = new Map<string, number>();

  constructor(
    incoming: TemporaryFilesService,
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
      // `harmlessName` removes the path, for more kinds of separators than multer.
      preservePath: true,
    }) as NestInterceptor;
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Sent>();
    checkHead(request);
    const { id } = request.user as Caller;
    await this.usage.requireRoom(id);
    this.countUpload(id, http.getResponse<Response>());
    mayTakeLong(request, LARGEST + AROUND_IT);
    const { originalname, path, size, digest } = await this.receiveFile(request, context);
    const name = harmlessName(originalname);
    uploads.set(request, { file: path, size, name });
    // The bytes that an `Idempotency-Key` is compared with.
    request.rawBody = Buffer.concat([digest, Buffer.from(name)]);
    return from(lastValueFrom(next.handle()).finally(() => rm(path, { force: true })));
  }

  private countUpload(id: string, response: Response): void {
    // If the response is already closed, 'close' never fires and the slot would leak.
    if (response.destroyed) throw fault('the upload broke off');
    const others = this.inProgress.get(id) ?? 0;
    if (others >= AT_ONCE) throw new Refusal(429, 'Too many requests', { retryAfterSeconds: 5 });
    this.inProgress.set(id, others + 1);
    response.once('close', () => {
      const left = (this.inProgress.get(id) as number) - 1;
      if (left) this.inProgress.set(id, left);
      else this.inProgress.delete(id);
    });
  }

  private async receiveFile(request: Sent, context: ExecutionContext): Promise<NonNullable<Sent['file']>> {
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
      return WORDS[code]?.() ?? (error.getStatus() === 415 ? unsupported() : fault('the form cannot be read'));
    }
    // The caller has disconnected, so the answer has no reader.
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

/** A received file: on the local disk while its request lasts. */
export interface Upload {
  file: string;
  size: number;
  /** The name that the caller states, made safe. */
  name: string;
}

const uploads = new WeakMap<Request, Upload>();

/** The uploaded file of the request. */
export const TheUpload = createParamDecorator((_: unknown, context: ExecutionContext) =>
  uploads.get(context.switchToHttp().getRequest<Request>()),
);
