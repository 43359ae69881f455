import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAt } from '../../platform/database/columns.js';

/** A user has installed an app. Uninstalling keeps the app's data. */
@Entity({ schema: 'apps', name: 'installations' })
export class Installation {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  user_id!: string;
  @PrimaryColumn({ type: 'text' }) app!: string;
  @CreatedAt() created_at!: Date;
}
