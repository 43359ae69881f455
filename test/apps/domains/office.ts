import { request as requestOf } from 'node:http';
import type { Test } from 'supertest';
import { LookUpService } from '../../../src/apps/domains/dns/look-up.service.js';
import { ResolverService } from '../../../src/apps/domains/dns/resolver.service.js';
import { DomainsService } from '../../../src/apps/domains/domains.service.js';
import { CheckDomainsJob } from '../../../src/apps/domains/jobs/check-domains.job.js';
import { type Account, TestService } from '../../support/service.js';
import { NameServer } from './name-server.js';

type Who = Pick<Account, 'client'>;

export const EDGE = 'edge.hub.example';
export const EDGE_IPS = ['203.0.113.10', '2001:db8::10'];
/** An address of the public internet that is none of the edge; nothing is ever sent there. */
export const ELSEWHERE = '8.8.4.4';

export interface Opened {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** A service whose users prove their domains, and the name server that it asks. */
export class Office {
  private constructor(
    readonly service: TestService,
    readonly dns: NameServer,
  ) {}

  static async start(variables: Record<string, string> = {}): Promise<Office> {
    const dns = await NameServer.start();
    const service = await TestService.lease({
      PUBLIC_URL: 'https://hub.example',
      TRUST_PROXY: 'loopback',
      EDGE_HOST: EDGE,
      EDGE_IPS: EDGE_IPS.join(','),
      DNS_SERVERS: dns.address,
      ...variables,
    });
    const office = new Office(service, dns);
    // Only the tests say when domains are checked: neither the schedule, nor a run that is in the queue already.
    await office.rows(`DELETE FROM jobs.schedule WHERE name = 'domains.check'`);
    office.job.run = () => Promise.resolve();
    // So that no question is given up while the machine is busy.
    office.resolver.limits = { timeoutMs: 30_000, tries: 1, allMs: 60_000 };
    return office;
  }

  async stop(): Promise<void> {
    Reflect.deleteProperty(this.job, 'run');
    await this.service.stop();
    await this.dns.stop();
  }

  get resolver(): ResolverService {
    return this.service.app.get(ResolverService, { strict: false });
  }

  private get job(): CheckDomainsJob {
    return this.service.app.get(CheckDomainsJob, { strict: false });
  }

  get lookUp(): LookUpService {
    return this.service.app.get(LookUpService, { strict: false });
  }

  /** What the app exports to others. */
  get exported(): DomainsService {
    return this.service.app.get(DomainsService, { strict: false });
  }

  /** Somebody who has the app. */
  async person(account?: Account): Promise<Account> {
    const made = account ?? (await this.service.account());
    await made.client.post('/v1/apps/install', { slug: 'domains' }).expect(200);
    return made;
  }

  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/domains/${action}`, input);
  }

  /** The answer of what succeeds. */
  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    return (await this.call(who, action, input).expect(200)).body;
  }

  expectRefused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  async add(who: Who, host: string): Promise<any> {
    const { domain, records } = await this.ask(who, 'add-domain', { host });
    return { ...domain, domain_id: domain.id, proof: records[0] };
  }

  /** Puts the record of the proof into DNS, and by default the addresses of the edge. */
  prove({ host, proof }: any, { A = EDGE_IPS.slice(0, 1), values = [proof.value] } = {}): void {
    this.dns.set(proof.name, { TXT: values });
    this.dns.set(host, { A });
  }

  /** A check, at once after the one before. */
  async verify(who: Who, { domain_id }: any): Promise<any> {
    await this.set({ domain_id }, `last_checked_at = last_checked_at - interval '11 seconds'`);
    return this.ask(who, 'verify-domain', { domain_id });
  }

  /** A domain that is proved, with its traffic at the edge. */
  async verified(who: Who, host: string): Promise<any> {
    const domain = await this.add(who, host);
    this.prove(domain);
    expect((await this.verify(who, domain)).domain.status).toBe('verified');
    return domain;
  }

  async map(who: Who, { domain_id }: any, mapping: object): Promise<any> {
    return (await this.ask(who, 'map-domain', { domain_id, ...mapping })).domain;
  }

  async get(who: Who, { domain_id }: any): Promise<any> {
    return (await this.ask(who, 'get-domain', { domain_id })).domain;
  }

  /** The checks that are due. */
  run(): Promise<void> {
    return CheckDomainsJob.prototype.run.call(this.job);
  }

  /** The check of this domain is due, and it alone. */
  async check(domain: any): Promise<any> {
    await this.rows(`UPDATE ext_domains.domains SET next_check_at = NULL WHERE id <> $1`, domain.domain_id);
    // A second ago: the column rounds to milliseconds, and what is rounded up is not due yet.
    await this.set(domain, `next_check_at = now() - interval '1 second'`);
    await this.run();
    return this.row(domain);
  }

  /** What the columns of a domain are from now on. */
  set({ domain_id }: any, columns: string): Promise<any[]> {
    return this.rows(`UPDATE ext_domains.domains SET ${columns} WHERE id = $1`, domain_id);
  }

  async row({ domain_id }: any): Promise<any> {
    return (await this.rows('SELECT * FROM ext_domains.domains WHERE id = $1', domain_id))[0];
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  /** A request with this `Host`, as the edge passes it on after TLS. */
  open(host: string, path: string, { method = 'GET', headers = {} } = {}): Promise<Opened> {
    const { port } = new URL(this.service.url);
    const sent = { host, 'x-forwarded-proto': 'https', ...headers };
    return new Promise((resolve, reject) => {
      const request = requestOf({ port, host: '127.0.0.1', path, method, headers: sent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode as number, headers: response.headers, text }));
      });
      request.on('error', reject).end();
    });
  }
}
