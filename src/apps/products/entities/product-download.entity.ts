import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';
import { ProductOrder } from './product-order.entity.js';

@Entity({ schema: 'ext_products', name: 'downloads' })
@Index('downloads_of_order', ['order_id'])
@Index('downloads_by_time', ['created_at'])
export class ProductDownload {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => ProductOrder, { onDelete: 'CASCADE' }) order_id!: string;
  @Column({ type: 'uuid' }) file_id!: string;
  @CreatedAt() created_at!: Date;
}
