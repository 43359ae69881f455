import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../platform/database/database.service.js';
import { BaseRepository } from '../platform/database/base.repository.js';
import { sql } from '../platform/database/sql.js';
import type { NotificationAbout } from './notifications.dto.js';
import { NotificationsService } from './notifications.service.js';

const MOST = 20;
/** Code between backticks: an `@Injectable` there is not a mention. */
const CODE = /```[\s\S]*?```|`[^`\n]*`/g;
/** A whole word at the start of a word that is not a domain, so addresses of mail and web do not match. */
const MENTION =
  /(?<![\p{L}\p{N}\p{M}_@/=])@([A-Za-z0-9_]{3,30})(?![\p{L}\p{N}\p{M}_@])(?![A-Za-z0-9-]*\.[A-Za-z0-9])/gu;

/** The mentioned usernames, each once, in the order of the text. */
export function mentionsIn(text: string): string[] {
  const names = new Set<string>();
  for (const word of text.replace(CODE, ' ').split(/\s+/)) {
    // Everything after a scheme is part of an address.
    const [beforeScheme = ''] = word.split('://', 1);
    for (const [, name = ''] of beforeScheme.matchAll(MENTION)) {
      names.add(name.toLowerCase());
      if (names.size === MOST) return [...names];
    }
  }
  return [...names];
}

export interface Mentioning {
  actor_id: string;
  text: string;
  about: NotificationAbout;
  /** Users who are notified of the same thing in another way. */
  skip?: string[];
  /**
   * Returns true for users who must not be notified, because of a block or because the thing is hidden from
   * them. The caller knows the rule.
   */
  unless?: (userId: string) => Promise<boolean>;
  data?: object;
}
type MentioningText = Omit<Mentioning, 'actor_id' | 'data' | 'about'> & {
  /** Undefined if the text is new, so nobody can have been notified of it. */
  about?: NotificationAbout;
};

// Ordered by id: everybody who notifies several users locks rows in this order. A user is notified once, even
// if the mention was removed and added again.
const MENTIONED = sql(
  'mention_named',
  `SELECT u.id FROM account.users u
   WHERE u.username = ANY ($1) AND u.user_status = 'active' AND u.id <> ALL ($2::uuid[]) AND NOT EXISTS (
     SELECT FROM notifications.notifications n
     WHERE n.about_kind = $3 AND n.about_id = $4 AND n.user_id = u.id AND n.type = 'mention')
   ORDER BY u.id`,
);

@Injectable()
export class MentionsService extends BaseRepository {
  constructor(
    database: DatabaseService,
    private readonly notifications: NotificationsService,
  ) {
    super(database);
  }

  /** The users to notify of mentions in the text, ordered by id. */
  async find({ text, about, skip = [], unless }: MentioningText): Promise<string[]> {
    const names = mentionsIn(text);
    if (!names.length) return [];
    const found: string[] = [];
    for (const { id } of await this.rows<{ id: string }>(
      MENTIONED,
      names,
      skip,
      about?.kind ?? null,
      about?.id ?? null,
    )) {
      if (!(await unless?.(id))) found.push(id);
    }
    return found;
  }

  async notify({ actor_id, data, ...mentioning }: Mentioning): Promise<void> {
    const skip = [...(mentioning.skip ?? []), actor_id];
    for (const user_id of await this.find({ ...mentioning, skip })) {
      this.notifications.notify({ user_id, actor_id, type: 'mention', about: mentioning.about, data });
    }
  }
}
