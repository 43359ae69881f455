import { readFileSync } from 'node:fs';
import { Pool } from 'pg';
import { addressOf, cloneTemplate, dropDatabase } from './databases.js';
import { removeFolder, ServerProcess, temporaryFolder } from './server-process.js';
import { PASSWORD } from './service.js';

/** Enough for the service itself, but not for all data of an account. */
const HEAP_MIB = 176;

export interface SmallAccount {
  id: string;
  headers: { authorization: string };
}

/** The service as a separate process with a small heap, on a database of the test. */
export class SmallService {
  private constructor(
    readonly server: ServerProcess,
    readonly database: Pool,
    private readonly databaseName: string,
    private readonly folder: string,
  ) {}

  static async start(variables: Record<string, string> = {}): Promise<SmallService> {
    const name = await cloneTemplate();
    const folder = temporaryFolder();
    const address = addressOf(name);
    const server = await ServerProcess.start({
      NODE_ENV: 'test',
      DATABASE_URL: address,
      DATA_DIR: folder,
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
      ...variables,
    });
    const database = new Pool({ connectionString: address, max: 2 });
    database.on('error', () => undefined);
    return new SmallService(server, database, name, folder);
  }

  get url(): string {
    return this.server.url as string;
  }

  /** The peak memory of the process, in MiB. */
  get peakMemory(): number {
    const status = readFileSync(`/proc/${this.server.child.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  async account(email: string): Promise<SmallAccount> {
    await this.server.post('/v1/auth/sign-up', { email, password: PASSWORD });
    const signedIn = await this.server.post('/v1/auth/sign-in', { email, password: PASSWORD });
    const { session, user } = (await signedIn.json()) as { session: any; user: { id: string } };
    return { id: user.id, headers: { authorization: `Bearer ${session.access_token}` } };
  }

  async stop(): Promise<void> {
    await this.server.kill('SIGTERM');
    await this.database.end();
    await dropDatabase(this.databaseName);
    removeFolder(this.folder);
  }
}
