import { Injectable } from '@nestjs/common';
import type { Newcomer } from '../../account/users/registration-rule.js';
import { defineEvent } from '../../events/define-event.js';
import { EventsService } from '../../events/events.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { invalid, notFound } from '../../platform/http/refusal.js';
import { BlacklistRepository, type BlacklistRow } from './blacklist.repository.js';
import { type BlacklistType, entriesAgainst, foldedDomains, foldEntry } from './folding.js';

interface NewEntry {
  type: BlacklistType;
  value: string;
  reason?: string | null;
}

const dataOf = ({ id, type, value, reason }: BlacklistRow) => ({ entry_id: id, type, value, reason });
const EntryCreated = defineEvent<BlacklistRow>('admin.blacklist_entry_created', { data: dataOf, staff: true });
const EntryDeleted = defineEvent<BlacklistRow>('admin.blacklist_entry_deleted', { data: dataOf, staff: true });

@Injectable()
export class BlacklistService {
  constructor(
    private readonly blacklist: BlacklistRepository,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  async list(query: PageQuery) {
    const { rows, next_cursor } = await this.blacklist.list(query);
    return { entries: rows, next_cursor };
  }

  add(adminId: string, { type, value, reason }: NewEntry): Promise<{ entry: BlacklistRow }> {
    const folded = foldEntry(type, value);
    if (!folded) throw invalid({ field: 'value', message: `value is no ${type} that can be compared` });
    return this.database.transaction(async () => {
      const { entry, isNew } = await this.blacklist.write({ type, folded }, value, reason || null);
      if (isNew) this.events.announce(EntryCreated, entry, adminId);
      return asAnswer({ entry });
    });
  }

  remove(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      const entry = await this.blacklist.remove(id);
      if (!entry) throw notFound('Blacklist entry');
      this.events.announce(EntryDeleted, entry, adminId);
    });
  }

  /** True if any entry matches the address, the network or the name of a new account. */
  refuses(newcomer: Newcomer): Promise<boolean> {
    return this.blacklist.existsAny(entriesAgainst(newcomer));
  }

  /** The hosts that are on the blacklist themselves, or whose parent domain is. */
  async listBlockedHosts(hosts: string[]): Promise<string[]> {
    const domainsOf = new Map(hosts.map((host) => [host, foldedDomains(host)]));
    const listed = new Set(await this.blacklist.listDomains([...new Set([...domainsOf.values()].flat())]));
    return [...domainsOf].flatMap(([host, domains]) => (domains.some((one) => listed.has(one)) ? [host] : []));
  }
}
