import { applyDecorators } from '@nestjs/common';
import { Column, ForeignKey, Index, PrimaryColumn, type ColumnOptions } from 'typeorm';

/** A UUID of version 7 that the database creates. Such keys grow with time, so inserts stay on a few index pages. */
export const Id = () => PrimaryColumn({ type: 'uuid', default: () => 'platform.uuid_v7()' });

/** Milliseconds are the precision of a JavaScript Date, so a keyset cursor compares equal to the stored value. */
export const Moment = (options: ColumnOptions = {}) =>
  Column({ type: 'timestamp with time zone', precision: 3, ...options });

export const CreatedAt = () => Moment({ default: () => 'now()' });
export const UpdatedAt = () => Moment({ default: () => 'now()' });

/** Integer minor units. The value is a bigint from the row to the answer, so no amount is ever a float. */
export const Money = (options: ColumnOptions = {}) =>
  Column({
    type: 'bigint',
    transformer: { from: (stored: string | null) => (stored === null ? null : BigInt(stored)), to: String },
    ...options,
  });

/** The user who owns the row. The row is deleted with the user. */
export const Owner = () =>
  applyDecorators(Column({ type: 'uuid' }), ForeignKey('User', { onDelete: 'CASCADE' }), Index());
