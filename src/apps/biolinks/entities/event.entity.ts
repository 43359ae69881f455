import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CountedEvent, DayFigures, DayValueFigures, RollUpState } from '../../../web-events/counted-event.entity.js';
import { Block } from './block.entity.js';
import { BioPage } from './page.entity.js';

/** A view of a page, or a click on one of its blocks. */
@Entity({ schema: 'ext_biolinks', name: 'events' })
@Index('events_of_page', ['page_id', 'created_at'])
export class PageEvent extends CountedEvent {
  @Column({ type: 'uuid' }) page_id!: string;
  /** Null: a view of the page. */
  @Column({ type: 'uuid', nullable: true }) block_id!: string | null;
  @Column({ type: 'text', nullable: true }) referrer_host!: string | null;
}

@Entity({ schema: 'ext_biolinks', name: 'page_days' })
@Unique('page_days_key', ['page_id', 'day'])
export class PageDay extends DayFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => BioPage, { onDelete: 'CASCADE' }) page_id!: string;
  @Column({ type: 'int' }) views!: number;
  @Column({ type: 'int' }) visitors!: number;
  @Column({ type: 'int' }) clicks!: number;
  /** Visitors who clicked. */
  @Column({ type: 'int' }) clickers!: number;
}

@Entity({ schema: 'ext_biolinks', name: 'block_days' })
@Unique('block_days_key', ['block_id', 'day'])
@Index('block_days_day', ['day'])
// They include the figures, which TypeORM cannot express.
@Index('block_days_of_page', { synchronize: false })
@Index('block_days_top', { synchronize: false })
export class BlockDay extends DayFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Block, { onDelete: 'CASCADE' }) block_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => BioPage, { onDelete: 'CASCADE' }) page_id!: string;
  @Column({ type: 'int' }) clicks!: number;
  @Column({ type: 'int' }) visitors!: number;
  /** One of the 50 blocks of its owner that were clicked most often on that day. */
  @Column({ type: 'boolean', default: true }) is_top!: boolean;
}

@Entity({ schema: 'ext_biolinks', name: 'page_day_values' })
@Unique('page_day_values_key', ['page_id', 'dimension', 'day', 'value'])
@Check('page_day_values_dimension_check', `dimension IN ('referrer', 'country', 'device')`)
export class PageDayValue extends DayValueFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => BioPage, { onDelete: 'CASCADE' }) page_id!: string;
  @Column({ type: 'int' }) views!: number;
  @Column({ type: 'int' }) visitors!: number;
}

@Entity({ schema: 'ext_biolinks', name: 'rollup_state' })
export class PageRollupState extends RollUpState {}
