import { Client } from 'pg';
import type { ExportNode } from './export-node.js';
import { ExportTooLarge, jsonOf, writeDocument } from './export-document.js';

/** The task of the process: the only message that it accepts. */
export interface ExportTask {
  content: ExportNode;
  path: string;
  mostBytes: number;
  databaseUrl: string;
}

/** The message that the process sends before it ends. */
export type ExportOutcome = { size: number } | { tooLarge: true } | { error: string; code?: string };

/** These time-outs are longer than those of the service, because no request waits for this connection. */
const TIMEOUTS = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 60_000,
  query_timeout: 62_000,
  idle_in_transaction_session_timeout: 30_000,
  options: '-c jit=off -c cursor_tuple_fraction=1',
};

/**
 * The entry point of a process that writes one export and ends. It loads only the driver and has its own
 * heap. It may be killed at any time: the parent removes what it has written.
 */
async function write({ content, path, mostBytes, databaseUrl }: ExportTask): Promise<ExportOutcome> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'community-platform export',
    ...TIMEOUTS,
  });
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const ask = (text: string, values?: unknown[]) => client.query(text, values);
    return { size: await writeDocument(jsonOf(content, ask), path, mostBytes) };
  } catch (error) {
    if (error instanceof ExportTooLarge) return { tooLarge: true };
    const { name, code } = error as Error & { code?: string };
    // The message of a database error may quote user content.
    return { error: name, code };
  } finally {
    await client.end().catch(() => undefined);
  }
}

process.once('disconnect', () => process.exit(1));
process.once('message', (task: ExportTask) => {
  void write(task).then((outcome) => process.send?.(outcome, () => process.exit(0)));
});
