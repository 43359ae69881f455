import { applyDecorators } from '@nestjs/common';
import { Column, ForeignKey, Index, PrimaryColumn, type ColumnOptions } from 'typeorm';

/** A UUID of version 7, made by the database: keys that grow with time keep their index pages warm. */
export const Id = () => PrimaryColumn({ type: 'uuid', default: () => 'platform.uuid_v7()' });

/** Milliseconds, as a JavaScript Date holds them: a keyset cursor compares equal to what is stored. */
export const Moment = (options: ColumnOptions = {}) =>
  Column({ type: 'timestamp with time zone', precision: 3, ...options });

export const CreatedAt = () => Moment({ default: () => 'now()' });
export const UpdatedAt = () => Moment({ default: () => 'now()' });

/** Integer minor units; a bigint from the row to the answer, so that no amount meets a float. */
export const Money = (options: ColumnOptions = {}) =>
  Column({
    type: 'bigint',
    transformer: { from: (stored: string | null) => (stored === null ? null : BigInt(stored)), to: String },
    ...options,
  });

/** The user who owns the row; it goes with him. */
export const Owner = () =>
  applyDecorators(Column({ type: 'uuid' }), ForeignKey('User', { onDelete: 'CASCADE' }), Index());
