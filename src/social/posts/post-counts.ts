import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { AtMost } from '../../realtime/at-most.js';
import { Realtime } from '../../realtime/realtime.js';
import { POST_COUNTERS, type PostCounted } from '../social.events.js';

const PAUSE_MS = 500;

const COUNTS = sql(
  'post_counts',
  `SELECT post_id, reactions AS reactions_summary, comments_count, version::float8 AS version
   FROM social.post_counters WHERE post_id = ANY ($1::uuid[])`,
);

/** How much was said to a post, told to whoever looks at it. */
@Injectable()
export class PostCounts extends Repository {
  constructor(
    database: Database,
    private readonly realtime: Realtime,
    private readonly atMost: AtMost,
  ) {
    super(database);
  }

  changed(postId: string): void {
    this.atMost.atMost(`post.counters:${postId}`, PAUSE_MS, () => void this.tell([postId]));
  }

  /** Of many at once, each once. */
  changedAll(postIds: string[]): void {
    if (postIds.length) this.database.afterCommit(() => void this.tell(postIds));
  }

  /** Read when it is sent, so that the last one is true; where that fails, the next one is. */
  private async tell(postIds: string[]): Promise<void> {
    const heard = postIds.filter((id) => this.realtime.hears(`post:${id}`));
    if (!heard.length) return;
    const counts = await this.rows<PostCounted & object>(COUNTS, heard).catch(() => []);
    for (const one of counts) this.realtime.hint(POST_COUNTERS, `post:${one.post_id}`, one, null);
  }
}
