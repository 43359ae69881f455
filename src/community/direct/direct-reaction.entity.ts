import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'community', name: 'direct_reactions' })
export class DirectReaction {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('DirectMessage', 'id', { onDelete: 'CASCADE' })
  message_id!: string;
  @PrimaryColumn({ type: 'text' }) emoji!: string;
  /** One of the two of the conversation. */
  @PrimaryColumn({ type: 'uuid' }) user_id!: string;
  @Column({ type: 'timestamp with time zone', default: () => 'clock_timestamp()' }) created_at!: Date;
}
