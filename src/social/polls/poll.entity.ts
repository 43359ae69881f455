import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Id } from '../../platform/database/columns.js';

@Entity({ schema: 'social', name: 'polls' })
export class Poll {
  @Id() id!: string;
  @Column({ type: 'uuid' })
  @ForeignKey('Post', { onDelete: 'CASCADE' })
  @Index('polls_of_post', { unique: true })
  post_id!: string;
  @Column({ type: 'text' }) question!: string;
  @Column({ type: 'jsonb' }) options!: string[];
  /** Answers name no voters, except the viewer. */
  @Column({ type: 'boolean', default: false }) anonymous!: boolean;
  /** The votes for each option, by its index. A trigger keeps them, in the transaction of the vote. */
  @Column({ type: 'jsonb', default: {} }) counts!: Record<string, number>;
  /** Grows with each change of the counts. */
  @Column({ type: 'bigint', default: 0 }) version!: string;
}

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
