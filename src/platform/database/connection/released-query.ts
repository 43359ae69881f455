import { type Connection, type PoolClient, Query, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';

/** What the driver's query has although its types do not declare it. */
declare module 'pg' {
  interface Query {
    name?: string;
    values?: unknown[];
    callback: (error: Error | undefined, answer: unknown) => void;
    _result: unknown;
    _results: unknown;
    _canceledDueToError: unknown;
    handleReadyForQuery(connection: Connection): void;
    handleError(error: unknown, connection: Connection): void;
  }
}

interface Settle {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * A query that lets go of its rows when it has answered. V8 puts a function into the old generation if it is written where
 * it is assigned to a property (`query.callback = (error, result) => …`). The driver does that, and its function refers to
 * the query. So the rows of the driver's own queries stay until the whole heap is collected (decision 0033).
 */
class ReleasedQuery extends Query {
  readonly query_timeout?: number;

  constructor(
    config: QueryConfig<unknown[]> & { query_timeout?: number },
    private settle?: Settle,
  ) {
    // Not the whole configuration, because the driver makes a copy property by property, which costs more than the rest.
    super(config.text);
    this.name = config.name;
    this.values = config.values;
    this.query_timeout = config.query_timeout;
    // With a callback the driver collects the rows. It also ends the time-out there.
    this.callback = nothing;
  }

  override handleReadyForQuery(connection: Connection): void {
    const answer = this._results;
    super.handleReadyForQuery(connection);
    this._result = this._results = undefined;
    this.takeSettle()?.resolve(answer);
  }

  /** After a time-out rows can still come, so the result stays. */
  override handleError(error: unknown, connection: Connection): void {
    const cause = this._canceledDueToError || error;
    super.handleError(error, connection);
    this.takeSettle()?.reject(cause);
  }

  private takeSettle(): Settle | undefined {
    const { settle } = this;
    this.settle = undefined;
    return settle;
  }
}

/** Runs the query on this connection. */
export async function ask<Row extends QueryResultRow>(
  client: PoolClient,
  config: QueryConfig<unknown[]>,
): Promise<QueryResult<Row>> {
  try {
    return await new Promise<QueryResult<Row>>((resolve, reject) => {
      client.query(new ReleasedQuery(config, { resolve: resolve as Settle['resolve'], reject }));
    });
  } catch (error) {
    // The stack of the driver's error ends at the socket. This one has the callers.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}

function nothing(): void {}
