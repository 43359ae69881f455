import { Environment } from '../../../platform/config/environment.js';
import { Runtime } from '../../../platform/config/runtime.js';
import { Networks } from '../../../platform/http/networks.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Routing } from '../entities/domain.entity.js';
import { type DnsAnswer, isInconclusive } from './dns-answer.js';
import { type Ask, ResolverService } from './resolver.service.js';
import { type Edge, routingOf } from './routing.policy.js';

/** The longest chain of CNAME records that is followed. */
const LONGEST_CHAIN = 8;
const MOST_VALUES = 10;
const LONGEST_VALUE = 255;

export type Proof = 'ok' | 'missing' | 'mismatch' | 'error';

/** What DNS says of a host. */
export interface Finding {
  routing: Routing;
  /** Whether the TXT record of an account proves the host. */
  proofOf(token: string): Proof;
  answers: DnsAnswer[];
}

/** Asks DNS about hosts: who proves them, and where their traffic goes. */
@AppProvider()
export class LookUpService {
  /** By host: callers at the same time share one check. */
  private readonly running = new Map<string, Promise<Finding>>();
  private readonly edgeAddresses: Networks;

  constructor(
    private readonly environment: Environment,
    private readonly runtime: Runtime,
    private readonly resolver: ResolverService,
  ) {
    this.edgeAddresses = new Networks(environment.edgeIps);
  }

  /** Where the records of users lead. */
  get edge(): Edge & { addresses: string[] } {
    return {
      host: this.environment.edgeHost ?? new URL(this.runtime.publicUrl).hostname,
      addresses: this.environment.edgeIps,
      has: (address) => this.edgeAddresses.has(address),
    };
  }

  proofName(host: string): string {
    return `_${this.environment.dnsPrefix}.${host}`;
  }

  proofValue(token: string): string {
    return `${this.environment.dnsPrefix}-verify=${token}`;
  }

  of(host: string): Promise<Finding> {
    const known = this.running.get(host);
    if (known) return known;
    const look = this.resolver.run((ask) => this.look(ask, host)).finally(() => this.running.delete(host));
    this.running.set(host, look);
    return look;
  }

  private async look(ask: Ask, host: string): Promise<Finding> {
    const { edge } = this;
    const [proof, chain, ...addresses] = await Promise.all([
      ask(this.proofName(host), 'TXT'),
      follow(ask, host, edge.host),
      ask(host, 'A'),
      ask(host, 'AAAA'),
    ]);
    return {
      routing: routingOf({ chain, addresses }, edge),
      proofOf: (token) => proofOf(proof, this.proofValue(token)),
      answers: [proof, ...chain, ...addresses].map(kept),
    };
  }
}

function proofOf(answer: DnsAnswer, expected: string): Proof {
  if (answer.values.includes(expected)) return 'ok';
  if (isInconclusive(answer)) return 'error';
  return answer.values.length ? 'mismatch' : 'missing';
}

async function follow(ask: Ask, host: string, edgeHost: string): Promise<DnsAnswer[]> {
  const chain: DnsAnswer[] = [];
  for (let name: string | undefined = host; name && name !== edgeHost && chain.length < LONGEST_CHAIN;) {
    const answer: DnsAnswer = await ask(name, 'CNAME');
    chain.push(answer);
    [name] = answer.values;
  }
  return chain;
}

/** Anybody can write anything into a zone, also what a JSON column cannot store. */
const kept = (answer: DnsAnswer): DnsAnswer => ({
  ...answer,
  name: readable(answer.name),
  values: answer.values.slice(0, MOST_VALUES).map(readable),
});

const readable = (value: string) =>
  value
    .slice(0, LONGEST_VALUE)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\uFFFD');
