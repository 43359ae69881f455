import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const storage = new AsyncLocalStorage<string[]>();
let counts = false;

/** The texts of the statements that the work sends, in their order; without what else the process does meanwhile. */
export async function sentStatements(work: () => Promise<unknown>): Promise<string[]> {
  if (!counts) watch();
  const sent: string[] = [];
  await storage.run(sent, work);
  return sent;
}

function watch(): void {
  counts = true;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, asked: unknown, ...more: unknown[]) {
    storage.getStore()?.push(typeof asked === 'string' ? asked : (asked as { text: string }).text);
    return Reflect.apply(query, this, [asked, ...more]) as unknown;
  } as typeof query;
}
