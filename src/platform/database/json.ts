/** SQL that formats a timestamp as `Date.toJSON` does, for JSON that the database writes. */
export const iso = (moment: string) => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Like `iso`, with the microseconds that PostgreSQL stores. */
export const isoExact = (moment: string) => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * SQL that builds a JSON object from names and expressions. `jsonObject<CommentView>({…})` has exactly the fields of the
 * class of the answer; nested values are SQL as well.
 */
export const jsonObject = <View extends object = Record<string, string>>(fields: {
  [Key in keyof NoInfer<View>]-?: string;
}) =>
  `json_build_object(${Object.entries<string>(fields)
    .map(([name, expression]) => `'${name}', ${expression}`)
    .join(', ')})`;

/** SQL that aggregates a JSON list, which is empty when there are no rows. */
export const jsonList = (item: string, order: string) => `coalesce(json_agg(${item} ORDER BY ${order}), '[]')`;
