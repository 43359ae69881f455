import { SqlMigration } from '../../platform/database/sql-migration.js';

const STATEMENTS = [
  `CREATE TABLE community.room_categories (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    name text NOT NULL,
    icon text,
    position integer NOT NULL DEFAULT 0,
    PRIMARY KEY (id)
  )`,
  `INSERT INTO community.room_categories (name, icon, position) VALUES
    ('General', '💬', 1), ('Technology', '💻', 2), ('Gaming', '🎮', 3), ('Music', '🎵', 4),
    ('Art & Design', '🎨', 5), ('Education', '📚', 6), ('Sports', '⚽', 7), ('Business', '💼', 8)`,

  `CREATE TABLE community.rooms (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    owner_id uuid REFERENCES account.users ON DELETE SET NULL,
    category_id uuid REFERENCES community.room_categories ON DELETE SET NULL,
    name text NOT NULL,
    description text,
    is_private boolean NOT NULL DEFAULT false,
    avatar_url text,
    member_count integer NOT NULL DEFAULT 0,
    last_seq bigint NOT NULL DEFAULT 0,
    last_message_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  ) WITH (fillfactor = 70)`,
  'CREATE INDEX rooms_public ON community.rooms (created_at, id) WHERE NOT is_private',
  `CREATE INDEX rooms_public_of_category ON community.rooms (category_id, created_at, id) WHERE NOT is_private`,
  'CREATE INDEX rooms_of_category ON community.rooms (category_id)',
  'CREATE INDEX rooms_of_owner ON community.rooms (owner_id)',
  `CREATE INDEX rooms_words ON community.rooms
    USING gin (to_tsvector('simple', name || ' ' || coalesce(description, ''))) WHERE NOT is_private`,

  `CREATE TABLE community.room_members (
    room_id uuid NOT NULL REFERENCES community.rooms ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    role text NOT NULL DEFAULT 'member' CHECK (role IN ('admin', 'member')),
    joined_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    read_seq bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (room_id, user_id)
  ) WITH (fillfactor = 80)`,
  'CREATE INDEX room_members_by_rank ON community.room_members (room_id, role, joined_at, user_id)',
  'CREATE INDEX room_members_of_user ON community.room_members (user_id, room_id)',

  `CREATE TABLE community.room_moderation (
    room_id uuid NOT NULL REFERENCES community.rooms ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    action text NOT NULL CHECK (action IN ('mute', 'ban')),
    expires_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (room_id, user_id, action)
  )`,
  'CREATE INDEX room_moderation_of_user ON community.room_moderation (user_id)',

  `CREATE TABLE community.room_moderation_log (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    room_id uuid NOT NULL REFERENCES community.rooms ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    moderator_id uuid REFERENCES account.users ON DELETE SET NULL,
    action text NOT NULL CHECK (action IN ('mute', 'unmute', 'ban', 'unban', 'kick')),
    duration_minutes integer,
    expires_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
  )`,
  'CREATE INDEX room_moderation_log_newest ON community.room_moderation_log (room_id, created_at, id)',
  'CREATE INDEX room_moderation_log_of_user ON community.room_moderation_log (user_id)',
  'CREATE INDEX room_moderation_log_of_moderator ON community.room_moderation_log (moderator_id)',

  `CREATE TABLE community.room_invitations (
    room_id uuid NOT NULL REFERENCES community.rooms ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    invited_by uuid REFERENCES account.users ON DELETE SET NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (room_id, user_id)
  )`,
  'CREATE INDEX room_invitations_newest ON community.room_invitations (user_id, created_at, room_id)',
  'CREATE INDEX room_invitations_of_inviter ON community.room_invitations (invited_by)',

  `CREATE TABLE community.room_messages (
    room_id uuid NOT NULL REFERENCES community.rooms ON DELETE CASCADE,
    seq bigint NOT NULL,
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    user_id uuid REFERENCES account.users ON DELETE SET NULL,
    content text NOT NULL,
    reactions jsonb NOT NULL DEFAULT '[]',
    created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    edited_at timestamptz(3),
    deleted_at timestamptz(3),
    PRIMARY KEY (room_id, seq)
  )`,
  'CREATE UNIQUE INDEX room_messages_id ON community.room_messages (id)',
  'CREATE INDEX room_messages_of_author ON community.room_messages (user_id)',
  // Finds the messages whose notifications of mentions are deleted with the room.
  `CREATE INDEX room_messages_that_mention ON community.room_messages (room_id) WHERE content LIKE '%@%'`,

  `CREATE TABLE community.room_message_reactions (
    message_id uuid NOT NULL REFERENCES community.room_messages (id) ON DELETE CASCADE,
    emoji text NOT NULL,
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (message_id, emoji, user_id)
  )`,
  'CREATE INDEX room_message_reactions_of_user ON community.room_message_reactions (user_id)',

  `CREATE FUNCTION community.count_member() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        UPDATE community.rooms SET member_count = member_count + 1 WHERE id = NEW.room_id;
      ELSE
        UPDATE community.rooms SET member_count = member_count - 1 WHERE id = OLD.room_id;
      END IF;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER count_member AFTER INSERT OR DELETE ON community.room_members
    FOR EACH ROW EXECUTE FUNCTION community.count_member()`,

  // Stored as the answer shows them, because counting the reactions of fifty messages at each read costs too much.
  `CREATE FUNCTION community.count_room_reaction() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      reaction community.room_message_reactions := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
      step integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
    BEGIN
      UPDATE community.room_messages m SET reactions = (
        SELECT coalesce(jsonb_agg(jsonb_build_object('emoji', emoji, 'count', count) ORDER BY place), '[]') FROM (
          SELECT emoji, min(place) AS place, sum(count)::int AS count FROM (
            SELECT one->>'emoji' AS emoji, (one->>'count')::int AS count, place
            FROM jsonb_array_elements(m.reactions) WITH ORDINALITY known (one, place)
            UNION ALL SELECT reaction.emoji, step, 1000
          ) parts GROUP BY emoji
        ) counts WHERE count > 0)
      WHERE id = reaction.message_id AND deleted_at IS NULL;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER count_room_reaction AFTER INSERT OR DELETE ON community.room_message_reactions
    FOR EACH ROW EXECUTE FUNCTION community.count_room_reaction()`,

  // A message of a deleted account is emptied. Its row stays, so that the number of unread messages is a subtraction.
  `CREATE FUNCTION community.empty_room_message() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.deleted_at := coalesce(NEW.deleted_at, now());
      NEW.content := '';
      NEW.reactions := '[]';
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER empty_room_message BEFORE UPDATE ON community.room_messages FOR EACH ROW
    WHEN (OLD.deleted_at IS NULL AND (NEW.deleted_at IS NOT NULL OR NEW.user_id IS NULL))
    EXECUTE FUNCTION community.empty_room_message()`,
  `CREATE FUNCTION community.forget_room_reactions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM community.room_message_reactions WHERE message_id = NEW.id;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER forget_room_reactions AFTER UPDATE ON community.room_messages FOR EACH ROW
    WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
    EXECUTE FUNCTION community.forget_room_reactions()`,
];

const TABLES = [
  'room_message_reactions',
  'room_messages',
  'room_invitations',
  'room_moderation_log',
  'room_moderation',
  'room_members',
  'rooms',
  'room_categories',
];
const FUNCTIONS = ['count_member', 'count_room_reaction', 'empty_room_message', 'forget_room_reactions'];

export class Rooms1790000012100 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = [
    ...TABLES.map((table) => `DROP TABLE community.${table}`),
    ...FUNCTIONS.map((name) => `DROP FUNCTION community.${name}`),
  ];
}
