import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
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
  /** Null after the reporter's account was deleted: staff still has to decide on the report. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  reporter_id!: string | null;
  @Column({ type: 'text' }) reportable_type!: string;
  /** No foreign key, because the thing may belong to any area. */
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

/** A thing that was reported at least once. Reports and decisions on the thing lock its row, so they run one by one. */
@Entity({ schema: 'moderation', name: 'reported_things' })
export class ReportedThing {
  @PrimaryColumn({ type: 'text' }) reportable_type!: string;
  @PrimaryColumn({ type: 'uuid' }) reportable_id!: string;
  /** Reports have flagged the thing. Flags that staff sets directly are not stored here. */
  @Column({ type: 'boolean', default: false }) flagged!: boolean;
}
