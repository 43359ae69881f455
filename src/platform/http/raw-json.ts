import type { Page } from '../database/page.js';
import type { Request, Response } from 'express';
import { etagOf } from './etag.js';

/** An answer that the database has already written as JSON. It is sent unchanged and never parsed. */
export class RawJson {
  constructor(readonly text: string) {}

  /** Used where the answer is stored, as for an idempotency key. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** Adds fields, whose values are JSON, to the JSON of an object. */
export const jsonWith = (json: string, fields: Record<string, string>) =>
  `${json.slice(0, -1)}${Object.entries(fields)
    .map(([name, value]) => `,"${name}":${value}`)
    .join('')}}`;

/** The answer of a list whose rows are JSON texts. */
export const pageJson = (list: string, { rows, next_cursor }: Page<{ json: string }>) =>
  `{"${list}":[${rows.map(({ json }) => json).join(',')}],"next_cursor":${JSON.stringify(next_cursor)}}`;

/**
 * A large JSON answer that is the same for all callers while the process lives. Its bytes are created once
 * and shared by all connections; a client that already has it gets 304.
 */
export class JsonDocument {
  private readonly bytes: Buffer;
  private readonly etag: string;

  constructor(value: object) {
    this.bytes = Buffer.from(JSON.stringify(value));
    this.etag = etagOf(this.bytes);
  }

  send(request: Request, response: Response): void {
    response.setHeader('ETag', this.etag);
    // Caches must revalidate it, because another version of the service has another document.
    response.setHeader('Cache-Control', 'no-cache');
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', this.bytes.length);
    response.end(this.bytes);
  }
}
