import { SqlMigration } from '../../platform/database/sql-migration.js';

const DROP = 'DROP INDEX social.posts_newest';
const NEWEST = 'CREATE INDEX posts_newest ON social.posts (created_at DESC, id DESC)';
const PUBLISHED = `WHERE status = 'published'`;

/** The index of the newest posts has their authors, so that a feed looks for followed ones in it alone. */
export class AuthorsOfTheNewest1790000040500 extends SqlMigration {
  protected readonly apply = [DROP, `${NEWEST} INCLUDE (user_id) ${PUBLISHED}`];
  protected readonly revert = [DROP, `${NEWEST} ${PUBLISHED}`];
}
