import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Id } from '../../platform/database/columns.js';

@Entity({ schema: 'social', name: 'polls' })
export class Poll {
  @Id() id!: string;
  @Column({ type: 'uuid' })
  @ForeignKey('Post', { onDelete: 'CASCADE' })
  @Index('polls_of_post', { unique: true })
  post_id!: string;
  @Column({ type: 'text' }) question!: string;
  @Column({ type: 'jsonb' }) options!: string[];
  /** Nobody is shown who voted for what, but each his own vote. */
  @Column({ type: 'boolean', default: false }) anonymous!: boolean;
  /** How many voted for the option of this number. A trigger keeps it, in the transaction that changes it. */
  @Column({ type: 'jsonb', default: {} }) counts!: Record<string, number>;
  /** Grows with each change of the counts. */
  @Column({ type: 'bigint', default: 0 }) version!: string;
}
