import { Column, Entity, Index } from 'typeorm';
import { CreatedAt, Id } from '../../platform/database/columns.js';

@Entity({ schema: 'moderation', name: 'censors' })
@Index('censors_newest', ['created_at', 'id'])
export class Censor {
  @Id() id!: string;
  /** In RE2's syntax, whatever the case of letters. */
  @Column({ type: 'text' }) pattern!: string;
  /** Taken literally. */
  @Column({ type: 'text', default: '' }) replacement!: string;
  @CreatedAt() created_at!: Date;
}
