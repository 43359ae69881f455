import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Id } from '../../../platform/database/columns.js';
import { DayText, Whole } from '../../kernel/rows/columns.js';

/** Parts of sums, which triggers keep. A sum is that of its rows. The day `infinity`: what counts whatever its day is. */
abstract class Sum {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @DayText() day!: string;
  @Column({ type: 'char', length: 3 }) currency!: string;
  /** A job has made one row of several. */
  @Column({ type: 'boolean', default: false }) folded!: boolean;
}

/** Over the documents of an owner by their day of issue, and over those of an owner or a client of all days. */
@Entity({ schema: 'ext_invoicing', name: 'document_sums' })
@Index('document_sums_key', ['owner_id', 'of_id', 'kind', 'day'])
@Index('document_sums_fresh', ['id'], { where: 'NOT folded' })
export class DocumentSum extends Sum {
  /** The owner, or one of the clients. */
  @Column({ type: 'uuid' }) of_id!: string;
  @Column({ type: 'text' }) kind!: string;
  @Column({ type: 'text' }) source!: string;
  /** `draft`, `void`, `paid`, `partially_paid` or `open`. */
  @Column({ type: 'text' }) phase!: string;
  /** `infinity` unless something is due. */
  @DayText() due_date!: string;
  @Whole() documents!: number;
  @Whole() total_minor!: number;
  @Whole() due_minor!: number;
  @Whole() paid_minor!: number;
  /** How many invoices are paid, and how many days that took. */
  @Whole() settled!: number;
  @Whole() settling_days!: number;
}

/** Over the taxes of what is issued, by its day: those of invoices less those of credit notes. */
@Entity({ schema: 'ext_invoicing', name: 'tax_sums' })
@Index('tax_sums_key', ['owner_id', 'day'])
@Index('tax_sums_fresh', ['id'], { where: 'NOT folded' })
export class TaxSum extends Sum {
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'int' }) rate_ppm!: number;
  @Whole() net_minor!: number;
  @Whole() tax_minor!: number;
}

/** Over the payments of an owner, by the day on which they were paid. */
@Entity({ schema: 'ext_invoicing', name: 'payment_sums' })
@Index('payment_sums_key', ['owner_id', 'day'])
@Index('payment_sums_fresh', ['id'], { where: 'NOT folded' })
export class PaymentSum extends Sum {
  @Column({ type: 'text' }) status!: string;
  @Column({ type: 'text' }) method!: string;
  @Whole() amount_minor!: number;
  @Whole() reversed_minor!: number;
}
