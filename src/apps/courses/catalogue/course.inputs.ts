import { ArrayMaxSize, IsArray, IsIn, Matches } from 'class-validator';
import { Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Currency } from '../../../platform/money/amount.field.js';
import { money, Price, priceMinor } from '../../kernel/selling/prices.js';
import { type Course, LEVELS } from './course.entity.js';

/** As in `en` or `pt-BR`. */
export const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

export class CourseFields {
  @Optional() @Written(0, 300) subtitle?: string;
  @Optional() @Written(0, 20_000) description?: string;
  @Optional() @Matches(LANGUAGE) language?: string;
  @Optional() @IsIn(LEVELS) level?: Course['level'];
  @Optional() @Nullable() @Uuid() category_id?: string | null;
  @Optional() @IsArray() @ArrayMaxSize(10) @Written(1, 30, { each: true }) tags?: string[];
  @Optional() @Price() price?: number;
  @Optional() @Currency() currency?: string;
}

/** The columns of these fields. A price stays what it says when only its currency changes. */
export function columnsOf<Fields extends CourseFields>(
  { price, tags, currency: asked, ...fields }: Fields,
  before: Pick<Course, 'price_minor' | 'currency'>,
) {
  const currency = asked?.toLowerCase() ?? before.currency;
  const price_minor = priceMinor(price ?? money(before.price_minor, before.currency), currency);
  return { ...fields, tags: tags && [...new Set(tags)], price_minor, currency };
}
