import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Coupon } from '../../kernel/selling/coupon.entity.js';
import { Product } from './product.entity.js';

@Entity({ schema: 'ext_products', name: 'coupons' })
@Index('coupons_code', ['product_id', 'code'], { unique: true })
export class ProductCoupon extends Coupon {
  @Column({ type: 'uuid' }) @ForeignKey(() => Product, { onDelete: 'CASCADE' }) product_id!: string;
}
