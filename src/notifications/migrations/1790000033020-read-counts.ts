import { SqlMigration } from '../../platform/database/sql-migration.js';

const countRead = (
  first: string,
) => `CREATE OR REPLACE FUNCTION notifications.count_read() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN${first}
      UPDATE notifications.inboxes i SET unread_count = i.unread_count - step.fewer FROM (
        SELECT user_id, sum(one)::int AS fewer FROM (
          SELECT user_id, 1 AS one FROM before WHERE read_at IS NULL
          UNION ALL SELECT user_id, -1 FROM after WHERE read_at IS NULL
        ) both_sides GROUP BY user_id
      ) step WHERE step.user_id = i.user_id AND step.fewer <> 0;
      RETURN NULL;
    END $$`;

/** A new actor of a group changes the notification twice, and neither change is about reading. Nothing makes it unread again. */
export class ReadCounts1790000033020 extends SqlMigration {
  protected readonly apply = [
    countRead(`
      IF (SELECT count(read_at) FROM before) = (SELECT count(read_at) FROM after) THEN RETURN NULL; END IF;`),
  ];
  protected readonly revert = [countRead('')];
}
