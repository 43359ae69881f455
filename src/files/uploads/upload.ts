import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** A received file: on the local disk while its request lasts. */
export interface Upload {
  file: string;
  size: number;
  /** The name that the caller states, made safe. */
  name: string;
}

const uploads = new WeakMap<Request, Upload>();

export const keepUpload = (request: Request, upload: Upload) => uploads.set(request, upload);

/** The uploaded file of the request. */
export const TheUpload = createParamDecorator((_: unknown, context: ExecutionContext) =>
  uploads.get(context.switchToHttp().getRequest<Request>()),
);
