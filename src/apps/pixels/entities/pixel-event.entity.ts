import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment } from '../../../platform/database/columns.js';
import { CountedEvent, DayFigures, DayValueFigures, RollUpState } from '../../../web-events/counted-event.entity.js';
import { Pixel } from './pixel.entity.js';

@Entity({ schema: 'ext_pixels', name: 'events' })
@Index('events_of_pixel', ['pixel_id', 'created_at'])
export class PixelEvent extends CountedEvent {
  @Column({ type: 'uuid' }) pixel_id!: string;
  /** Null: the picture of an own pixel, somewhere else. */
  @Column({ type: 'uuid', nullable: true }) attachment_id!: string | null;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) ref!: string | null;
  @Column({ type: 'text', nullable: true }) host!: string | null;
  /** Fetched by the proxy of a mail service: delivered to a mailbox, which is not yet read. */
  @Column({ type: 'boolean', default: false }) is_proxied!: boolean;
}

@Entity({ schema: 'ext_pixels', name: 'pixel_days' })
@Unique('pixel_days_pixel_id_day_key', ['pixel_id', 'day'])
export class PixelDay extends DayFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Pixel, { onDelete: 'CASCADE' }) pixel_id!: string;
  @Column({ type: 'int' }) events!: number;
  @Column({ type: 'int' }) visitors!: number;
  @Column({ type: 'int' }) proxied!: number;
}

@Entity({ schema: 'ext_pixels', name: 'pixel_day_values' })
@Unique('pixel_day_values_pixel_id_dimension_day_value_key', ['pixel_id', 'dimension', 'day', 'value'])
@Check('pixel_day_values_dimension_check', `dimension IN ('event', 'ref', 'host', 'target', 'country', 'device')`)
export class PixelDayValue extends DayValueFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Pixel, { onDelete: 'CASCADE' }) pixel_id!: string;
  @Column({ type: 'int' }) events!: number;
  @Column({ type: 'int' }) visitors!: number;
}

/** How many requests of an hour were not counted, and why. */
@Entity({ schema: 'ext_pixels', name: 'drops' })
@Unique('drops_pixel_id_hour_reason_key', ['pixel_id', 'hour', 'reason'])
@Index('drops_hour', ['hour'])
export class Drop {
  @Id() id!: string;
  @Column({ type: 'uuid' }) pixel_id!: string;
  @Moment() hour!: Date;
  @Column({ type: 'text' }) reason!: string;
  @Column({ type: 'int' }) count!: number;
  @CreatedAt() created_at!: Date;
}

@Entity({ schema: 'ext_pixels', name: 'rollup_state' })
export class PixelRollupState extends RollUpState {}
