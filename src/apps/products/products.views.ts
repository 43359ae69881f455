import { IsBoolean, IsIn, IsInt, IsNumber, IsObject, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';
import { CouponFields } from '../kernel/selling/coupon.views.js';
import { PersonView } from '../kernel/rows/person.js';
import { CheckoutFields, RatingView } from '../kernel/selling/views.js';
import { FILE_PURPOSES } from './entities/product-file.entity.js';
import { ORDER_STATUSES } from './entities/product-order.entity.js';
import { KINDS, STATUSES } from './entities/product.entity.js';

export class ProductView {
  @Uuid() id!: string;
  /** Null: the account of the seller is deleted. */
  @Nullable() @Uuid() owner_id!: string | null;
  @IsString() title!: string;
  @IsString() description!: string;
  @IsIn(KINDS) kind!: string;
  @IsIn(STATUSES) status!: string;
  @IsNumber() price!: number;
  @IsString() currency!: string;
  @IsBoolean() pay_what_you_want!: boolean;
  @Nullable() @IsNumber() suggested_price!: number | null;
  @Nullable() @Uuid() category_id!: string | null;
  @IsString({ each: true }) tags!: string[];
  @Nullable() @IsInt() stock!: number | null;
  @Nullable() @IsInt() max_per_buyer!: number | null;
  @IsBoolean() license_keys!: boolean;
  @Nullable() @IsInt() max_activations!: number | null;
  @IsNumber() shipping_price!: number;
  @IsString({ each: true }) ships_to!: string[];
  @Nullable() @Uuid() cover_file_id!: string | null;
  /** Works for four hours. */
  @Nullable() @IsString() cover_url!: string | null;
  @IsInt() sold_count!: number;
  @IsInt() rating_sum!: number;
  @IsInt() rating_count!: number;
  @Nested(() => RatingView) rating!: RatingView;
  @Nullable() @Time() published_at!: Date | null;
  @Nullable() @Time() last_update_at!: Date | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

export class RatingsView extends RatingView {
  /** How many gave each number of stars. */
  @IsObject() counts!: object;
}

export class ProductPage extends ProductView {
  @IsBoolean() sold_out!: boolean;
  @Nested(() => RatingsView) declare rating: RatingsView;
  /** Null: the account is deleted. */
  @Nullable() @Nested(() => PersonView) seller!: PersonView | null;
}

/** As lists show it. */
export class ProductCard {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsIn(KINDS) kind!: string;
  @IsIn(STATUSES) status!: string;
  /** The lowest among its variants. */
  @IsNumber() price!: number;
  @IsString() currency!: string;
  @IsBoolean() pay_what_you_want!: boolean;
  @Nullable() @Uuid() category_id!: string | null;
  @IsString({ each: true }) tags!: string[];
  @Nullable() @IsString() cover_url!: string | null;
  @IsBoolean() sold_out!: boolean;
  @IsInt() sold_count!: number;
  @Nested(() => RatingView) rating!: RatingView;
  /** Null: the account is deleted. */
  @Nullable() @Nested(() => PersonView) seller!: PersonView | null;
  @Nullable() @Time() published_at!: Date | null;
  @Time() created_at!: Date;
}

export class VariantView {
  @Uuid() id!: string;
  @Uuid() product_id!: string;
  @IsString() sku!: string;
  @IsString() name!: string;
  /** Null: the product's. */
  @Nullable() @IsNumber() price!: number | null;
  @Nullable() @IsInt() stock!: number | null;
  @IsBoolean() active!: boolean;
  @IsInt() position!: number;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

export class FileView {
  @Uuid() id!: string;
  @Nullable() @Uuid() variant_id!: string | null;
  @IsIn(FILE_PURPOSES) purpose!: string;
  @IsString() name!: string;
  @IsInt() size_bytes!: number;
  @IsString() content_type!: string;
  /** Of images, for four hours. */
  @Nullable() @IsString() url!: string | null;
}

export class CouponView extends CouponFields {
  @Uuid() product_id!: string;
}

export class AddressView {
  @IsString() name!: string;
  @IsString() line1!: string;
  @Nullable() @IsString() line2!: string | null;
  @IsString() city!: string;
  @Nullable() @IsString() region!: string | null;
  @IsString() postal_code!: string;
  @IsString() country!: string;
}

export class OrderView {
  @Uuid() id!: string;
  /** The buyer. */
  @Uuid() owner_id!: string;
  /** Null: the account is deleted. */
  @Nullable() @Uuid() seller_id!: string | null;
  /** Null: the product is gone. */
  @Nullable() @Uuid() product_id!: string | null;
  @Nullable() @Uuid() variant_id!: string | null;
  @IsString() title!: string;
  @Nullable() @IsString() variant_name!: string | null;
  @IsInt() quantity!: number;
  @IsNumber() unit!: number;
  @IsNumber() discount!: number;
  @IsNumber() shipping!: number;
  @IsNumber() total!: number;
  @IsNumber() refunded!: number;
  @IsString() currency!: string;
  @Nullable() @Uuid() coupon_id!: string | null;
  @IsIn(ORDER_STATUSES) status!: string;
  @Nullable() @IsIn(['out_of_stock', 'duplicate']) attention!: string | null;
  @IsIn(['purchase', 'bundle', 'subscription']) source!: string;
  @Nullable() @Uuid() source_id!: string | null;
  @Nullable() @Uuid() affiliate_id!: string | null;
  @Nullable() @Uuid() payment_id!: string | null;
  @Nullable() @Nested(() => AddressView) ship_to!: AddressView | null;
  @Nullable() @IsString() carrier!: string | null;
  @Nullable() @IsString() tracking_number!: string | null;
  @Nullable() @IsString() tracking_url!: string | null;
  @Nullable() @Time() revoked_at!: Date | null;
  @Nullable() @Time() expires_at!: Date | null;
  @Nullable() @Time() paid_at!: Date | null;
  @Nullable() @Time() shipped_at!: Date | null;
  @Nullable() @Time() refunded_at!: Date | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

class InstanceView {
  @IsString() instance!: string;
  @Time() last_seen_at!: Date;
}

export class LicenseView {
  @Uuid() id!: string;
  @IsString() key!: string;
  @IsIn(['active', 'revoked']) status!: string;
  @IsInt() activations!: number;
  /** Null: any number. */
  @Nullable() @IsInt() max_activations!: number | null;
  @ListOf(() => InstanceView) instances!: InstanceView[];
  @Time() created_at!: Date;
}

/** The order where nothing is to be paid, else where to pay it and until when. */
export class PurchaseResult extends CheckoutFields {
  @Optional() @Nested(() => OrderView) order?: OrderView;
  @Optional() @ListOf(() => LicenseView) licenses?: LicenseView[];
}

/** One piece of the cheapest variant, without shipping. */
export class OfferView {
  @IsNumber() price!: number;
  @IsNumber() discount!: number;
  @IsNumber() total!: number;
  @IsString() currency!: string;
  @Nullable() @IsString() coupon_error!: string | null;
}

export class ReviewView {
  @Uuid() id!: string;
  @IsInt() rating!: number;
  @IsString() body!: string;
  @Nested(() => PersonView) reviewer!: PersonView;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}
