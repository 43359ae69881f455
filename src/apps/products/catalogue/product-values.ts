import { Refusal } from '../../../platform/http/refusal.js';
import type { Product } from '../entities/product.entity.js';
import { minorOf, money, priceMinor } from '../../kernel/selling/prices.js';
import type { ProductChanges, ProductFields } from './product.inputs.js';

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
