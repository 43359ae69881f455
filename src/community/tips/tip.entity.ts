import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, Money } from '../../platform/database/columns.js';

/** Sender and recipient are null when that account is deleted. An unpaid tip is deleted with either account. */
@Entity({ schema: 'community', name: 'tips' })
@Check('tips_amount_check', 'amount > 0')
@Check('tips_self_check', 'sender_id <> recipient_id')
@Index('tips_sent', ['sender_id', 'created_at', 'id'])
@Index('tips_received', ['recipient_id', 'created_at', 'id'])
@Index('tips_unpaid', ['sender_id', 'created_at', 'id'], { where: 'settled_at IS NULL' })
export class Tip {
  @Id() id!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  sender_id!: string | null;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  recipient_id!: string | null;
  @Money() amount!: bigint;
  @Column({ type: 'text', nullable: true }) message!: string | null;
  /** When the money was transferred; null while the tip is unpaid. */
  @Moment({ nullable: true }) settled_at!: Date | null;
  @CreatedAt() created_at!: Date;
}
