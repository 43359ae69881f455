import 'reflect-metadata';

const MODULE = new URL('../dist/app.module.js', import.meta.url);
const SQL = new URL('../dist/platform/database/sql.js', import.meta.url);

/** The texts of our own statements by their names, so that PostgreSQL does the same for the bare side. */
export async function statementTexts() {
  await import(MODULE);
  const { texts } = await import(SQL);
  return texts();
}
