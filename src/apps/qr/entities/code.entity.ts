import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { type Kind, KINDS } from '../contents/contents.js';
import type { Style } from '../drawing/style.input.js';

export const MODES = ['static', 'dynamic'] as const;
export type Mode = (typeof MODES)[number];
export const STATUSES = ['active', 'paused', 'archived', 'deleted'] as const;

@Entity({ schema: 'ext_qr', name: 'codes' })
@Check('codes_mode_check', `mode IN ('static', 'dynamic')`)
@Check('codes_kind_check', `kind IN ('url', 'text', 'wifi', 'vcard', 'email', 'sms', 'phone', 'geo', 'event')`)
@Check('codes_status_check', `status IN ('active', 'paused', 'archived', 'deleted')`)
@Check('codes_dynamic_check', `mode = 'static' OR kind IN ('url', 'vcard')`)
@Unique('codes_key_key', ['key'])
@Index('codes_of_owner', ['owner_id', 'created_at', 'id'])
@Index('codes_of_batch', ['owner_id', 'batch_id'])
// By words, and partial: made by hand in the migration.
@Index('codes_tags', { synchronize: false })
@Index('codes_deleted', { synchronize: false })
export class Code {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) name!: string;
  @Choice(MODES) mode!: Mode;
  @Choice(KINDS) kind!: Kind;
  /** By kind; empty if the code leads to a short link. */
  @Column({ type: 'jsonb' }) content!: object;
  /** What the modules encode. */
  @Column({ type: 'text' }) payload!: string;
  @Column({ type: 'text' }) key!: string;
  /** Of the app `shortlinks`. */
  @Column({ type: 'uuid', nullable: true }) link_id!: string | null;
  @Choice(STATUSES, { default: 'active' }) status!: (typeof STATUSES)[number];
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Column({ type: 'text', nullable: true }) fallback_url!: string | null;
  /** As it was given: what it leaves out has the default of `lookOf`. */
  @Column({ type: 'jsonb', default: {} }) style!: Style;
  @Column({ type: 'bytea', nullable: true }) logo_png!: Buffer | null;
  @Column({ type: 'boolean', default: false }) is_image_public!: boolean;
  @Column({ type: 'text', array: true, default: '{}' }) tags!: string[];
  @Column({ type: 'uuid', nullable: true }) batch_id!: string | null;
  /** Of the symbol: 1 has 21 modules on each side, and each further one four more. */
  @Column({ type: 'smallint' }) symbol_version!: number;
  @Column({ type: 'int', default: 1 }) version!: number;
  /** Of all days that are counted. */
  @Column({ type: 'bigint', default: 0 }) scans_closed!: string;
  @CreatedAt() created_at!: Date;
  /** Of a deleted code: when it was deleted. */
  @UpdatedAt() updated_at!: Date;
}

export const CODE = { entity: Code, by: 'code_id' };

/** A key that was printed somewhere, which nobody gets again. Kept by a trigger of the codes. */
@Entity({ schema: 'ext_qr', name: 'retired_keys' })
@Unique('retired_keys_key_key', ['key'])
export class RetiredKey {
  @Id() id!: string;
  @Column({ type: 'text' }) key!: string;
  @CreatedAt() created_at!: Date;
}

/** What a dynamic code has led to, and since when: an address, the id of a short link, or the name of a contact. */
@Entity({ schema: 'ext_qr', name: 'code_targets' })
@Index('code_targets_of_code', ['code_id', 'created_at', 'id'])
export class CodeTarget {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Code, { onDelete: 'CASCADE' }) code_id!: string;
  @Column({ type: 'text' }) target!: string;
  @Column({ type: 'uuid' }) changed_by!: string;
  @CreatedAt() created_at!: Date;
}
