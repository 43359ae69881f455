import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { IS_MEMBER } from '../forums.sql.js';
import { Forum, ForumCategory } from './forum.entity.js';

const HOLD = sql('forums_hold', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');
const LANGUAGE = sql('forums_language', 'SELECT FROM pg_ts_config WHERE cfgname = $1');
// In the order of the wishes; null where all are taken.
const FREE = sql(
  'forums_slug_free',
  `SELECT wish.slug FROM unnest($1::text[]) WITH ORDINALITY wish (slug, at)
   WHERE NOT EXISTS (SELECT FROM ext_forums.forums f WHERE f.slug = wish.slug) ORDER BY wish.at LIMIT 1`,
);
const REVIEW_NOTICE = sql(
  'forums_review_notice',
  `UPDATE ext_forums.forums f SET review_notice_at = now()
   WHERE f.id = $1 AND (f.review_notice_at IS NULL OR f.review_notice_at < now() - interval '1 hour')
   RETURNING f.id, f.name, f.owner_id || ARRAY(SELECT m.user_id FROM ext_forums.members m
     WHERE m.forum_id = f.id AND m.role = 'moderator' AND m.left_at IS NULL AND NOT m.banned) AS staff`,
);
// The longest-serving moderator becomes the owner; a forum without moderators is archived.
const ADOPT = sql(
  'forums_adopt',
  `UPDATE ext_forums.forums f SET updated_at = now(), owner_id = coalesce(heir.id, f.owner_id),
     status = CASE WHEN heir.id IS NULL THEN 'archived' ELSE f.status END
   FROM (
     SELECT o.id AS forum_id, (SELECT m.user_id FROM ext_forums.members m
       WHERE m.forum_id = o.id AND m.role = 'moderator' AND ${IS_MEMBER('m')} ORDER BY m.joined_at, m.id LIMIT 1) AS id
     FROM ext_forums.forums o
     WHERE NOT EXISTS (SELECT FROM account.users u WHERE u.id = o.owner_id) AND o.status <> 'archived'
     ORDER BY o.id LIMIT $1 FOR NO KEY UPDATE OF o SKIP LOCKED
   ) heir WHERE f.id = heir.forum_id`,
);

interface StaffNotice {
  id: string;
  name: string;
  staff: string[];
}

@AppProvider()
export class ForumRepository extends EntityRepository<Forum> {
  protected readonly entity = Forum;

  /** Serialises transactions that count what a limit applies to; held until the transaction ends. */
  async lockByName(name: string): Promise<void> {
    await this.rows(HOLD, `forums ${name}`);
  }

  async knowsLanguage(name: string): Promise<boolean> {
    return (await this.rows(LANGUAGE, name)).length > 0;
  }

  async findFreeSlug(slugs: string[]): Promise<string | undefined> {
    return (await this.one<{ slug: string }>(FREE, slugs))?.slug;
  }

  /** Deferred to COMMIT; calls `notify` at most once an hour. */
  claimStaffNotice(id: string, notify: (notice: StaffNotice) => void): void {
    this.database.atEnd(REVIEW_NOTICE, [id], (rows) => (rows as StaffNotice[]).forEach(notify));
  }

  /** Gives forums without an owner to a moderator. Returns the number of forums in the batch. */
  adoptBatch(limit: number): Promise<number> {
    return this.count(ADOPT, limit);
  }
}

@AppProvider()
export class CategoryRepository extends EntityRepository<ForumCategory> {
  protected readonly entity = ForumCategory;

  listOfForum(forum_id: string): Promise<ForumCategory[]> {
    return this.find({ forum_id }, { order: { position: 'ASC', created_at: 'ASC', id: 'ASC' } });
  }
}
