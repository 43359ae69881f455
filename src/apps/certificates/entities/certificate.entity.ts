import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, DayText } from '../../kernel/rows/columns.js';
import { Template, TemplateVersion } from './template.entity.js';

export const VISIBILITIES = ['public', 'unlisted', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
/** What a certificate is today: expired is computed, and never stored. */
export const STATES = ['valid', 'expired', 'revoked'] as const;
export type State = (typeof STATES)[number];
export const REVISION_EVENTS = ['issued', 'corrected', 'claimed', 'revoked', 'reinstated', 'visibility'] as const;

export type FieldValues = Record<string, string | number>;

/** The issuer has no foreign key. Certificates are deleted with the account of their recipient. */
@Entity({ schema: 'ext_certificates', name: 'certificates' })
@Check('certificates_status_check', `status IN ('active', 'revoked')`)
@Check('certificates_visibility_check', `visibility IN ('public', 'unlisted', 'private')`)
@Unique('certificates_code_key', ['code'])
@Unique('certificates_template_id_external_ref_key', ['template_id', 'external_ref'])
@Unique('certificates_claim_hash_key', ['claim_hash'])
@Index('certificates_of_template', ['template_id', 'recipient_user_id'])
@Index('certificates_of_version', ['template_version_id'])
@Index('certificates_by_status', ['template_id', 'status'])
@Index('certificates_of_owner', ['owner_id', 'created_at', 'id'])
@Index('certificates_of_recipient', ['recipient_user_id', 'created_at', 'id'])
@Index('certificates_revoked', ['owner_id', 'id'], { where: `status = 'revoked'` })
@Index('certificates_expiring', ['expires_on', 'id'], {
  where: `status = 'active' AND recipient_user_id IS NOT NULL AND expiry_noticed_at IS NULL`,
})
export class Certificate {
  @Id() id!: string;
  @Column({ type: 'uuid' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Template) template_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => TemplateVersion) template_version_id!: string;
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'text' }) recipient_name!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  recipient_user_id!: string | null;
  /** A note of the issuer. */
  @Column({ type: 'text', nullable: true }) recipient_email!: string | null;
  @Column({ type: 'jsonb' }) custom_values!: FieldValues;
  @DayText() issued_on!: string;
  @DayText({ nullable: true }) expires_on!: string | null;
  @Choice(['active', 'revoked'], { default: 'active' }) status!: 'active' | 'revoked';
  @Moment({ nullable: true }) revoked_at!: Date | null;
  @Column({ type: 'text', nullable: true }) revoke_reason!: string | null;
  @Choice(VISIBILITIES, { default: 'unlisted' }) visibility!: Visibility;
  @Column({ type: 'text', nullable: true }) claim_hash!: string | null;
  @Moment({ nullable: true }) claimed_at!: Date | null;
  @Column({ type: 'text', nullable: true }) external_ref!: string | null;
  @Column({ type: 'int', default: 1 }) revision!: number;
  @Column({ type: 'text' }) content_hash!: string;
  /** The id of the stored PDF; null until it is made. */
  @Column({ type: 'text', nullable: true }) pdf_key!: string | null;
  @Column({ type: 'int', default: 0 }) verified_count!: number;
  @Moment({ nullable: true }) last_verified_at!: Date | null;
  /** When the recipient was told that it expires soon. */
  @Moment({ nullable: true }) expiry_noticed_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const CERTIFICATE = { entity: Certificate, by: 'certificate_id' };

@Entity({ schema: 'ext_certificates', name: 'revisions' })
@Check('revisions_event_check', `event IN ('issued', 'corrected', 'claimed', 'revoked', 'reinstated', 'visibility')`)
@Index('revisions_of_certificate', ['certificate_id', 'created_at', 'id'])
@Index('revisions_of_owner', ['owner_id', 'id'])
@Index('revisions_corrected', ['owner_id', 'created_at'], { where: `event = 'corrected'` })
export class Revision {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Certificate, { onDelete: 'CASCADE' }) certificate_id!: string;
  /** The issuer, for statistics. */
  @Column({ type: 'uuid' }) owner_id!: string;
  @Column({ type: 'int' }) revision!: number;
  @Column({ type: 'uuid' }) actor_user_id!: string;
  @Choice(REVISION_EVENTS) event!: (typeof REVISION_EVENTS)[number];
  @Column({ type: 'jsonb' }) before!: object;
  @Column({ type: 'jsonb' }) after!: object;
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  @CreatedAt() created_at!: Date;
}
