import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Forum } from './forum.entity.js';

/** A user in a forum; the row stays when they have left or are banned. */
@Entity({ schema: 'ext_forums', name: 'members' })
@Check('members_role_check', `role IN ('member', 'moderator')`)
@Index('members_once', ['forum_id', 'user_id'], { unique: true })
@Index('members_of_user', ['user_id'])
@Index('members_joined', ['forum_id', 'joined_at'])
@Index('members_staff', ['forum_id'], { where: `role = 'moderator'` })
@Index('members_suspended', ['forum_id', 'suspended_until'], { where: 'suspended_until IS NOT NULL' })
@Index('members_to_promote', ['id'], {
  where: 'NOT trusted AND post_count >= 5 AND like_received >= 2 AND NOT trust_is_set',
})
export class ForumMember {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Forum, { onDelete: 'CASCADE' }) forum_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text', default: 'member' }) role!: 'member' | 'moderator';
  @Column({ type: 'boolean', default: false }) trusted!: boolean;
  /** Staff has decided on it by hand, so no job does. */
  @Column({ type: 'boolean', default: false }) trust_is_set!: boolean;
  @Moment({ nullable: true }) suspended_until!: Date | null;
  /** How many suspensions the member has had. */
  @Column({ type: 'int', default: 0 }) suspensions!: number;
  @Column({ type: 'boolean', default: false }) banned!: boolean;
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  /** Number of the member's visible posts. */
  @Column({ type: 'int', default: 0 }) post_count!: number;
  @Column({ type: 'int', default: 0 }) like_received!: number;
  @Moment({ default: () => 'now()' }) joined_at!: Date;
  @Moment({ nullable: true }) left_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
