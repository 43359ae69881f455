import { Logger } from '@nestjs/common';
import { DatabaseService } from '../../../platform/database/database.service.js';
import type { ServedDomain } from '../../contracts/domains.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { SECOND } from '../../kernel/calendar/wall-clock.js';
import { type SeenDomain, ServedHostRepository } from './served-host.repository.js';

const KNOWN_FOR = 30 * SECOND;
const UNKNOWN_FOR = 10 * SECOND;
/** Anybody can send requests with any Host. */
const MOST_HOSTS = 10_000;
const HOST = /^[a-z0-9.-]{1,253}$/;

interface Kept {
  found: Promise<SeenDomain | null>;
  until: number;
}

/**
 * The verified hosts, which every request to one of them asks for. A change takes effect at once in the process that made
 * it, and in the others when their copy has expired.
 */
@AppProvider()
export class ServedHostsService {
  private readonly logger = new Logger('Domains');
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly database: DatabaseService,
    private readonly repository: ServedHostRepository,
  ) {}

  /** Null: no account has verified the host. */
  async find(host: string): Promise<ServedDomain | null> {
    return this.look(host);
  }

  /** The same, because a request came to it. */
  async see(host: string): Promise<ServedDomain | null> {
    const domain = await this.look(host);
    const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
    if (domain && domain.last_seen_on !== today) {
      domain.last_seen_on = today;
      this.repository
        .see(domain.domain_id, today)
        .catch((error: Error) => this.logger.warn(`a visit is not recorded: ${error.message}`));
    }
    return domain;
  }

  /** Once the transaction of the caller has changed what is served there. */
  forget(host: string): void {
    this.database.afterCommit(() => this.kept.delete(host));
  }

  private async look(host: string): Promise<SeenDomain | null> {
    if (!HOST.test(host)) return null;
    const known = this.kept.get(host);
    if (known && known.until > Date.now()) return known.found;
    this.kept.delete(host);
    if (this.kept.size >= MOST_HOSTS) this.kept.delete(this.kept.keys().next().value as string);
    const kept: Kept = { found: this.read(host), until: Infinity };
    this.kept.set(host, kept);
    kept.found.then(
      (found) => (kept.until = Date.now() + (found ? KNOWN_FOR : UNKNOWN_FOR)),
      () => this.kept.get(host) === kept && this.kept.delete(host),
    );
    return kept.found;
  }

  private async read(host: string): Promise<SeenDomain | null> {
    return (await this.repository.find(host)) ?? null;
  }
}
