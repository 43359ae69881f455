import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** A file as it came in: on this machine's disk for as long as its request lasts. */
export interface Upload {
  file: string;
  size: number;
  /** As the caller calls it, made harmless. */
  name: string;
}

const uploads = new WeakMap<Request, Upload>();

export const keepUpload = (request: Request, upload: Upload) => uploads.set(request, upload);

/** The file that the caller sent. */
export const TheUpload = createParamDecorator((_: unknown, context: ExecutionContext) =>
  uploads.get(context.switchToHttp().getRequest<Request>()),
);
