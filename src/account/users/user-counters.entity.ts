import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** What a profile counts, apart from the user's own row: a popular account is counted often, and read always. */
@Entity({ schema: 'account', name: 'user_counters' })
export class UserCounters {
  @PrimaryColumn({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'integer', default: 0 }) posts_count!: number;
  @Column({ type: 'integer', default: 0 }) followers_count!: number;
  @Column({ type: 'integer', default: 0 }) following_count!: number;
}
