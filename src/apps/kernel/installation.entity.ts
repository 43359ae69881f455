import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAt } from '../../platform/database/columns.js';

/** Whose app it is; what he keeps there stays when he takes it out, and is there when he takes it in again. */
@Entity({ schema: 'apps', name: 'installations' })
export class Installation {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  user_id!: string;
  @PrimaryColumn({ type: 'text' }) app!: string;
  @CreatedAt() created_at!: Date;
}
