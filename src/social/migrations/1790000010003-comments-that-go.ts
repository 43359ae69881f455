import { SqlMigration } from '../../platform/database/sql-migration.js';

const uncount = (body: string, trigger: string) => [
  'DROP TRIGGER uncount_comment ON social.comments',
  `CREATE OR REPLACE FUNCTION social.uncount_comment() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${body}
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER uncount_comment AFTER DELETE ON social.comments ${trigger} EXECUTE FUNCTION social.uncount_comment()`,
];

/**
 * Subtracts the deleted comments of a statement at once. With one update for each comment, an account with sixty
 * thousand comments below one post could not be deleted.
 */
const TOGETHER = uncount(
  `PERFORM FROM social.post_counters WHERE post_id IN (SELECT post_id FROM before) ORDER BY post_id FOR NO KEY UPDATE;
      UPDATE social.post_counters c SET comments_count = c.comments_count - gone.comments
      FROM (SELECT post_id, count(*)::int AS comments FROM before GROUP BY post_id) gone WHERE c.post_id = gone.post_id;`,
  'REFERENCING OLD TABLE AS before FOR EACH STATEMENT',
);
const EACH = uncount(
  'UPDATE social.post_counters SET comments_count = comments_count - 1 WHERE post_id = OLD.post_id;',
  'FOR EACH ROW',
);

export class CommentsThatGo1790000010003 extends SqlMigration {
  protected readonly apply = TOGETHER;
  protected readonly revert = EACH;
}
