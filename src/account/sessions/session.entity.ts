import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAt, Id, Moment, Owner } from '../../platform/database/columns.js';

/** One signed-in device. Its refresh tokens are not stored; they are computed from `id` and `counter`. */
@Entity({ schema: 'account', name: 'sessions' })
export class Session {
  @Id() id!: string;
  @Owner() user_id!: string;
  @Column({ type: 'integer', default: 0 }) counter!: number;
  /** In microseconds, because it tells whether a concurrent refresh began before the rotation. */
  @Column({ type: 'timestamp with time zone', nullable: true }) rotated_at!: Date | null;
  @Moment() idle_ends_at!: Date;
  @Moment() ends_at!: Date;
  @Moment({ nullable: true }) revoked_at!: Date | null;
  @Column({ type: 'inet', nullable: true }) address!: string | null;
  @Column({ type: 'text', nullable: true }) user_agent!: string | null;
  @CreatedAt() created_at!: Date;
  @Moment({ default: () => 'now()' }) last_used_at!: Date;
}

/** A refresh with an `Idempotency-Key` and what its answer is computed from. No token is stored. */
@Entity({ schema: 'account', name: 'refresh_keys' })
export class RefreshKey {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('Session', { onDelete: 'CASCADE' }) session_id!: string;
  /** The counter of the token that was exchanged. */
  @PrimaryColumn({ type: 'integer' }) counter!: number;
  @PrimaryColumn({ type: 'bytea' }) key_hash!: Buffer;
  /** The counter of the token in the answer. */
  @Column({ type: 'integer' }) answered_counter!: number;
  @Moment() answered_at!: Date;
}
