import { Injectable } from '@nestjs/common';
import { Environment } from '../../../platform/config/environment.js';
import { Runtime } from '../../../platform/config/runtime.js';
import type { LeadsBack } from '../../../platform/http/destinations/destinations.service.js';
import { AppServices } from '../../contracts/app-services.js';

/** The addresses of short links and of QR codes, below the public address. */
const FOLLOWED = ['/v1/apps/shortlinks/public/', '/v1/apps/qr/public/'];

/** A link or a code that leads to a short link or to a code may lead in a circle. */
@Injectable()
export class LeadsBackService {
  constructor(
    private readonly environment: Environment,
    private readonly runtime: Runtime,
    private readonly services: AppServices,
  ) {}

  async of(ownerId: string): Promise<LeadsBack> {
    const own = (await this.services.of('domains')?.hostsFor('shortlinks', ownerId)) ?? [];
    const hosts = new Set([this.environment.shortHost, this.environment.qrHost, ...own]);
    const base = new URL(this.runtime.publicUrl);
    const paths = FOLLOWED.map((path) => base.pathname.replace(/\/$/, '') + path);
    return ({ hostname, host, pathname }) =>
      hosts.has(hostname) || (host === base.host && paths.some((path) => pathname.startsWith(path)));
  }
}
