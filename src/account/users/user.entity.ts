import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../platform/database/columns.js';

@Entity({ schema: 'account', name: 'users' })
@Check('users_role_check', `role IN ('user', 'admin', 'service_role')`)
@Check('users_user_status_check', `user_status IN ('active', 'suspended', 'banned')`)
// The migrations create these two indexes by hand, because TypeORM cannot describe an index on an expression.
@Index('users_email', { synchronize: false })
@Index('users_search', { synchronize: false })
@Index('users_by_age', ['created_at', 'id'])
@Index('users_with_role', ['role', 'created_at', 'id'], { where: `role <> 'user'` })
@Index('users_shut_out', ['user_status', 'created_at', 'id'], { where: `user_status <> 'active'` })
export class User {
  @Id() id!: string;
  @Column({ type: 'text' }) email!: string;
  /** Null for an account without a password, which cannot sign in with one. */
  @Column({ type: 'text', nullable: true }) password_hash!: string | null;
  @Column({ type: 'text', default: 'user' }) role!: string;
  /** The account type, such as creator. */
  @Column({ type: 'text', nullable: true }) type!: string | null;
  @Column({ type: 'text', default: 'active' }) user_status!: string;
  /** The badge of a verified creator; a verified e-mail address is `email_verified_at`. */
  @Column({ type: 'boolean', default: false }) verified!: boolean;
  @Column({ type: 'text', nullable: true }) @Index('users_username', { unique: true }) username!: string | null;
  @Column({ type: 'text', nullable: true }) first_name!: string | null;
  @Column({ type: 'text', nullable: true }) last_name!: string | null;
  @Column({ type: 'text', nullable: true }) avatar_url!: string | null;
  /** The uploaded file behind `avatar_url`, if there is one; it is released when the avatar changes. */
  @Column({ type: 'uuid', nullable: true }) avatar_file_id!: string | null;
  @Column({ type: 'text', nullable: true }) bio!: string | null;
  @Column({ type: 'boolean', default: false }) follower_approval!: boolean;
  @Column({ type: 'text', nullable: true }) subscription_plan!: string | null;
  @Column({ type: 'text', nullable: true }) subscription_status!: string | null;
  @Moment({ nullable: true }) subscription_expires_at!: Date | null;
  @Moment({ nullable: true }) email_verified_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** Counters of a profile. They have a row of their own, because popular accounts are counted often and read always. */
@Entity({ schema: 'account', name: 'user_counters' })
export class UserCounters {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'integer', default: 0 }) posts_count!: number;
  @Column({ type: 'integer', default: 0 }) followers_count!: number;
  @Column({ type: 'integer', default: 0 }) following_count!: number;
}
