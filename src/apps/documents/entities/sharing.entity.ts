import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Item } from './item.entity.js';

export const GRANTS = ['viewer', 'editor'] as const;

/** What a member may do with an item of somebody else, and with all that lies in it. */
@Entity({ schema: 'ext_documents', name: 'access' })
@Check('access_role_check', `role IN ('viewer', 'editor')`)
@Index('access_of_item', ['item_id', 'user_id'], { unique: true })
@Index('access_of_user', ['user_id'])
@Index('access_of_owner', ['owner_id'])
export class Access {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Item, { onDelete: 'CASCADE' }) item_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Choice(GRANTS) role!: (typeof GRANTS)[number];
  @Moment({ nullable: true }) expires_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** An address for people without an account. */
@Entity({ schema: 'ext_documents', name: 'links' })
@Index('links_token_hash_key', ['token_hash'], { unique: true })
@Index('links_of_item', ['item_id'])
@Index('links_of_owner', ['owner_id'])
export class Link {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Item, { onDelete: 'CASCADE' }) item_id!: string;
  @Column({ type: 'text' }) token_hash!: string;
  @Column({ type: 'text', nullable: true }) label!: string | null;
  @Column({ type: 'text', nullable: true }) password_hash!: string | null;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Column({ type: 'int', nullable: true }) max_downloads!: number | null;
  @Column({ type: 'int', default: 0 }) downloads!: number;
  @Column({ type: 'int', default: 0 }) views!: number;
  @Column({ type: 'boolean', default: true }) allow_download!: boolean;
  @Column({ type: 'boolean', default: false }) notify_on_open!: boolean;
  @Moment({ nullable: true }) last_opened_at!: Date | null;
  @Moment({ nullable: true }) revoked_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** Something that happened to an item. */
@Entity({ schema: 'ext_documents', name: 'events' })
@Index('events_of_item', ['item_id', 'created_at', 'id'])
@Index('events_of_owner', ['owner_id', 'event', 'created_at'])
export class ItemEvent {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Item, { onDelete: 'CASCADE' }) item_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid', nullable: true }) actor_user_id!: string | null;
  @Column({ type: 'uuid', nullable: true }) link_id!: string | null;
  @Column({ type: 'text' }) event!: string;
  @Column({ type: 'jsonb', default: '{}' }) data!: object;
  /** The network of a visitor without an account, never the whole address. */
  @Column({ type: 'text', nullable: true }) ip_prefix!: string | null;
  @CreatedAt() created_at!: Date;
}

/** Another app needs the document: it is neither trashed nor deleted. */
@Entity({ schema: 'ext_documents', name: 'holds' })
@Index('holds_of_reference', ['item_id', 'app_slug', 'reference_id'], { unique: true })
@Index('holds_of_version', ['version_id'], { where: 'version_id IS NOT NULL' })
@Index('holds_by_reference', ['app_slug', 'reference_id'])
export class Hold {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Item, { onDelete: 'CASCADE' }) item_id!: string;
  /** Null: the whole document. */
  @Column({ type: 'uuid', nullable: true }) version_id!: string | null;
  @Column({ type: 'text' }) app_slug!: string;
  @Column({ type: 'uuid' }) reference_id!: string;
  @Moment({ nullable: true }) until!: Date | null;
  @CreatedAt() created_at!: Date;
}
