import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { type CensorRow, CensorRepository } from './censor.repository.js';
import { WordFilterService } from './word-filter.service.js';

interface NewCensor {
  pattern: string;
  replacement?: string;
}

@Injectable()
export class CensorsService {
  constructor(
    private readonly censors: CensorRepository,
    private readonly filter: WordFilterService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  async list(query: PageQuery): Promise<{ censors: CensorRow[]; next_cursor: string | null }> {
    const { rows, next_cursor } = await this.censors.list(query);
    return { censors: rows, next_cursor };
  }

  async add(adminId: string, { pattern, replacement = '' }: NewCensor): Promise<{ censor: CensorRow }> {
    // The preview refuses a pattern that RE2 does not accept.
    await this.filter.preview({ pattern, text: '' });
    return this.database.transaction(async () => {
      await this.censors.lock();
      const censor = await this.censors.insert(pattern, replacement);
      if (!censor) throw new Refusal(409, 'Too many censors');
      this.announceChange('admin.censor_created', adminId, censor);
      return asAnswer({ censor });
    });
  }

  remove(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      const censor = isUuid(id) ? await this.censors.delete(id) : undefined;
      if (!censor) throw notFound('Censor');
      this.announceChange('admin.censor_deleted', adminId, censor);
    });
  }

  private announceChange(type: string, actor_id: string, { id, pattern, replacement }: CensorRow): void {
    this.events.record({ type, actor_id, staff: true, data: { censor_id: id, pattern, replacement } });
    this.database.afterCommit(() => this.filter.recheck());
  }
}
