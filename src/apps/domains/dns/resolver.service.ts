import { Resolver } from 'node:dns/promises';
import { Environment } from '../../../platform/config/environment.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { Semaphore } from '../../../platform/semaphore.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { DnsAnswer, RecordType } from './dns-answer.js';

export type Ask = (name: string, type: RecordType) => Promise<DnsAnswer>;

const AT_ONCE = 8;
const PATIENCE_MS = 60_000;
const MOST_WAITING = 500;
const LONGEST = 512;

// bounded: 512 characters, as what is longer has been cut off.
const withoutQuotes = (value: string) => value.replace(/^[\s"]+|[\s"]+$/g, '');

const QUESTIONS: Record<RecordType, (resolver: Resolver, name: string) => Promise<string[]>> = {
  // A long value comes in chunks, and some providers store the quotes that their form shows.
  TXT: async (resolver, name) =>
    (await resolver.resolveTxt(name)).map((chunks) => withoutQuotes(chunks.join('').slice(0, LONGEST))),
  CNAME: async (resolver, name) =>
    (await resolver.resolveCname(name)).map((target) => target.toLowerCase().replace(/\.$/, '')),
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
};

/** Asks the name servers. This is all that leaves the service about a host: the host itself is never called. */
@AppProvider()
export class ResolverService {
  /** Of one question, and of all questions of one check. */
  limits = { timeoutMs: 3_000, tries: 2, allMs: 8_000 };
  private readonly turns = new Semaphore(AT_ONCE, PATIENCE_MS, MOST_WAITING);

  constructor(
    private readonly environment: Environment,
    private readonly database: DatabaseService,
  ) {}

  /** Runs a check, whose questions all end within the limit. Their failures are answers too. */
  async run<T>(check: (ask: Ask) => Promise<T>): Promise<T> {
    this.database.refuseInTransaction('A question to DNS');
    return this.turns.run(async () => {
      const { timeoutMs, tries, allMs } = this.limits;
      const resolver = new Resolver({ timeout: timeoutMs, tries });
      const { dnsServers } = this.environment;
      if (dnsServers.length) resolver.setServers(dnsServers);
      const end = Date.now() + allMs;
      const timer = setTimeout(() => resolver.cancel(), allMs);
      try {
        return await check((name, type) => answerOf(resolver, name, type, end));
      } finally {
        clearTimeout(timer);
      }
    });
  }
}

async function answerOf(resolver: Resolver, name: string, type: RecordType, end: number): Promise<DnsAnswer> {
  const began = Date.now();
  const answer = (values: string[], error: string | null) => ({ name, type, values, error, ms: Date.now() - began });
  if (began >= end) return answer([], 'ETIMEOUT');
  try {
    return answer(await QUESTIONS[type](resolver, name), null);
  } catch (error) {
    return answer([], (error as NodeJS.ErrnoException).code ?? 'EBADRESP');
  }
}
