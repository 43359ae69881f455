import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Runtime } from '../config/runtime.js';
import { StartRefusal } from '../config/start-refusal.js';
import { countForWorkers } from '../limits/shared-count.js';

const PAUSE_MS = 1_000;

interface Entries {
  web: string;
  jobs: string;
}

/**
 * WEB_CONCURRENCY: starts this many web processes and one jobs process, on one port. The primary process owns
 * the embedded database, watches the others, and restarts one that dies.
 */
export class Workers {
  private readonly running = new Set<Worker>();
  private stopping = false;

  constructor(
    private readonly runtime: Runtime,
    private readonly logger: Logger,
  ) {}

  async start(entries: Entries): Promise<void> {
    countForWorkers();
    const web = Array.from({ length: this.runtime.environment.workers }, () => this.fork(entries.web));
    this.fork(entries.jobs);
    await Promise.all(web.map((worker) => listening(worker)));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const gone = [...this.running].map(async (worker) => {
      worker.process.kill('SIGTERM');
      await once(worker, 'exit');
    });
    await Promise.all(gone);
  }

  private fork(entry: string): Worker {
    const { secretKey, webhookSecret, apiBase } = this.runtime.processor;
    cluster.setupPrimary({ exec: entry });
    const worker = cluster.fork({
      PLATFORM_ROLE: 'web',
      DATABASE_URL: this.runtime.databaseUrl,
      DATA_DIR: this.runtime.environment.dataDir,
      PORT: String(this.runtime.port),
      PUBLIC_URL: this.runtime.publicUrl,
      PROCESSOR_SECRET_KEY: secretKey,
      PROCESSOR_WEBHOOK_SECRET: webhookSecret,
      PROCESSOR_API_BASE: apiBase,
    });
    this.running.add(worker);
    worker.on('error', (error) => this.logger.error({ err: error }));
    worker.once('exit', (code, signal) => {
      this.running.delete(worker);
      if (this.stopping) return;
      this.logger.error(`worker ${worker.process.pid} ended (${signal ?? code}): starting another`);
      setTimeout(() => !this.stopping && this.fork(entry), PAUSE_MS);
    });
    return worker;
  }
}

async function listening(worker: Worker): Promise<void> {
  const died = once(worker, 'exit').then(() => {
    throw new StartRefusal('a worker process could not start: its reason stands above');
  });
  await Promise.race([once(worker, 'listening'), died]);
}
