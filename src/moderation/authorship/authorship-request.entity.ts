import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment } from '../../platform/database/columns.js';

/** A user requests the mark of a verified creator. */
@Entity({ schema: 'moderation', name: 'authorship_requests' })
@Check('authorship_requests_status_check', `status IN ('pending', 'approved', 'rejected')`)
@Index('authorship_requests_pending_once', ['user_id'], { unique: true, where: `status = 'pending'` })
@Index('authorship_requests_of_user', ['user_id', 'created_at', 'id'])
@Index('authorship_requests_by_status', ['status', 'created_at', 'id'])
@Index('authorship_requests_newest', ['created_at', 'id'])
export class AuthorshipRequest {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text', nullable: true }) note!: string | null;
  @Column({ type: 'text', default: 'pending' }) status!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  @Index()
  reviewed_by!: string | null;
  @Moment({ nullable: true }) reviewed_at!: Date | null;
  @CreatedAt() created_at!: Date;
}
