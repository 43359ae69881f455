import { Environment } from '../../platform/config/environment.js';
import { Networks, plainAddress } from '../../platform/http/networks.js';
import { AppProvider } from '../kernel/app-provider.js';
import { fileAnswer, type PublicAnswer } from '../kernel/pages/public-answers.js';
import { type PublicRequest, PublicSurface } from '../kernel/pages/public-surface.js';
import { ServedHostsService } from './hosts/served-hosts.service.js';

/** What the edge asks before it orders a certificate for a host. */
@AppProvider()
export class DomainsSurface extends PublicSurface {
  protected readonly routes = { 'tls-check': (request: PublicRequest) => this.check(request) };
  private readonly allowed: Networks | undefined;

  constructor(
    { tlsCheckAllow }: Environment,
    private readonly hosts: ServedHostsService,
  ) {
    super();
    this.allowed = tlsCheckAllow.length ? new Networks(tlsCheckAllow) : undefined;
  }

  private async check({ query, visitor }: PublicRequest): Promise<PublicAnswer> {
    const mayAsk = this.allowed?.has(plainAddress(visitor.address)) ?? true;
    const host = new URLSearchParams(query).get('domain')?.toLowerCase().replace(/\.$/, '');
    const isVerified = mayAsk && host && (await this.hosts.find(host)) !== null;
    return fileAnswer('text/plain; charset=utf-8', isVerified ? 'ok' : 'unknown', { status: isVerified ? 200 : 404 });
  }
}
