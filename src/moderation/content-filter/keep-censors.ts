import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { type CensorRow, CensorRepository } from './censor.repository.js';
import { ContentFilter } from './content-filter.js';

interface NewCensor {
  pattern: string;
  replacement?: string;
}

/** What staff does with the censors. */
@Injectable()
export class KeepCensors {
  constructor(
    private readonly censors: CensorRepository,
    private readonly filter: ContentFilter,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  async add(adminId: string, { pattern, replacement = '' }: NewCensor): Promise<CensorRow> {
    await this.filter.preview({ pattern, text: '' });
    return this.database.transaction(async () => {
      await this.censors.lock();
      const censor = await this.censors.insert(pattern, replacement);
      if (!censor) throw new Refusal(409, 'Too many censors');
      this.changed('admin.censor_created', adminId, censor);
      return censor;
    });
  }

  remove(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      const censor = isUuid(id) ? await this.censors.remove(id) : undefined;
      if (!censor) throw notFound('Censor');
      this.changed('admin.censor_deleted', adminId, censor);
    });
  }

  private changed(type: string, actor_id: string, { id, pattern, replacement }: CensorRow): void {
    this.outbox.record({ type, actor_id, staff: true, data: { censor_id: id, pattern, replacement } });
    this.database.afterCommit(() => this.filter.recheck());
  }
}
