import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CountedEvent, DayFigures, DayValueFigures, RollUpState } from '../../../web-events/counted-event.entity.js';
import { Link } from './link.entity.js';

@Entity({ schema: 'ext_shortlinks', name: 'clicks' })
@Index('clicks_of_link', ['link_id', 'created_at'])
export class LinkClick extends CountedEvent {
  @Column({ type: 'uuid' }) link_id!: string;
  @Column({ type: 'text', nullable: true }) os!: string | null;
  @Column({ type: 'text', nullable: true }) browser!: string | null;
  @Column({ type: 'text', nullable: true }) referrer_host!: string | null;
  /** The rule that chose the destination; null: none. */
  @Column({ type: 'smallint', nullable: true }) rule_index!: number | null;
}

@Entity({ schema: 'ext_shortlinks', name: 'link_days' })
@Index('link_days_day', ['day'])
@Unique('link_days_link_id_day_key', ['link_id', 'day'])
export class LinkDay extends DayFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Link, { onDelete: 'CASCADE' }) link_id!: string;
  @Column({ type: 'int' }) clicks!: number;
  @Column({ type: 'int' }) visitors!: number;
}

@Entity({ schema: 'ext_shortlinks', name: 'link_day_values' })
@Index('link_day_values_day', ['day'])
@Unique('link_day_values_link_id_dimension_day_value_key', ['link_id', 'dimension', 'day', 'value'])
@Check(
  'link_day_values_dimension_check',
  `dimension IN ('referrer', 'country', 'device', 'os', 'browser', 'destination')`,
)
export class LinkDayValue extends DayValueFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Link, { onDelete: 'CASCADE' }) link_id!: string;
  @Column({ type: 'int' }) clicks!: number;
  @Column({ type: 'int' }) visitors!: number;
}

/** The figures of all links of an owner: `value` is empty, the id of a link, a referrer or a country. */
@Entity({ schema: 'ext_shortlinks', name: 'owner_days' })
@Unique('owner_days_key', ['owner_id', 'day', 'dimension', 'value'])
@Index('owner_days_day', ['day'])
export class OwnerDay extends DayValueFigures {
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'int' }) clicks!: number;
  @Column({ type: 'int' }) visitors!: number;
}

@Entity({ schema: 'ext_shortlinks', name: 'rollup_state' })
export class LinkRollupState extends RollUpState {}
