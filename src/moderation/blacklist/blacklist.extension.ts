import { Injectable } from '@nestjs/common';
import { type Newcomer, RegistrationRule } from '../../account/users/registration-rule.js';
import { BlockedHosts } from '../../platform/http/destinations/destinations.service.js';
import { BlacklistService } from './blacklist.service.js';

/** Applies the blacklist to new accounts, and to the names that accounts take. */
@Injectable()
export class BlacklistRegistrationExtension extends RegistrationRule {
  constructor(private readonly blacklist: BlacklistService) {
    super();
  }

  refuses(newcomer: Newcomer): Promise<boolean> {
    return this.blacklist.refuses(newcomer);
  }
}

/** Applies the blacklist to the hosts of links. */
@Injectable()
export class BlacklistHostsExtension extends BlockedHosts {
  constructor(private readonly blacklist: BlacklistService) {
    super();
  }

  among(hosts: string[]): Promise<string[]> {
    return this.blacklist.listBlockedHosts(hosts);
  }
}
