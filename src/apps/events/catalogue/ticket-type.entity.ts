import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Whole } from '../../kernel/rows/columns.js';
import { TicketedEvent } from './event.entity.js';

export const TYPE_STATUSES = ['active', 'archived'] as const;
export const CODE_STATUSES = ['active', 'disabled'] as const;

@Entity({ schema: 'ext_events', name: 'ticket_types' })
@Check('ticket_types_status_check', `status IN ('active', 'archived')`)
@Check('ticket_types_price_minor_check', 'price_minor >= 0')
@Check('ticket_types_seats_check', 'sold >= 0 AND held >= 0')
@Check('ticket_types_quantity_check', 'quantity IS NULL OR sold + held <= quantity')
// On an expression: made by hand in the migration.
@Index('ticket_types_name', { synchronize: false })
@Index('ticket_types_beginning', ['sales_start_at'], { where: 'sales_start_at IS NOT NULL' })
export class TicketType {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => TicketedEvent, { onDelete: 'CASCADE' }) event_id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Whole({ default: 0 }) price_minor!: number;
  /** Null: only the capacity of the event limits them. */
  @Column({ type: 'int', nullable: true }) quantity!: number | null;
  @Column({ type: 'int', default: 0 }) sold!: number;
  @Column({ type: 'int', default: 0 }) held!: number;
  @Moment({ nullable: true }) sales_start_at!: Date | null;
  /** Null: until the event starts. */
  @Moment({ nullable: true }) sales_end_at!: Date | null;
  @Column({ type: 'smallint', nullable: true }) max_per_buyer!: number | null;
  @Column({ type: 'int', default: 0 }) position!: number;
  @Choice(TYPE_STATUSES, { default: 'active' }) status!: (typeof TYPE_STATUSES)[number];
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

@Entity({ schema: 'ext_events', name: 'promo_codes' })
@Check('promo_codes_status_check', `status IN ('active', 'disabled')`)
@Check('promo_codes_value_check', 'num_nonnulls(percent_off, amount_off_minor) = 1')
@Check('promo_codes_used_check', 'used >= 0 AND (max_uses IS NULL OR used <= max_uses)')
@Index('promo_codes_code', ['event_id', 'code'], { unique: true })
export class PromoCode {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => TicketedEvent, { onDelete: 'CASCADE' }) event_id!: string;
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'smallint', nullable: true }) percent_off!: number | null;
  /** Of each ticket. */
  @Whole({ nullable: true }) amount_off_minor!: number | null;
  /** Null: of all types. */
  @Column({ type: 'uuid', array: true, nullable: true }) ticket_type_ids!: string[] | null;
  @Column({ type: 'int', nullable: true }) max_uses!: number | null;
  /** The orders that are pending or confirmed; a payment that is late is not counted beyond `max_uses`. */
  @Column({ type: 'int', default: 0 }) used!: number;
  @Moment({ nullable: true }) starts_at!: Date | null;
  @Moment({ nullable: true }) ends_at!: Date | null;
  @Choice(CODE_STATUSES, { default: 'active' }) status!: (typeof CODE_STATUSES)[number];
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
