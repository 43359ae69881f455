import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';

export const STATUSES = ['draft', 'published', 'archived'] as const;
export type BundleStatus = (typeof STATUSES)[number];
export const PRICINGS = ['fixed', 'percent_off'] as const;
export const ITEM_TYPES = ['course', 'product'] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

@Entity({ schema: 'ext_bundles', name: 'bundles' })
@Check('bundles_status_check', `status IN ('draft', 'published', 'archived')`)
@Check('bundles_pricing_check', `pricing IN ('fixed', 'percent_off')`)
@Check('bundles_price_minor_check', 'price_minor >= 0')
@Check('bundles_percent_off_bp_check', 'percent_off_bp BETWEEN 1 AND 10000')
@Check('bundles_max_sales_check', 'max_sales > 0')
@Check(
  'bundles_price_check',
  `(pricing = 'fixed') = (price_minor IS NOT NULL) AND (pricing = 'percent_off') = (percent_off_bp IS NOT NULL)`,
)
@Check('bundles_window_check', 'ends_at > starts_at')
@Check('bundles_counts_check', 'sold_count >= 0 AND held_count >= 0')
@Index('bundles_of_owner', ['owner_id', 'status'])
@Index('bundles_ending', ['ends_at'], { where: `status = 'published'` })
// Descending, and by words: made by hand in the migration.
@Index('bundles_to_check', { synchronize: false })
@Index('bundles_newest', { synchronize: false })
@Index('bundles_popular', { synchronize: false })
@Index('bundles_made', { synchronize: false })
@Index('bundles_search', { synchronize: false })
export class Bundle {
  @Id() id!: string;
  /** Null: the account of the seller is deleted, and buyers keep what they have bought. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  owner_id!: string | null;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', default: '' }) description!: string;
  @Column({ type: 'uuid', nullable: true }) cover_file_id!: string | null;
  @Choice(STATUSES, { default: 'draft' }) status!: BundleStatus;
  @Choice(PRICINGS) pricing!: (typeof PRICINGS)[number];
  @Column({ type: 'int', nullable: true }) price_minor!: number | null;
  @Column({ type: 'int', nullable: true }) percent_off_bp!: number | null;
  @Column({ type: 'char', length: 3, default: 'usd' }) currency!: string;
  @Column({ type: 'boolean', default: true }) deduct_owned!: boolean;
  @Moment({ nullable: true }) starts_at!: Date | null;
  @Moment({ nullable: true }) ends_at!: Date | null;
  @Column({ type: 'int', nullable: true }) max_sales!: number | null;
  @Column({ type: 'int', default: 0 }) sold_count!: number;
  /** Open checkouts. */
  @Column({ type: 'int', default: 0 }) held_count!: number;
  @Moment({ nullable: true }) unavailable_since!: Date | null;
  @Moment({ nullable: true }) published_at!: Date | null;
  /** The end of the sale of which the owner was notified. */
  @Moment({ nullable: true }) ending_notified_for!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** The target of actions on a bundle. */
export const BUNDLE = { entity: Bundle, by: 'bundle_id' };

@Entity({ schema: 'ext_bundles', name: 'bundle_items' })
@Check('bundle_items_item_type_check', `item_type IN ('course', 'product')`)
@Index('bundle_items_once', ['bundle_id', 'item_type', 'item_id'], { unique: true })
@Index('bundle_items_item', ['item_type', 'item_id'])
export class BundleItem {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Bundle, { onDelete: 'CASCADE' }) bundle_id!: string;
  @Choice(ITEM_TYPES) item_type!: ItemType;
  @Column({ type: 'uuid' }) item_id!: string;
  /** Of a product with variants. */
  @Column({ type: 'uuid', nullable: true }) variant_id!: string | null;
  @Column({ type: 'int' }) position!: number;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** What names an item in its app. */
export type ItemRef = Pick<BundleItem, 'item_type' | 'item_id' | 'variant_id'>;

export const keyOf = ({ item_type, item_id }: Pick<ItemRef, 'item_type' | 'item_id'>) => `${item_type} ${item_id}`;
