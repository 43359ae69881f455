import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt } from '../../platform/database/columns.js';

@Entity({ schema: 'social', name: 'poll_votes' })
@Index('poll_votes_of_option', ['poll_id', 'option_index', 'created_at'])
export class PollVote {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('Poll', { onDelete: 'CASCADE' }) poll_id!: string;
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index('poll_votes_of_user')
  user_id!: string;
  @Column({ type: 'smallint' }) option_index!: number;
  @CreatedAt() created_at!: Date;
}
