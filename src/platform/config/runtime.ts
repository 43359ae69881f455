import type { Environment, ProcessorAccess } from './environment.js';

/**
 * What the service finds out when it starts: its port, its database and the processor. The values may still change
 * while the service is loading, so classes read them when they use them, and not in their constructors.
 */
export class Runtime {
  /** PORT, or the free port that was chosen with PORT=0. */
  port: number;
  /** The configured access, or that of the sandbox once it runs. */
  processor: ProcessorAccess;
  /** The address of the processor sandbox, once it runs. */
  sandboxUrl?: string;
  private openDatabase: string | undefined;

  constructor(readonly environment: Environment) {
    ({ port: this.port, databaseUrl: this.openDatabase, processor: this.processor } = environment);
  }

  /** DATABASE_URL, or the address of the embedded database once it runs. */
  get databaseUrl(): string {
    if (this.openDatabase === undefined) throw new Error('The embedded database does not run yet');
    return this.openDatabase;
  }

  set databaseUrl(url: string) {
    this.openDatabase = url;
  }

  /** The address under which clients reach the service. */
  get publicUrl(): string {
    return this.environment.publicUrl ?? `http://localhost:${this.port}`;
  }

  /** Where links in mails lead: the client app, or the pages that the service shows. */
  get appUrl(): string {
    return this.environment.clientUrl ?? this.publicUrl;
  }
}
