import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Whole } from '../../kernel/rows/columns.js';

export const KINDS = ['folder', 'document'] as const;
export type Kind = (typeof KINDS)[number];

/** A folder or a document. All that lies in a tree belongs to the owner of the tree. */
@Entity({ schema: 'ext_documents', name: 'items' })
@Check('items_kind_check', `kind IN ('folder', 'document')`)
@Check('items_name_check', 'length(name) BETWEEN 1 AND 255')
// Over expressions, and GIN: made by hand in the migration.
@Index('items_name', { synchronize: false })
@Index('items_by_name', { synchronize: false })
@Index('items_by_time', { synchronize: false })
@Index('items_by_size', { synchronize: false })
@Index('items_tags', { synchronize: false })
@Index('items_name_parts', { synchronize: false })
@Index('items_words', { synchronize: false })
@Index('items_newest', ['owner_id', 'created_at', 'id'], { where: 'trashed_at IS NULL' })
@Index('items_trash', ['owner_id', 'trashed_at', 'id'], { where: 'trashed_at IS NOT NULL' })
@Index('items_purge', ['trashed_at'], { where: 'id = trash_root_id' })
@Index('items_of_parent', ['parent_id', 'kind'])
@Index('items_trash_root', ['trash_root_id'], { where: 'trash_root_id IS NOT NULL' })
export class Item {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Choice(KINDS) kind!: Kind;
  /** Null: it lies in the root. In the trash, the folder may be deleted already. */
  @Column({ type: 'uuid', nullable: true }) parent_id!: string | null;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'text', array: true, default: '{}' }) tags!: string[];
  @Column({ type: 'text', nullable: true }) content_type!: string | null;
  @Whole({ default: 0 }) size_bytes!: number;
  @Column({ type: 'uuid', nullable: true }) current_version_id!: string | null;
  @Column({ type: 'int', default: 0 }) version_number!: number;
  /** Who uploaded or made it, who need not be its owner. */
  @Column({ type: 'uuid' }) created_by!: string;
  /** Evidence of another app: its content does not change any more. */
  @Column({ type: 'boolean', default: false }) protected!: boolean;
  @Column({ type: 'text', nullable: true }) source_app!: string | null;
  @Column({ type: 'uuid', nullable: true }) source_id!: string | null;
  @Moment({ nullable: true }) trashed_at!: Date | null;
  /** The item that was moved to the trash, and this one with it. */
  @Column({ type: 'uuid', nullable: true }) trash_root_id!: string | null;
  @Column({ type: 'tsvector', nullable: true, select: false }) search!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** What one user notes of an item. */
@Entity({ schema: 'ext_documents', name: 'marks' })
@Index('marks_of_user', ['user_id', 'item_id'], { unique: true })
@Index('marks_of_item', ['item_id'])
@Index('marks_recent', ['user_id', 'last_opened_at', 'item_id'], { where: 'last_opened_at IS NOT NULL' })
export class Mark {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Item, { onDelete: 'CASCADE' }) item_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'boolean', default: false }) starred!: boolean;
  @Moment({ nullable: true }) last_opened_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** What the documents of an owner take, all their versions included, and what open uploads have reserved. */
@Entity({ schema: 'ext_documents', name: 'usage' })
@Check('usage_used_bytes_check', 'used_bytes >= 0')
@Check('usage_reserved_bytes_check', 'reserved_bytes >= 0')
@Index('usage_owner_id_key', ['owner_id'], { unique: true })
export class DocumentUsage {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Whole({ default: 0 }) used_bytes!: number;
  @Whole({ default: 0 }) reserved_bytes!: number;
  @CreatedAt() created_at!: Date;
}
