import { Choice, Whole } from '../../kernel/rows/columns.js';
import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Refusal } from '../../../platform/http/refusal.js';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Coupon } from '../../kernel/selling/coupon.entity.js';

export const KINDS = ['digital', 'physical'] as const;
export const STATUSES = ['draft', 'published', 'archived', 'removed'] as const;

@Entity({ schema: 'ext_products', name: 'products' })
@Check('products_kind_check', `kind IN ('digital', 'physical')`)
@Check('products_status_check', `status IN ('draft', 'published', 'archived', 'removed')`)
@Check('products_price_minor_check', 'price_minor >= 0')
@Check('products_shipping_minor_check', 'shipping_minor >= 0')
@Check('products_stock_check', 'stock >= 0')
@Index('products_of_owner', ['owner_id', 'status'])
@Index('products_category', ['category_id'])
// Descending, on expressions and by words: made by hand in the migration.
@Index('products_newest', { synchronize: false })
@Index('products_popular', { synchronize: false })
@Index('products_rated', { synchronize: false })
@Index('products_by_price', { synchronize: false })
@Index('products_made', { synchronize: false })
@Index('products_search', { synchronize: false })
@Index('products_tags', { synchronize: false })
export class Product {
  @Id() id!: string;
  /** Null: the account of the seller is deleted, and buyers keep the product. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  owner_id!: string | null;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', default: '' }) description!: string;
  @Choice(KINDS) kind!: (typeof KINDS)[number];
  @Choice(STATUSES, { default: 'draft' }) status!: (typeof STATUSES)[number];
  /** The least, where buyers say what they pay. */
  @Column({ type: 'int', default: 0 }) price_minor!: number;
  @Column({ type: 'char', length: 3, default: 'usd' }) currency!: string;
  @Column({ type: 'boolean', default: false }) pay_what_you_want!: boolean;
  @Column({ type: 'int', nullable: true }) suggested_minor!: number | null;
  /** Of the core. */
  @Column({ type: 'uuid', nullable: true }) category_id!: string | null;
  @Column({ type: 'text', array: true, default: '{}' }) tags!: string[];
  /** Still free to sell; null: not counted. Where there are variants, each has its own. */
  @Column({ type: 'int', nullable: true }) stock!: number | null;
  @Column({ type: 'int', nullable: true }) max_per_buyer!: number | null;
  @Column({ type: 'boolean', default: false }) license_keys!: boolean;
  /** Of each key. */
  @Column({ type: 'int', nullable: true }) max_activations!: number | null;
  @Column({ type: 'int', default: 0 }) shipping_minor!: number;
  /** Empty: everywhere. */
  @Column({ type: 'text', array: true, default: '{}' }) ships_to!: string[];
  @Column({ type: 'uuid', nullable: true }) cover_file_id!: string | null;
  @Column({ type: 'int', default: 0 }) sold_count!: number;
  @Column({ type: 'int', default: 0 }) rating_sum!: number;
  @Column({ type: 'int', default: 0 }) rating_count!: number;
  /** The lowest among its variants, in major units: what lists are sorted by, across currencies. */
  @Column({ type: 'numeric', precision: 12, scale: 3, default: 0 }) from_price!: string;
  /** Reported so often that it is kept from others until staff has looked. */
  @Column({ type: 'boolean', default: false }) flagged!: boolean;
  /** The seller was told that little is left, and there was never more since. */
  @Column({ type: 'boolean', default: false }) low_stock_told!: boolean;
  /** The words of title, tags and description, kept by a trigger. */
  @Column({ type: 'tsvector', nullable: true, select: false }) search!: string | null;
  @Moment({ nullable: true }) published_at!: Date | null;
  @Moment({ nullable: true }) last_update_at!: Date | null;
  /** The last buyer who was told of that update: where the job goes on when it is run again. */
  @Column({ type: 'uuid', nullable: true }) update_told_through!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** The target of actions on a product. */
export const PRODUCT = { entity: Product, by: 'product_id' };

export const isOnSale = ({ status, flagged }: Pick<Product, 'status' | 'flagged'>) =>
  status === 'published' && !flagged;

/** Of a product that somebody sells: staff may look after one whose seller is gone, but not sell it. */
export function sellerOf({ owner_id }: Pick<Product, 'owner_id'>): string {
  if (owner_id === null) throw new Refusal(409, 'Product was removed');
  return owner_id;
}

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
  @Choice(FILE_PURPOSES) purpose!: FilePurpose;
  @Column({ type: 'text' }) name!: string;
  @Whole() size_bytes!: number;
  @Column({ type: 'text' }) content_type!: string;
  @Column({ type: 'int' }) position!: number;
  @Moment({ nullable: true }) detached_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

@Entity({ schema: 'ext_products', name: 'coupons' })
@Index('coupons_code', ['product_id', 'code'], { unique: true })
export class ProductCoupon extends Coupon {
  @Column({ type: 'uuid' }) @ForeignKey(() => Product, { onDelete: 'CASCADE' }) product_id!: string;
}
