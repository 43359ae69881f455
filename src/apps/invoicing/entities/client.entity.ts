import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Whole } from '../../kernel/rows/columns.js';

export const ACTIVE_STATUSES = ['active', 'archived'] as const;
export type ActiveStatus = (typeof ACTIVE_STATUSES)[number];

export interface Address {
  line1: string;
  line2?: string;
  city?: string;
  region?: string;
  postal_code?: string;
  country: string;
}

@Entity({ schema: 'ext_invoicing', name: 'tax_rates' })
@Check('tax_rates_rate_ppm_check', 'rate_ppm BETWEEN 0 AND 1000000')
@Check('tax_rates_status_check', `status IN ('active', 'archived')`)
@Index('tax_rates_name', { synchronize: false })
@Index('tax_rates_by_name', { synchronize: false })
export class TaxRate {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) name!: string;
  /** In millionths: 190000 is 19 %. */
  @Column({ type: 'int' }) rate_ppm!: number;
  @Choice(ACTIVE_STATUSES, { default: 'active' }) status!: ActiveStatus;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

@Entity({ schema: 'ext_invoicing', name: 'clients' })
@Check('clients_payment_terms_days_check', 'payment_terms_days BETWEEN 0 AND 365')
@Check('clients_credit_minor_check', 'credit_minor >= 0')
@Check('clients_status_check', `status IN ('active', 'archived')`)
@Index('clients_by_name', { synchronize: false })
@Index('clients_of_email', ['owner_id', 'email'])
@Index('clients_of_user', ['user_id'])
@Index('clients_of_tax_rate', ['tax_rate_id'])
export class Client {
  @Id() id!: string;
  /** Null when the account is deleted, as that of the documents. */
  @Column({ type: 'uuid', nullable: true }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) contact_name!: string | null;
  @Column({ type: 'text', nullable: true }) email!: string | null;
  @Column({ type: 'text', nullable: true }) phone!: string | null;
  /** An account here, which gets notifications. */
  @Column({ type: 'uuid', nullable: true }) @ForeignKey('User', { onDelete: 'SET NULL' }) user_id!: string | null;
  @Column({ type: 'text', nullable: true }) tax_number!: string | null;
  @Column({ type: 'jsonb', nullable: true }) address!: Address | null;
  @Column({ type: 'char', length: 3 }) currency!: string;
  /** Null: the setting of the owner. */
  @Column({ type: 'int', nullable: true }) payment_terms_days!: number | null;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => TaxRate, { onDelete: 'SET NULL' })
  tax_rate_id!: string | null;
  @Column({ type: 'text', nullable: true }) notes!: string | null;
  @Whole({ default: 0 }) credit_minor!: number;
  @Choice(ACTIVE_STATUSES, { default: 'active' }) status!: ActiveStatus;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const CLIENT = { entity: Client, by: 'client_id', thing: 'Client' };

@Entity({ schema: 'ext_invoicing', name: 'items' })
@Check('items_status_check', `status IN ('active', 'archived')`)
@Index('items_by_name', { synchronize: false })
@Index('items_of_tax_rate', ['tax_rate_id'])
export class Item {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'text', nullable: true }) unit!: string | null;
  @Whole() unit_price_minor!: number;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => TaxRate, { onDelete: 'SET NULL' })
  tax_rate_id!: string | null;
  @Choice(ACTIVE_STATUSES, { default: 'active' }) status!: ActiveStatus;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
