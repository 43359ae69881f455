import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Moment } from '../platform/database/columns.js';

/** Who did what a notification tells of. */
@Entity({ schema: 'notifications', name: 'notification_actors' })
@Index('notification_actors_newest', ['notification_id', 'acted_at', 'user_id'])
export class NotificationActor {
  @Column({ type: 'uuid', primary: true })
  @ForeignKey('Notification', { onDelete: 'CASCADE' })
  notification_id!: string;
  @Column({ type: 'uuid', primary: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index('notification_actors_of_user')
  user_id!: string;
  @Moment({ default: () => 'now()' }) acted_at!: Date;
}
