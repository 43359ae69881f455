import { Column, Entity, ForeignKey } from 'typeorm';

/** One row per user, so that neither the count nor a switch costs a look through his notifications. */
@Entity({ schema: 'notifications', name: 'inboxes' })
export class Inbox {
  @Column({ type: 'uuid', primary: true }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  /** Kept by triggers. */
  @Column({ type: 'integer', default: 0 }) unread_count!: number;
  /** The types he does not want. */
  @Column({ type: 'text', array: true, default: '{}' }) switched_off!: string[];
}
