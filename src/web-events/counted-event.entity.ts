import { Column, Unique } from 'typeorm';
import { CreatedAt, Id } from '../platform/database/columns.js';

/**
 * A visit, click or view that counts. Rows are only added, and have no foreign keys, so that an insert locks nothing. Jobs
 * delete what is expired.
 */
export abstract class CountedEvent {
  @Id() id!: string;
  @Column({ type: 'bytea' }) visitor_hash!: Buffer;
  @Column({ type: 'char', length: 2, nullable: true }) country!: string | null;
  @Column({ type: 'text', nullable: true }) device!: string | null;
  @CreatedAt() created_at!: Date;
}

/** Figures of one thing on one day. */
export abstract class DayFigures {
  @Id() id!: string;
  @Column({ type: 'date' }) day!: string;
  @CreatedAt() created_at!: Date;
}

/** Figures of one value on one day: of one country, for example. */
export abstract class DayValueFigures extends DayFigures {
  @Column({ type: 'text' }) dimension!: string;
  @Column({ type: 'text' }) value!: string;
}

/** The last day whose events are counted. */
@Unique('rollup_state_name_key', ['name'])
export abstract class RollUpState {
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'date', nullable: true }) rolled_through!: string | null;
  @CreatedAt() created_at!: Date;
}
