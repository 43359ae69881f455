import { Check, Column, Entity, ForeignKey, Unique } from 'typeorm';
import { Id, Moment } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { AUDIT_EVENTS, type AuditEventName } from '../audit/chain.js';
import { Envelope } from './envelope.entity.js';

/** One event of an envelope. A trigger refuses updates. */
@Entity({ schema: 'ext_esignatures', name: 'audit_events' })
@Check(
  'audit_events_event_check',
  `event IN ('created', 'sent', 'link_issued', 'notified', 'viewed', 'code_failed', 'consented', 'signed', 'approved',
    'declined', 'corrected', 'reminded', 'voided', 'expired', 'sealed', 'downloaded')`,
)
@Unique('audit_events_envelope_id_seq_key', ['envelope_id', 'seq'])
export class AuditEvent {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Envelope, { onDelete: 'CASCADE' }) envelope_id!: string;
  @Column({ type: 'int' }) seq!: number;
  @Choice(AUDIT_EVENTS) event!: AuditEventName;
  @Column({ type: 'uuid', nullable: true }) signer_id!: string | null;
  @Column({ type: 'uuid', nullable: true }) actor_user_id!: string | null;
  @Column({ type: 'text', nullable: true }) ip!: string | null;
  @Column({ type: 'text', nullable: true }) user_agent!: string | null;
  @Column({ type: 'jsonb' }) data!: object;
  @Moment() at!: Date;
  @Column({ type: 'text' }) prev_hash!: string;
  @Column({ type: 'text' }) hash!: string;
}
