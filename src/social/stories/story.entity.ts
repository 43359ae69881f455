import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment } from '../../platform/database/columns.js';

@Entity({ schema: 'social', name: 'stories' })
@Index('stories_of_author', ['user_id', 'expires_at'])
export class Story {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @CreatedAt() created_at!: Date;
  /** A day later, in the words in which PostgreSQL gives a default back. */
  @Moment({ default: () => `(now() + '24:00:00')` }) @Index('stories_by_end') expires_at!: Date;
}
