import { applyDecorators } from '@nestjs/common';
import { IsIn, IsUrl } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Chars, Nullable, Optional, Written } from '../../../platform/http/fields.js';
import { type Theme, THEMES } from '../entities/page.entity.js';

/** Of whatever length: whether it can be one is a rule with words of its own. */
export const Handle = () => Chars(0, 256);

/** A picture that visitors load; the server never does. */
export const PictureUrl = () =>
  applyDecorators(
    Chars(1, 2048),
    IsUrl({ protocols: ['https'], require_protocol: true }, { message: '$property must be an https address' }),
    JSONSchema({ format: 'uri' }),
  );

/** What a new page and a changed one share; null clears. */
export class PageFields {
  @Optional() @Nullable() @Written(1, 300) bio?: string | null;
  @Optional() @Nullable() @PictureUrl() avatar_url?: string | null;
  @Optional() @IsIn(THEMES) theme?: Theme;
}
