import { SqlMigration } from '../../platform/database/sql-migration.js';

const countLeft = (body: string) => `
  CREATE OR REPLACE FUNCTION notifications.count_left() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${body}
      RETURN NULL;
    END $$`;
const LOCK = `
      PERFORM FROM notifications.notifications
        WHERE id IN (SELECT notification_id FROM before) ORDER BY id FOR NO KEY UPDATE;`;
const COUNT = `
      UPDATE notifications.notifications n SET actors_count = n.actors_count - gone.actors
        FROM (SELECT notification_id, count(*) AS actors FROM before GROUP BY notification_id) gone
        WHERE n.id = gone.notification_id;`;

/**
 * Deletes groups without actors with one query over all groups of the statement. The planner expects none and
 * chooses a slow plan.
 */
const BEFORE = `${LOCK}${COUNT}
      DELETE FROM notifications.notifications
        WHERE id IN (SELECT notification_id FROM before) AND actors_count = 0;`;
/** The cascade of a deleted notification runs this trigger again, without rows. */
const AFTER = `
      IF NOT EXISTS (SELECT FROM before) THEN RETURN NULL; END IF;${LOCK}
      DELETE FROM notifications.notifications n
        USING (SELECT notification_id, count(*) AS actors FROM before GROUP BY notification_id) gone
        WHERE n.id = gone.notification_id AND n.actors_count = gone.actors;${COUNT}`;

/**
 * Deleting an account that was an actor of twenty thousand notifications took twenty seconds and timed out.
 */
export class QuickCascade1790000013020 extends SqlMigration {
  protected readonly apply = [countLeft(AFTER)];
  protected readonly revert = [countLeft(BEFORE)];
}
