import type { QueryResultRow } from 'pg';
import type { Statement } from '../sql.js';
import type { PipelinedConnection } from './pipelined-connection.js';

/** A connection whose present statement has run longer than this takes no more, so that few callers wait behind it. */
const SLOW_MS = 25;
/** Nobody waits longer than this behind others, as far as the last answers of a connection tell. */
const LONGEST_WAIT_MS = 50;
/** So many statements at most are on their way on one connection. */
const MOST = 32;
/** How much the newest answer counts in the average. */
const NEWEST = 0.1;

interface Line {
  connection: PipelinedConnection;
  /** Statements without an answer so far. PostgreSQL runs them one after another. */
  waiting: number;
  /** When the first of them began, as far as this process can tell. */
  since: number;
  /** How long a statement takes on average. */
  average: number;
}

/**
 * A few pipelined connections for hot reads that are short as a rule, and long for some callers (a post with thousands
 * of reactions). Each statement goes to the connection with the fewest others, and to none where it would wait for long:
 * `rows` is undefined then, and the caller takes a connection of the pool.
 */
export class PipelinedConnections {
  private readonly lines: Line[];

  constructor(connections: PipelinedConnection[]) {
    this.lines = connections.map((connection) => ({ connection, waiting: 0, since: 0, average: 0 }));
  }

  rows<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> | undefined {
    const now = performance.now();
    let best: Line | undefined;
    for (const line of this.lines) {
      if (line.waiting && !isQuick(line, now)) continue;
      if (!best || line.waiting < best.waiting) best = line;
    }
    return best && this.ask<Row>(best, now, statement, values);
  }

  async end(): Promise<void> {
    await Promise.all(this.lines.map(({ connection }) => connection.end()));
  }

  private async ask<Row extends QueryResultRow>(line: Line, now: number, statement: Statement, values: unknown[]) {
    if (!line.waiting++) line.since = now;
    try {
      return await line.connection.rows<Row>(statement, values);
    } finally {
      const ended = performance.now();
      line.waiting--;
      line.average += (ended - line.since - line.average) * NEWEST;
      line.since = ended;
    }
  }
}

function isQuick({ waiting, since, average }: Line, now: number): boolean {
  return waiting < MOST && now - since < SLOW_MS && waiting * average < LONGEST_WAIT_MS;
}
