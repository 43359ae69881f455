import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Whole } from '../../kernel/rows/columns.js';
import { PROVIDERS, type Provider } from '../networks/networks.js';

export const CONSENTS = ['required', 'not_required'] as const;
export const STATUSES = ['active', 'paused'] as const;

/** The id of an advertising network, or a 1×1 picture of the platform's own that counts. */
@Entity({ schema: 'ext_pixels', name: 'pixels' })
@Unique('pixels_key_key', ['key'])
@Unique('pixels_owner_id_provider_external_id_key', ['owner_id', 'provider', 'external_id'])
@Index('pixels_of_owner', ['owner_id', 'created_at', 'id'])
@Check('pixels_provider_check', `provider IN ('${PROVIDERS.join(`', '`)}')`)
@Check('pixels_consent_check', `consent IN ('required', 'not_required')`)
@Check('pixels_status_check', `status IN ('active', 'paused')`)
@Check('pixels_own_check', `(provider = 'own') = (key IS NOT NULL) AND (provider = 'own') = (external_id IS NULL)`)
export class Pixel {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) name!: string;
  @Choice(PROVIDERS) provider!: Provider;
  @Column({ type: 'text', nullable: true }) external_id!: string | null;
  /** Names the picture of an own pixel in its address. */
  @Column({ type: 'text', nullable: true }) key!: string | null;
  @Choice(CONSENTS, { default: 'required' }) consent!: (typeof CONSENTS)[number];
  /** The sites whose pages count for an own pixel, with those below them; empty: all, and mails. */
  @Column({ type: 'text', array: true, default: '{}' }) allowed_hosts!: string[];
  @Choice(STATUSES, { default: 'active' }) status!: (typeof STATUSES)[number];
  /** The sum of its closed days. */
  @Whole({ default: 0 }) events_closed!: number;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
