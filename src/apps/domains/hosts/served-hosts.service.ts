import { Logger } from '@nestjs/common';
import { DatabaseService } from '../../../platform/database/database.service.js';
import type { ServedDomain } from '../../contracts/domains.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { SECOND } from '../../kernel/calendar/wall-clock.js';
import { RecentReads } from '../../kernel/recent-reads.js';
import { type SeenDomain, ServedHostRepository } from './served-host.repository.js';

const KNOWN_FOR = 30 * SECOND;
const UNKNOWN_FOR = 10 * SECOND;
const HOST = /^[a-z0-9.-]{1,253}$/;

/**
 * The verified hosts, which every request to one of them asks for. A change takes effect at once in the process that made
 * it, and in the others when their copy has expired.
 */
@AppProvider()
export class ServedHostsService {
  private readonly logger = new Logger('Domains');
  private readonly recent = new RecentReads(
    async (host) => (await this.repository.find(host)) ?? null,
    (found) => (found ? KNOWN_FOR : UNKNOWN_FOR),
  );

  constructor(
    private readonly database: DatabaseService,
    private readonly repository: ServedHostRepository,
  ) {}

  /** Null: no account has verified the host. */
  async find(host: string): Promise<SeenDomain | null> {
    return HOST.test(host) ? this.recent.find(host) : null;
  }

  /** The same, because a request came to it. */
  async see(host: string): Promise<ServedDomain | null> {
    const domain = await this.find(host);
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
    this.database.afterCommit(() => this.recent.forget(host));
  }
}
