import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { ProductOrder } from './product-order.entity.js';
import { Product } from './product.entity.js';

@Entity({ schema: 'ext_products', name: 'licenses' })
@Check('licenses_status_check', `status IN ('active', 'revoked')`)
@Index('licenses_key', ['key'], { unique: true })
@Index('licenses_of_order', ['order_id'])
@Index('licenses_of_product', ['product_id'])
export class ProductLicense {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => ProductOrder, { onDelete: 'CASCADE' }) order_id!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Product, { onDelete: 'SET NULL' })
  product_id!: string | null;
  @Column({ type: 'text' }) key!: string;
  @Column({ type: 'text', default: 'active' }) status!: 'active' | 'revoked';
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
