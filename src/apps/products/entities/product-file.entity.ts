import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { ProductVariant } from './product-variant.entity.js';
import { Product } from './product.entity.js';

export const FILE_PURPOSES = ['download', 'image'] as const;
export type FilePurpose = (typeof FILE_PURPOSES)[number];

/** A file that was promised to a product; it counts once its bytes are there. */
@Entity({ schema: 'ext_products', name: 'product_files' })
@Check('product_files_purpose_check', `purpose IN ('download', 'image')`)
@Index('product_files_file', ['file_id'], { unique: true })
@Index('product_files_of_product', ['product_id', 'purpose'])
@Index('product_files_of_variant', ['variant_id'])
@Index('product_files_attached', ['created_at'], { where: 'detached_at IS NULL' })
export class ProductFile {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Product, { onDelete: 'CASCADE' }) product_id!: string;
  /** Null: of every variant. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => ProductVariant, { onDelete: 'SET NULL' })
  variant_id!: string | null;
  @Column({ type: 'uuid' }) file_id!: string;
  @Column({ type: 'text' }) purpose!: FilePurpose;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'bigint', transformer: { from: Number, to: String } }) size_bytes!: number;
  @Column({ type: 'text' }) content_type!: string;
  @Column({ type: 'int' }) position!: number;
  @Moment({ nullable: true }) detached_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
