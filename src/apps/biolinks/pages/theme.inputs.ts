import { IsIn, IsString, Matches } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { applyDecorators } from '@nestjs/common';
import { Optional } from '../../../platform/http/fields.js';

const COLOUR = /^#[0-9a-fA-F]{6}$/;
const BUTTONS = ['fill', 'outline', 'soft'] as const;
const FONTS = ['system', 'serif', 'mono'] as const;

const Colour = () =>
  applyDecorators(
    Optional(),
    IsString(),
    Matches(COLOUR, { message: '$property must be a colour such as #1a2b3c' }),
    JSONSchema({ pattern: COLOUR.source }),
  );

/** What an owner may change of a theme. Nothing else gets into the style of a page. */
export class ThemeOptionsFields {
  @Colour() accent?: string;
  @Colour() background?: string;
  @Colour() text?: string;
  @Optional() @IsIn(BUTTONS) button?: (typeof BUTTONS)[number];
  @Optional() @IsIn(FONTS) font?: (typeof FONTS)[number];
}
