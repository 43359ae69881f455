import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Enrollment } from './enrollment.entity.js';

export type GrantSource = 'free' | 'purchase' | 'teacher' | 'bundle' | 'subscription';

/** One reason why somebody is enrolled. */
@Entity({ schema: 'ext_courses', name: 'grants' })
@Check('grants_source_check', `source IN ('free', 'purchase', 'teacher', 'bundle', 'subscription')`)
// Nulls are equal in it: made by hand in the migration.
@Index('grants_once', { synchronize: false })
export class EnrollmentGrant {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Enrollment, { onDelete: 'CASCADE' }) enrollment_id!: string;
  @Column({ type: 'text' }) source!: GrantSource;
  @Column({ type: 'uuid', nullable: true }) source_id!: string | null;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Moment({ nullable: true }) revoked_at!: Date | null;
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
