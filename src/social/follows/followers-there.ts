import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import type { EventType, Stream } from '../../realtime/event-type.js';
import { Realtime } from '../../realtime/realtime.js';

/** Who has just come is written down by then: connections are, several at a time. */
const MOMENT_MS = 300;

const THERE = sql(
  'followers_there',
  `SELECT f.follower_id AS id FROM account.user_counters c
   JOIN social.follows f ON f.following_id = c.user_id AND f.status = 'following'
   WHERE c.user_id = $1 AND c.followers_count <= 5000
     AND EXISTS (SELECT FROM realtime.connections o WHERE o.user_id = f.follower_id)`,
);

/** Followers who are connected, of those who have not so many that each of their posts would be thousands of messages. */
@Injectable()
export class FollowersThere extends Repository {
  constructor(
    database: Database,
    private readonly realtime: Realtime,
  ) {
    super(database);
  }

  /** A little after the COMMIT; nobody waits for it, and where it is lost the feed tells. */
  tell<News extends object>(
    type: EventType<News>,
    authorId: string,
    news: News | RawJson,
    actorId: string | null = authorId,
  ): void {
    this.database.afterCommit(() => {
      setTimeout(() => void this.send(type, authorId, news, actorId), MOMENT_MS).unref();
    });
  }

  /** Now: for whom nobody follows any more in a moment. */
  async there(authorId: string): Promise<Stream[]> {
    return (await this.rows<{ id: string }>(THERE, authorId)).map(({ id }): Stream => `user:${id}`);
  }

  private async send<News extends object>(
    type: EventType<News>,
    authorId: string,
    news: News | RawJson,
    actorId: string | null,
  ) {
    this.realtime.hint(type, await this.there(authorId).catch(() => []), news, actorId);
  }
}
