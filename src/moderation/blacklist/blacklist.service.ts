import { Injectable } from '@nestjs/common';
import type { Newcomer } from '../../account/users/registration-rule.js';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import { invalid, notFound } from '../../platform/http/refusal.js';
import { BlacklistRepository, type BlacklistRow } from './blacklist.repository.js';
import { type BlacklistType, entriesAgainst, foldedDomains, foldEntry } from './folding.js';

interface NewEntry {
  type: BlacklistType;
  value: string;
  reason?: string | null;
}

@Injectable()
export class BlacklistService {
  constructor(
    private readonly blacklist: BlacklistRepository,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  async list(query: PageQuery): Promise<{ entries: BlacklistRow[]; next_cursor: string | null }> {
    const { rows, next_cursor } = await this.blacklist.list(query);
    return { entries: rows, next_cursor };
  }

  add(adminId: string, { type, value, reason }: NewEntry): Promise<{ entry: BlacklistRow }> {
    const folded = foldEntry(type, value);
    if (!folded) throw invalid({ field: 'value', message: `value is no ${type} that can be compared` });
    return this.database.transaction(async () => {
      const { entry, isNew } = await this.blacklist.insert({ type, folded }, value, reason || null);
      if (isNew) this.recordEvent('admin.blacklist_entry_created', adminId, entry);
      return asAnswer({ entry });
    });
  }

  remove(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      const entry = isUuid(id) ? await this.blacklist.delete(id) : undefined;
      if (!entry) throw notFound('Blacklist entry');
      this.recordEvent('admin.blacklist_entry_deleted', adminId, entry);
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

  private recordEvent(type: string, actor_id: string, entry: BlacklistRow): void {
    const { id, type: entryType, value, reason } = entry;
    const data = { entry_id: id, type: entryType, value, reason };
    this.events.record({ type, actor_id, staff: true, data });
  }
}
