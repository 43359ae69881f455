import { Column, Entity, ForeignKey } from 'typeorm';

/** How often a post was reacted to and commented on. Triggers keep it, in the transaction that changes it. */
@Entity({ schema: 'social', name: 'post_counters' })
export class PostCounters {
  @Column({ type: 'uuid', primary: true }) @ForeignKey('Post', { onDelete: 'CASCADE' }) post_id!: string;
  @Column({ type: 'jsonb', default: {} }) reactions!: Record<string, number>;
  @Column({ type: 'integer', default: 0 }) comments_count!: number;
  @Column({ type: 'timestamp with time zone', nullable: true }) last_comment_at!: Date | null;
  /** Grows with each change. */
  @Column({ type: 'bigint', default: 0 }) version!: string;
}
