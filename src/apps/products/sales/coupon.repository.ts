import { Injectable } from '@nestjs/common';
import { Repository } from '../../../platform/database/repository.js';
import { sql } from '../../../platform/database/sql.js';
import { ProductCoupon } from '../entities/product-coupon.entity.js';

const USABLE = sql(
  'products_coupon_usable',
  `SELECT * FROM ext_products.coupons WHERE product_id = $1 AND code = $2 AND active
     AND (expires_at IS NULL OR expires_at > now())`,
);
const BY_CODE = sql(
  'products_coupon_by_code',
  'SELECT * FROM ext_products.coupons WHERE product_id = $1 AND code = $2',
);
const OF_PRODUCT = sql(
  'products_coupons_of_product',
  'SELECT * FROM ext_products.coupons WHERE product_id = $1 ORDER BY created_at DESC, id DESC',
);
const COUNT = sql(
  'products_coupons_count',
  'SELECT count(*)::int AS n FROM ext_products.coupons WHERE product_id = $1',
);
const TAKE = sql(
  'products_coupon_take',
  `UPDATE ext_products.coupons SET used_count = used_count + 1
   WHERE id = $1 AND (max_uses IS NULL OR used_count < max_uses)`,
);
const GIVE_BACK = sql(
  'products_coupon_give_back',
  'UPDATE ext_products.coupons SET used_count = used_count - 1 WHERE id = $1',
);

export type CouponChanges = Partial<
  Pick<ProductCoupon, 'percent_bp' | 'amount_minor' | 'max_uses' | 'expires_at' | 'active'>
>;

@Injectable()
export class CouponRepository extends Repository {
  /** In any case of its letters; whether there is a use left of it, `take` tells. */
  usable(productId: string, code: string): Promise<ProductCoupon | undefined> {
    return this.one<ProductCoupon & object>(USABLE, productId, code.toUpperCase());
  }

  find(productId: string, code: string): Promise<ProductCoupon | undefined> {
    return this.one<ProductCoupon & object>(BY_CODE, productId, code.toUpperCase());
  }

  ofProduct(productId: string): Promise<ProductCoupon[]> {
    return this.rows<ProductCoupon & object>(OF_PRODUCT, productId);
  }

  async countOf(productId: string): Promise<number> {
    return (await this.one<{ n: number }>(COUNT, productId))?.n ?? 0;
  }

  async insert(productId: string, code: string, values: CouponChanges): Promise<void> {
    await this.table(ProductCoupon).insert({ ...values, product_id: productId, code: code.toUpperCase() });
  }

  async update(id: string, changes: CouponChanges): Promise<void> {
    await this.table(ProductCoupon).update({ id }, { ...changes, updated_at: () => 'now()' });
  }

  /** False: all of its uses are gone. */
  async take(id: string): Promise<boolean> {
    return (await this.count(TAKE, id)) > 0;
  }

  async giveBack(id: string): Promise<void> {
    await this.count(GIVE_BACK, id);
  }
}
