import { Injectable } from '@nestjs/common';
import { defineEvent } from '../../events/define-event.js';
import { EventsService } from '../../events/events.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { notFound, refusal } from '../../platform/http/refusal.js';
import { type CensorRow, CensorRepository } from './censor.repository.js';
import { WordFilterService } from './word-filter.service.js';

interface NewCensor {
  pattern: string;
  replacement?: string;
}

export const tooManyCensors = refusal(409, 'Too many censors');

const change = (type: string) =>
  defineEvent<CensorRow>(type, {
    data: ({ id, pattern, replacement }) => ({ censor_id: id, pattern, replacement }),
    staff: true,
  });
const CensorCreated = change('admin.censor_created');
const CensorDeleted = change('admin.censor_deleted');

@Injectable()
export class CensorsService {
  constructor(
    private readonly censors: CensorRepository,
    private readonly filter: WordFilterService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  async list(query: PageQuery) {
    const { rows, next_cursor } = await this.censors.list(query);
    return { censors: rows, next_cursor };
  }

  async add(adminId: string, { pattern, replacement = '' }: NewCensor): Promise<{ censor: CensorRow }> {
    // The preview refuses a pattern that RE2 does not accept.
    await this.filter.preview({ pattern, text: '' });
    return this.database.transaction(async () => {
      await this.censors.lock();
      const censor = await this.censors.write(pattern, replacement);
      if (!censor) throw tooManyCensors();
      this.announceChange(CensorCreated, censor, adminId);
      return asAnswer({ censor });
    });
  }

  remove(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      const censor = await this.censors.remove(id);
      if (!censor) throw notFound('Censor');
      this.announceChange(CensorDeleted, censor, adminId);
    });
  }

  private announceChange(event: typeof CensorCreated, censor: CensorRow, adminId: string): void {
    this.events.announce(event, censor, adminId);
    this.database.afterCommit(() => this.filter.recheck());
  }
}
