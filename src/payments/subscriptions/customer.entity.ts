import { Column, Entity, ForeignKey, Index } from 'typeorm';

/** The processor's customer of a user. */
@Entity({ schema: 'payments', name: 'customers' })
export class Customer {
  @Column({ type: 'uuid', primary: true }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  @Column({ type: 'text' }) @Index('customers_at_processor', { unique: true }) processor_customer_id!: string;
}
