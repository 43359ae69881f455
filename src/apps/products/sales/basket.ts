import { AppProvider } from '../../kernel/app-provider.js';
import { invalid, notFound, Refusal } from '../../../platform/http/refusal.js';
import { VariantRepository } from '../catalogue/variant.repository.js';
import type { PostalAddress } from '../entities/product-order.entity.js';
import { type ProductVariant, isOnSale, type Product } from '../entities/product.entity.js';
import { minorOf, money, MOST } from '../../kernel/selling/prices.js';
import { BuyerRepository } from './buyer.repository.js';
import { IsInt, IsNumber, Matches, Max, MaxLength, Min } from 'class-validator';
import { Chars, Nested, Optional, Uuid, WebAddress } from '../../../platform/http/fields.js';
import { COUNTRY } from '../catalogue/product.inputs.js';

/** What somebody wants, and may have. */
export interface Basket {
  variant: ProductVariant | undefined;
  quantity: number;
  /** Of a piece. */
  unit: number;
  /** Of the order. */
  shipping: number;
  ship_to: PostalAddress | null;
}

/** All that stands before coupons and stock, in the order of the contract. */
@AppProvider()
export class Baskets {
  constructor(
    private readonly variants: VariantRepository,
    private readonly buyers: BuyerRepository,
  ) {}

  async of(product: Product, buyerId: string, wishes: PurchaseInput): Promise<Basket> {
    if (!isOnSale(product)) throw notFound('Product');
    if (product.owner_id === buyerId) throw new Refusal(409, 'You cannot buy your own product');
    const variant = await this.variant(product, wishes.sku);
    const { quantity = 1 } = wishes;
    const unit = unitOf(product, variant, wishes.amount);
    const ship_to = addressOf(product, wishes.ship_to);
    const shipping = product.shipping_minor;
    if (money(unit * quantity + shipping, product.currency) > MOST)
      throw invalid({ field: 'quantity', message: `quantity must leave the order at ${MOST} or less` });
    await this.expectAllowed(product, buyerId, variant, quantity);
    return { variant, quantity, unit, shipping, ship_to };
  }

  private async variant({ id }: Product, sku: string | undefined): Promise<ProductVariant | undefined> {
    const all = await this.variants.ofProduct(id);
    if (all.length && sku === undefined) throw new Refusal(400, 'Choose a variant');
    const variant = all.find((one) => one.sku === sku && one.active);
    if (sku !== undefined && !variant) throw notFound('Variant');
    return variant;
  }

  private async expectAllowed(
    { id, kind, license_keys, max_per_buyer }: Product,
    buyerId: string,
    variant: ProductVariant | undefined,
    quantity: number,
  ): Promise<void> {
    const { owns, pieces } = await this.buyers.standing(buyerId, id, variant?.id ?? null);
    if (kind === 'digital' && !license_keys) {
      if (owns) throw new Refusal(409, 'You already own this product');
      if (quantity > 1) throw new Refusal(400, 'One copy is enough');
    }
    // The buyer's open checkout is ended for this one, or is this one.
    if (max_per_buyer !== null && pieces + quantity > max_per_buyer)
      throw new Refusal(409, `Limit is ${max_per_buyer} per buyer`);
  }
}

function unitOf(product: Product, variant: ProductVariant | undefined, amount: number | undefined): number {
  const price = variant?.price_minor ?? product.price_minor;
  if (amount === undefined) return price;
  if (!product.pay_what_you_want) throw new Refusal(400, 'Price is fixed');
  const unit = minorOf('amount', amount, product.currency);
  if (unit >= price) return unit;
  throw new Refusal(400, `Amount is below the minimum of ${money(price, product.currency)}`);
}

function addressOf({ kind, ships_to }: Product, given: AddressInput | undefined): PostalAddress | null {
  if (kind === 'digital') return null;
  if (!given) throw new Refusal(400, 'A shipping address is needed');
  const { name, line1, line2 = null, city, region = null, postal_code } = given;
  const country = given.country.toUpperCase();
  if (ships_to.length && !ships_to.includes(country)) throw new Refusal(409, `The seller does not ship to ${country}`);
  return { name, line1, line2, city, region, postal_code, country };
}

export class AddressInput {
  @Chars(1, 200) name!: string;
  @Chars(1, 200) line1!: string;
  @Optional() @Chars(0, 200) line2?: string;
  @Chars(1, 100) city!: string;
  @Optional() @Chars(0, 100) region?: string;
  @Chars(1, 20) postal_code!: string;
  @Matches(COUNTRY) country!: string;
}

export class PurchaseInput {
  @Uuid() product_id!: string;
  @Optional() @Chars(1, 64) sku?: string;
  @Optional() @IsInt() @Min(1) @Max(100) quantity?: number;
  /** For a piece, where buyers say what they pay. */
  @Optional() @IsNumber() @Min(0) @Max(MOST) amount?: number;
  @Optional() @Chars(1, 100) coupon_code?: string;
  @Optional() @Nested(() => AddressInput) ship_to?: AddressInput;
  @Optional() @Chars(1, 64) referral?: string;
  @Optional() @WebAddress() @MaxLength(2000) success_url?: string;
  @Optional() @WebAddress() @MaxLength(2000) cancel_url?: string;
}
