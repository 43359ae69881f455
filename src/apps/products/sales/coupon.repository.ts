import { AppProvider } from '../../kernel/app-provider.js';
import { Coupons, couponStatements } from '../../kernel/selling/coupon.repository.js';
import { ProductCoupon } from '../entities/product.entity.js';

const STATEMENTS = couponStatements('ext_products', 'product_id');

@AppProvider()
export class CouponRepository extends Coupons<ProductCoupon> {
  protected readonly entity = ProductCoupon;
  protected readonly of = 'product_id';
  protected readonly statements = STATEMENTS;
}
