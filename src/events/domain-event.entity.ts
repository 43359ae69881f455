import { Column, Entity, Index } from 'typeorm';
import { CreatedAt, Id } from '../platform/database/columns.js';

/** Something that happened, written in the transaction in which it happened. */
@Entity({ schema: 'events', name: 'domain_events' })
@Index('domain_events_by_type', ['type', 'created_at'])
@Index('domain_events_by_actor', ['actor_id', 'created_at'])
// Over a part of the type, which TypeORM cannot say.
@Index('domain_events_of_app', { synchronize: false })
@Index('domain_events_audit', ['created_at', 'id'], { where: 'staff' })
@Index('domain_events_audit_by_actor', ['actor_id', 'created_at', 'id'], { where: 'staff' })
@Index('domain_events_audit_by_type', ['type', 'created_at', 'id'], { where: 'staff' })
export class DomainEvent {
  @Id() id!: string;
  @Column({ type: 'text' }) type!: string;
  /** No foreign key: what happened stays true when the account is gone. */
  @Column({ type: 'uuid', nullable: true }) actor_id!: string | null;
  @Column({ type: 'jsonb' }) data!: object;
  /** How many runs of automation lie between a person and this event: what stops a loop of them. */
  @Column({ type: 'smallint', default: 0 }) depth!: number;
  /** A change by staff, in the role of staff: these rows are the audit log. */
  @Column({ type: 'boolean', default: false }) staff!: boolean;
  @CreatedAt() created_at!: Date;
}
