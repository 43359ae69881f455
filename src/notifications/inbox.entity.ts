import { Column, Entity, ForeignKey } from 'typeorm';

/** One row per user, so that neither the unread count nor a setting has to scan the notifications. */
@Entity({ schema: 'notifications', name: 'inboxes' })
export class Inbox {
  @Column({ type: 'uuid', primary: true }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  /** Kept by triggers. */
  @Column({ type: 'integer', default: 0 }) unread_count!: number;
  /** The types that the user switched off. */
  @Column({ type: 'text', array: true, default: '{}' }) switched_off!: string[];
}
