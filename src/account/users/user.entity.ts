import { Check, Column, Entity, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../platform/database/columns.js';

@Entity({ schema: 'account', name: 'users' })
@Check('users_role_check', `role IN ('user', 'admin', 'service_role')`)
@Check('users_user_status_check', `user_status IN ('active', 'suspended', 'banned')`)
// Made by hand in the migrations: on expressions, which TypeORM cannot say.
@Index('users_email', { synchronize: false })
@Index('users_search', { synchronize: false })
@Index('users_by_age', ['created_at', 'id'])
@Index('users_with_role', ['role', 'created_at', 'id'], { where: `role <> 'user'` })
@Index('users_shut_out', ['user_status', 'created_at', 'id'], { where: `user_status <> 'active'` })
export class User {
  @Id() id!: string;
  @Column({ type: 'text' }) email!: string;
  /** Null until the account sets one: an operator's account is made without. */
  @Column({ type: 'text', nullable: true }) password_hash!: string | null;
  @Column({ type: 'text', default: 'user' }) role!: string;
  /** The account type, such as creator. */
  @Column({ type: 'text', nullable: true }) type!: string | null;
  @Column({ type: 'text', default: 'active' }) user_status!: string;
  /** The mark of a verified creator; a verified address is `email_verified_at`. */
  @Column({ type: 'boolean', default: false }) verified!: boolean;
  @Column({ type: 'text', nullable: true }) @Index('users_username', { unique: true }) username!:
    string | null;
  @Column({ type: 'text', nullable: true }) first_name!: string | null;
  @Column({ type: 'text', nullable: true }) last_name!: string | null;
  @Column({ type: 'text', nullable: true }) avatar_url!: string | null;
  /** The file that the avatar is, where its address is ours: it is kept for that, and goes with it. */
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
