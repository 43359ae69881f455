import { BareDatabase } from '../support/bare-database.js';

/** A database with a table of notes, which is empty before each test. */
export let bare: BareDatabase;

export function withNotes(): void {
  beforeAll(async () => {
    bare = await BareDatabase.open();
    await bare.pool.query(`CREATE TABLE notes (id int PRIMARY KEY, text text, number int NOT NULL DEFAULT 0)`);
  });
  afterAll(() => bare.close());
  beforeEach(async () => {
    await bare.pool.query('DELETE FROM notes');
    bare.sharing.committed.length = 0;
    bare.sharing.failed.length = 0;
  });
}

export const share = <T>(kind: string, work: () => Promise<T>) => bare.database.sharedTransaction(kind, work);
export const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
export const outcome = (work: Promise<unknown>) =>
  work.then(
    (result) => result,
    (error: Error) => error.message,
  );
let kinds = 0;
/** A kind that no test before has paused. */
export const newKind = () => `kind ${++kinds}`;
