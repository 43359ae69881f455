import { SqlMigration } from '../../platform/database/sql-migration.js';

const STATEMENTS = [
  'CREATE SCHEMA notifications',

  `CREATE TABLE notifications.inboxes (
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    unread_count integer NOT NULL DEFAULT 0,
    switched_off text[] NOT NULL DEFAULT '{}',
    PRIMARY KEY (user_id)
  )`,

  `CREATE TABLE notifications.notifications (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    type text NOT NULL,
    about_kind text NOT NULL,
    about_id uuid NOT NULL,
    data jsonb NOT NULL DEFAULT '{}',
    actors_count integer NOT NULL DEFAULT 0,
    read_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  )`,
  `CREATE UNIQUE INDEX notifications_unread_group
    ON notifications.notifications (user_id, type, about_kind, about_id) WHERE read_at IS NULL`,
  'CREATE INDEX notifications_newest ON notifications.notifications (user_id, updated_at, id)',
  'CREATE INDEX notifications_about ON notifications.notifications (about_kind, about_id)',
  'CREATE INDEX notifications_read_by_age ON notifications.notifications (updated_at) WHERE read_at IS NOT NULL',
  'CREATE INDEX notifications_unread_by_age ON notifications.notifications (updated_at) WHERE read_at IS NULL',

  `CREATE TABLE notifications.notification_actors (
    notification_id uuid NOT NULL REFERENCES notifications.notifications ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    acted_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (notification_id, user_id)
  )`,
  `CREATE INDEX notification_actors_newest
    ON notifications.notification_actors (notification_id, acted_at, user_id)`,
  'CREATE INDEX notification_actors_of_user ON notifications.notification_actors (user_id)',

  // Statement triggers: marking all as read would update the same counter once per row with row triggers.
  `CREATE FUNCTION notifications.count_new() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO notifications.inboxes AS i (user_id, unread_count)
        SELECT user_id, count(*) FROM after WHERE read_at IS NULL GROUP BY user_id ORDER BY user_id
        ON CONFLICT (user_id) DO UPDATE SET unread_count = i.unread_count + excluded.unread_count;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER count_new AFTER INSERT ON notifications.notifications
    REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION notifications.count_new()`,
  `CREATE FUNCTION notifications.count_read() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE notifications.inboxes i SET unread_count = i.unread_count - step.fewer FROM (
        SELECT user_id, sum(one)::int AS fewer FROM (
          SELECT user_id, 1 AS one FROM before WHERE read_at IS NULL
          UNION ALL SELECT user_id, -1 FROM after WHERE read_at IS NULL
        ) both_sides GROUP BY user_id
      ) step WHERE step.user_id = i.user_id AND step.fewer <> 0;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER count_read AFTER UPDATE ON notifications.notifications
    REFERENCING OLD TABLE AS before NEW TABLE AS after
    FOR EACH STATEMENT EXECUTE FUNCTION notifications.count_read()`,
  `CREATE FUNCTION notifications.count_gone() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM FROM notifications.inboxes
        WHERE user_id IN (SELECT user_id FROM before WHERE read_at IS NULL) ORDER BY user_id FOR NO KEY UPDATE;
      UPDATE notifications.inboxes i SET unread_count = i.unread_count - gone.unread
        FROM (SELECT user_id, count(*) AS unread FROM before WHERE read_at IS NULL GROUP BY user_id) gone
        WHERE gone.user_id = i.user_id;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER count_gone AFTER DELETE ON notifications.notifications
    REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION notifications.count_gone()`,

  `CREATE FUNCTION notifications.count_joined() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE notifications.notifications n SET actors_count = n.actors_count + joined.actors
        FROM (SELECT notification_id, count(*) AS actors FROM after GROUP BY notification_id) joined
        WHERE n.id = joined.notification_id;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER count_joined AFTER INSERT ON notifications.notification_actors
    REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION notifications.count_joined()`,
  // A group without actors is deleted. Rows are locked in order, as two accounts that are deleted at once may
  // share groups.
  `CREATE FUNCTION notifications.count_left() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM FROM notifications.notifications
        WHERE id IN (SELECT notification_id FROM before) ORDER BY id FOR NO KEY UPDATE;
      UPDATE notifications.notifications n SET actors_count = n.actors_count - gone.actors
        FROM (SELECT notification_id, count(*) AS actors FROM before GROUP BY notification_id) gone
        WHERE n.id = gone.notification_id;
      DELETE FROM notifications.notifications
        WHERE id IN (SELECT notification_id FROM before) AND actors_count = 0;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER count_left AFTER DELETE ON notifications.notification_actors
    REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION notifications.count_left()`,
];

export class Notifications1790000005000 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA notifications CASCADE'];
}
