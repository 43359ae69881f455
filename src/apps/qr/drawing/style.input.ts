import { IsIn, IsInt, IsNumber, Matches, Max, Min } from 'class-validator';
import { Chars, Colour, Nullable, Optional } from '../../../platform/http/fields.js';
import { EYE_SHAPES, SHAPES } from '../../kernel/codes/code-style.js';

export const LEVELS = ['L', 'M', 'Q', 'H'] as const;

/** An image is XML, in which a letter without a form cannot stand. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}\p{Cn}\p{Co}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u;

/** How a code looks. What is left out has the default. */
export class Style {
  /** M, and H for a code with a logo, if it is not given. */
  @Optional() @IsIn(LEVELS) error_correction?: (typeof LEVELS)[number];
  @Optional() @Colour() foreground?: string;
  @Optional() @Matches(/^(#[0-9a-fA-F]{6}|transparent)$/) background?: string;
  /** The empty modules around the code. */
  @Optional() @IsInt() @Min(2) @Max(10) margin?: number;
  @Optional() @IsIn(SHAPES) shape?: (typeof SHAPES)[number];
  @Optional() @IsIn(EYE_SHAPES) eye_shape?: (typeof EYE_SHAPES)[number];
  /** The side of the logo, as a part of the width of the code. */
  @Optional() @IsNumber() @Min(0.1) @Max(0.25) logo_scale?: number;
  /** Below the code. */
  @Optional()
  @Nullable()
  @Chars(1, 40)
  @Matches(PRINTABLE, { message: '$property must not have control characters' })
  caption?: string | null;
}
