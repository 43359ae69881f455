import type { Page } from '../database/page.js';

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
