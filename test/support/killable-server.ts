import { BareDatabase } from './bare-database.js';
import { addressOf } from './databases.js';
import { removeFolder, ServerProcess, temporaryFolder } from './server-process.js';
import { PASSWORD } from './service.js';

/** A server that a spec kills and starts again with the same database and folder, and an account that calls its apps. */
export class KillableServer {
  private process?: ServerProcess;
  private token = '';

  private constructor(
    readonly bare: BareDatabase,
    readonly folder: string,
    private readonly variables: Record<string, string>,
  ) {}

  /** Its database and its folder; nothing runs yet. */
  static async open(variables: Record<string, string> = {}): Promise<KillableServer> {
    return new KillableServer(await BareDatabase.open(), temporaryFolder(), variables);
  }

  async start(): Promise<void> {
    this.process = await ServerProcess.start({
      DATABASE_URL: addressOf(this.bare.name),
      DATA_DIR: this.folder,
      ...this.variables,
    });
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null | undefined> {
    return this.process?.kill(signal);
  }

  async close(): Promise<void> {
    await this.kill();
    await this.bare.close();
    removeFolder(this.folder);
  }

  get pid(): number | undefined {
    return this.process?.child.pid;
  }

  /** Signs an account up and in, which then makes the calls. Returns its id. */
  async signIn(): Promise<string> {
    const credentials = { email: 'killed@example.com', password: PASSWORD };
    await this.post('/v1/auth/sign-up', credentials);
    const { session, user } = await (await this.post('/v1/auth/sign-in', credentials)).json();
    this.token = session.access_token;
    return user.id;
  }

  /** Calls an action as the account, or an endpoint of all apps such as `install`. */
  async call(path: string, body: object): Promise<Record<string, any>> {
    return (await this.post(`/v1/apps/${path}`, body)).json();
  }

  async rows(text: string, ...values: unknown[]): Promise<any[]> {
    return (await this.bare.pool.query(text, values)).rows;
  }

  async post(path: string, body: object): Promise<{ status: number; json: () => Promise<any> }> {
    return fetch(`${this.process?.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(this.token && { authorization: `Bearer ${this.token}` }) },
      body: JSON.stringify(body),
    });
  }
}
