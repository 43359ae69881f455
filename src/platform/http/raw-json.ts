import type { Page } from '../database/page.js';

/** An answer that the database has written as JSON already: it goes out as it is, and is never parsed on the way. */
export class RawJson {
  constructor(readonly text: string) {}

  /** For whoever keeps the answer, such as an idempotency key. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The JSON of an object with more fields, whose values are JSON too. */
export const jsonWith = (json: string, fields: Record<string, string>) =>
  `${json.slice(0, -1)}${Object.entries(fields)
    .map(([name, value]) => `,"${name}":${value}`)
    .join('')}}`;

/** The answer of a list whose rows are JSON. */
export const pageJson = (list: string, { rows, next_cursor }: Page<{ json: string }>) =>
  `{"${list}":[${rows.map(({ json }) => json).join(',')}],"next_cursor":${JSON.stringify(next_cursor)}}`;
