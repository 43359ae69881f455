import { Column, Entity, Index } from 'typeorm';
import { CreatedAt, Id, Moment, Owner } from '../../platform/database/columns.js';

@Entity({ schema: 'account', name: 'api_keys' })
export class ApiKey {
  @Id() id!: string;
  @Owner() user_id!: string;
  @Column({ type: 'text' }) name!: string;
  /** The first characters of the key, by which the owner recognises it. */
  @Column({ type: 'text' }) prefix!: string;
  @Column({ type: 'bytea' }) @Index('api_keys_hash', { unique: true }) key_hash!: Buffer;
  @CreatedAt() created_at!: Date;
  @Moment({ nullable: true }) last_used_at!: Date | null;
  @Moment({ nullable: true }) expires_at!: Date | null;
}
