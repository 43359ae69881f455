import { Injectable } from '@nestjs/common';
import { UnwantedHosts } from '../../platform/http/destinations/unwanted-hosts.port.js';
import { Blacklist } from './blacklist.js';

@Injectable()
export class BlacklistedHosts extends UnwantedHosts {
  constructor(private readonly blacklist: Blacklist) {
    super();
  }

  among(hosts: string[]): Promise<string[]> {
    return this.blacklist.domains(hosts);
  }
}
