/**
 * SQL: begins a transaction that keeps its locks for as long as a busy machine needs. The pool of the service ends others that
 * are idle for 15 seconds.
 */
export const BEGIN_LOCKING = 'BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0';

/** SQL: the sessions of this database that wait for any lock. */
export const waitingSessions = (columns = ''): string =>
  `SELECT ${columns} FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/**
 * SQL: the sessions of this database that wait for a lock of the table. `pg_locks` lists those of all databases, and in
 * clones of the template a table has the same number.
 */
export const waitingFor = (table: string): string =>
  `SELECT FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
