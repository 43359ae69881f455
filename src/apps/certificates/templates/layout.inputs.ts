import { ArrayMaxSize, IsArray, IsIn, IsNumber, Max, Min, ValidateBy } from 'class-validator';
import { Chars, Colour, ListOf, Optional } from '../../../platform/http/fields.js';
import { ALIGNS, FACES, VALIGNS } from '../../kernel/pdf/pdf-document.js';
import { type Slot, SLOTS } from './choices.js';

export const ELEMENT_TYPES = ['text', 'image', 'qr', 'line'] as const;
const FARTHEST = 1_000;

/** Points from the upper left corner of the page. What belongs to another type of element is ignored. */
export class LayoutElement {
  @IsIn(ELEMENT_TYPES) type!: (typeof ELEMENT_TYPES)[number];
  /** A background fills the page and needs no place. */
  @Optional() @IsNumber() @Min(0) @Max(FARTHEST) x?: number;
  @Optional() @IsNumber() @Min(0) @Max(FARTHEST) y?: number;
  /** A line goes from its place to the opposite corner of its box. */
  @Optional() @IsNumber() @Min(0) @Max(FARTHEST) width?: number;
  @Optional() @IsNumber() @Min(0) @Max(FARTHEST) height?: number;
  /** May have placeholders: `{recipient_name}`. */
  @Optional() @Chars(1, 1000) text?: string;
  @Optional() @IsIn(FACES) font?: (typeof FACES)[number];
  /** Points. The text gets smaller, and then several lines, where it does not fit. */
  @Optional() @IsNumber() @Min(4) @Max(200) size?: number;
  @Optional() @IsIn(ALIGNS) align?: (typeof ALIGNS)[number];
  @Optional() @IsIn(VALIGNS) valign?: (typeof VALIGNS)[number];
  @Optional() @Colour() colour?: string;
  /** Which image. */
  @Optional() @IsIn(SLOTS) slot?: Slot;
  /** Of a line, in points. */
  @Optional() @IsNumber() @Min(0.1) @Max(50) thickness?: number;
}

const isLocale = (value: unknown) => {
  try {
    return typeof value === 'string' && Intl.DateTimeFormat.supportedLocalesOf(value).length > 0;
  } catch {
    return false;
  }
};

export class Layout {
  /** Of the dates: `en`, `de-AT`. */
  @Optional()
  @Chars(2, 35)
  @ValidateBy({
    name: 'locale',
    validator: { validate: isLocale, defaultMessage: () => '$property must be a locale, such as en or de-AT' },
  })
  locale?: string;
  @IsArray() @ArrayMaxSize(60) @ListOf(() => LayoutElement) elements!: LayoutElement[];
}

/** As it is stored. */
export type StoredLayout = Layout & {
  /** True: the one of the service, which is made anew when the page or the fields change. */
  built_in?: boolean;
};
