import { SqlMigration } from '../../platform/database/sql-migration.js';

const STATEMENTS = [
  // Two users share one row. The list of either user reads an index of its own column.
  `CREATE TABLE community.conversations (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    one_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    other_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    last_seq bigint NOT NULL DEFAULT 0,
    one_read_seq bigint NOT NULL DEFAULT 0,
    other_read_seq bigint NOT NULL DEFAULT 0,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (id),
    CONSTRAINT conversations_pair_check CHECK (one_id < other_id)
  ) WITH (fillfactor = 70)`,
  'CREATE UNIQUE INDEX conversations_of_pair ON community.conversations (one_id, other_id)',
  'CREATE INDEX conversations_of_one ON community.conversations (one_id, updated_at, id)',
  'CREATE INDEX conversations_of_other ON community.conversations (other_id, updated_at, id)',

  // The sender needs no foreign key: the conversation is deleted with either participant.
  `CREATE TABLE community.direct_messages (
    conversation_id uuid NOT NULL REFERENCES community.conversations ON DELETE CASCADE,
    seq bigint NOT NULL,
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    sender_id uuid NOT NULL,
    content text NOT NULL,
    -- The counts as the answer shows them: counting the reactions of fifty messages on every read costs too much.
    reactions jsonb NOT NULL DEFAULT '[]',
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    edited_at timestamptz(3),
    deleted_at timestamptz(3),
    PRIMARY KEY (conversation_id, seq)
  )`,
  'CREATE UNIQUE INDEX direct_messages_id ON community.direct_messages (id)',

  `CREATE TABLE community.direct_reactions (
    message_id uuid NOT NULL REFERENCES community.direct_messages (id) ON DELETE CASCADE,
    emoji text NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (message_id, emoji, user_id)
  )`,

  `CREATE TABLE community.calls (
    id uuid NOT NULL DEFAULT platform.uuid_v7(),
    initiator_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    target_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    type text NOT NULL CHECK (type IN ('voice', 'video')),
    status text NOT NULL DEFAULT 'ringing' CHECK (status IN ('ringing', 'active', 'ended')),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    answered_at timestamptz(3),
    ended_at timestamptz(3),
    PRIMARY KEY (id),
    CONSTRAINT calls_ended_at_check CHECK ((status = 'ended') = (ended_at IS NOT NULL))
  )`,
  'CREATE INDEX calls_of_initiator ON community.calls (initiator_id, status)',
  'CREATE INDEX calls_of_target ON community.calls (target_id, status)',
  `CREATE INDEX calls_ringing ON community.calls (created_at) WHERE status = 'ringing'`,

  `CREATE TABLE community.presence (
    user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
    status text NOT NULL CHECK (status IN ('online', 'away', 'dnd', 'offline')),
    last_seen timestamptz(3) NOT NULL DEFAULT now(),
    -- The user chose to be offline: others do not see when the user was there last.
    is_hidden boolean NOT NULL DEFAULT false,
    PRIMARY KEY (user_id)
  ) WITH (fillfactor = 70)`,
];

const TABLES = ['presence', 'calls', 'direct_reactions', 'direct_messages', 'conversations'];

export class Direct1790000012200 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = TABLES.map((table) => `DROP TABLE community.${table}`);
}
