import { Injectable } from '@nestjs/common';
import { defineEvent } from '../../events/define-event.js';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import type { PageQuery } from '../../platform/database/page.js';
import { notFound, refusal } from '../../platform/http/refusal.js';
import { type CensorRow, CensorRepository } from './censor.repository.js';
import { WordFilterService } from './word-filter.service.js';

export const tooManyCensors = refusal(409, 'Too many censors');

const declaration = {
  data: ({ id, pattern, replacement }: CensorRow) => ({ censor_id: id, pattern, replacement }),
  staff: true,
};
const CensorCreated = defineEvent('admin.censor_created', declaration);
const CensorDeleted = defineEvent('admin.censor_deleted', declaration);

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
      const censor = await this.censors.insertWithinLimit(pattern, replacement);
      if (!censor) throw tooManyCensors();
      this.announce(CensorCreated, censor, adminId);
      return asAnswer({ censor });
    });
  }

  remove(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      const censor = await this.censors.deleteOne({ id });
      if (!censor) throw notFound('Censor');
      this.announce(CensorDeleted, censor, adminId);
    });
  }

  private announce(event: typeof CensorCreated, censor: CensorRow, adminId: string): void {
    this.events.announce(event, censor, adminId);
    this.database.afterCommit(() => this.filter.recheck());
  }
}
