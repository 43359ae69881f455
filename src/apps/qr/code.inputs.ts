import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsString } from 'class-validator';
import { Chars, Instant, Nested, Nullable, Optional, Uuid, Words } from '../../platform/http/fields.js';
import { ByKind } from '../kernel/calls/by-kind.js';
import { CONTENTS, type Kind, KINDS } from './contents/contents.js';
import { Style } from './drawing/style.input.js';
import { type Mode, MODES } from './entities/code.entity.js';

export const Tags = () => Chars(1, 40, { each: true });
/** Base64; what it must be is a rule with words of its own. */
export const Logo = () => IsString();

/** What a code of a batch has of its own. */
export class BatchedCode {
  @Words(80) name!: string;
  @IsIn(KINDS) kind!: Kind;
  /** Dynamic for `url` if it is not given, else static. */
  @Optional() @IsIn(MODES) mode?: Mode;
  @Optional() @ByKind(CONTENTS) content?: object;
  /** The short link that a dynamic code of kind `url` leads to, instead of a content. */
  @Optional() @Uuid() link_id?: string;
  @Optional() @IsArray() @ArrayMaxSize(10) @Tags() tags?: string[];
}

export class NewCode extends BatchedCode {
  @Optional() @Nested(() => Style) style?: Style;
  @Optional() @Nullable() @Logo() logo_png?: string | null;
  @Optional() @Nullable() @Instant() expires_at?: string | null;
  @Optional() @Nullable() @Chars(1, 2048) fallback_url?: string | null;
  @Optional() @IsBoolean() is_image_public?: boolean;
}
