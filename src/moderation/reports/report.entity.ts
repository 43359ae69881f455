import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment } from '../../platform/database/columns.js';

@Entity({ schema: 'moderation', name: 'reports' })
@Check('reports_status_check', `status IN ('pending', 'resolved', 'dismissed')`)
@Index('reports_pending_once', ['reporter_id', 'reportable_type', 'reportable_id'], {
  unique: true,
  where: `status = 'pending'`,
})
@Index('reports_of_thing', ['reportable_type', 'reportable_id', 'status'])
@Index('reports_of_reporter', ['reporter_id', 'created_at', 'id'])
@Index('reports_by_status', ['status', 'created_at', 'id'])
@Index('reports_newest', ['created_at', 'id'])
export class Report {
  @Id() id!: string;
  /** Null when his account is gone: what he reported is still to be looked at. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  reporter_id!: string | null;
  @Column({ type: 'text' }) reportable_type!: string;
  /** No foreign key: it may lie in any area. */
  @Column({ type: 'uuid' }) reportable_id!: string;
  @Column({ type: 'text' }) reason!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'text', default: 'pending' }) status!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  @Index()
  resolved_by!: string | null;
  @Moment({ nullable: true }) resolved_at!: Date | null;
  @CreatedAt() created_at!: Date;
}
