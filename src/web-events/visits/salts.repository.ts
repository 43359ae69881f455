import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { keyed, sql } from '../../platform/database/sql.js';
import type { WebEventSalt } from './web-event-salt.entity.js';

const FIND = keyed('web_event_salt', 'SELECT salt FROM platform.web_event_salts WHERE day = $1', 'date');
const INSERT = sql(
  'web_event_salt_make',
  'INSERT INTO platform.web_event_salts (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);
// 48 hours after the end of the day.
const PURGE = sql(
  'web_event_salts_forget',
  `DELETE FROM platform.web_event_salts WHERE day < (now() AT TIME ZONE 'UTC')::date - 2`,
);
const BYTES = 32;
/** The time zones of the world use at most yesterday, today and tomorrow at once. */
const CACHED_DAYS = 3;

@Injectable()
export class SaltsRepository extends BaseRepository {
  private readonly cached = new Map<string, Buffer>();

  async findOrCreate(day: string): Promise<Buffer> {
    const known = this.cached.get(day) ?? (await this.findStored(day));
    if (known) return this.cache(day, known);
    return this.database.transaction(async () => {
      await this.count(INSERT, day, randomBytes(BYTES));
      const made = (await this.findStored(day)) as Buffer;
      // Cached only after COMMIT: a rolled-back salt must not be used.
      this.database.afterCommit(() => this.cache(day, made));
      return made;
    });
  }

  async purgeOld(): Promise<void> {
    await this.count(PURGE);
  }

  private async findStored(day: string): Promise<Buffer | undefined> {
    return (await this.quick<Pick<WebEventSalt, 'salt'>>(FIND, day))?.salt;
  }

  private cache(day: string, salt: Buffer): Buffer {
    if (!this.cached.has(day)) {
      this.cached.set(day, salt);
      for (const oldest of [...this.cached.keys()].sort().slice(0, -CACHED_DAYS)) this.cached.delete(oldest);
    }
    return salt;
  }
}
