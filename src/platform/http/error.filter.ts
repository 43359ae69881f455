import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { refusalOf } from '../database/database-error.js';
import { invalid, Refusal } from './refusal.js';

const logger = new Logger('Http');

/** Turns every error of a route into an answer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerError(error, http.getRequest<Request>(), http.getResponse<Response>());
  }
}

/** Answers `{ error, details?, current_version? }`, which reveals no internals. */
export function answerError(error: unknown, request: Request, response: Response): void {
  const refusal = toRefusal(error);
  if (refusal.status >= 500) {
    logger.error({
      err: error,
      request_id: response.getHeader('x-request-id'),
      method: request.method,
    });
  }
  if (response.headersSent) response.destroy();
  else answer(response, refusal);
}

export function answer(response: Response, { status, message, extra }: Refusal): void {
  if (extra.retryAfterSeconds !== undefined) {
    response.setHeader('Retry-After', Math.max(1, Math.ceil(extra.retryAfterSeconds)));
  }
  // A route declares its content type and download header for its successful answer only.
  response.removeHeader('Content-Disposition');
  response
    .status(status)
    .type('json')
    // A field without a value is no field of the JSON.
    .json({ error: message, details: extra.details, current_version: extra.current_version });
}

export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof HttpException) return new Refusal(error.getStatus(), WORDS[error.getStatus()] ?? 'Refused');
  // Express throws URIError for a path that cannot be decoded.
  if (error instanceof URIError) return invalid({ field: '', message: 'the address is not valid UTF-8' });
  return refusalOf(error) ?? new Refusal(500, 'Internal server error');
}

const WORDS: Record<number, string> = {
  400: 'Validation error',
  401: 'Not authenticated',
  403: 'Forbidden',
  404: 'Not found',
  413: 'Payload too large',
  415: 'Unsupported media type',
  500: 'Internal server error',
};
