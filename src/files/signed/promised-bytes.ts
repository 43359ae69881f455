import { Readable } from 'node:stream';
import type { Request } from 'express';
import { invalid, Refusal } from '../../platform/http/refusal.js';

const FIELD = 'file';

export const wrongSize = (size: number) =>
  invalid({ field: FIELD, message: `the upload must have exactly ${size} bytes` });
export const brokeOff = () => invalid({ field: FIELD, message: 'the upload broke off' });

/** Before a byte of it is read. */
export function checkHead({ headers }: Request, size: number): void {
  if (headers['content-encoding']) throw new Refusal(415, 'Unsupported media type');
  const announced = headers['content-length'];
  if (announced !== undefined && Number(announced) !== size) throw wrongSize(size);
}

/** The body up to its promised size, and not a piece more. Who sends more still hears why. */
export const upTo = (request: Request, size: number) => Readable.from(pieces(request, size));

async function* pieces(request: Request, size: number): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    read += piece.length;
    if (read > size) throw wrongSize(size);
    yield piece;
  }
}
