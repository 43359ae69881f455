import { Inject, Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { sql } from '../../platform/database/sql.js';
import type { Type } from './calls/action.js';
import { APP_REGISTRY, type AppRegistry } from './registry.js';

const OF = sql(
  'app_settings_of',
  'SELECT user_id, values FROM apps.settings WHERE user_id = ANY ($1::uuid[]) AND app = $2',
);
// Two changes at once of different settings both stay.
const SET = sql(
  'app_settings_set',
  `INSERT INTO apps.settings AS s (user_id, app, values) VALUES ($1, $2, $3)
   ON CONFLICT (user_id, app) DO UPDATE SET values = s.values || excluded.values, updated_at = now()
   RETURNING values`,
);

/** SQL expression for what a user has set in an app, so that a hot read needs no second statement; for `filled`. */
export const settingsSql = (app: string, user: string) =>
  `(SELECT s.values FROM apps.settings s WHERE s.user_id = ${user} AND s.app = '${app}')`;

/** Settings that can contradict each other although each is allowed by itself. */
export interface ConsistentSettings {
  /** Throws a refusal if they do. `given`: what the caller changes, so that old contradictions do not stop other changes. */
  expectConsistent(given: object): void;
}

const isConsistent = (settings: object): settings is ConsistentSettings =>
  typeof (settings as Partial<ConsistentSettings>).expectConsistent === 'function';

/** What users have set in their apps, the defaults filled in. */
@Injectable()
export class AppSettings extends BaseRepository {
  private readonly listeners = new Map<Type, () => void>();

  constructor(
    database: DatabaseService,
    @Inject(APP_REGISTRY) private readonly registry: AppRegistry,
  ) {
    super(database);
  }

  async of<Settings extends object>(type: Type<Settings>, userId: string): Promise<Settings> {
    return (await this.ofMany(type, [userId])).get(userId) as Settings;
  }

  /** For jobs, which look at many users at once. */
  async ofMany<Settings extends object>(type: Type<Settings>, userIds: string[]): Promise<Map<string, Settings>> {
    type Row = { user_id: string; values: object };
    const rows = await this.rows<Row>(OF, userIds, this.appOf(type));
    const set = new Map(rows.map(({ user_id, values }) => [user_id, values]));
    return new Map(userIds.map((id) => [id, filled(type, set.get(id) ?? {})]));
  }

  /** Only what is given is changed; in a transaction. */
  async change<Settings extends object>(type: Type<Settings>, userId: string, given: object): Promise<Settings> {
    const row = await this.one<{ values: object }>(SET, userId, this.appOf(type), JSON.stringify(given));
    const settings = filled(type, row?.values ?? {});
    // The merged row is checked: two changes at once may contradict each other.
    if (isConsistent(settings)) settings.expectConsistent(given);
    const forget = this.listeners.get(type);
    if (forget) this.database.afterCommit(forget);
    return settings;
  }

  /** For who keeps settings in memory: called in this process after the COMMIT of each change of anybody's. */
  onChange(type: Type, forget: () => void): void {
    this.listeners.set(type, forget);
  }

  private appOf(type: Type): string {
    const app = this.registry.all().find(({ settings }) => settings === type);
    if (!app) throw new Error(`${type.name} are the settings of no app`);
    return app.slug;
  }
}

/** With the defaults. A setting that an older version knew, and this one does not, is left out. */
export function filled<Settings extends object>(type: Type<Settings>, set: object): Settings {
  const defaults = new type();
  const known = Object.entries(set).filter(([name]) => name in defaults);
  return plainToInstance(type as new () => Settings, { ...defaults, ...Object.fromEntries(known) });
}
