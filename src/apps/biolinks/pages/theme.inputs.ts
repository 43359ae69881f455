import { IsIn } from 'class-validator';
import { Colour, Optional } from '../../../platform/http/fields.js';

const BUTTONS = ['fill', 'outline', 'soft'] as const;
const FONTS = ['system', 'serif', 'mono'] as const;

/** What an owner may change of a theme. Nothing else gets into the style of a page. */
export class ThemeOptionsFields {
  @Optional() @Colour() accent?: string;
  @Optional() @Colour() background?: string;
  @Optional() @Colour() text?: string;
  @Optional() @IsIn(BUTTONS) button?: (typeof BUTTONS)[number];
  @Optional() @IsIn(FONTS) font?: (typeof FONTS)[number];
}
