import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  type Type,
  UseGuards,
} from '@nestjs/common';
import type { Request } from 'express';
import { Refusal } from '../refusal.js';
import { parseJson } from './json.js';

const MAX_BYTES = 1024 * 1024;
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const JSON_TYPE = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;
const OTHER_CHARSET = /;\s*charset\s*=(?!\s*("utf-?8"|utf-?8)\s*(;|$))/i;

const LATER = 'body:later';
const RAW = 'body:raw';
const STREAMED = 'body:streamed';

export interface WithRawBody {
  /** The unparsed bytes, for signatures over them. */
  rawBody?: Buffer;
}

/**
 * Reads the JSON body. It is the last guard and not a middleware, so that callers without access get 401
 * before their body is read and cannot make the process hold a mebibyte.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): true | Promise<true> {
    return Reflect.getMetadata(LATER, context.getHandler()) ? true : this.readBody(context);
  }

  protected readBody(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<Request & WithRawBody>();
    if (Reflect.getMetadata(STREAMED, context.getHandler())) return true;
    if (Reflect.getMetadata(RAW, context.getHandler())) return this.readRaw(request);
    return !WITH_BODY.has(request.method) || !hasBody(request) || this.parseBody(request);
  }

  private async readRaw(request: Request & WithRawBody): Promise<true> {
    request.rawBody = hasBody(request) ? await read(request) : Buffer.alloc(0);
    return true;
  }

  private async parseBody(request: Request & WithRawBody): Promise<true> {
    const type = request.headers['content-type'] ?? '';
    if (!JSON_TYPE.test(type) || OTHER_CHARSET.test(type) || request.headers['content-encoding']) {
      throw new Refusal(415, 'Unsupported media type');
    }
    const bytes = await read(request);
    request.rawBody = bytes;
    request.body = bytes.length ? parseJson(bytes) : undefined;
    return true;
  }
}

@Injectable()
class LateBodyGuard extends BodyGuard {
  override canActivate(context: ExecutionContext): true | Promise<true> {
    return this.readBody(context);
  }
}

/** For a route that has its own credential: the body is read after the given guard. */
export const BodyAfter = (guard: Type<CanActivate>) =>
  applyDecorators(SetMetadata(LATER, true), UseGuards(guard, LateBodyGuard));

/** For a route whose body is signed: the handler gets the bytes, whatever their content type. */
export const RawBody = () => SetMetadata(RAW, true);

/** For a route that streams its body, because it is too large for memory. */
export const StreamedBody = (mediaType = 'multipart/form-data') => SetMetadata(STREAMED, mediaType);
export const streamedAs = (handler: object) => Reflect.getMetadata(STREAMED, handler) as string | undefined;

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function read(request: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = () => {
      // The rest of the body is read and dropped: closing at once would reset the connection before the
      // caller has read the answer.
      request.removeAllListeners('data').resume();
      reject(new Refusal(413, 'Payload too large'));
    };
    if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) return tooLarge();
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_BYTES) tooLarge();
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on('error', () => reject(new Refusal(400, 'Invalid JSON')));
    // Every request closes; only that of a caller who went away has no end.
    request.on('close', () => request.readableEnded || reject(new Refusal(400, 'Invalid JSON')));
  });
}
