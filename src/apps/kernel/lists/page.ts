import { IsInt, IsString, Min } from 'class-validator';
import type { PageQuery } from '../../../platform/database/page.js';
import { Optional } from '../../../platform/http/fields.js';

/** The part of every list's input. */
export class Page {
  @Optional() @IsString() cursor?: string;
  @Optional() @IsInt() @Min(1) limit?: number;
}

/** As the keyset of a list reads it. */
export const pageQuery = ({ cursor, limit }: Page): PageQuery => ({
  cursor,
  // What JSON writes as `1e21` is cut to the most that a page shows, as any other number is.
  limit: limit === undefined ? undefined : String(Math.min(limit, Number.MAX_SAFE_INTEGER)),
});
