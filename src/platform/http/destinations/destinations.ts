import { Injectable } from '@nestjs/common';
import { Declared } from '../../declared.js';
import { Refusal } from '../refusal.js';
import { type Destination, destinationOf } from './destination.js';
import { UnwantedHosts } from './unwanted-hosts.port.js';

/** Whether an address leads back to where it is followed from: that an app knows. */
export type LeadsBack = (url: URL) => boolean;

/** Where people may be sent by what other people wrote. */
@Injectable()
export class Destinations {
  constructor(private readonly declared: Declared) {}

  /** As it is kept; or a refusal that says why not. */
  async check(address: string, leadsBack?: LeadsBack): Promise<string> {
    const [{ url, fault }] = (await this.look([address], leadsBack)) as [Destination];
    if (!url) throw new Refusal(400, fault);
    return url.href;
  }

  /** Of each in turn, by one look at what is unwanted. */
  async look(addresses: string[], leadsBack: LeadsBack = () => false): Promise<Destination[]> {
    const found = addresses.map(destinationOf);
    const unwanted = await this.unwanted(found.flatMap(({ url }) => (url ? [url.hostname] : [])));
    return found.map((one): Destination => {
      if (!one.url) return one;
      if (unwanted.has(one.url.hostname)) return { fault: 'Destination is on the blacklist' };
      return leadsBack(one.url) ? { fault: 'Destination points back to a short link' } : one;
    });
  }

  /** For looking again at what is kept: hosts may become unwanted later. */
  async unwanted(hosts: string[]): Promise<Set<string>> {
    const unique = [...new Set(hosts)];
    if (!unique.length) return new Set();
    return new Set(
      (await Promise.all(this.declared.all(UnwantedHosts).map((one) => one.among(unique)))).flat(),
    );
  }
}
