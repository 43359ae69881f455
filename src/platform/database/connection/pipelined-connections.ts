import type { Pool, QueryResultRow } from 'pg';
import type { Statement } from '../sql.js';
import { CONNECTION_WAIT_MS } from './data-source.js';
import { askPool, type PipelinedConnection } from './pipelined-connection.js';

/** A connection whose present statement has run longer than this gets no more, so that few callers wait behind it. */
const SLOW_MS = 25;
/** A wait that is shorter than this is no reason to use a connection in reserve. */
const SHORT_WAIT_MS = 15;
/** If the wait is longer than this, as far as the last answers of the connections tell, a free connection of the pool is used. */
const LONG_WAIT_MS = 200;
/**
 * So much work is on its way on one connection, and two statements at least, so that its process always has the next
 * one. What is on its way can no longer go to another connection when that process gets little of a processor.
 */
const AHEAD_MS = 6;
const LEAST_AHEAD = 2;
/**
 * Of a long queue each connection gets this share, because two statements for each way to PostgreSQL and back are too
 * few where that way is long, as on a full machine.
 */
const SHARE_OF_QUEUE = 1 / 16;
/** How much the newest answer counts in the average, and the average before the first one. */
const NEWEST = 0.1;
const FIRST_AVERAGE_MS = 1;

interface Waiting {
  statement: Statement;
  values: unknown[];
  since: number;
  resolve: (rows: QueryResultRow[]) => void;
  reject: (error: unknown) => void;
}

interface Line {
  connection: PipelinedConnection;
  /** Statements without an answer so far. PostgreSQL runs them one after another. */
  sent: number;
  /** When the first of them began, as far as this process can tell. */
  since: number;
  /** How long a statement takes on average. */
  average: number;
}

/**
 * A few pipelined connections for hot reads that are short as a rule, and long for some callers (a post with thousands
 * of reactions). Statements wait in one queue for the first connection that has room, and those in reserve are used
 * only if the wait for the others is long. Where the wait is long for all, the first of the queue takes a connection of
 * the pool if one is free. It does not wait for one: the pool has its own queue, which moves slower.
 */
export class PipelinedConnections {
  private readonly queue: Waiting[] = [];
  private readonly usual: Line[];
  private readonly all: Line[];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    connections: PipelinedConnection[],
    reserve: PipelinedConnection[],
    private readonly pool: Pool,
  ) {
    this.usual = connections.map(lineOf);
    this.all = [...this.usual, ...reserve.map(lineOf)];
  }

  rows<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
    const since = performance.now();
    return new Promise((resolve, reject) => {
      this.queue.push({ statement, values, since, resolve: resolve as Waiting['resolve'], reject });
      this.sendWaiting(since);
      if (this.queue.length) this.timer ??= setTimeout(() => this.refuseLate(), CONNECTION_WAIT_MS).unref();
    });
  }

  async end(): Promise<void> {
    await Promise.all(this.all.map(({ connection }) => connection.end()));
  }

  /** How long the last of the queue waits; without end if all connections are busy with slow ones. */
  private waitFor(lines: Line[], now: number): number {
    let ahead = this.queue.length;
    let perMs = 0;
    for (const line of lines) {
      ahead += line.sent;
      if (isQuick(line, now)) perMs += 1 / line.average;
    }
    return ahead && ahead / perMs;
  }

  private sendWaiting(now: number): void {
    let line: Line | undefined;
    while (this.queue.length && (line = this.nextLine(now))) void this.send(line, this.queue.shift() as Waiting, now);
    while (this.queue.length && hasFree(this.pool) && this.waitFor(this.all, now) >= LONG_WAIT_MS)
      void this.sendToPool(this.queue.shift() as Waiting);
  }

  /** A usual one that has room. If the wait for the usual ones is long, the one in reserve may have less work. */
  private nextLine(now: number): Line | undefined {
    const least = Math.max(LEAST_AHEAD, this.queue.length * SHARE_OF_QUEUE);
    const usual = emptiest(this.usual, least, now);
    const isShort = (usual && workOf(usual) < SHORT_WAIT_MS) || this.waitFor(this.usual, now) < SHORT_WAIT_MS;
    return isShort ? usual : emptiest(this.all, least, now);
  }

  private async send(line: Line, { statement, values, resolve, reject }: Waiting, now: number): Promise<void> {
    if (!line.sent++) line.since = now;
    try {
      resolve(await line.connection.rows(statement, values));
    } catch (error) {
      reject(error);
    }
    const ended = performance.now();
    line.sent--;
    line.average += (ended - line.since - line.average) * NEWEST;
    line.since = ended;
    this.sendWaiting(ended);
  }

  private async sendToPool({ statement, values, resolve, reject }: Waiting): Promise<void> {
    try {
      resolve((await askPool(this.pool, statement, values)).rows);
    } catch (error) {
      reject(error);
    }
    this.sendWaiting(performance.now());
  }

  /** With the error of the pool's own queue, which is answered with 503. */
  private refuseLate(): void {
    const late = performance.now() - CONNECTION_WAIT_MS;
    while (this.queue[0] && this.queue[0].since <= late)
      this.queue.shift()?.reject(new Error('timeout exceeded when trying to connect'));
    const [first] = this.queue;
    this.timer = first && setTimeout(() => this.refuseLate(), first.since - late).unref();
  }
}

/** Whether a caller who comes now gets a connection without waiting for one. */
const hasFree = ({ options, totalCount, idleCount, waitingCount }: Pool): boolean =>
  options.max - totalCount + idleCount > waitingCount;

const lineOf = (connection: PipelinedConnection): Line => ({
  connection,
  sent: 0,
  since: 0,
  average: FIRST_AVERAGE_MS,
});

const workOf = ({ sent, average }: Line): number => sent * average;

/** The one with the least work among those that have room, each for `least` statements; undefined if none has. */
function emptiest(lines: Line[], least: number, now: number): Line | undefined {
  let best: Line | undefined;
  for (const line of lines) {
    const hasRoom = line.sent < Math.max(least, AHEAD_MS / line.average) && isQuick(line, now);
    if (hasRoom && (!best || workOf(line) < workOf(best))) best = line;
  }
  return best;
}

const isQuick = ({ sent, since }: Line, now: number): boolean => !sent || now - since < SLOW_MS;
