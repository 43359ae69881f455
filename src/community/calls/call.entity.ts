import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment } from '../../platform/database/columns.js';

export const CALL_STATES = ['ringing', 'active', 'ended'] as const;
export type CallState = (typeof CALL_STATES)[number];

@Entity({ schema: 'community', name: 'calls' })
@Check('calls_type_check', `type IN ('voice', 'video')`)
@Check('calls_status_check', `status IN ('ringing', 'active', 'ended')`)
@Check('calls_ended_at_check', `(status = 'ended') = (ended_at IS NOT NULL)`)
@Index('calls_of_initiator', ['initiator_id', 'status'])
@Index('calls_of_target', ['target_id', 'status'])
@Index('calls_ringing', ['created_at'], { where: `status = 'ringing'` })
@Index('calls_active', ['created_at'], { where: `status = 'active'` })
export class Call {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) initiator_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) target_id!: string;
  @Column({ type: 'text' }) type!: 'voice' | 'video';
  @Column({ type: 'text', default: 'ringing' }) status!: CallState;
  @CreatedAt() created_at!: Date;
  @Moment({ nullable: true }) answered_at!: Date | null;
  @Moment({ nullable: true }) ended_at!: Date | null;
}
