import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** When a seller was last reminded of what he has to ship: once a day at most. */
@Entity({ schema: 'ext_products', name: 'ship_reminders' })
export class ShipReminder {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  seller_id!: string;
  @Column({ type: 'date' }) told_on!: string;
}
