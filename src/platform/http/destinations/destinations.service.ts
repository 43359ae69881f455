import { Injectable } from '@nestjs/common';
import { type Many, ExtensionsService } from '../../extensions.service.js';
import { Refusal } from '../refusal.js';
import { type Destination, destinationOf } from './destination.js';

/** Whether a link points back to the app that would follow it. Only the app knows this. */
export type LeadsBack = (url: URL) => boolean;

/** Decides which links of users other users may be sent to. */
@Injectable()
export class DestinationsService {
  private readonly blockedHosts: Many<BlockedHosts>;

  constructor(extensions: ExtensionsService) {
    this.blockedHosts = extensions.many(BlockedHosts);
  }

  /** Returns the normalised address, or throws the refusal. */
  async check(address: string, leadsBack?: LeadsBack): Promise<string> {
    const [{ url, fault }] = (await this.checkAll([address], leadsBack)) as [Destination];
    if (!url) throw new Refusal(400, fault);
    return url.href;
  }

  /** Checks many addresses with one query for blocked hosts, in their order. */
  async checkAll(addresses: string[], leadsBack: LeadsBack = () => false): Promise<Destination[]> {
    const found = addresses.map(destinationOf);
    const unwanted = await this.findBlocked(found.flatMap(({ url }) => (url ? [url.hostname] : [])));
    return found.map((one): Destination => {
      if (!one.url) return one;
      if (unwanted.has(one.url.hostname)) return { fault: 'Destination is on the blacklist' };
      return leadsBack(one.url) ? { fault: 'Destination points back to a short link' } : one;
    });
  }

  /** Also used to check stored links again, because hosts may be blocked later. */
  async findBlocked(hosts: string[]): Promise<Set<string>> {
    const unique = [...new Set(hosts)];
    if (!unique.length) return new Set();
    return new Set((await Promise.all(this.blockedHosts.values.map((one) => one.among(unique)))).flat());
  }
}

/** Extension point: knows hosts that links must not lead to. */
export abstract class BlockedHosts {
  /** Returns those of the hosts that are blocked or lie below a blocked host. */
  abstract among(hosts: string[]): Promise<string[]>;
}
