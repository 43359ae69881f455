import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../platform/database/columns.js';

@Entity({ schema: 'listings', name: 'jobs' })
@Check('jobs_status_check', `status IN ('pending', 'active', 'rejected', 'closed')`)
@Index('jobs_of_user', ['user_id', 'created_at', 'id'])
@Index('jobs_by_status', ['status', 'created_at', 'id'])
@Index('jobs_newest', ['created_at', 'id'])
export class JobOffer {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', default: 'pending' }) status!: string;
  @Column({ type: 'text' }) location!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
