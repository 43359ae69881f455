import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Repository } from '../platform/database/repository.js';
import { sql } from '../platform/database/sql.js';
import type { About } from './notification.repository.js';
import { Notifications } from './notifications.js';

const MOST = 20;
/** Between backticks: an `@Injectable` there is nobody's name. */
const CODE = /```[\s\S]*?```|`[^`\n]*`/g;
/** At the beginning of a word, whole, and no domain: so neither in an address of mail nor of the web. */
const MENTION =
  /(?<![\p{L}\p{N}\p{M}_@/=])@([A-Za-z0-9_]{3,30})(?![\p{L}\p{N}\p{M}_@])(?![A-Za-z0-9-]*\.[A-Za-z0-9])/gu;

/** The usernames that a text mentions, each once, in the order in which they come. */
export function mentionsIn(text: string): string[] {
  const names = new Set<string>();
  for (const word of text.replace(CODE, ' ').split(/\s+/)) {
    // What follows a scheme is an address to the end of the word.
    const [said = ''] = word.split('://', 1);
    for (const [, name = ''] of said.matchAll(MENTION)) {
      names.add(name.toLowerCase());
      if (names.size === MOST) return [...names];
    }
  }
  return [...names];
}

export interface Mentioning {
  text: string;
  actor_id: string;
  about: About;
  data?: object;
  /** Who hears of the same thing in another way. */
  skip?: string[];
  /** Who may not hear of it: of a block between the two, or of a thing he may not see, the caller knows. */
  unless?: (userId: string) => Promise<boolean>;
}

// In the order of ids, in which all who notify several take their rows. Who was told of it once has heard of it,
// also when his name went and came back between.
const NAMED = sql(
  'mention_named',
  `SELECT u.id FROM account.users u
   WHERE u.username = ANY ($1) AND u.user_status = 'active' AND u.id <> ALL ($2::uuid[]) AND NOT EXISTS (
     SELECT FROM notifications.notifications n
     WHERE n.about_kind = $3 AND n.about_id = $4 AND n.user_id = u.id AND n.type = 'mention')
   ORDER BY u.id`,
);

@Injectable()
export class Mentions extends Repository {
  constructor(
    database: Database,
    private readonly notifications: Notifications,
  ) {
    super(database);
  }

  async notify({ text, skip = [], unless, ...notice }: Mentioning): Promise<void> {
    const names = mentionsIn(text);
    if (!names.length) return;
    const { actor_id, about } = notice;
    const named = await this.rows<{ id: string }>(NAMED, names, [...skip, actor_id], about.kind, about.id);
    for (const { id } of named) {
      if (await unless?.(id)) continue;
      this.notifications.notify({ ...notice, user_id: id, type: 'mention' });
    }
  }
}
