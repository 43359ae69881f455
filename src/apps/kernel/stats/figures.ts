import { money } from '../selling/prices.js';

/** SQL condition: the moment is within the days `$2` to `$3`, both of them whole. */
export const during = (moment: string) =>
  `${moment} >= ($2::date)::timestamp AT TIME ZONE 'UTC' AND ${moment} < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'`;

/** Null where there is nothing to be a part of. */
export const rate = (part: number, whole: number) => (whole ? Math.round((part / whole) * 10_000) / 10_000 : null);

type Sums<Name extends string> = { currency: string } & Record<Name, number>;

/** `{ usd: 12.5 }` of rows with one currency each, which have their sums in minor units. */
export const byCurrency = <Name extends string>(rows: Sums<Name>[], name: Name) =>
  Object.fromEntries(rows.map((row) => [row.currency, money(row[name], row.currency)]));
