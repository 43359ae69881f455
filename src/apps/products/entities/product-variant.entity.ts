import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { Product } from './product.entity.js';

@Entity({ schema: 'ext_products', name: 'variants' })
@Check('variants_stock_check', 'stock >= 0')
@Index('variants_sku', ['product_id', 'sku'], { unique: true })
export class ProductVariant {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Product, { onDelete: 'CASCADE' }) product_id!: string;
  @Column({ type: 'text' }) sku!: string;
  @Column({ type: 'text' }) name!: string;
  /** Null: the product's. */
  @Column({ type: 'int', nullable: true }) price_minor!: number | null;
  @Column({ type: 'int', nullable: true }) stock!: number | null;
  @Column({ type: 'boolean', default: true }) active!: boolean;
  @Column({ type: 'int' }) position!: number;
  @Column({ type: 'boolean', default: false }) low_stock_told!: boolean;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
