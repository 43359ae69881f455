import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UpdatedAt } from '../../platform/database/columns.js';

/** The settings that a user has changed in an app; the rest has the app's defaults. */
@Entity({ schema: 'apps', name: 'settings' })
export class AppSetting {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  user_id!: string;
  @PrimaryColumn({ type: 'text' }) app!: string;
  @Column({ type: 'jsonb' }) values!: object;
  @UpdatedAt() updated_at!: Date;
}
