import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CountedEvent, DayFigures, DayValueFigures, RollUpState } from '../../../web-events/counted-event.entity.js';
import { Code } from './code.entity.js';

@Entity({ schema: 'ext_qr', name: 'scans' })
@Index('scans_of_code', ['code_id', 'created_at'])
export class Scan extends CountedEvent {
  @Column({ type: 'uuid' }) code_id!: string;
  @Column({ type: 'text', nullable: true }) os!: string | null;
}

@Entity({ schema: 'ext_qr', name: 'code_days' })
@Index('code_days_day', ['day'])
@Unique('code_days_code_id_day_key', ['code_id', 'day'])
export class CodeDay extends DayFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Code, { onDelete: 'CASCADE' }) code_id!: string;
  @Column({ type: 'int' }) scans!: number;
  @Column({ type: 'int' }) visitors!: number;
}

@Entity({ schema: 'ext_qr', name: 'code_day_values' })
@Index('code_day_values_day', ['day'])
@Unique('code_day_values_code_id_dimension_day_value_key', ['code_id', 'dimension', 'day', 'value'])
@Check('code_day_values_dimension_check', `dimension IN ('country', 'device', 'os', 'hour')`)
export class CodeDayValue extends DayValueFigures {
  @Column({ type: 'uuid' }) @ForeignKey(() => Code, { onDelete: 'CASCADE' }) code_id!: string;
  @Column({ type: 'int' }) scans!: number;
  @Column({ type: 'int' }) visitors!: number;
}

/** The figures of all codes of an owner: `value` is empty, the id of a code or a country. */
@Entity({ schema: 'ext_qr', name: 'owner_days' })
@Unique('owner_days_key', ['owner_id', 'day', 'dimension', 'value'])
@Index('owner_days_day', ['day'])
export class CodeOwnerDay extends DayValueFigures {
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'int' }) scans!: number;
  @Column({ type: 'int' }) visitors!: number;
}

@Entity({ schema: 'ext_qr', name: 'rollup_state' })
export class ScanRollupState extends RollUpState {}
