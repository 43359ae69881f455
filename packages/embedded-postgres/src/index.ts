import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresRefusal } from './refusal.js';
import { DataDirectory } from './data-directory.js';
import { lastHolder, tryLock, type DirectoryLock } from './directory-lock.js';
import { RunningCluster, type Log } from './running-cluster.js';
import { findPostmaster } from './postmaster.js';
import { finishMove } from './shelter.js';

export { EmbeddedPostgresRefusal } from './refusal.js';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Writes all changes to their files. A stop does the same, and then has only later changes to write. */
  checkpoint(): Promise<void>;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** A server owns the data directory exclusively; a visitor works beside a server, or without one. */
  readonly role: 'server' | 'visitor';
  readonly log: Log;
  readonly settings?: Record<string, string>;
  /** Called when PostgreSQL runs as a process, and has yet to answer. */
  readonly onLaunched?: () => void;
}

/**
 * How long a start waits for a server that is stopping, or for a visitor that creates, starts or stops the
 * cluster.
 */
const PATIENCE = { server: 2_000, visitor: 20_000 };

/** Throws an EmbeddedPostgresRefusal when the operator has to act, and file system errors unchanged. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = new DataDirectory(options.dataDir);
  const cluster = new RunningCluster(directory, `platform-${options.role}`, options);
  const start = options.role === 'server' ? own : visit;
  const { port, stop } = await start(directory, cluster, options.log);
  let stopped: Promise<void> | undefined;
  return { url: cluster.url(port), checkpoint: () => cluster.checkpoint(), stop: () => (stopped ??= stop()) };
}

interface Started {
  readonly port: number;
  stop(): Promise<void>;
}

async function own(directory: DataDirectory, cluster: RunningCluster, log: Log): Promise<Started> {
  const lock = await takeLock(directory);
  try {
    finishMove(directory.cluster);
    if (findPostmaster(directory.cluster)) log('info', 'PostgreSQL is still running from before: going on with it');
    const port = await cluster.bringUp();
    const keeping = keepUp(cluster, port, log);
    return {
      port,
      async stop() {
        cluster.leave();
        await keeping;
        await cluster.shutDown();
        lock.release();
      },
    };
  } catch (error) {
    await cluster.shutDown();
    lock.release();
    throw error;
  }
}

async function takeLock(directory: DataDirectory): Promise<DirectoryLock> {
  for (const begun = Date.now(); ; await sleep(50)) {
    const lock = await tryLock(directory, 'server');
    if (lock) return lock;
    const holder = lastHolder(directory);
    if (Date.now() - begun < PATIENCE[holder?.role ?? 'server']) continue;
    const who = holder ? ` (process ${holder.pid})` : '';
    throw new EmbeddedPostgresRefusal(
      `DATA_DIR ${directory.path} is in use by another running ${holder?.role ?? 'server'}${who}`,
    );
  }
}

/** Restarts PostgreSQL when it ends. The end of this connection shows it at once, without polling. */
async function keepUp(cluster: RunningCluster, port: number, log: Log): Promise<void> {
  for (;;) {
    await cluster.lost();
    if (cluster.isStopping) return;
    log('warn', 'PostgreSQL has gone: bringing it back');
    await bringBack(cluster, port, log);
  }
}

async function bringBack(cluster: RunningCluster, port: number, log: Log): Promise<void> {
  const begun = Date.now();
  let said = '';
  for (let pause = 100; !cluster.isStopping; pause = Math.min(pause * 2, 5_000)) {
    try {
      await cluster.bringUp(port);
      return log('info', `PostgreSQL is back after ${Date.now() - begun} ms`);
    } catch (error) {
      const { message } = error as Error;
      if (!cluster.isStopping && message !== said) log('error', (said = message));
    }
    await cluster.pause(pause);
  }
}

/**
 * The last visitor stops the cluster, unless a server owns it. A visitor holds the lock only while it starts
 * or stops the cluster, so that a server can start meanwhile and take it over.
 */
async function visit(directory: DataDirectory, cluster: RunningCluster): Promise<Started> {
  return {
    port: await enter(directory, cluster),
    async stop() {
      const lock = await lockUnlessServed(directory);
      try {
        const others = lock && (await hasOtherVisitors(cluster));
        // PostgreSQL shows an ended connection for a while, and the next one to leave would take it for a visitor.
        if (others) await cluster.client?.query(`SET application_name = 'platform-leaving'`).catch(() => undefined);
        cluster.leave();
        if (lock && !others) await cluster.shutDown();
      } finally {
        lock?.release();
      }
    },
  };
}

async function enter(directory: DataDirectory, cluster: RunningCluster): Promise<number> {
  for (const begun = Date.now(); Date.now() - begun < PATIENCE.visitor; await sleep(50)) {
    const lock = await tryLock(directory, 'visitor');
    try {
      if (lock) finishMove(directory.cluster);
      const port = lock ? await cluster.bringUp() : isServed(directory) && (await cluster.join());
      if (port) return port;
    } catch (error) {
      if (lock) await cluster.shutDown();
      throw error;
    } finally {
      lock?.release();
    }
  }
  const holder = lastHolder(directory);
  throw new EmbeddedPostgresRefusal(
    `DATA_DIR ${directory.path} is held by process ${holder?.pid ?? 'unknown'}, and its database does not answer`,
  );
}

async function lockUnlessServed(directory: DataDirectory): Promise<DirectoryLock | undefined> {
  for (const begun = Date.now(); Date.now() - begun < PATIENCE.visitor; await sleep(20)) {
    const lock = await tryLock(directory, 'visitor');
    if (lock || isServed(directory)) return lock;
  }
  return undefined;
}

function isServed(directory: DataDirectory): boolean {
  return lastHolder(directory)?.role === 'server';
}

async function hasOtherVisitors(cluster: RunningCluster): Promise<boolean> {
  const others = `select from pg_stat_activity where application_name = 'platform-visitor' and pid <> pg_backend_pid()`;
  const answer = await cluster.client?.query(others).catch(() => undefined);
  return (answer?.rowCount ?? 0) > 0;
}
