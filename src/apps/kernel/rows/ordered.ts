/** True if the order names each of the rows once, and nothing else. */
export function namesEach(rows: readonly { id: string }[], order: readonly string[]): boolean {
  const named = new Set(order);
  return order.length === rows.length && named.size === rows.length && rows.every(({ id }) => named.has(id));
}

/** SQL that gives the rows $2 of the parent $1 their places in that order, from 0. Rows that stay are not written. */
export const reorderSql = (table: string, parent: string) =>
  `UPDATE ${table} t SET position = given.at - 1, updated_at = now()
   FROM unnest($2::uuid[]) WITH ORDINALITY given (id, at)
   WHERE t.id = given.id AND t.${parent} = $1 AND t.position <> given.at - 1`;
