import { Transform } from 'class-transformer';
import { IsArray, IsIn, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Chars, ListQuery, Nullable, Optional } from '../../platform/http/fields.js';

const TYPES = ['posts', 'users', 'rooms'] as const;
export type SearchedType = (typeof TYPES)[number];
const LONGEST = 200;

const trimmed = ({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value);
const shape = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export class SearchQuery extends ListQuery {
  @Transform(trimmed) @Chars(1, LONGEST) q!: string;
  @Optional() @IsIn(TYPES) type?: SearchedType;
}

export class SearchAnswer {
  /** Things of the requested type: posts as in the feed, users as public profiles. */
  @IsArray()
  @JSONSchema({ items: { anyOf: [shape('FeedPost'), shape('PublicProfile'), shape('RoomView')] } })
  results!: object[];
  @Nullable() @IsString() next_cursor!: string | null;
}
