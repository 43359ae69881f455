import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt } from '../../platform/database/columns.js';

@Entity({ schema: 'social', name: 'reactions' })
export class Reaction {
  @Column({ type: 'uuid', primary: true }) @ForeignKey('Post', { onDelete: 'CASCADE' }) post_id!: string;
  @Column({ type: 'uuid', primary: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index('reactions_of_user')
  user_id!: string;
  @Column({ type: 'text' }) type!: string;
  @CreatedAt() created_at!: Date;
}
