import { ArrayMaxSize, IsArray, IsBoolean, IsInt, Matches, Max, Min } from 'class-validator';
import { ArrayUnique, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Currency } from '../../../platform/money/amount.field.js';
import { Price, minorOf, money, priceMinor } from '../../kernel/selling/prices.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import type { Product } from '../entities/product.entity.js';

export const MOST_STOCK = 1_000_000;
/** In either case; kept in capitals. */
export const COUNTRY = /^[A-Za-z]{2}$/;

export class ProductFields {
  @Optional() @Written(0, 20_000) description?: string;
  @Optional() @Price() price?: number;
  @Optional() @Currency() currency?: string;
  @Optional() @IsBoolean() pay_what_you_want?: boolean;
  @Optional() @Nullable() @Price() suggested_price?: number | null;
  @Optional() @Nullable() @Uuid() category_id?: string | null;
  @Optional()
  @IsArray()
  @ArrayMaxSize(10)
  @Written(1, 30, { each: true })
  tags?: string[];
  @Optional() @Nullable() @IsInt() @Min(1) @Max(1000) max_per_buyer?: number | null;
  @Optional() @IsBoolean() license_keys?: boolean;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(1000) max_activations?: number | null;
  @Optional() @Price() shipping_price?: number;
  @Optional() @IsArray() @ArrayMaxSize(300) @Matches(COUNTRY, { each: true }) ships_to?: string[];
}

/** What a product has only when it is there. */
export class ProductChanges extends ProductFields {
  @Optional() @Written(1, 200) title?: string;
  @Optional() @Nullable() @IsInt() @Min(-MOST_STOCK) @Max(MOST_STOCK) stock_delta?: number | null;
  @Optional() @Nullable() @Uuid() cover_file_id?: string | null;
  @Optional() @IsArray() @ArrayMaxSize(100) @ArrayUnique() @Uuid({ each: true }) file_ids?: string[];
  @Optional() @Written(1, 1000) notify_buyers?: string;
}

/** What is left of a stock after so many have come or gone; null stops counting, and a number begins it. */
export function stockAfter(stock: number | null, delta: number | null | undefined): number | null {
  if (delta === undefined) return stock;
  if (delta === null) return null;
  const after = (stock ?? 0) + delta;
  if (after < 0) throw new Refusal(409, 'Stock cannot go below 0');
  if (after <= MOST_STOCK) return after;
  throw invalid({ field: 'stock_delta', message: `stock_delta must leave no more than ${MOST_STOCK}` });
}

type Before = Pick<
  Product,
  'kind' | 'price_minor' | 'suggested_minor' | 'shipping_minor' | 'currency' | 'ships_to' | 'license_keys'
>;

/** What the row is to hold; refused where it cannot be so. A price stays what it says when its currency changes. */
export function valuesOf(fields: ProductFields & Pick<ProductChanges, 'title'>, before: Before) {
  const currency = fields.currency?.toLowerCase() ?? before.currency;
  const was = (minor: number) => money(minor, before.currency);
  const suggested =
    fields.suggested_price === undefined && before.suggested_minor !== null
      ? was(before.suggested_minor)
      : fields.suggested_price;
  const { title, description, pay_what_you_want, category_id, max_per_buyer, max_activations } = fields;
  const values = {
    ...given({ title, description, pay_what_you_want, category_id, max_per_buyer, max_activations }),
    ...(fields.tags && { tags: [...new Set(fields.tags)] }),
    currency,
    price_minor: priceMinor(fields.price ?? was(before.price_minor), currency),
    suggested_minor: typeof suggested === 'number' ? minorOf('suggested_price', suggested, currency) : null,
    shipping_minor: minorOf('shipping_price', fields.shipping_price ?? was(before.shipping_minor), currency),
    ships_to: fields.ships_to ? countries(fields.ships_to) : before.ships_to,
    license_keys: fields.license_keys ?? before.license_keys,
  };
  expectSound(before.kind, values, max_activations ?? null);
  return values;
}

function expectSound(
  kind: Product['kind'],
  { price_minor, suggested_minor, shipping_minor, ships_to, license_keys }: Omit<Before, 'kind' | 'currency'>,
  maxActivations: number | null,
): void {
  if (suggested_minor !== null && suggested_minor < price_minor)
    throw new Refusal(400, 'Suggested price is below the minimum');
  if (kind === 'digital' && (shipping_minor > 0 || ships_to.length))
    throw new Refusal(400, 'Only physical products ship');
  if (kind === 'physical' && (license_keys || maxActivations !== null))
    throw new Refusal(400, 'Only digital products have license keys');
}

const countries = (codes: string[]) => [...new Set(codes.map((code) => code.toUpperCase()))];

const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
