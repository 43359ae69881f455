import { SqlMigration } from '../../platform/database/sql-migration.js';

const ARTWORK = '/v1/community/artwork';

const BADGES = [
  ['Pioneer', 'Was here before almost everybody else', 'badge-pioneer'],
  ['Storyteller', 'Tells what others come back to read', 'badge-storyteller'],
  ['Helping hand', 'Answers when somebody asks', 'badge-helper'],
  ['Generous heart', 'Gives others more than applause', 'badge-heart'],
  ['Rising star', 'More people listen every week', 'badge-star'],
  ['Guardian', 'Keeps this a good place to be', 'badge-guardian'],
] as const;

const PACKS = {
  Moods: ['Happy', 'Laughing', 'In love', 'Cool', 'Surprised', 'Sleepy'],
  Celebrations: ['Cake', 'Balloon', 'Gift', 'Trophy', 'Fireworks', 'Crown'],
} as const;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const artwork = (name: string) => quoted(`${ARTWORK}/${name.toLowerCase().replaceAll(' ', '-')}.svg`);

const STATEMENTS = [
  // A paid tip stays for the other user when one account is deleted.
  `CREATE TABLE community.tips (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    sender_id uuid REFERENCES account.users ON DELETE SET NULL,
    recipient_id uuid REFERENCES account.users ON DELETE SET NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    message text,
    settled_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id),
    CONSTRAINT tips_self_check CHECK (sender_id <> recipient_id)
  )`,
  'CREATE INDEX tips_sent ON community.tips (sender_id, created_at, id)',
  'CREATE INDEX tips_received ON community.tips (recipient_id, created_at, id)',
  'CREATE INDEX tips_unpaid ON community.tips (sender_id, created_at, id) WHERE settled_at IS NULL',
  // Deletes unpaid tips with either account, and paid tips when both accounts are deleted.
  `CREATE FUNCTION community.forget_tip() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM community.tips WHERE id = NEW.id;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER forget_tip AFTER UPDATE OF sender_id, recipient_id ON community.tips FOR EACH ROW
    WHEN (NEW.settled_at IS NULL OR coalesce(NEW.sender_id, NEW.recipient_id) IS NULL)
    EXECUTE FUNCTION community.forget_tip()`,

  `CREATE TABLE community.memberships (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    tier text NOT NULL,
    status text NOT NULL CHECK (status IN ('active', 'past_due', 'canceled', 'expired')),
    started_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    processor_subscription_id text NOT NULL,
    PRIMARY KEY (id)
  )`,
  'CREATE UNIQUE INDEX memberships_subscription ON community.memberships (processor_subscription_id)',
  `CREATE UNIQUE INDEX memberships_active ON community.memberships (user_id) WHERE status = 'active'`,
  'CREATE INDEX memberships_of_user ON community.memberships (user_id, started_at)',
  `CREATE INDEX memberships_ending ON community.memberships (expires_at) WHERE status = 'active'`,

  `CREATE TABLE community.badges (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    icon_url text NOT NULL DEFAULT '${ARTWORK}/badge.svg',
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (id)
  )`,
  ...BADGES.map(
    ([name, description, icon]) =>
      `INSERT INTO community.badges (name, description, icon_url)
       VALUES (${quoted(name)}, ${quoted(description)}, ${artwork(icon)})`,
  ),
  `CREATE TABLE community.user_badges (
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    badge_id uuid NOT NULL REFERENCES community.badges ON DELETE CASCADE,
    earned_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, badge_id)
  )`,
  'CREATE INDEX ON community.user_badges (badge_id)',

  `CREATE TABLE community.sticker_packs (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    name text NOT NULL,
    thumbnail_url text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (id)
  )`,
  `CREATE TABLE community.stickers (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    pack_id uuid NOT NULL REFERENCES community.sticker_packs ON DELETE CASCADE,
    position smallint NOT NULL,
    name text NOT NULL,
    image_url text NOT NULL,
    PRIMARY KEY (id)
  )`,
  'CREATE INDEX stickers_of_pack ON community.stickers (pack_id, position)',
  ...Object.entries(PACKS).map(
    ([pack, stickers]) => `
      WITH pack AS (
        INSERT INTO community.sticker_packs (name, thumbnail_url)
        VALUES (${quoted(pack)}, ${artwork(`sticker-${stickers[0]}`)}) RETURNING id
      )
      INSERT INTO community.stickers (pack_id, position, name, image_url)
      SELECT id, position, name, image_url FROM pack, (VALUES ${stickers
        .map((name, at) => `(${at + 1}, ${quoted(name)}, ${artwork(`sticker-${name}`)})`)
        .join(', ')}) given (position, name, image_url)`,
  ),

  `CREATE TABLE community.broadcasts (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    host_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    status text NOT NULL DEFAULT 'live' CHECK (status IN ('live', 'ended')),
    started_at timestamptz(3) NOT NULL DEFAULT now(),
    ended_at timestamptz(3),
    host_seen_at timestamptz(3) NOT NULL DEFAULT now(),
    viewers_count integer NOT NULL DEFAULT 0,
    PRIMARY KEY (id),
    CONSTRAINT broadcasts_ended_check CHECK ((status = 'ended') = (ended_at IS NOT NULL))
  ) WITH (fillfactor = 70)`,
  `CREATE UNIQUE INDEX broadcasts_live_of_host ON community.broadcasts (host_id) WHERE status = 'live'`,
  'CREATE INDEX broadcasts_of_host ON community.broadcasts (host_id, started_at)',
  `CREATE INDEX broadcasts_live ON community.broadcasts (started_at, id) WHERE status = 'live'`,
  `CREATE TABLE community.broadcast_viewers (
    broadcast_id uuid NOT NULL REFERENCES community.broadcasts ON DELETE CASCADE,
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    joined_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (broadcast_id, user_id)
  )`,
  'CREATE INDEX broadcast_viewers_of_user ON community.broadcast_viewers (user_id)',
  `CREATE FUNCTION community.count_viewer() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE community.broadcasts SET viewers_count = viewers_count + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
        WHERE id = coalesce(NEW.broadcast_id, OLD.broadcast_id);
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER count_viewer AFTER INSERT OR DELETE ON community.broadcast_viewers
    FOR EACH ROW EXECUTE FUNCTION community.count_viewer()`,
];

export class Life1790000012300 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = [
    `DROP TABLE community.broadcast_viewers, community.broadcasts, community.stickers,
      community.sticker_packs, community.user_badges, community.badges, community.memberships, community.tips`,
    'DROP FUNCTION community.count_viewer, community.forget_tip',
  ];
}
