import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { invalid, notFound } from '../../platform/http/refusal.js';
import { Blacklist, type BlacklistRow } from './blacklist.js';
import { type BlacklistType, foldEntry } from './folding.js';

interface NewEntry {
  type: BlacklistType;
  value: string;
  reason?: string | null;
}

/** What staff does with the blacklist. */
@Injectable()
export class KeepBlacklist {
  constructor(
    private readonly blacklist: Blacklist,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  add(adminId: string, { type, value, reason }: NewEntry): Promise<BlacklistRow> {
    const folded = foldEntry(type, value);
    if (!folded) throw invalid({ field: 'value', message: `value is no ${type} that can be compared` });
    return this.database.transaction(async () => {
      const { entry, isNew } = await this.blacklist.add({ type, folded }, value, reason || null);
      if (isNew) this.record('admin.blacklist_entry_created', adminId, entry);
      return entry;
    });
  }

  remove(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      const entry = isUuid(id) ? await this.blacklist.remove(id) : undefined;
      if (!entry) throw notFound('Blacklist entry');
      this.record('admin.blacklist_entry_deleted', adminId, entry);
    });
  }

  private record(type: string, actor_id: string, { id, type: kind, value, reason }: BlacklistRow): void {
    this.outbox.record({ type, actor_id, staff: true, data: { entry_id: id, type: kind, value, reason } });
  }
}
