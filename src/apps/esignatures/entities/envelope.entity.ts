import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';

export const ENVELOPE_STATUSES = ['draft', 'sent', 'sealing', 'completed', 'declined', 'voided', 'expired'] as const;
export type EnvelopeStatus = (typeof ENVELOPE_STATUSES)[number];
export const SEAL_KINDS = ['hash', 'pades'] as const;
export type SealKind = (typeof SEAL_KINDS)[number];

/** The sender has no foreign key: the copies of the other parties outlive their account. */
@Entity({ schema: 'ext_esignatures', name: 'envelopes' })
@Check('envelopes_status_check', `status IN ('draft', 'sent', 'sealing', 'completed', 'declined', 'voided', 'expired')`)
@Check('envelopes_seal_kind_check', `seal_kind IN ('hash', 'pades')`)
@Unique('envelopes_public_code_key', ['public_code'])
@Index('envelopes_by_hash', ['final_sha256'])
@Index('envelopes_by_status', ['status', 'expires_at'])
@Index('envelopes_of_owner', ['owner_id', 'created_at', 'id'])
@Index('envelopes_sent', ['owner_id', 'sent_at'])
// Downwards, and partial: made by hand in the migration.
@Index('envelopes_of_owner_by_status', { synchronize: false })
@Index('envelopes_held', { synchronize: false })
export class Envelope {
  @Id() id!: string;
  @Column({ type: 'uuid' }) owner_id!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', nullable: true }) message!: string | null;
  @Choice(ENVELOPE_STATUSES, { default: 'draft' }) status!: EnvelopeStatus;
  /** Of a draft: how many days after sending it expires; null: the setting. */
  @Column({ type: 'int', nullable: true }) expires_in_days!: number | null;
  @Column({ type: 'text', nullable: true }) consent_text!: string | null;
  @Column({ type: 'text', nullable: true }) content_hash!: string | null;
  @Moment({ nullable: true }) sent_at!: Date | null;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Moment({ nullable: true }) completed_at!: Date | null;
  @Moment({ nullable: true }) ended_at!: Date | null;
  @Column({ type: 'text', nullable: true }) end_reason!: string | null;
  /** The sender's copy. */
  @Column({ type: 'uuid', nullable: true }) final_document_id!: string | null;
  /** The app's own copy: the id of its file. */
  @Column({ type: 'text', nullable: true }) final_key!: string | null;
  @Column({ type: 'text', nullable: true }) final_sha256!: string | null;
  @Column({ type: 'text', nullable: true, enum: [...SEAL_KINDS] }) seal_kind!: SealKind | null;
  @Column({ type: 'int', default: 0 }) seal_attempts!: number;
  @Column({ type: 'text', nullable: true }) public_code!: string | null;
  @Column({ type: 'int', default: 0 }) audit_seq!: number;
  @Column({ type: 'text', nullable: true }) audit_head!: string | null;
  /** When its documents stopped being held. */
  @Moment({ nullable: true }) released_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const ENVELOPE = { entity: Envelope, by: 'envelope_id' };

/** In points, as the page is shown. */
export interface ShownSize {
  width: number;
  height: number;
}

@Entity({ schema: 'ext_esignatures', name: 'envelope_documents' })
@Unique('envelope_documents_envelope_id_position_key', ['envelope_id', 'position'])
export class EnvelopeDocument {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Envelope, { onDelete: 'CASCADE' }) envelope_id!: string;
  @Column({ type: 'int' }) position!: number;
  @Column({ type: 'uuid' }) document_id!: string;
  @Column({ type: 'uuid', nullable: true }) version_id!: string | null;
  @Column({ type: 'text', nullable: true }) sha256!: string | null;
  @Column({ type: 'int', nullable: true }) page_count!: number | null;
  @Column({ type: 'jsonb', nullable: true }) page_sizes!: ShownSize[] | null;
  @Column({ type: 'text' }) name!: string;
  @CreatedAt() created_at!: Date;
}
