/** A moment as our JSON has it, where the database writes the JSON. */
export const iso = (moment: string) =>
  `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The same in microseconds, as PostgreSQL keeps it. */
export const isoExact = (moment: string) =>
  `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** An object of these names and expressions. */
export const jsonObject = (fields: Record<string, string>) =>
  `json_build_object(${Object.entries(fields)
    .map(([name, expression]) => `'${name}', ${expression}`)
    .join(', ')})`;

/** A list, empty where there is nothing. */
export const jsonList = (item: string, order: string) =>
  `coalesce(json_agg(${item} ORDER BY ${order}), '[]')`;
