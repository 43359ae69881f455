import { IsInt, IsString, Min } from 'class-validator';
import type { PageQuery } from '../../platform/database/page.js';
import { Optional } from '../../platform/http/input/fields.js';

/** The part of every list's input. */
export class Page {
  @Optional() @IsString() cursor?: string;
  @Optional() @IsInt() @Min(1) limit?: number;
}

/** As the keyset of a list reads it. */
export const pageQuery = ({ cursor, limit }: Page): PageQuery => ({
  cursor,
  limit: limit === undefined ? undefined : String(limit),
});
