import pg from 'pg';

/** For what a scenario needs and no request makes: answers the rows. */
export async function ask({ DATABASE_URL }, text, values) {
  const database = new pg.Client(DATABASE_URL);
  await database.connect();
  try {
    return (await database.query(text, values)).rows;
  } finally {
    await database.end();
  }
}
