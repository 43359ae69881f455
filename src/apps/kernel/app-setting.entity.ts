import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UpdatedAt } from '../../platform/database/columns.js';

/** What a user has set in an app; what he has not, is the app's default. */
@Entity({ schema: 'apps', name: 'settings' })
export class AppSetting {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  user_id!: string;
  @PrimaryColumn({ type: 'text' }) app!: string;
  @Column({ type: 'jsonb' }) values!: object;
  @UpdatedAt() updated_at!: Date;
}
