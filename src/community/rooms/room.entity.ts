import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../platform/database/columns.js';

@Entity({ schema: 'community', name: 'rooms' })
@Index('rooms_public', ['created_at', 'id'], { where: 'NOT is_private' })
@Index('rooms_public_of_category', ['category_id', 'created_at', 'id'], { where: 'NOT is_private' })
// TypeORM cannot declare an index of an expression, so the migration creates it.
@Index('rooms_words', { synchronize: false })
export class Room {
  @Id() id!: string;
  /** Null if the owner's account was deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  @Index('rooms_of_owner')
  owner_id!: string | null;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('RoomCategory', { onDelete: 'SET NULL' })
  @Index('rooms_of_category')
  category_id!: string | null;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'boolean', default: false }) is_private!: boolean;
  @Column({ type: 'text', nullable: true }) avatar_url!: string | null;
  /** A trigger keeps it. */
  @Column({ type: 'integer', default: 0 }) member_count!: number;
  /** `seq` of the latest message. Minus the member's `read_seq` it is the number of unread messages. */
  @Column({ type: 'bigint', default: 0 }) last_seq!: string;
  @Moment({ nullable: true }) last_message_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
