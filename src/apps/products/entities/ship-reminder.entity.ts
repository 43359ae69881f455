import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** When a seller was last reminded of orders to ship: at most once a day. */
@Entity({ schema: 'ext_products', name: 'ship_reminders' })
export class ShipReminder {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  seller_id!: string;
  @Column({ type: 'date' }) told_on!: string;
}
