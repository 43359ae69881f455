import type { QueryResultRow } from 'pg';
import type { Statement } from '../sql.js';
import type { PipelinedConnection } from './pipelined-connection.js';

/** A connection whose present statement has run longer than this takes no more, so that few callers wait behind it. */
const SLOW_MS = 25;
/** A wait that is shorter than this is no reason to use a connection in reserve. */
const SHORT_WAIT_MS = 15;
/** Nobody waits longer than this behind others, as far as the last answers of a connection tell. */
const LONGEST_WAIT_MS = 100;
/** So many statements at most are on their way on one connection. */
const MOST = 32;
/** How much the newest answer counts in the average, and the average before the first one. */
const NEWEST = 0.1;
const FIRST_AVERAGE_MS = 1;

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
 * of reactions). Each statement goes to the connection where it waits least, to one in reserve only if it would wait
 * elsewhere, and to none where it would wait for long: `rows` is undefined then, and the caller takes a connection of
 * the pool.
 */
export class PipelinedConnections {
  private readonly usual: Line[];
  private readonly all: Line[];

  constructor(connections: PipelinedConnection[], reserve: PipelinedConnection[] = []) {
    this.usual = connections.map(lineOf);
    this.all = [...this.usual, ...reserve.map(lineOf)];
  }

  rows<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> | undefined {
    const now = performance.now();
    const usual = quickest(this.usual, now);
    const best = usual && waitOf(usual) < SHORT_WAIT_MS ? usual : quickest(this.all, now);
    return best && this.ask<Row>(best, now, statement, values);
  }

  async end(): Promise<void> {
    await Promise.all(this.all.map(({ connection }) => connection.end()));
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

const lineOf = (connection: PipelinedConnection): Line => ({
  connection,
  waiting: 0,
  since: 0,
  average: FIRST_AVERAGE_MS,
});

const waitOf = ({ waiting, average }: Line): number => waiting * average;

/** Where a statement waits least; undefined if it would wait for long everywhere. */
function quickest(lines: Line[], now: number): Line | undefined {
  let best: Line | undefined;
  for (const line of lines) {
    if (line.waiting && !isQuick(line, now)) continue;
    if (!best || waitOf(line) < waitOf(best)) best = line;
  }
  return best;
}

function isQuick(line: Line, now: number): boolean {
  return line.waiting < MOST && now - line.since < SLOW_MS && waitOf(line) < LONGEST_WAIT_MS;
}
