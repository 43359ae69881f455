import { Column, Entity } from 'typeorm';
import { CreatedAt, Id, Moment, Owner } from '../../platform/database/columns.js';

/** One signed-in device. Its refresh tokens are not stored: they are computed from id and counter. */
@Entity({ schema: 'account', name: 'sessions' })
export class Session {
  @Id() id!: string;
  @Owner() user_id!: string;
  @Column({ type: 'integer', default: 0 }) counter!: number;
  /** In microseconds: whether a concurrent refresh began before this is decided by it. */
  @Column({ type: 'timestamp with time zone', nullable: true }) rotated_at!: Date | null;
  @Moment() idle_ends_at!: Date;
  @Moment() ends_at!: Date;
  @Moment({ nullable: true }) revoked_at!: Date | null;
  @Column({ type: 'inet', nullable: true }) address!: string | null;
  @Column({ type: 'text', nullable: true }) user_agent!: string | null;
  @CreatedAt() created_at!: Date;
  @Moment({ default: () => 'now()' }) last_used_at!: Date;
}
