import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Forum } from '../entities/forum.entity.js';

const HOLD = sql('forums_hold', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');
const COUNT = sql('forums_of_owner', 'SELECT count(*)::int AS n FROM ext_forums.forums WHERE owner_id = $1');
const LANGUAGE = sql('forums_language', 'SELECT FROM pg_ts_config WHERE cfgname = $1');
// In the order of the wishes; null where all are taken.
const FREE = sql(
  'forums_slug_free',
  `SELECT wish.slug FROM unnest($1::text[]) WITH ORDINALITY wish (slug, at)
   WHERE NOT EXISTS (SELECT FROM ext_forums.forums f WHERE f.slug = wish.slug) ORDER BY wish.at LIMIT 1`,
);
const INSERT = sql(
  'forums_insert',
  `INSERT INTO ext_forums.forums (owner_id, name, slug, description, visibility, join_policy, join_code, language)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (slug) DO NOTHING RETURNING *`,
);
const REVIEW_NOTICE = sql(
  'forums_review_notice',
  `UPDATE ext_forums.forums f SET review_notice_at = now()
   WHERE f.id = $1 AND (f.review_notice_at IS NULL OR f.review_notice_at < now() - interval '1 hour')
   RETURNING f.id, f.name, f.owner_id || ARRAY(SELECT m.user_id FROM ext_forums.members m
     WHERE m.forum_id = f.id AND m.role = 'moderator' AND m.left_at IS NULL AND NOT m.banned) AS staff`,
);

export type NewForum = Pick<
  Forum,
  'owner_id' | 'name' | 'slug' | 'description' | 'visibility' | 'join_policy' | 'join_code' | 'language'
>;

export interface Alarmed {
  id: string;
  name: string;
  staff: string[];
}

@AppProvider()
export class ForumRepository extends BaseRepository {
  /** One after the other: whatever is counted under this name stays as it is until the transaction ends. */
  async hold(name: string): Promise<void> {
    await this.rows(HOLD, `forums ${name}`);
  }

  async countOf(ownerId: string): Promise<number> {
    return (await this.one<{ n: number }>(COUNT, ownerId))?.n ?? 0;
  }

  async knowsLanguage(name: string): Promise<boolean> {
    return (await this.rows(LANGUAGE, name)).length > 0;
  }

  async free(slugs: string[]): Promise<string | undefined> {
    return (await this.one<{ slug: string }>(FREE, slugs))?.slug;
  }

  /** Undefined: the slug is taken. */
  insert(forum: NewForum): Promise<Forum | undefined> {
    const { owner_id, name, slug, description, visibility, join_policy, join_code, language } = forum;
    const values = [owner_id, name, slug, description, visibility, join_policy, join_code, language];
    return this.one<Forum>(INSERT, ...values);
  }

  async update(id: string, change: Partial<Forum>): Promise<Forum> {
    await this.table(Forum).update(id, { ...change, updated_at: new Date() });
    return this.table(Forum).findOneByOrFail({ id });
  }

  /** With the COMMIT, and at most once an hour. */
  alarm(id: string, told: (alarmed: Alarmed) => void): void {
    this.database.atEnd(REVIEW_NOTICE, [id], (rows) => (rows as Alarmed[]).forEach(told));
  }
}
