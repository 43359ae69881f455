import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import type { WebEventSalt } from './web-event-salt.entity.js';

const OF = sql('web_event_salt', 'SELECT salt FROM platform.web_event_salts WHERE day = $1');
const MAKE = sql(
  'web_event_salt_make',
  'INSERT INTO platform.web_event_salts (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);
// 48 hours after the day has ended.
const FORGET = sql(
  'web_event_salts_forget',
  `DELETE FROM platform.web_event_salts WHERE day < (now() AT TIME ZONE 'UTC')::date - 2`,
);
const BYTES = 32;
/** Yesterday, today and tomorrow are all that the time zones of the world ask for at once. */
const KEPT = 3;

@Injectable()
export class SaltsRepository extends Repository {
  private readonly known = new Map<string, Buffer>();

  async of(day: string): Promise<Buffer> {
    const known = this.known.get(day) ?? (await this.stored(day));
    if (known) return this.keep(day, known);
    return this.database.transaction(async () => {
      await this.count(MAKE, day, randomBytes(BYTES));
      const made = (await this.stored(day)) as Buffer;
      // Not before: what is rolled back is nobody else's.
      this.database.afterCommit(() => this.keep(day, made));
      return made;
    });
  }

  async forget(): Promise<void> {
    await this.count(FORGET);
  }

  private async stored(day: string): Promise<Buffer | undefined> {
    return (await this.quick<Pick<WebEventSalt, 'salt'>>(OF, day))?.salt;
  }

  private keep(day: string, salt: Buffer): Buffer {
    if (!this.known.has(day)) {
      this.known.set(day, salt);
      for (const oldest of [...this.known.keys()].sort().slice(0, -KEPT)) this.known.delete(oldest);
    }
    return salt;
  }
}
