import { IsNumber, IsString } from 'class-validator';
import { Chars, ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { seesAsAdmin } from '../../kernel/calls/site-role.js';
import { ReviewFields } from '../../kernel/stars/review.views.js';
import { Action, type EarlyCall, type PublicCall } from '../../kernel/calls/action.js';
import { ProductDetails } from '../catalogue/product-details.js';
import { isOnSale, type Product, PRODUCT } from '../entities/product.entity.js';
import { presentCoupon } from '../../kernel/selling/coupon.views.js';
import { FileView, ProductPage } from '../catalogue/product.views.js';
import { VariantView } from '../catalogue/variant.views.js';
import { CouponView } from '../sales/coupon.views.js';
import { OrderView, presentOrder } from '../sales/order.views.js';
import { Holds } from '../sales/holds.js';
import { BuyerRepository } from '../sales/buyer.repository.js';
import { Offers } from '../sales/offers.js';

class Input {
  @Uuid() product_id!: string;
  @Optional() @Chars(1, 100) coupon_code?: string;
  @Optional() @IsString() reviews_cursor?: string;
}

/** One piece of the cheapest variant, without shipping. */
class OfferView {
  @IsNumber() price!: number;
  @IsNumber() discount!: number;
  @IsNumber() total!: number;
  @IsString() currency!: string;
  @Nullable() @IsString() coupon_error!: string | null;
}

class Result {
  @Nested(() => ProductPage) product!: ProductPage;
  @ListOf(() => VariantView) variants!: VariantView[];
  @ListOf(() => FileView) files!: FileView[];
  @Nested(() => OfferView) offer!: OfferView;
  @ListOf(() => ReviewFields) reviews!: ReviewFields[];
  @Nullable() @IsString() reviews_next_cursor!: string | null;
  /** The caller's latest order that gives access. */
  @Nullable() @Nested(() => OrderView) purchase!: OrderView | null;
  /** For its seller alone. */
  @Optional() @ListOf(() => CouponView) coupons?: CouponView[];
}

@Action('get-product', {
  access: 'public',
  target: PRODUCT,
  description: 'A product with all that a buyer wants to know of it, and what it costs.',
  input: Input,
  result: Result,
})
export class GetProduct {
  constructor(
    private readonly details: ProductDetails,
    private readonly offers: Offers,
    private readonly buyers: BuyerRepository,
    private readonly holds: Holds,
  ) {}

  prepare(call: EarlyCall<Input>): Promise<void> {
    return this.offers.guardCode(call);
  }

  async run({ input: { coupon_code, reviews_cursor }, target, caller }: PublicCall<Input, Product>) {
    const product = await this.holds.current(target);
    if (!product) throw notFound('Product');
    const isOwn = caller?.id === product.owner_id || seesAsAdmin(caller);
    const bought = caller && (await this.buyers.latest(caller.id, product.id));
    if (!isOnSale(product) && !isOwn && !bought) throw notFound('Product');
    const [details, offer, coupons] = await Promise.all([
      this.details.of(product, { whole: isOwn, reviewsCursor: reviews_cursor }),
      this.offers.show(product, coupon_code),
      isOwn ? this.offers.all(product.id) : undefined,
    ]);
    return {
      ...details,
      offer,
      purchase: bought ? presentOrder(bought) : null,
      ...(coupons && { coupons: coupons.map((coupon) => presentCoupon(coupon, product.currency)) }),
    };
  }
}
