import { midnight } from '../../../web-events/days/event-tables.js';
import { money } from '../selling/prices.js';

/** SQL condition: the moment is within the days `$2` to `$3` (UTC), both of them whole. */
export const during = (moment: string) =>
  `${moment} >= ${midnight('$2::date')} AND ${moment} < ${midnight('$3::date + 1')}`;

/** The part of the whole with four decimals; null if the whole is 0. */
export const rate = (part: number, whole: number) => (whole ? Math.round((part / whole) * 10_000) / 10_000 : null);

type Sums<Name extends string> = { currency: string } & Record<Name, number>;

/** `{ usd: 12.5 }` of rows with a currency and sums in minor units. */
export const byCurrency = <Name extends string>(rows: Sums<Name>[], name: Name) =>
  Object.fromEntries(rows.map((row) => [row.currency, money(row[name], row.currency)]));

/** The sum of one figure over all rows. */
export const total = <Name extends string>(rows: readonly Record<Name, number>[], name: Name) =>
  rows.reduce((sum, row) => sum + row[name], 0);

/** The rows of one dimension, which they no longer name. */
export const ofDimension =
  <Row extends { dimension: string }>(rows: readonly Row[]) =>
  (wanted: string): Omit<Row, 'dimension'>[] =>
    rows.flatMap(({ dimension, ...figures }) => (dimension === wanted ? [figures] : []));
