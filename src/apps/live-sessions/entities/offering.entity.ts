import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Refusal } from '../../../platform/http/refusal.js';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';

export const KINDS = ['one_to_one', 'group'] as const;
export const OFFERING_STATUSES = ['active', 'archived'] as const;

export type OfferingKind = (typeof KINDS)[number];

/** What the participant is asked when they book. */
export interface Question {
  key: string;
  label: string;
  required: boolean;
}

@Entity({ schema: 'ext_live_sessions', name: 'offerings' })
@Check('offerings_kind_check', `kind IN ('one_to_one', 'group')`)
@Check('offerings_status_check', `status IN ('active', 'archived')`)
@Check('offerings_seats_check', `kind = 'group' OR seats = 1`)
@Check('offerings_price_minor_check', 'price_minor >= 0')
@Index('offerings_of_owner', ['owner_id', 'status'])
// Descending, and by parts of words: made by hand in the migration.
@Index('offerings_newest', { synchronize: false })
@Index('offerings_made', { synchronize: false })
@Index('offerings_title', { synchronize: false })
export class Offering {
  @Id() id!: string;
  /** The host. Null: their account is deleted, and participants keep what they booked. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  owner_id!: string | null;
  @Column({ type: 'varchar', length: 160 }) title!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Choice(KINDS) kind!: OfferingKind;
  @Column({ type: 'int' }) duration_minutes!: number;
  @Column({ type: 'int' }) slot_step_minutes!: number;
  @Column({ type: 'int', default: 0 }) buffer_before_minutes!: number;
  @Column({ type: 'int', default: 0 }) buffer_after_minutes!: number;
  @Column({ type: 'int', default: 240 }) min_notice_minutes!: number;
  @Column({ type: 'smallint', default: 60 }) max_days_ahead!: number;
  @Column({ type: 'smallint', nullable: true }) max_per_day!: number | null;
  @Column({ type: 'int', default: 1 }) seats!: number;
  @Column({ type: 'int', default: 0 }) price_minor!: number;
  @Column({ type: 'char', length: 3, default: 'usd' }) currency!: string;
  /** Null: a paid booking cannot be cancelled by its participant. */
  @Column({ type: 'int', nullable: true, default: 24 }) cancel_until_hours!: number | null;
  @Column({ type: 'text', nullable: true }) join_url!: string | null;
  @Column({ type: 'jsonb', default: [] }) questions!: Question[];
  @Choice(OFFERING_STATUSES, { default: 'active' }) status!: (typeof OFFERING_STATUSES)[number];
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const OFFERING = { entity: Offering, by: 'offering_id' };

/** Of an offering that somebody hosts: staff may look after one whose host is gone, but nobody can be booked. */
export function hostOf({ owner_id }: Pick<Offering, 'owner_id'>): string {
  if (owner_id === null) throw new Refusal(409, 'Offering has no host');
  return owner_id;
}
