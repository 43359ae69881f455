import { Inject } from '@nestjs/common';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { DestinationsService } from '../../../platform/http/destinations/destinations.service.js';
import { urlOf } from '../../../platform/urls.js';

const BATCH = 500;

/**
 * Checks the addresses again that things of an app lead to, every night: a host may be blocked after an address was
 * stored. An app extends it, reads its things and writes what was found.
 */
export abstract class DestinationCheckJob<Thing extends { id: string }> extends Job {
  override readonly every: string = '40 2 * * *';

  // Injected into the properties, so that the constructors of the jobs need not pass them on.
  @Inject(DestinationsService) private readonly destinations!: DestinationsService;
  @Inject(DatabaseService) private readonly database!: DatabaseService;

  /** So many things after this id, in the order of their ids. */
  protected abstract after(id: string, limit: number): Promise<Thing[]>;

  /** The stored addresses of a thing; empty if it is not checked. */
  protected abstract addressesOf(thing: Thing): (string | null)[];

  /** `harmful`: those of the checked things that lead to a blocked host. In a transaction. */
  protected abstract checked(things: Thing[], harmful: Thing[]): Promise<void>;

  async run(): Promise<void> {
    let after: string | undefined = FIRST_ID;
    while (after) {
      const things: Thing[] = await this.after(after, BATCH);
      await this.check(things);
      after = things.length === BATCH ? things.at(-1)?.id : undefined;
    }
  }

  private async check(things: Thing[]): Promise<void> {
    const hosts = new Map(things.map((thing) => [thing, hostsOf(this.addressesOf(thing))]));
    const checked = things.filter((thing) => hosts.get(thing)?.length);
    if (!checked.length) return;
    const blocked = await this.destinations.findBlocked([...hosts.values()].flat());
    const harmful = checked.filter((thing) => hosts.get(thing)?.some((host) => blocked.has(host)));
    await this.database.transaction(() => this.checked(checked, harmful));
  }
}

/** An address that is none must not stop the check of all that follow. */
const hostsOf = (addresses: (string | null)[]) =>
  addresses.flatMap((address) => (address === null ? [] : (urlOf(address)?.hostname ?? [])));
