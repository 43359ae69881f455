import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id } from '../../../platform/database/columns.js';
import { Code } from './code.entity.js';

/** Only ever added to; what points to nothing is removed by a job. */
@Entity({ schema: 'ext_qr', name: 'scans' })
@Index('scans_of_code', ['code_id', 'created_at'])
export class Scan {
  @Id() id!: string;
  @Column({ type: 'uuid' }) code_id!: string;
  @Column({ type: 'bytea' }) visitor_hash!: Buffer;
  @Column({ type: 'char', length: 2, nullable: true }) country!: string | null;
  @Column({ type: 'text', nullable: true }) device!: string | null;
  @Column({ type: 'text', nullable: true }) os!: string | null;
  @CreatedAt() created_at!: Date;
}

@Entity({ schema: 'ext_qr', name: 'code_days' })
@Index('code_days_day', ['day'])
@Unique('code_days_code_id_day_key', ['code_id', 'day'])
export class CodeDay {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Code, { onDelete: 'CASCADE' }) code_id!: string;
  @Column({ type: 'date' }) day!: string;
  @Column({ type: 'int' }) scans!: number;
  @Column({ type: 'int' }) visitors!: number;
  @CreatedAt() created_at!: Date;
}

@Entity({ schema: 'ext_qr', name: 'code_day_values' })
@Index('code_day_values_day', ['day'])
@Unique('code_day_values_code_id_dimension_day_value_key', ['code_id', 'dimension', 'day', 'value'])
@Check('code_day_values_dimension_check', `dimension IN ('country', 'device', 'os', 'hour')`)
export class CodeDayValue {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Code, { onDelete: 'CASCADE' }) code_id!: string;
  @Column({ type: 'date' }) day!: string;
  @Column({ type: 'text' }) dimension!: string;
  @Column({ type: 'text' }) value!: string;
  @Column({ type: 'int' }) scans!: number;
  @Column({ type: 'int' }) visitors!: number;
  @CreatedAt() created_at!: Date;
}

/** The figures of all codes of an owner: `value` is empty, the id of a code or a country. */
@Entity({ schema: 'ext_qr', name: 'owner_days' })
@Unique('owner_days_key', ['owner_id', 'day', 'dimension', 'value'])
@Index('owner_days_day', ['day'])
export class CodeOwnerDay {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) dimension!: string;
  @Column({ type: 'date' }) day!: string;
  @Column({ type: 'text' }) value!: string;
  @Column({ type: 'int' }) scans!: number;
  @Column({ type: 'int' }) visitors!: number;
  @CreatedAt() created_at!: Date;
}

/** Up to which day the scans are counted. */
@Entity({ schema: 'ext_qr', name: 'rollup_state' })
@Unique('rollup_state_name_key', ['name'])
export class ScanRollupState {
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'date', nullable: true }) rolled_through!: string | null;
  @CreatedAt() created_at!: Date;
}
