/** A statement for the bare side that inserts one row. The service inserts the rows of many requests with one statement. */
export const insertInto = (table, ...columns) => ({
  name: `bare_${table}`,
  text: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
});
