import { Column, type ColumnOptions } from 'typeorm';

/** A text that has one of these values. */
export const Choice = (values: readonly string[], options: ColumnOptions = {}) =>
  Column({ type: 'text', enum: [...values], ...options });

// The driver gives numeric and bigint as text, because a number could not hold all of their values.
const asNumber = {
  from: (stored: string | null) => (stored === null ? null : Number(stored)),
  to: (given: unknown) => given,
};

/** An exact number with so few digits that a number holds it: points, percentages. */
export const Decimal = (precision: number, scale: number, options: ColumnOptions = {}) =>
  Column({ type: 'numeric', precision, scale, transformer: asNumber, ...options });

/** A whole number beyond 32 bits, such as a size in bytes. */
export const Whole = (options: ColumnOptions = {}) => Column({ type: 'bigint', transformer: asNumber, ...options });

// The driver gives a day as midnight in the zone of the process.
const asDay = {
  from: (stored: Date | null) =>
    stored && [stored.getFullYear(), stored.getMonth() + 1, stored.getDate()].map(twoDigits).join('-'),
  to: (given: unknown) => given,
};
const twoDigits = (number: number) => String(number).padStart(2, '0');

/** A day without a time, such as `2030-01-31`, which is a text in rows of `EntityRepository`. */
export const DayText = (options: ColumnOptions = {}) => Column({ type: 'date', transformer: asDay, ...options });
