import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Decimal } from '../../kernel/rows/columns.js';
import type { SecretLink } from '../../kernel/secrets/secret-links.js';
import { Envelope, EnvelopeDocument } from './envelope.entity.js';

export const SIGNER_ROLES = ['signer', 'approver', 'copy'] as const;
export type SignerRole = (typeof SIGNER_ROLES)[number];
export const SIGNER_STATUSES = ['waiting', 'ready', 'viewed', 'signed', 'approved', 'declined', 'copied'] as const;
export type SignerStatus = (typeof SIGNER_STATUSES)[number];
export const FIELD_TYPES = ['signature', 'initials', 'date_signed', 'name', 'text', 'checkbox'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];
export const SIGNATURE_KINDS = ['typed', 'drawn'] as const;

/** A point of a stroke: fractions of the box, from its upper left corner. */
export type Point = [x: number, y: number];

/** As it is stored and drawn. */
export interface StoredSignature {
  kind: (typeof SIGNATURE_KINDS)[number];
  text?: string;
  strokes?: Point[][];
  initials: string;
}

@Entity({ schema: 'ext_esignatures', name: 'signers' })
@Check('signers_role_check', `role IN ('signer', 'approver', 'copy')`)
@Check('signers_auth_check', `auth IN ('account', 'link')`)
@Check('signers_status_check', `status IN ('waiting', 'ready', 'viewed', 'signed', 'approved', 'declined', 'copied')`)
@Check('signers_account_check', `user_id IS NULL OR auth = 'account'`)
@Unique('signers_envelope_id_user_id_key', ['envelope_id', 'user_id'])
@Index('signers_of_user', ['user_id', 'status'])
@Index('signers_of_envelope', ['envelope_id', 'position'])
@Index('signers_inbox', ['user_id', 'created_at', 'envelope_id'])
// Partial: made by hand in the migration.
@Index('signers_asked', { synchronize: false })
export class Signer {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Envelope, { onDelete: 'CASCADE' }) envelope_id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'uuid', nullable: true }) @ForeignKey('User', { onDelete: 'SET NULL' }) user_id!: string | null;
  @Column({ type: 'text', nullable: true }) email!: string | null;
  @Choice(SIGNER_ROLES, { default: 'signer' }) role!: SignerRole;
  @Column({ type: 'int', default: 1 }) position!: number;
  @Choice(['account', 'link']) auth!: 'account' | 'link';
  @Column({ type: 'text', nullable: true }) access_code_hash!: string | null;
  @Choice(SIGNER_STATUSES, { default: 'waiting' }) status!: SignerStatus;
  @Moment({ nullable: true }) ready_at!: Date | null;
  @Moment({ nullable: true }) viewed_at!: Date | null;
  @Moment({ nullable: true }) consented_at!: Date | null;
  @Moment({ nullable: true }) acted_at!: Date | null;
  @Moment({ nullable: true }) last_reminded_at!: Date | null;
  @Column({ type: 'text', nullable: true }) decline_reason!: string | null;
  @Column({ type: 'jsonb', nullable: true }) signature!: StoredSignature | null;
  @Column({ type: 'text', nullable: true }) ip!: string | null;
  @Column({ type: 'text', nullable: true }) user_agent!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

@Entity({ schema: 'ext_esignatures', name: 'signer_links' })
@Unique('signer_links_token_hash_key', ['token_hash'])
@Index('signer_links_of_signer', ['signer_id'])
export class SignerLink implements SecretLink {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Signer, { onDelete: 'CASCADE' }) signer_id!: string;
  @Column({ type: 'text' }) token_hash!: string;
  @Moment({ nullable: true }) revoked_at!: Date | null;
  @CreatedAt() created_at!: Date;
}

/** A place on a page that a signer fills. Its box is fractions of the page as it is shown, from the upper left corner. */
@Entity({ schema: 'ext_esignatures', name: 'fields' })
@Check('fields_type_check', `type IN ('signature', 'initials', 'date_signed', 'name', 'text', 'checkbox')`)
@Index('fields_of_signer', ['signer_id'])
@Index('fields_of_document', ['envelope_document_id', 'page'])
@Index('fields_of_envelope', ['envelope_id'])
export class Field {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Envelope, { onDelete: 'CASCADE' }) envelope_id!: string;
  @Column({ type: 'uuid' })
  @ForeignKey(() => EnvelopeDocument, { onDelete: 'CASCADE' })
  envelope_document_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Signer, { onDelete: 'CASCADE' }) signer_id!: string;
  @Choice(FIELD_TYPES) type!: FieldType;
  @Column({ type: 'int' }) page!: number;
  @Decimal(6, 5) x!: number;
  @Decimal(6, 5) y!: number;
  @Decimal(6, 5) width!: number;
  @Decimal(6, 5) height!: number;
  @Column({ type: 'boolean', default: true }) required!: boolean;
  @Column({ type: 'text', nullable: true }) label!: string | null;
  @Column({ type: 'int', nullable: true }) max_length!: number | null;
  @Column({ type: 'text', nullable: true }) value!: string | null;
  @CreatedAt() created_at!: Date;
}
