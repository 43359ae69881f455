import { once } from 'node:events';
import { closeSync, readFileSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedPostgresRefusal } from './refusal.js';
import { installedBinaries } from './binaries.js';
import { SUPERUSER, causeIn, checkVersion, createCluster } from './cluster.js';
import type { DataDirectory } from './data-directory.js';
import { chooseRunner, type Runner } from './lesser-user.js';
import { dropMisleadingPidFile, endLeftovers, findPostmaster, freePort, shutDown } from './postmaster.js';

export type Log = (level: 'info' | 'warn' | 'error', message: string) => void;

export interface ClusterOptions {
  readonly log: Log;
  readonly settings?: Record<string, string>;
  readonly onLaunched?: () => void;
}

interface Launch {
  readonly ended: () => boolean;
  readonly words: () => string;
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // One sync call instead of one per file for a thousand files: a start after kill -9 takes 0.3 s instead of
  // 2 s on a busy disk.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
};
const LONGEST_SILENCE = 30_000;

/** Creates, starts or finds the cluster of a data directory, and keeps one connection to it. */
export class RunningCluster {
  client: pg.Client | undefined;
  private runner: Runner | undefined;
  private readonly stopping = new AbortController();
  private readonly log: Log;

  constructor(
    private readonly directory: DataDirectory,
    private readonly applicationName: string,
    private readonly options: ClusterOptions,
  ) {
    this.log = options.log;
  }

  private get pid(): number | undefined {
    return findPostmaster(this.directory.cluster)?.pid;
  }

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  url(port: number): string {
    return `postgres://${SUPERUSER}:${this.directory.password()}@127.0.0.1:${port}/postgres`;
  }

  /**
   * Returns the port, which is `wanted` if given: clients that know the address must find PostgreSQL there
   * again.
   */
  async bringUp(wanted?: number): Promise<number> {
    for (let attempt = 1; !this.isStopping; attempt++) {
      const running = findPostmaster(this.directory.cluster);
      if (running?.port && wanted && running.port !== wanted) {
        await this.shutDown();
        continue;
      }
      const launch = running ? undefined : await this.launch(wanted ?? (await freePort()));
      this.options.onLaunched?.();
      const port = await this.answer(launch ? () => !launch.ended() : () => this.pid === running?.pid);
      if (port) return port;
      if (launch) await this.overcome(launch.words(), attempt);
    }
    throw new Error('PostgreSQL is being stopped');
  }

  /** Connects to a PostgreSQL that another process manages; undefined when none is ready. */
  async join(): Promise<number | undefined> {
    const running = findPostmaster(this.directory.cluster);
    if (!running?.ready || !running.port) return undefined;
    return (await this.connect(running.port)) === true ? running.port : undefined;
  }

  /** Waits until the connection ends, or `leave` is called. */
  async lost(): Promise<void> {
    // It does not matter whether the connection ends by `end`, by `error` or by `leave`.
    await once(this.client!, 'end', { signal: this.stopping.signal }).catch(() => undefined);
  }

  /** A failure loses nothing, and is in PostgreSQL's own log: without a checkpoint its stop or its next start has more to do. */
  async checkpoint(): Promise<void> {
    await this.client?.query('CHECKPOINT').catch(() => undefined);
  }

  /** After this call the cluster is not started again. */
  leave(): void {
    this.stopping.abort();
    void this.client?.end().catch(() => undefined);
  }

  pause(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  shutDown(): Promise<void> {
    return shutDown(this.directory.cluster, (message) => this.log('warn', message));
  }

  private async launch(port: number): Promise<Launch> {
    const runner = await this.prepare();
    const log = this.directory.openLog();
    const settings = Object.entries({ ...SETTINGS, ...this.options.settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const args = ['-D', realpathSync(this.directory.cluster), '-p', String(port), ...settings];
    // PostgreSQL runs in its own session: Ctrl-C in the terminal must not end it before the requests in
    // flight are answered.
    const child = runner.run('postgres', args, ['ignore', log.descriptor, log.descriptor], true);
    closeSync(log.descriptor);
    child.unref();
    let failure = '';
    let ended = false;
    child.once('exit', () => (ended = true));
    child.once('error', (error) => {
      failure = error.message;
      ended = true;
    });
    return {
      ended: () => ended,
      words: () => failure || readFileSync(log.file).subarray(log.size).toString(),
    };
  }

  private async prepare(): Promise<Runner> {
    const { directory } = this;
    const binaries = installedBinaries();
    this.runner ??= chooseRunner(directory, binaries, (message) => this.log('info', message));
    if (directory.hasCluster) checkVersion(directory, binaries);
    else await createCluster(directory, this.runner);
    await dropMisleadingPidFile(directory.cluster);
    this.runner.give(realpathSync(directory.cluster));
    return this.runner;
  }

  /**
   * Waits until PostgreSQL answers or has ended. Recovery after a crash may take long, so there is no
   * time-out.
   */
  private async answer(isAlive: () => boolean): Promise<number | undefined> {
    const begun = Date.now();
    let silentSince = 0;
    let told = begun;
    while (isAlive()) {
      const found = findPostmaster(this.directory.cluster);
      if (found && this.isStopping) return undefined;
      if (found?.ready && found.port) {
        silentSince ||= Date.now();
        const result = await this.connect(found.port);
        if (result === true) return found.port;
        if (Date.now() - silentSince > LONGEST_SILENCE)
          throw new EmbeddedPostgresRefusal(`PostgreSQL does not answer: ${result}`);
      } else if (Date.now() - told > 5_000) {
        told = Date.now();
        this.log('info', `PostgreSQL is restoring its state (${Math.round((told - begun) / 1000)} s)`);
      }
      await sleep(10);
    }
    return undefined;
  }

  private async connect(port: number): Promise<true | string> {
    const client = new pg.Client({
      connectionString: this.url(port),
      application_name: this.applicationName,
      connectionTimeoutMillis: 5_000,
    });
    // The `end` event, which follows, is handled; this listener only prevents a crash.
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      if ((error as { code?: string }).code === '28P01') {
        throw new EmbeddedPostgresRefusal(
          `The password in DATA_DIR ${this.directory.path}/postgres-password is not that of the database beside it`,
        );
      }
      return (error as Error).message;
    }
    this.client = client;
    return true;
  }

  /** Waits after a temporary failure; throws any other for the operator. */
  private async overcome(words: string, attempt: number): Promise<void> {
    // trusted: the text is PostgreSQL's own output.
    const passing = /shared memory block|lock file .* already exists|could not bind|could not create any TCP/;
    if (!passing.test(words) || attempt > 100) {
      throw new EmbeddedPostgresRefusal(
        `PostgreSQL does not start on DATA_DIR ${this.directory.path}: ${causeIn(words)}`,
      );
    }
    if (/shared memory block/.test(words) && attempt > 10) await endLeftovers(this.directory.cluster);
    await this.pause(100);
  }
}
