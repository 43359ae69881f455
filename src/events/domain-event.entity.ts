import { Column, Entity, Index } from 'typeorm';
import { CreatedAt, Id } from '../platform/database/columns.js';

/** A domain event, written in the transaction that causes it. */
@Entity({ schema: 'events', name: 'domain_events' })
// The index is on an expression, which TypeORM cannot declare.
@Index('domain_events_of_app', { synchronize: false })
@Index('domain_events_audit', ['created_at', 'id'], { where: 'staff' })
@Index('domain_events_audit_by_actor', ['actor_id', 'created_at', 'id'], { where: 'staff' })
@Index('domain_events_audit_by_type', ['type', 'created_at', 'id'], { where: 'staff' })
export class DomainEvent {
  @Id() id!: string;
  /** `area.what_happened` */
  @Column({ type: 'text' }) type!: string;
  /** There is no foreign key, because the event outlives the account. */
  @Column({ type: 'uuid', nullable: true }) actor_id!: string | null;
  @Column({ type: 'jsonb' }) data!: object;
  /** The number of automation runs between a user's action and this event. It stops automation loops. */
  @Column({ type: 'smallint', default: 0 }) depth!: number;
  /** True for changes by staff in their role, or by the operator. These rows are the audit log. */
  @Column({ type: 'boolean', default: false }) staff!: boolean;
  @CreatedAt() created_at!: Date;
}
