import type { MigrationInterface, QueryRunner } from 'typeorm';

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

/** What nobody did any more was looked for among all where nobody had: squarely, as none are expected there. */
const BEFORE = `${LOCK}${COUNT}
      DELETE FROM notifications.notifications
        WHERE id IN (SELECT notification_id FROM before) AND actors_count = 0;`;
/** With each that goes its actors are deleted by a statement of its own, of none. */
const AFTER = `
      IF NOT EXISTS (SELECT FROM before) THEN RETURN NULL; END IF;${LOCK}
      DELETE FROM notifications.notifications n
        USING (SELECT notification_id, count(*) AS actors FROM before GROUP BY notification_id) gone
        WHERE n.id = gone.notification_id AND n.actors_count = gone.actors;${COUNT}`;

/** An account that had acted in twenty thousand notifications took twenty seconds to go, and so did not. */
export class QuickCascade1790000013020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(countLeft(AFTER));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(countLeft(BEFORE));
  }
}
