import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { ProductOrder } from './product-order.entity.js';
import { Product } from './product.entity.js';

@Entity({ schema: 'ext_products', name: 'reviews' })
@Check('reviews_rating_check', 'rating BETWEEN 1 AND 5')
@Index('reviews_once', ['product_id', 'owner_id'], { unique: true })
@Index('reviews_of_writer', ['owner_id'])
@Index('reviews_of_order', ['order_id'])
// Descending: made by hand in the migration.
@Index('reviews_newest', { synchronize: false })
export class ProductReview {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Product, { onDelete: 'CASCADE' }) product_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => ProductOrder, { onDelete: 'CASCADE' }) order_id!: string;
  @Column({ type: 'int' }) rating!: number;
  @Column({ type: 'text', default: '' }) body!: string;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
