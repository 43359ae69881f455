import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../platform/database/columns.js';

const GROUP = ['user_id', 'type', 'about_kind', 'about_id'];

/** What is new about one thing. Actors who do the same are grouped until the notification is read. */
@Entity({ schema: 'notifications', name: 'notifications' })
@Index('notifications_unread_group', GROUP, { unique: true, where: 'read_at IS NULL' })
@Index('notifications_newest', ['user_id', 'updated_at', 'id'])
@Index('notifications_about', ['about_kind', 'about_id'])
@Index('notifications_read_by_age', ['updated_at'], { where: 'read_at IS NOT NULL' })
@Index('notifications_unread_by_age', ['updated_at'], { where: 'read_at IS NULL' })
export class Notification {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text' }) type!: string;
  @Column({ type: 'text' }) about_kind!: string;
  @Column({ type: 'uuid' }) about_id!: string;
  @Column({ type: 'jsonb', default: {} }) data!: object;
  /** The number of different actors, kept by triggers. */
  @Column({ type: 'integer', default: 0 }) actors_count!: number;
  @Moment({ nullable: true }) read_at!: Date | null;
  @CreatedAt() created_at!: Date;
  /** The time of the newest action. */
  @UpdatedAt() updated_at!: Date;
}

/** A user who is an actor of a notification. */
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

/** One row per user, so that neither the unread count nor a setting has to scan the notifications. */
@Entity({ schema: 'notifications', name: 'inboxes' })
export class Inbox {
  @Column({ type: 'uuid', primary: true }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  /** Kept by triggers. */
  @Column({ type: 'integer', default: 0 }) unread_count!: number;
  /** The types that the user switched off. */
  @Column({ type: 'text', array: true, default: '{}' }) switched_off!: string[];
}
