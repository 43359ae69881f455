TABLE account.api_keys
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  name text NOT NULL
  prefix text NOT NULL
  key_hash bytea NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  last_used_at timestamp(3) with time zone
  expires_at timestamp(3) with time zone
  CONSTRAINT api_keys_pkey PRIMARY KEY (id)
  CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX api_keys_user_id_idx ON account.api_keys USING btree (user_id)
  CREATE UNIQUE INDEX api_keys_hash ON account.api_keys USING btree (key_hash)

TABLE account.exports
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  ready_at timestamp(3) with time zone
  expires_at timestamp(3) with time zone NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  attempts integer NOT NULL DEFAULT 0
  failure text
  CONSTRAINT exports_failure_check CHECK ((failure = ANY (ARRAY['too_large'::text, 'failed'::text])))
  CONSTRAINT exports_pkey PRIMARY KEY (id)
  CONSTRAINT exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX exports_user_id_idx ON account.exports USING btree (user_id)

TABLE account.mail_tokens
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  request_id uuid NOT NULL
  purpose text NOT NULL
  token_hash bytea NOT NULL
  expires_at timestamp(3) with time zone NOT NULL
  used_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT mail_tokens_pkey PRIMARY KEY (id)
  CONSTRAINT mail_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verification'::text, 'recovery'::text])))
  CONSTRAINT mail_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX mail_tokens_user_id_idx ON account.mail_tokens USING btree (user_id)
  CREATE UNIQUE INDEX mail_tokens_hash ON account.mail_tokens USING btree (token_hash)
  CREATE UNIQUE INDEX mail_tokens_request ON account.mail_tokens USING btree (request_id)

TABLE account.refresh_keys
  session_id uuid NOT NULL
  counter integer NOT NULL
  key_hash bytea NOT NULL
  answered_counter integer NOT NULL
  answered_at timestamp(3) with time zone NOT NULL
  CONSTRAINT refresh_keys_pkey PRIMARY KEY (session_id, counter, key_hash)
  CONSTRAINT refresh_keys_session_id_fkey FOREIGN KEY (session_id) REFERENCES account.sessions(id) ON DELETE CASCADE

TABLE account.sessions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  counter integer NOT NULL DEFAULT 0
  rotated_at timestamp with time zone
  idle_ends_at timestamp(3) with time zone NOT NULL
  ends_at timestamp(3) with time zone NOT NULL
  revoked_at timestamp(3) with time zone
  address inet
  user_agent text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  last_used_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT sessions_pkey PRIMARY KEY (id)
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX sessions_user_id_idx ON account.sessions USING btree (user_id)

TABLE account.user_counters
  user_id uuid NOT NULL
  posts_count integer NOT NULL DEFAULT 0
  followers_count integer NOT NULL DEFAULT 0
  following_count integer NOT NULL DEFAULT 0
  CONSTRAINT user_counters_pkey PRIMARY KEY (user_id)
  CONSTRAINT user_counters_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE

TABLE account.users
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  email text NOT NULL
  password_hash text
  role text NOT NULL DEFAULT 'user'::text
  type text
  user_status text NOT NULL DEFAULT 'active'::text
  verified boolean NOT NULL DEFAULT false
  username text
  first_name text
  last_name text
  avatar_url text
  bio text
  follower_approval boolean NOT NULL DEFAULT false
  email_verified_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  subscription_plan text
  subscription_status text
  subscription_expires_at timestamp(3) with time zone
  avatar_file_id uuid
  CONSTRAINT users_pkey PRIMARY KEY (id)
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text, 'service_role'::text])))
  CONSTRAINT users_user_status_check CHECK ((user_status = ANY (ARRAY['active'::text, 'suspended'::text, 'banned'::text])))
  CREATE INDEX users_by_age ON account.users USING btree (created_at, id)
  CREATE INDEX users_search ON account.users USING gin ((((((COALESCE(username, ''::text) || ' '::text) || COALESCE(first_name, ''::text)) || ' '::text) || COALESCE(last_name, ''::text))) gin_trgm_ops)
  CREATE INDEX users_shut_out ON account.users USING btree (user_status, created_at, id) WHERE (user_status <> 'active'::text)
  CREATE INDEX users_with_role ON account.users USING btree (role, created_at, id) WHERE (role <> 'user'::text)
  CREATE UNIQUE INDEX users_email ON account.users USING btree (lower(email))
  CREATE UNIQUE INDEX users_username ON account.users USING btree (username)

TABLE apps.installations
  user_id uuid NOT NULL
  app text NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT installations_pkey PRIMARY KEY (user_id, app)
  CONSTRAINT installations_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE

TABLE apps.running_exports
  user_id uuid NOT NULL
  holder uuid NOT NULL
  lapses_at timestamp(3) with time zone NOT NULL
  CONSTRAINT running_exports_pkey PRIMARY KEY (user_id)
  CONSTRAINT running_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE

TABLE apps.settings
  user_id uuid NOT NULL
  app text NOT NULL
  values jsonb NOT NULL
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT settings_pkey PRIMARY KEY (user_id, app)
  CONSTRAINT settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE

TABLE community.badges
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  name text NOT NULL
  description text NOT NULL DEFAULT ''::text
  icon_url text NOT NULL DEFAULT '/v1/community/artwork/badge.svg'::text
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT badges_pkey PRIMARY KEY (id)

TABLE community.broadcast_viewers
  broadcast_id uuid NOT NULL
  user_id uuid NOT NULL
  joined_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT broadcast_viewers_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES community.broadcasts(id) ON DELETE CASCADE
  CONSTRAINT broadcast_viewers_pkey PRIMARY KEY (broadcast_id, user_id)
  CONSTRAINT broadcast_viewers_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX broadcast_viewers_of_user ON community.broadcast_viewers USING btree (user_id)
  CREATE TRIGGER count_viewer AFTER INSERT OR DELETE ON community.broadcast_viewers FOR EACH ROW EXECUTE FUNCTION community.count_viewer()

TABLE community.broadcasts
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  host_id uuid NOT NULL
  status text NOT NULL DEFAULT 'live'::text
  started_at timestamp(3) with time zone NOT NULL DEFAULT now()
  ended_at timestamp(3) with time zone
  host_seen_at timestamp(3) with time zone NOT NULL DEFAULT now()
  viewers_count integer NOT NULL DEFAULT 0
  CONSTRAINT broadcasts_ended_check CHECK (((status = 'ended'::text) = (ended_at IS NOT NULL)))
  CONSTRAINT broadcasts_host_id_fkey FOREIGN KEY (host_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT broadcasts_pkey PRIMARY KEY (id)
  CONSTRAINT broadcasts_status_check CHECK ((status = ANY (ARRAY['live'::text, 'ended'::text])))
  CREATE INDEX broadcasts_live ON community.broadcasts USING btree (started_at, id) WHERE (status = 'live'::text)
  CREATE INDEX broadcasts_of_host ON community.broadcasts USING btree (host_id, started_at)
  CREATE UNIQUE INDEX broadcasts_live_of_host ON community.broadcasts USING btree (host_id) WHERE (status = 'live'::text)

TABLE community.calls
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  initiator_id uuid NOT NULL
  target_id uuid NOT NULL
  type text NOT NULL
  status text NOT NULL DEFAULT 'ringing'::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  answered_at timestamp(3) with time zone
  ended_at timestamp(3) with time zone
  CONSTRAINT calls_ended_at_check CHECK (((status = 'ended'::text) = (ended_at IS NOT NULL)))
  CONSTRAINT calls_initiator_id_fkey FOREIGN KEY (initiator_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT calls_pkey PRIMARY KEY (id)
  CONSTRAINT calls_status_check CHECK ((status = ANY (ARRAY['ringing'::text, 'active'::text, 'ended'::text])))
  CONSTRAINT calls_target_id_fkey FOREIGN KEY (target_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT calls_type_check CHECK ((type = ANY (ARRAY['voice'::text, 'video'::text])))
  CREATE INDEX calls_active ON community.calls USING btree (created_at) WHERE (status = 'active'::text)
  CREATE INDEX calls_of_initiator ON community.calls USING btree (initiator_id, status)
  CREATE INDEX calls_of_target ON community.calls USING btree (target_id, status)
  CREATE INDEX calls_ringing ON community.calls USING btree (created_at) WHERE (status = 'ringing'::text)

TABLE community.conversations
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  one_id uuid NOT NULL
  other_id uuid NOT NULL
  last_seq bigint NOT NULL DEFAULT 0
  one_read_seq bigint NOT NULL DEFAULT 0
  other_read_seq bigint NOT NULL DEFAULT 0
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT conversations_one_id_fkey FOREIGN KEY (one_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT conversations_other_id_fkey FOREIGN KEY (other_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT conversations_pair_check CHECK ((one_id < other_id))
  CONSTRAINT conversations_pkey PRIMARY KEY (id)
  CREATE INDEX conversations_of_one ON community.conversations USING btree (one_id, updated_at, id)
  CREATE INDEX conversations_of_other ON community.conversations USING btree (other_id, updated_at, id)
  CREATE UNIQUE INDEX conversations_of_pair ON community.conversations USING btree (one_id, other_id)

TABLE community.direct_messages
  conversation_id uuid NOT NULL
  seq bigint NOT NULL
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  sender_id uuid NOT NULL
  content text NOT NULL
  reactions jsonb NOT NULL DEFAULT '[]'::jsonb
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  edited_at timestamp(3) with time zone
  deleted_at timestamp(3) with time zone
  CONSTRAINT direct_messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES community.conversations(id) ON DELETE CASCADE
  CONSTRAINT direct_messages_pkey PRIMARY KEY (conversation_id, seq)
  CREATE UNIQUE INDEX direct_messages_id ON community.direct_messages USING btree (id)

TABLE community.direct_reactions
  message_id uuid NOT NULL
  emoji text NOT NULL
  user_id uuid NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT direct_reactions_message_id_fkey FOREIGN KEY (message_id) REFERENCES community.direct_messages(id) ON DELETE CASCADE
  CONSTRAINT direct_reactions_pkey PRIMARY KEY (message_id, emoji, user_id)

TABLE community.memberships
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  tier text NOT NULL
  status text NOT NULL
  started_at timestamp(3) with time zone NOT NULL
  expires_at timestamp(3) with time zone NOT NULL
  processor_subscription_id text NOT NULL
  CONSTRAINT memberships_pkey PRIMARY KEY (id)
  CONSTRAINT memberships_status_check CHECK ((status = ANY (ARRAY['active'::text, 'past_due'::text, 'canceled'::text, 'expired'::text])))
  CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX memberships_ending ON community.memberships USING btree (expires_at) WHERE (status = 'active'::text)
  CREATE INDEX memberships_of_user ON community.memberships USING btree (user_id, started_at)
  CREATE UNIQUE INDEX memberships_active ON community.memberships USING btree (user_id) WHERE (status = 'active'::text)
  CREATE UNIQUE INDEX memberships_subscription ON community.memberships USING btree (processor_subscription_id)

TABLE community.presence
  user_id uuid NOT NULL
  status text NOT NULL
  last_seen timestamp(3) with time zone NOT NULL DEFAULT now()
  is_hidden boolean NOT NULL DEFAULT false
  CONSTRAINT presence_pkey PRIMARY KEY (user_id)
  CONSTRAINT presence_status_check CHECK ((status = ANY (ARRAY['online'::text, 'away'::text, 'dnd'::text, 'offline'::text])))
  CONSTRAINT presence_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE

TABLE community.room_categories
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  name text NOT NULL
  icon text
  position integer NOT NULL DEFAULT 0
  CONSTRAINT room_categories_pkey PRIMARY KEY (id)

TABLE community.room_invitations
  room_id uuid NOT NULL
  user_id uuid NOT NULL
  invited_by uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT room_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT room_invitations_pkey PRIMARY KEY (room_id, user_id)
  CONSTRAINT room_invitations_room_id_fkey FOREIGN KEY (room_id) REFERENCES community.rooms(id) ON DELETE CASCADE
  CONSTRAINT room_invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX room_invitations_newest ON community.room_invitations USING btree (user_id, created_at, room_id)
  CREATE INDEX room_invitations_of_inviter ON community.room_invitations USING btree (invited_by)

TABLE community.room_members
  room_id uuid NOT NULL
  user_id uuid NOT NULL
  role text NOT NULL DEFAULT 'member'::text
  joined_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp()
  read_seq bigint NOT NULL DEFAULT 0
  CONSTRAINT room_members_pkey PRIMARY KEY (room_id, user_id)
  CONSTRAINT room_members_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text])))
  CONSTRAINT room_members_room_id_fkey FOREIGN KEY (room_id) REFERENCES community.rooms(id) ON DELETE CASCADE
  CONSTRAINT room_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX room_members_by_rank ON community.room_members USING btree (room_id, role, joined_at, user_id)
  CREATE INDEX room_members_of_user ON community.room_members USING btree (user_id, room_id)
  CREATE TRIGGER count_member AFTER INSERT OR DELETE ON community.room_members FOR EACH ROW EXECUTE FUNCTION community.count_member()

TABLE community.room_message_reactions
  message_id uuid NOT NULL
  emoji text NOT NULL
  user_id uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT room_message_reactions_message_id_fkey FOREIGN KEY (message_id) REFERENCES community.room_messages(id) ON DELETE CASCADE
  CONSTRAINT room_message_reactions_pkey PRIMARY KEY (message_id, emoji, user_id)
  CONSTRAINT room_message_reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX room_message_reactions_of_user ON community.room_message_reactions USING btree (user_id)
  CREATE TRIGGER count_room_reaction AFTER INSERT OR DELETE ON community.room_message_reactions FOR EACH ROW EXECUTE FUNCTION community.count_room_reaction()

TABLE community.room_messages
  room_id uuid NOT NULL
  seq bigint NOT NULL
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid
  content text NOT NULL
  reactions jsonb NOT NULL DEFAULT '[]'::jsonb
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp()
  edited_at timestamp(3) with time zone
  deleted_at timestamp(3) with time zone
  CONSTRAINT room_messages_pkey PRIMARY KEY (room_id, seq)
  CONSTRAINT room_messages_room_id_fkey FOREIGN KEY (room_id) REFERENCES community.rooms(id) ON DELETE CASCADE
  CONSTRAINT room_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE SET NULL
  CREATE INDEX room_messages_of_author ON community.room_messages USING btree (user_id)
  CREATE INDEX room_messages_that_mention ON community.room_messages USING btree (room_id) WHERE (content ~~ '%@%'::text)
  CREATE UNIQUE INDEX room_messages_id ON community.room_messages USING btree (id)
  CREATE TRIGGER empty_room_message BEFORE UPDATE ON community.room_messages FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND ((new.deleted_at IS NOT NULL) OR (new.user_id IS NULL)))) EXECUTE FUNCTION community.empty_room_message()
  CREATE TRIGGER forget_room_reactions AFTER UPDATE ON community.room_messages FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION community.forget_room_reactions()

TABLE community.room_moderation
  room_id uuid NOT NULL
  user_id uuid NOT NULL
  action text NOT NULL
  expires_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT room_moderation_action_check CHECK ((action = ANY (ARRAY['mute'::text, 'ban'::text])))
  CONSTRAINT room_moderation_pkey PRIMARY KEY (room_id, user_id, action)
  CONSTRAINT room_moderation_room_id_fkey FOREIGN KEY (room_id) REFERENCES community.rooms(id) ON DELETE CASCADE
  CONSTRAINT room_moderation_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX room_moderation_of_user ON community.room_moderation USING btree (user_id)

TABLE community.room_moderation_log
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  room_id uuid NOT NULL
  user_id uuid NOT NULL
  moderator_id uuid
  action text NOT NULL
  duration_minutes integer
  expires_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT room_moderation_log_action_check CHECK ((action = ANY (ARRAY['mute'::text, 'unmute'::text, 'ban'::text, 'unban'::text, 'kick'::text])))
  CONSTRAINT room_moderation_log_moderator_id_fkey FOREIGN KEY (moderator_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT room_moderation_log_pkey PRIMARY KEY (id)
  CONSTRAINT room_moderation_log_room_id_fkey FOREIGN KEY (room_id) REFERENCES community.rooms(id) ON DELETE CASCADE
  CONSTRAINT room_moderation_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX room_moderation_log_newest ON community.room_moderation_log USING btree (room_id, created_at, id)
  CREATE INDEX room_moderation_log_of_moderator ON community.room_moderation_log USING btree (moderator_id)
  CREATE INDEX room_moderation_log_of_user ON community.room_moderation_log USING btree (user_id)

TABLE community.rooms
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  category_id uuid
  name text NOT NULL
  description text
  is_private boolean NOT NULL DEFAULT false
  avatar_url text
  member_count integer NOT NULL DEFAULT 0
  last_seq bigint NOT NULL DEFAULT 0
  last_message_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT rooms_category_id_fkey FOREIGN KEY (category_id) REFERENCES community.room_categories(id) ON DELETE SET NULL
  CONSTRAINT rooms_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT rooms_pkey PRIMARY KEY (id)
  CREATE INDEX rooms_of_category ON community.rooms USING btree (category_id)
  CREATE INDEX rooms_of_owner ON community.rooms USING btree (owner_id)
  CREATE INDEX rooms_public ON community.rooms USING btree (created_at, id) WHERE (NOT is_private)
  CREATE INDEX rooms_public_of_category ON community.rooms USING btree (category_id, created_at, id) WHERE (NOT is_private)
  CREATE INDEX rooms_words ON community.rooms USING gin (to_tsvector('simple'::regconfig, ((name || ' '::text) || COALESCE(description, ''::text)))) WHERE (NOT is_private)

TABLE community.sticker_packs
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  name text NOT NULL
  thumbnail_url text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT sticker_packs_pkey PRIMARY KEY (id)

TABLE community.stickers
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  pack_id uuid NOT NULL
  position smallint NOT NULL
  name text NOT NULL
  image_url text NOT NULL
  CONSTRAINT stickers_pack_id_fkey FOREIGN KEY (pack_id) REFERENCES community.sticker_packs(id) ON DELETE CASCADE
  CONSTRAINT stickers_pkey PRIMARY KEY (id)
  CREATE INDEX stickers_of_pack ON community.stickers USING btree (pack_id, "position")

TABLE community.tips
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  sender_id uuid
  recipient_id uuid
  amount bigint NOT NULL
  message text
  settled_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT tips_amount_check CHECK ((amount > 0))
  CONSTRAINT tips_pkey PRIMARY KEY (id)
  CONSTRAINT tips_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT tips_self_check CHECK ((sender_id <> recipient_id))
  CONSTRAINT tips_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES account.users(id) ON DELETE SET NULL
  CREATE INDEX tips_received ON community.tips USING btree (recipient_id, created_at, id)
  CREATE INDEX tips_sent ON community.tips USING btree (sender_id, created_at, id)
  CREATE INDEX tips_unpaid ON community.tips USING btree (sender_id, created_at, id) WHERE (settled_at IS NULL)
  CREATE TRIGGER forget_tip AFTER UPDATE OF sender_id, recipient_id ON community.tips FOR EACH ROW WHEN (((new.settled_at IS NULL) OR (COALESCE(new.sender_id, new.recipient_id) IS NULL))) EXECUTE FUNCTION community.forget_tip()

TABLE community.user_badges
  user_id uuid NOT NULL
  badge_id uuid NOT NULL
  earned_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT user_badges_badge_id_fkey FOREIGN KEY (badge_id) REFERENCES community.badges(id) ON DELETE CASCADE
  CONSTRAINT user_badges_pkey PRIMARY KEY (user_id, badge_id)
  CONSTRAINT user_badges_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX user_badges_badge_id_idx ON community.user_badges USING btree (badge_id)

TABLE events.domain_events
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  type text NOT NULL
  actor_id uuid
  data jsonb NOT NULL
  depth smallint NOT NULL DEFAULT 0
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  staff boolean NOT NULL DEFAULT false
  CONSTRAINT domain_events_pkey PRIMARY KEY (id)
  CREATE INDEX domain_events_audit ON events.domain_events USING btree (created_at, id) WHERE staff
  CREATE INDEX domain_events_audit_by_actor ON events.domain_events USING btree (actor_id, created_at, id) WHERE staff
  CREATE INDEX domain_events_audit_by_type ON events.domain_events USING btree (type, created_at, id) WHERE staff
  CREATE INDEX domain_events_of_app ON events.domain_events USING btree (actor_id, split_part(type, '/'::text, 1), created_at DESC, id DESC) WHERE (type ~~ '%/%'::text)

TABLE ext_affiliates.affiliate_sums
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  affiliate_id uuid NOT NULL
  currency character(3) NOT NULL
  conversions integer NOT NULL DEFAULT 0
  revenue_minor bigint NOT NULL DEFAULT 0
  pending_minor bigint NOT NULL DEFAULT 0
  payable_minor bigint NOT NULL DEFAULT 0
  in_payout_minor bigint NOT NULL DEFAULT 0
  paid_minor bigint NOT NULL DEFAULT 0
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT affiliate_sums_affiliate_id_currency_key UNIQUE (affiliate_id, currency)
  CONSTRAINT affiliate_sums_affiliate_id_fkey FOREIGN KEY (affiliate_id) REFERENCES ext_affiliates.affiliates(id) ON DELETE CASCADE
  CONSTRAINT affiliate_sums_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX affiliate_sums_affiliate_id_currency_key ON ext_affiliates.affiliate_sums USING btree (affiliate_id, currency)

TABLE ext_affiliates.affiliates
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  program_id uuid NOT NULL
  code text NOT NULL
  status text NOT NULL DEFAULT 'pending'::text
  percent_bp integer
  fixed_minor integer
  application text NOT NULL DEFAULT ''::text
  decision_note text
  decided_at timestamp(3) with time zone
  clicks_count integer NOT NULL DEFAULT 0
  revenue_sum bigint NOT NULL DEFAULT 0
  unpaid_sum bigint NOT NULL DEFAULT 0
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT affiliates_code_key UNIQUE (code)
  CONSTRAINT affiliates_fixed_minor_check CHECK ((fixed_minor > 0))
  CONSTRAINT affiliates_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT affiliates_percent_bp_check CHECK (((percent_bp >= 1) AND (percent_bp <= 9000)))
  CONSTRAINT affiliates_pkey PRIMARY KEY (id)
  CONSTRAINT affiliates_program_id_fkey FOREIGN KEY (program_id) REFERENCES ext_affiliates.programs(id) ON DELETE CASCADE
  CONSTRAINT affiliates_program_id_owner_id_key UNIQUE (program_id, owner_id)
  CONSTRAINT affiliates_rate_check CHECK (((percent_bp IS NULL) OR (fixed_minor IS NULL)))
  CONSTRAINT affiliates_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'rejected'::text, 'suspended'::text])))
  CREATE INDEX affiliates_by_revenue ON ext_affiliates.affiliates USING btree (program_id, revenue_sum, id)
  CREATE INDEX affiliates_by_unpaid ON ext_affiliates.affiliates USING btree (program_id, unpaid_sum, id)
  CREATE INDEX affiliates_newest ON ext_affiliates.affiliates USING btree (program_id, created_at, id)
  CREATE INDEX affiliates_of_owner ON ext_affiliates.affiliates USING btree (owner_id, created_at, id)
  CREATE INDEX affiliates_of_program ON ext_affiliates.affiliates USING btree (program_id, status)
  CREATE UNIQUE INDEX affiliates_code_key ON ext_affiliates.affiliates USING btree (code)
  CREATE UNIQUE INDEX affiliates_program_id_owner_id_key ON ext_affiliates.affiliates USING btree (program_id, owner_id)

TABLE ext_affiliates.click_days
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  affiliate_id uuid NOT NULL
  day date NOT NULL
  clicks integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT click_days_affiliate_id_day_key UNIQUE (affiliate_id, day)
  CONSTRAINT click_days_affiliate_id_fkey FOREIGN KEY (affiliate_id) REFERENCES ext_affiliates.affiliates(id) ON DELETE CASCADE
  CONSTRAINT click_days_pkey PRIMARY KEY (id)
  CREATE INDEX click_days_day ON ext_affiliates.click_days USING btree (day)
  CREATE UNIQUE INDEX click_days_affiliate_id_day_key ON ext_affiliates.click_days USING btree (affiliate_id, day)

TABLE ext_affiliates.clicks
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  affiliate_id uuid NOT NULL
  token text NOT NULL
  visitor_hash text NOT NULL
  half_hour integer NOT NULL
  path text NOT NULL
  referrer_host text
  expires_at timestamp(3) with time zone NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT clicks_affiliate_id_fkey FOREIGN KEY (affiliate_id) REFERENCES ext_affiliates.affiliates(id) ON DELETE CASCADE
  CONSTRAINT clicks_once_key UNIQUE (affiliate_id, visitor_hash, half_hour)
  CONSTRAINT clicks_pkey PRIMARY KEY (id)
  CONSTRAINT clicks_token_key UNIQUE (token)
  CREATE INDEX clicks_expiring ON ext_affiliates.clicks USING btree (expires_at)
  CREATE INDEX clicks_of_affiliate ON ext_affiliates.clicks USING btree (affiliate_id, created_at)
  CREATE UNIQUE INDEX clicks_once_key ON ext_affiliates.clicks USING btree (affiliate_id, visitor_hash, half_hour)
  CREATE UNIQUE INDEX clicks_token_key ON ext_affiliates.clicks USING btree (token)

TABLE ext_affiliates.commissions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  merchant_id uuid
  affiliate_id uuid NOT NULL
  conversion_id uuid
  kind text NOT NULL
  amount_minor integer NOT NULL
  currency character(3) NOT NULL
  status text NOT NULL
  payable_at timestamp(3) with time zone NOT NULL
  payout_id uuid
  reason text
  approved_at timestamp(3) with time zone
  paid_at timestamp(3) with time zone
  announced_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  sold_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT commissions_affiliate_id_fkey FOREIGN KEY (affiliate_id) REFERENCES ext_affiliates.affiliates(id) ON DELETE CASCADE
  CONSTRAINT commissions_conversion_id_fkey FOREIGN KEY (conversion_id) REFERENCES ext_affiliates.conversions(id) ON DELETE CASCADE
  CONSTRAINT commissions_kind_check CHECK ((kind = ANY (ARRAY['earning'::text, 'adjustment'::text])))
  CONSTRAINT commissions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT commissions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT commissions_pkey PRIMARY KEY (id)
  CONSTRAINT commissions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'reversed'::text, 'paid'::text])))
  CREATE INDEX commissions_due ON ext_affiliates.commissions USING btree (payable_at) WHERE (status = 'pending'::text)
  CREATE INDEX commissions_of_affiliate ON ext_affiliates.commissions USING btree (affiliate_id, status)
  CREATE INDEX commissions_of_conversion ON ext_affiliates.commissions USING btree (conversion_id)
  CREATE INDEX commissions_of_merchant ON ext_affiliates.commissions USING btree (merchant_id, created_at, id)
  CREATE INDEX commissions_of_merchant_sold ON ext_affiliates.commissions USING btree (merchant_id, sold_at) INCLUDE (status, currency, amount_minor)
  CREATE INDEX commissions_of_owner ON ext_affiliates.commissions USING btree (owner_id, created_at, id)
  CREATE INDEX commissions_of_payout ON ext_affiliates.commissions USING btree (payout_id) WHERE (payout_id IS NOT NULL)
  CREATE INDEX commissions_unannounced ON ext_affiliates.commissions USING btree (owner_id) WHERE (announced_at IS NULL)
  CREATE UNIQUE INDEX commissions_earning ON ext_affiliates.commissions USING btree (conversion_id) WHERE (kind = 'earning'::text)
  CREATE TRIGGER commissions_date BEFORE INSERT ON ext_affiliates.commissions FOR EACH ROW WHEN ((new.conversion_id IS NOT NULL)) EXECUTE FUNCTION ext_affiliates.date_commission()
  CREATE TRIGGER commissions_sum AFTER INSERT OR UPDATE OF status, amount_minor, payout_id ON ext_affiliates.commissions FOR EACH ROW EXECUTE FUNCTION ext_affiliates.sum_commission()

TABLE ext_affiliates.conversions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  program_id uuid NOT NULL
  affiliate_id uuid NOT NULL
  click_id uuid
  matched_by text NOT NULL
  source text NOT NULL
  app_slug text
  item_id uuid
  reference_type text
  reference_id uuid
  payment_id uuid
  external_id text
  buyer_id uuid
  payment_number integer NOT NULL DEFAULT 1
  amount_minor integer NOT NULL
  refunded_minor integer NOT NULL DEFAULT 0
  earned_minor integer NOT NULL DEFAULT 0
  currency character(3) NOT NULL
  rate_bp integer
  status text NOT NULL DEFAULT 'live'::text
  occurred_at timestamp(3) with time zone NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT conversions_affiliate_id_fkey FOREIGN KEY (affiliate_id) REFERENCES ext_affiliates.affiliates(id) ON DELETE CASCADE
  CONSTRAINT conversions_matched_by_check CHECK ((matched_by = ANY (ARRAY['click'::text, 'code'::text, 'api'::text])))
  CONSTRAINT conversions_pkey PRIMARY KEY (id)
  CONSTRAINT conversions_program_id_fkey FOREIGN KEY (program_id) REFERENCES ext_affiliates.programs(id) ON DELETE CASCADE
  CONSTRAINT conversions_refunded_minor_check CHECK (((refunded_minor >= 0) AND (refunded_minor <= amount_minor)))
  CONSTRAINT conversions_source_check CHECK ((source = ANY (ARRAY['platform'::text, 'external'::text])))
  CONSTRAINT conversions_status_check CHECK ((status = ANY (ARRAY['live'::text, 'reversed'::text])))
  CREATE INDEX conversions_of_affiliate ON ext_affiliates.conversions USING btree (affiliate_id, occurred_at)
  CREATE INDEX conversions_of_click ON ext_affiliates.conversions USING btree (click_id) WHERE (click_id IS NOT NULL)
  CREATE INDEX conversions_of_program ON ext_affiliates.conversions USING btree (program_id, occurred_at) INCLUDE (affiliate_id, status, currency, amount_minor)
  CREATE UNIQUE INDEX conversions_external ON ext_affiliates.conversions USING btree (program_id, external_id) WHERE (external_id IS NOT NULL)
  CREATE UNIQUE INDEX conversions_payment ON ext_affiliates.conversions USING btree (payment_id) WHERE (payment_id IS NOT NULL)
  CREATE TRIGGER conversions_sum AFTER INSERT OR UPDATE OF status ON ext_affiliates.conversions FOR EACH ROW EXECUTE FUNCTION ext_affiliates.sum_conversion()

TABLE ext_affiliates.payout_items
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  payout_id uuid NOT NULL
  commission_id uuid NOT NULL
  amount_minor integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT payout_items_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES ext_affiliates.commissions(id) ON DELETE CASCADE
  CONSTRAINT payout_items_payout_id_commission_id_key UNIQUE (payout_id, commission_id)
  CONSTRAINT payout_items_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES ext_affiliates.payouts(id) ON DELETE CASCADE
  CONSTRAINT payout_items_pkey PRIMARY KEY (id)
  CREATE INDEX payout_items_of_commission ON ext_affiliates.payout_items USING btree (commission_id)
  CREATE UNIQUE INDEX payout_items_payout_id_commission_id_key ON ext_affiliates.payout_items USING btree (payout_id, commission_id)

TABLE ext_affiliates.payouts
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  merchant_id uuid
  affiliate_id uuid NOT NULL
  amount_minor integer NOT NULL
  refunded_minor integer NOT NULL DEFAULT 0
  currency character(3) NOT NULL
  method text NOT NULL
  status text NOT NULL
  payment_id uuid
  checkout_url text
  reference text
  expires_at timestamp(3) with time zone
  paid_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT payouts_affiliate_id_fkey FOREIGN KEY (affiliate_id) REFERENCES ext_affiliates.affiliates(id) ON DELETE CASCADE
  CONSTRAINT payouts_amount_minor_check CHECK ((amount_minor > 0))
  CONSTRAINT payouts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT payouts_method_check CHECK ((method = ANY (ARRAY['platform'::text, 'manual'::text])))
  CONSTRAINT payouts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT payouts_payment_id_key UNIQUE (payment_id)
  CONSTRAINT payouts_pkey PRIMARY KEY (id)
  CONSTRAINT payouts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'expired'::text, 'reversed'::text])))
  CREATE INDEX payouts_expiring ON ext_affiliates.payouts USING btree (expires_at) WHERE (status = 'pending'::text)
  CREATE INDEX payouts_of_affiliate ON ext_affiliates.payouts USING btree (affiliate_id)
  CREATE INDEX payouts_of_merchant ON ext_affiliates.payouts USING btree (merchant_id, created_at, id)
  CREATE INDEX payouts_of_owner ON ext_affiliates.payouts USING btree (owner_id, created_at, id)
  CREATE UNIQUE INDEX payouts_payment_id_key ON ext_affiliates.payouts USING btree (payment_id)
  CREATE UNIQUE INDEX payouts_pending_once ON ext_affiliates.payouts USING btree (affiliate_id, currency) WHERE (status = 'pending'::text)

TABLE ext_affiliates.program_days
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  program_id uuid NOT NULL
  day date NOT NULL
  clicks integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT program_days_pkey PRIMARY KEY (id)
  CONSTRAINT program_days_program_id_day_key UNIQUE (program_id, day)
  CONSTRAINT program_days_program_id_fkey FOREIGN KEY (program_id) REFERENCES ext_affiliates.programs(id) ON DELETE CASCADE
  CREATE INDEX program_days_day ON ext_affiliates.program_days USING btree (day)
  CREATE UNIQUE INDEX program_days_program_id_day_key ON ext_affiliates.program_days USING btree (program_id, day)

TABLE ext_affiliates.program_items
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  program_id uuid NOT NULL
  app_slug text NOT NULL
  item_id uuid NOT NULL
  percent_bp integer
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT program_items_app_slug_check CHECK ((app_slug = ANY (ARRAY['products'::text, 'courses'::text, 'bundles'::text, 'subscriptions'::text])))
  CONSTRAINT program_items_percent_bp_check CHECK (((percent_bp >= 1) AND (percent_bp <= 9000)))
  CONSTRAINT program_items_pkey PRIMARY KEY (id)
  CONSTRAINT program_items_program_id_app_slug_item_id_key UNIQUE (program_id, app_slug, item_id)
  CONSTRAINT program_items_program_id_fkey FOREIGN KEY (program_id) REFERENCES ext_affiliates.programs(id) ON DELETE CASCADE
  CREATE UNIQUE INDEX program_items_program_id_app_slug_item_id_key ON ext_affiliates.program_items USING btree (program_id, app_slug, item_id)

TABLE ext_affiliates.programs
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  name text NOT NULL
  description text NOT NULL DEFAULT ''::text
  status text NOT NULL DEFAULT 'active'::text
  commission_type text NOT NULL
  percent_bp integer
  fixed_minor integer
  currency character(3) NOT NULL DEFAULT 'usd'::bpchar
  recurring_payments integer NOT NULL DEFAULT 1
  attribution_days integer NOT NULL DEFAULT 30
  hold_days integer NOT NULL DEFAULT 30
  auto_approve_affiliates boolean NOT NULL DEFAULT false
  codes_without_click boolean NOT NULL DEFAULT true
  min_payout_minor integer NOT NULL DEFAULT 0
  landing_url text NOT NULL
  terms text NOT NULL DEFAULT ''::text
  scope text NOT NULL DEFAULT 'all'::text
  listed boolean NOT NULL DEFAULT true
  told_through uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT programs_attribution_days_check CHECK (((attribution_days >= 1) AND (attribution_days <= 365)))
  CONSTRAINT programs_commission_check CHECK ((((percent_bp IS NOT NULL) = (commission_type = 'percent'::text)) AND ((fixed_minor IS NOT NULL) = (commission_type = 'fixed'::text))))
  CONSTRAINT programs_commission_type_check CHECK ((commission_type = ANY (ARRAY['percent'::text, 'fixed'::text])))
  CONSTRAINT programs_fixed_minor_check CHECK ((fixed_minor > 0))
  CONSTRAINT programs_hold_days_check CHECK (((hold_days >= 0) AND (hold_days <= 180)))
  CONSTRAINT programs_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT programs_percent_bp_check CHECK (((percent_bp >= 1) AND (percent_bp <= 9000)))
  CONSTRAINT programs_pkey PRIMARY KEY (id)
  CONSTRAINT programs_recurring_payments_check CHECK (((recurring_payments >= 0) AND (recurring_payments <= 120)))
  CONSTRAINT programs_scope_check CHECK ((scope = ANY (ARRAY['all'::text, 'items'::text])))
  CONSTRAINT programs_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'closed'::text])))
  CREATE INDEX programs_directory ON ext_affiliates.programs USING btree (created_at) WHERE (listed AND (status = 'active'::text))
  CREATE INDEX programs_newest ON ext_affiliates.programs USING btree (created_at, id)
  CREATE INDEX programs_of_owner ON ext_affiliates.programs USING btree (owner_id, status)

TABLE ext_affiliates.referrals
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  affiliate_id uuid NOT NULL
  buyer_id uuid NOT NULL
  app_slug text NOT NULL
  item_id uuid NOT NULL
  matched_by text NOT NULL
  click_id uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT referrals_affiliate_id_fkey FOREIGN KEY (affiliate_id) REFERENCES ext_affiliates.affiliates(id) ON DELETE CASCADE
  CONSTRAINT referrals_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT referrals_key UNIQUE (affiliate_id, buyer_id, app_slug, item_id)
  CONSTRAINT referrals_pkey PRIMARY KEY (id)
  CREATE INDEX referrals_of_buyer ON ext_affiliates.referrals USING btree (buyer_id)
  CREATE UNIQUE INDEX referrals_key ON ext_affiliates.referrals USING btree (affiliate_id, buyer_id, app_slug, item_id)

TABLE ext_affiliates.rollup_state
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  name text NOT NULL
  rolled_through date
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT rollup_state_name_key UNIQUE (name)
  CONSTRAINT rollup_state_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX rollup_state_name_key ON ext_affiliates.rollup_state USING btree (name)

TABLE ext_ai_docs.chunks
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  doc_id uuid NOT NULL
  revision integer NOT NULL
  position integer NOT NULL
  heading text
  start_offset integer NOT NULL
  end_offset integer NOT NULL
  body text NOT NULL
  tsv tsvector
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT chunks_doc_id_fkey FOREIGN KEY (doc_id) REFERENCES ext_ai_docs.docs(id) ON DELETE CASCADE
  CONSTRAINT chunks_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT chunks_pkey PRIMARY KEY (id)
  CREATE INDEX chunks_of_owner ON ext_ai_docs.chunks USING btree (owner_id)
  CREATE INDEX chunks_words ON ext_ai_docs.chunks USING gin (tsv)
  CREATE UNIQUE INDEX chunks_of_doc ON ext_ai_docs.chunks USING btree (doc_id, "position")

TABLE ext_ai_docs.docs
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  title text NOT NULL
  body text NOT NULL DEFAULT ''::text
  revision integer NOT NULL DEFAULT 1
  tags text[] NOT NULL DEFAULT '{}'::text[]
  language text NOT NULL DEFAULT 'english'::text
  ai_allowed boolean NOT NULL DEFAULT true
  word_count integer NOT NULL DEFAULT 0
  index_status text NOT NULL DEFAULT 'pending'::text
  import_status text
  import_error text
  import_key text
  import_type text
  import_bytes bigint
  archived_at timestamp(3) with time zone
  deleted_at timestamp(3) with time zone
  title_tsv tsvector
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT docs_import_status_check CHECK ((import_status = ANY (ARRAY['awaiting_upload'::text, 'reading'::text, 'ready'::text, 'failed'::text])))
  CONSTRAINT docs_index_status_check CHECK ((index_status = ANY (ARRAY['pending'::text, 'ready'::text])))
  CONSTRAINT docs_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT docs_pkey PRIMARY KEY (id)
  CREATE INDEX docs_bin ON ext_ai_docs.docs USING btree (deleted_at, id) WHERE (deleted_at IS NOT NULL)
  CREATE INDEX docs_of_owner ON ext_ai_docs.docs USING btree (owner_id, updated_at DESC, id DESC)
  CREATE INDEX docs_tags ON ext_ai_docs.docs USING gin (tags)
  CREATE INDEX docs_titles ON ext_ai_docs.docs USING gin (title_tsv)
  CREATE TRIGGER docs_title_words BEFORE INSERT OR UPDATE OF title, language ON ext_ai_docs.docs FOR EACH ROW EXECUTE FUNCTION ext_ai_docs.title_words()

TABLE ext_ai_docs.revisions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  doc_id uuid NOT NULL
  revision integer NOT NULL
  title text NOT NULL
  body text NOT NULL
  source text NOT NULL
  run_id uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT revisions_doc_id_fkey FOREIGN KEY (doc_id) REFERENCES ext_ai_docs.docs(id) ON DELETE CASCADE
  CONSTRAINT revisions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT revisions_pkey PRIMARY KEY (id)
  CONSTRAINT revisions_source_check CHECK ((source = ANY (ARRAY['manual'::text, 'run'::text, 'import'::text, 'restore'::text])))
  CREATE INDEX revisions_of_owner ON ext_ai_docs.revisions USING btree (owner_id)
  CREATE UNIQUE INDEX revisions_of_doc ON ext_ai_docs.revisions USING btree (doc_id, revision)

TABLE ext_ai_docs.runs
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  doc_id uuid
  operation text NOT NULL
  method text NOT NULL
  status text NOT NULL DEFAULT 'queued'::text
  input jsonb NOT NULL
  state jsonb NOT NULL DEFAULT '{}'::jsonb
  source_doc_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  base_revision integer
  output text
  citations jsonb NOT NULL DEFAULT '[]'::jsonb
  reason text
  error text
  model text
  input_tokens integer
  output_tokens integer
  attempts integer NOT NULL DEFAULT 0
  lease_until timestamp(3) with time zone
  started_at timestamp(3) with time zone
  finished_at timestamp(3) with time zone
  applied_revision integer
  idempotency_key text
  has_texts boolean NOT NULL DEFAULT true
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  lease_token uuid
  wake_at timestamp(3) with time zone
  CONSTRAINT runs_doc_id_fkey FOREIGN KEY (doc_id) REFERENCES ext_ai_docs.docs(id) ON DELETE SET NULL
  CONSTRAINT runs_method_check CHECK ((method = ANY (ARRAY['provider'::text, 'extractive'::text])))
  CONSTRAINT runs_operation_check CHECK ((operation = ANY (ARRAY['generate'::text, 'rewrite'::text, 'summarize'::text, 'ask'::text])))
  CONSTRAINT runs_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT runs_pkey PRIMARY KEY (id)
  CONSTRAINT runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'canceled'::text])))
  CREATE INDEX runs_due ON ext_ai_docs.runs USING btree (wake_at, created_at) WHERE (status = 'queued'::text)
  CREATE INDEX runs_leases ON ext_ai_docs.runs USING btree (status, lease_until)
  CREATE INDEX runs_of_doc ON ext_ai_docs.runs USING btree (doc_id, created_at DESC, id DESC)
  CREATE INDEX runs_of_owner ON ext_ai_docs.runs USING btree (owner_id, created_at DESC, id DESC)
  CREATE INDEX runs_open ON ext_ai_docs.runs USING btree (owner_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]))
  CREATE INDEX runs_sources ON ext_ai_docs.runs USING gin (source_doc_ids)
  CREATE INDEX runs_with_texts ON ext_ai_docs.runs USING btree (id) WHERE has_texts
  CREATE UNIQUE INDEX runs_keys ON ext_ai_docs.runs USING btree (owner_id, idempotency_key)

TABLE ext_analytics.events
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  site_id uuid NOT NULL
  visitor_hash bytea NOT NULL
  name text NOT NULL DEFAULT 'pageview'::text
  path text NOT NULL
  referrer_host text
  utm_source text
  utm_medium text
  utm_campaign text
  country character(2)
  device text
  os text
  browser text
  props jsonb
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT events_pkey PRIMARY KEY (id)
  CREATE INDEX events_of_site ON ext_analytics.events USING btree (site_id, created_at)

TABLE ext_analytics.funnels
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  site_id uuid NOT NULL
  position smallint NOT NULL
  key text NOT NULL
  name text NOT NULL
  steps text[] NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT funnels_pkey PRIMARY KEY (id)
  CONSTRAINT funnels_site_id_fkey FOREIGN KEY (site_id) REFERENCES ext_analytics.sites(id) ON DELETE CASCADE
  CONSTRAINT funnels_site_id_key_key UNIQUE (site_id, key)
  CREATE UNIQUE INDEX funnels_site_id_key_key ON ext_analytics.funnels USING btree (site_id, key)

TABLE ext_analytics.goal_days
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  goal_id uuid NOT NULL
  site_id uuid NOT NULL
  day date NOT NULL
  conversions integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT goal_days_goal_id_day_key UNIQUE (goal_id, day)
  CONSTRAINT goal_days_goal_id_fkey FOREIGN KEY (goal_id) REFERENCES ext_analytics.goals(id) ON DELETE CASCADE
  CONSTRAINT goal_days_pkey PRIMARY KEY (id)
  CREATE INDEX goal_days_of_site ON ext_analytics.goal_days USING btree (site_id, day)
  CREATE UNIQUE INDEX goal_days_goal_id_day_key ON ext_analytics.goal_days USING btree (goal_id, day)

TABLE ext_analytics.goals
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  site_id uuid NOT NULL
  position smallint NOT NULL
  key text NOT NULL
  name text NOT NULL
  kind text NOT NULL
  match text NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT goals_kind_check CHECK ((kind = ANY (ARRAY['page'::text, 'event'::text])))
  CONSTRAINT goals_pkey PRIMARY KEY (id)
  CONSTRAINT goals_site_id_fkey FOREIGN KEY (site_id) REFERENCES ext_analytics.sites(id) ON DELETE CASCADE
  CONSTRAINT goals_site_id_key_key UNIQUE (site_id, key)
  CREATE UNIQUE INDEX goals_site_id_key_key ON ext_analytics.goals USING btree (site_id, key)

TABLE ext_analytics.site_day_values
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  site_id uuid NOT NULL
  day date NOT NULL
  dimension text NOT NULL
  value text NOT NULL
  pageviews integer NOT NULL
  visitors integer NOT NULL
  visits integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT site_day_values_dimension_check CHECK ((dimension = ANY (ARRAY['page'::text, 'entry_page'::text, 'exit_page'::text, 'referrer'::text, 'utm_source'::text, 'utm_medium'::text, 'utm_campaign'::text, 'country'::text, 'device'::text, 'os'::text, 'browser'::text, 'event'::text])))
  CONSTRAINT site_day_values_pkey PRIMARY KEY (id)
  CONSTRAINT site_day_values_site_id_dimension_day_value_key UNIQUE (site_id, dimension, day, value) INCLUDE (pageviews, visitors, visits)
  CONSTRAINT site_day_values_site_id_fkey FOREIGN KEY (site_id) REFERENCES ext_analytics.sites(id) ON DELETE CASCADE
  CREATE UNIQUE INDEX site_day_values_site_id_dimension_day_value_key ON ext_analytics.site_day_values USING btree (site_id, dimension, day, value) INCLUDE (pageviews, visitors, visits)

TABLE ext_analytics.site_days
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  site_id uuid NOT NULL
  day date NOT NULL
  pageviews integer NOT NULL
  visitors integer NOT NULL
  visits integer NOT NULL
  bounces integer NOT NULL
  events integer NOT NULL
  visit_seconds bigint NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT site_days_pkey PRIMARY KEY (id)
  CONSTRAINT site_days_site_id_day_key UNIQUE (site_id, day)
  CONSTRAINT site_days_site_id_fkey FOREIGN KEY (site_id) REFERENCES ext_analytics.sites(id) ON DELETE CASCADE
  CREATE UNIQUE INDEX site_days_site_id_day_key ON ext_analytics.site_days USING btree (site_id, day)

TABLE ext_analytics.sites
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  name text NOT NULL
  domain text NOT NULL
  extra_hosts text[] NOT NULL DEFAULT '{}'::text[]
  timezone text NOT NULL DEFAULT 'UTC'::text
  timezone_before text
  timezone_changed_at timestamp(3) with time zone
  site_key text NOT NULL
  excluded_paths text[] NOT NULL DEFAULT '{}'::text[]
  status text NOT NULL DEFAULT 'active'::text
  share_token text
  rolled_through date
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  counted_until timestamp(3) with time zone
  CONSTRAINT sites_owner_id_domain_key UNIQUE (owner_id, domain)
  CONSTRAINT sites_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT sites_pkey PRIMARY KEY (id)
  CONSTRAINT sites_site_key_key UNIQUE (site_key)
  CONSTRAINT sites_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text])))
  CREATE INDEX sites_of_owner ON ext_analytics.sites USING btree (owner_id, created_at, id)
  CREATE UNIQUE INDEX sites_owner_id_domain_key ON ext_analytics.sites USING btree (owner_id, domain)
  CREATE UNIQUE INDEX sites_share_token ON ext_analytics.sites USING btree (share_token) WHERE (share_token IS NOT NULL)
  CREATE UNIQUE INDEX sites_site_key_key ON ext_analytics.sites USING btree (site_key)

TABLE ext_assignments.assignments
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  title text NOT NULL
  instructions text
  status text NOT NULL DEFAULT 'draft'::text
  grading text NOT NULL DEFAULT 'points'::text
  points numeric(7,2) NOT NULL DEFAULT 100
  submission_types text[] NOT NULL DEFAULT '{text,file}'::text[]
  allowed_extensions text[] NOT NULL DEFAULT '{}'::text[]
  max_files integer NOT NULL DEFAULT 5
  max_file_bytes bigint NOT NULL
  opens_at timestamp(3) with time zone
  due_at timestamp(3) with time zone
  closes_at timestamp(3) with time zone
  max_attempts integer DEFAULT 1
  keep_score text NOT NULL DEFAULT 'latest'::text
  late_penalty_percent numeric(5,2) NOT NULL DEFAULT 0
  late_penalty_max numeric(5,2) NOT NULL DEFAULT 100
  rubric jsonb
  anonymous boolean NOT NULL DEFAULT false
  release text NOT NULL DEFAULT 'manual'::text
  submit_drafts boolean NOT NULL DEFAULT true
  join_code text NOT NULL
  reference_type text
  reference_id uuid
  published_at timestamp(3) with time zone
  submitted_notice_at timestamp(3) with time zone
  closed_notice_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT assignments_dates_check CHECK (((opens_at < due_at) AND (due_at <= closes_at) AND (opens_at < closes_at)))
  CONSTRAINT assignments_grading_check CHECK ((grading = ANY (ARRAY['points'::text, 'pass_fail'::text])))
  CONSTRAINT assignments_keep_score_check CHECK ((keep_score = ANY (ARRAY['latest'::text, 'highest'::text])))
  CONSTRAINT assignments_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT assignments_pkey PRIMARY KEY (id)
  CONSTRAINT assignments_points_check CHECK ((points > (0)::numeric))
  CONSTRAINT assignments_release_check CHECK ((release = ANY (ARRAY['immediate'::text, 'manual'::text])))
  CONSTRAINT assignments_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'closed'::text, 'archived'::text])))
  CONSTRAINT assignments_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200)))
  CREATE INDEX assignments_closing ON ext_assignments.assignments USING btree (status, closes_at)
  CREATE INDEX assignments_due ON ext_assignments.assignments USING btree (due_at) WHERE (status = 'published'::text)
  CREATE INDEX assignments_newest ON ext_assignments.assignments USING btree (owner_id, created_at DESC, id DESC)
  CREATE INDEX assignments_of_owner ON ext_assignments.assignments USING btree (owner_id, status, due_at)
  CREATE INDEX assignments_of_reference ON ext_assignments.assignments USING btree (reference_type, reference_id)
  CREATE INDEX assignments_to_close ON ext_assignments.assignments USING btree (closes_at) WHERE (closed_notice_at IS NULL)
  CREATE UNIQUE INDEX assignments_join_code ON ext_assignments.assignments USING btree (join_code)

TABLE ext_assignments.comments
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  assignment_id uuid NOT NULL
  learner_id uuid NOT NULL
  submission_id uuid
  author_id uuid NOT NULL
  body text NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT comments_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES ext_assignments.assignments(id) ON DELETE CASCADE
  CONSTRAINT comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT comments_learner_id_fkey FOREIGN KEY (learner_id) REFERENCES ext_assignments.learners(id) ON DELETE CASCADE
  CONSTRAINT comments_pkey PRIMARY KEY (id)
  CONSTRAINT comments_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES ext_assignments.submissions(id) ON DELETE SET NULL
  CREATE INDEX comments_of_author ON ext_assignments.comments USING btree (author_id)
  CREATE INDEX comments_of_learner ON ext_assignments.comments USING btree (learner_id)
  CREATE INDEX comments_of_submission ON ext_assignments.comments USING btree (submission_id)
  CREATE INDEX comments_of_thread ON ext_assignments.comments USING btree (assignment_id, learner_id, created_at)

TABLE ext_assignments.files
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  assignment_id uuid NOT NULL
  submission_id uuid
  owner_id uuid NOT NULL
  name text NOT NULL
  content_type text NOT NULL
  size_bytes bigint NOT NULL
  storage_key uuid NOT NULL
  status text NOT NULL DEFAULT 'pending'::text
  expires_at timestamp(3) with time zone NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT files_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES ext_assignments.assignments(id) ON DELETE CASCADE
  CONSTRAINT files_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT files_pkey PRIMARY KEY (id)
  CONSTRAINT files_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ready'::text, 'lost'::text])))
  CONSTRAINT files_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES ext_assignments.submissions(id) ON DELETE CASCADE
  CREATE INDEX files_of_assignment ON ext_assignments.files USING btree (assignment_id)
  CREATE INDEX files_of_owner ON ext_assignments.files USING btree (owner_id)
  CREATE INDEX files_of_submission ON ext_assignments.files USING btree (submission_id)
  CREATE INDEX files_pending ON ext_assignments.files USING btree (expires_at) WHERE (status = 'pending'::text)
  CREATE UNIQUE INDEX files_storage_key ON ext_assignments.files USING btree (storage_key)

TABLE ext_assignments.learners
  id uuid NOT NULL
  assignment_id uuid NOT NULL
  user_id uuid NOT NULL
  number integer NOT NULL
  status text NOT NULL DEFAULT 'active'::text
  due_at timestamp(3) with time zone
  closes_at timestamp(3) with time zone
  extra_attempts integer NOT NULL DEFAULT 0
  due_notice_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT learners_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES ext_assignments.assignments(id) ON DELETE CASCADE
  CONSTRAINT learners_extra_attempts_check CHECK (((extra_attempts >= 0) AND (extra_attempts <= 20)))
  CONSTRAINT learners_pkey PRIMARY KEY (id)
  CONSTRAINT learners_status_check CHECK ((status = ANY (ARRAY['active'::text, 'excused'::text, 'removed'::text])))
  CONSTRAINT learners_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX learners_due ON ext_assignments.learners USING btree (due_at) WHERE (due_at IS NOT NULL)
  CREATE INDEX learners_of_user ON ext_assignments.learners USING btree (user_id, status)
  CREATE UNIQUE INDEX learners_number ON ext_assignments.learners USING btree (assignment_id, number)
  CREATE UNIQUE INDEX learners_once ON ext_assignments.learners USING btree (assignment_id, user_id)

TABLE ext_assignments.submissions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  assignment_id uuid NOT NULL
  owner_id uuid NOT NULL
  attempt integer NOT NULL
  status text NOT NULL DEFAULT 'draft'::text
  body text
  link_url text
  submitted_at timestamp(3) with time zone
  late_seconds integer NOT NULL DEFAULT 0
  auto_submitted boolean NOT NULL DEFAULT false
  score numeric(7,2)
  penalty numeric(7,2) NOT NULL DEFAULT 0
  final_score numeric(7,2)
  passed boolean
  rubric_scores jsonb
  feedback text
  graded_by uuid
  graded_at timestamp(3) with time zone
  released_at timestamp(3) with time zone
  version integer NOT NULL DEFAULT 1
  told boolean NOT NULL DEFAULT false
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT submissions_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES ext_assignments.assignments(id) ON DELETE CASCADE
  CONSTRAINT submissions_attempt_check CHECK ((attempt > 0))
  CONSTRAINT submissions_final_score_check CHECK ((final_score >= (0)::numeric))
  CONSTRAINT submissions_graded_by_fkey FOREIGN KEY (graded_by) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT submissions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT submissions_pkey PRIMARY KEY (id)
  CONSTRAINT submissions_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'graded'::text, 'revision'::text])))
  CREATE INDEX submissions_drafts ON ext_assignments.submissions USING btree (assignment_id) WHERE (status = 'draft'::text)
  CREATE INDEX submissions_graded_by ON ext_assignments.submissions USING btree (graded_by)
  CREATE INDEX submissions_of_assignment ON ext_assignments.submissions USING btree (assignment_id, status)
  CREATE INDEX submissions_of_owner ON ext_assignments.submissions USING btree (owner_id)
  CREATE INDEX submissions_untold ON ext_assignments.submissions USING btree (assignment_id) WHERE ((submitted_at IS NOT NULL) AND (NOT told))
  CREATE UNIQUE INDEX submissions_attempt ON ext_assignments.submissions USING btree (assignment_id, owner_id, attempt)

TABLE ext_biolinks.block_days
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  block_id uuid NOT NULL
  page_id uuid NOT NULL
  day date NOT NULL
  clicks integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  is_top boolean NOT NULL DEFAULT true
  CONSTRAINT block_days_block_id_fkey FOREIGN KEY (block_id) REFERENCES ext_biolinks.blocks(id) ON DELETE CASCADE
  CONSTRAINT block_days_key UNIQUE (block_id, day)
  CONSTRAINT block_days_page_id_fkey FOREIGN KEY (page_id) REFERENCES ext_biolinks.pages(id) ON DELETE CASCADE
  CONSTRAINT block_days_pkey PRIMARY KEY (id)
  CREATE INDEX block_days_day ON ext_biolinks.block_days USING btree (day)
  CREATE INDEX block_days_of_page ON ext_biolinks.block_days USING btree (page_id, day) INCLUDE (block_id, clicks, visitors)
  CREATE INDEX block_days_top ON ext_biolinks.block_days USING btree (page_id, day) INCLUDE (block_id, clicks) WHERE is_top
  CREATE UNIQUE INDEX block_days_key ON ext_biolinks.block_days USING btree (block_id, day)

TABLE ext_biolinks.blocks
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  page_id uuid NOT NULL
  kind text NOT NULL
  position integer NOT NULL
  title text
  url text
  data jsonb NOT NULL DEFAULT '{}'::jsonb
  is_visible boolean NOT NULL DEFAULT true
  is_featured boolean NOT NULL DEFAULT false
  starts_at timestamp(3) with time zone
  ends_at timestamp(3) with time zone
  removed_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT blocks_kind_check CHECK ((kind = ANY (ARRAY['link'::text, 'header'::text, 'text'::text, 'image'::text, 'socials'::text, 'embed'::text, 'contact_form'::text, 'divider'::text])))
  CONSTRAINT blocks_page_id_fkey FOREIGN KEY (page_id) REFERENCES ext_biolinks.pages(id) ON DELETE CASCADE
  CONSTRAINT blocks_pkey PRIMARY KEY (id)
  CREATE INDEX blocks_all_of_page ON ext_biolinks.blocks USING btree (page_id)
  CREATE INDEX blocks_of_page ON ext_biolinks.blocks USING btree (page_id, "position") WHERE (removed_at IS NULL)

TABLE ext_biolinks.contacts
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  page_id uuid NOT NULL
  block_id uuid NOT NULL
  email text NOT NULL
  name text
  message text
  consent_text text NOT NULL
  consented_at timestamp(3) with time zone NOT NULL DEFAULT now()
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT contacts_block_id_fkey FOREIGN KEY (block_id) REFERENCES ext_biolinks.blocks(id) ON DELETE CASCADE
  CONSTRAINT contacts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT contacts_page_id_fkey FOREIGN KEY (page_id) REFERENCES ext_biolinks.pages(id) ON DELETE CASCADE
  CONSTRAINT contacts_pkey PRIMARY KEY (id)
  CREATE INDEX contacts_of_owner ON ext_biolinks.contacts USING btree (owner_id, created_at, id)
  CREATE INDEX contacts_of_page ON ext_biolinks.contacts USING btree (page_id, created_at)
  CREATE UNIQUE INDEX contacts_email ON ext_biolinks.contacts USING btree (block_id, email)

TABLE ext_biolinks.events
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  page_id uuid NOT NULL
  block_id uuid
  visitor_hash bytea NOT NULL
  country character(2)
  device text
  referrer_host text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT events_pkey PRIMARY KEY (id)
  CREATE INDEX events_of_page ON ext_biolinks.events USING btree (page_id, created_at)

TABLE ext_biolinks.page_day_values
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  page_id uuid NOT NULL
  day date NOT NULL
  dimension text NOT NULL
  value text NOT NULL
  views integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT page_day_values_dimension_check CHECK ((dimension = ANY (ARRAY['referrer'::text, 'country'::text, 'device'::text])))
  CONSTRAINT page_day_values_key UNIQUE (page_id, dimension, day, value)
  CONSTRAINT page_day_values_page_id_fkey FOREIGN KEY (page_id) REFERENCES ext_biolinks.pages(id) ON DELETE CASCADE
  CONSTRAINT page_day_values_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX page_day_values_key ON ext_biolinks.page_day_values USING btree (page_id, dimension, day, value)

TABLE ext_biolinks.page_days
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  page_id uuid NOT NULL
  day date NOT NULL
  views integer NOT NULL
  visitors integer NOT NULL
  clicks integer NOT NULL
  clickers integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT page_days_key UNIQUE (page_id, day)
  CONSTRAINT page_days_page_id_fkey FOREIGN KEY (page_id) REFERENCES ext_biolinks.pages(id) ON DELETE CASCADE
  CONSTRAINT page_days_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX page_days_key ON ext_biolinks.page_days USING btree (page_id, day)

TABLE ext_biolinks.page_handles
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  handle text NOT NULL
  page_id uuid
  released_at timestamp(3) with time zone NOT NULL DEFAULT now()
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT page_handles_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT page_handles_pkey PRIMARY KEY (id)
  CREATE INDEX page_handles_of_owner ON ext_biolinks.page_handles USING btree (owner_id)
  CREATE INDEX page_handles_of_page ON ext_biolinks.page_handles USING btree (page_id)
  CREATE INDEX page_handles_released ON ext_biolinks.page_handles USING btree (released_at)
  CREATE UNIQUE INDEX page_handles_handle ON ext_biolinks.page_handles USING btree (handle)

TABLE ext_biolinks.pages
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  handle text NOT NULL
  title text NOT NULL
  bio text
  avatar_url text
  theme text NOT NULL DEFAULT 'plain'::text
  theme_options jsonb NOT NULL DEFAULT '{}'::jsonb
  seo_title text
  seo_description text
  noindex boolean NOT NULL DEFAULT false
  is_sensitive boolean NOT NULL DEFAULT false
  is_published boolean NOT NULL DEFAULT false
  published_at timestamp(3) with time zone
  analytics_site_id uuid
  counted_from timestamp(3) with time zone
  blocked_at timestamp(3) with time zone
  blocked_reason text
  version integer NOT NULL DEFAULT 1
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT pages_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT pages_pkey PRIMARY KEY (id)
  CONSTRAINT pages_theme_check CHECK ((theme = ANY (ARRAY['plain'::text, 'dark'::text, 'paper'::text, 'gradient'::text, 'contrast'::text])))
  CREATE INDEX pages_of_owner ON ext_biolinks.pages USING btree (owner_id, created_at, id)
  CREATE UNIQUE INDEX pages_handle ON ext_biolinks.pages USING btree (handle)
  CREATE TRIGGER pages_release AFTER DELETE ON ext_biolinks.pages FOR EACH ROW EXECUTE FUNCTION ext_biolinks.release_handle()

TABLE ext_biolinks.rollup_state
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  name text NOT NULL
  rolled_through date
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT rollup_state_name_key UNIQUE (name)
  CONSTRAINT rollup_state_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX rollup_state_name_key ON ext_biolinks.rollup_state USING btree (name)

TABLE ext_blog.blog_day_values
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  blog_id uuid NOT NULL
  day date NOT NULL
  dimension text NOT NULL
  value text NOT NULL
  views integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT blog_day_values_blog_id_dimension_day_value_key UNIQUE (blog_id, dimension, day, value) INCLUDE (views, visitors)
  CONSTRAINT blog_day_values_blog_id_fkey FOREIGN KEY (blog_id) REFERENCES ext_blog.blogs(id) ON DELETE CASCADE
  CONSTRAINT blog_day_values_dimension_check CHECK ((dimension = ANY (ARRAY['all'::text, 'post'::text, 'referrer'::text])))
  CONSTRAINT blog_day_values_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX blog_day_values_blog_id_dimension_day_value_key ON ext_blog.blog_day_values USING btree (blog_id, dimension, day, value) INCLUDE (views, visitors)

TABLE ext_blog.blog_handles
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  blog_id uuid NOT NULL
  handle text NOT NULL
  released_at timestamp(3) with time zone NOT NULL DEFAULT now()
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT blog_handles_blog_id_fkey FOREIGN KEY (blog_id) REFERENCES ext_blog.blogs(id) ON DELETE CASCADE
  CONSTRAINT blog_handles_handle_key UNIQUE (handle)
  CONSTRAINT blog_handles_pkey PRIMARY KEY (id)
  CREATE INDEX blog_handles_of_blog ON ext_blog.blog_handles USING btree (blog_id)
  CREATE UNIQUE INDEX blog_handles_handle_key ON ext_blog.blog_handles USING btree (handle)

TABLE ext_blog.blogs
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  handle text NOT NULL
  title text NOT NULL
  description text
  language text NOT NULL DEFAULT 'en'::text
  timezone text NOT NULL DEFAULT 'UTC'::text
  cover_url text
  noindex boolean NOT NULL DEFAULT false
  analytics_site_id uuid
  blocked_at timestamp(3) with time zone
  blocked_reason text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT blogs_handle_key UNIQUE (handle)
  CONSTRAINT blogs_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT blogs_owner_id_key UNIQUE (owner_id)
  CONSTRAINT blogs_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX blogs_handle_key ON ext_blog.blogs USING btree (handle)
  CREATE UNIQUE INDEX blogs_owner_id_key ON ext_blog.blogs USING btree (owner_id)

TABLE ext_blog.post_day_values
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  post_id uuid NOT NULL
  day date NOT NULL
  dimension text NOT NULL
  value text NOT NULL
  views integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT post_day_values_dimension_check CHECK ((dimension = ANY (ARRAY['referrer'::text, 'country'::text, 'device'::text])))
  CONSTRAINT post_day_values_pkey PRIMARY KEY (id)
  CONSTRAINT post_day_values_post_id_dimension_day_value_key UNIQUE (post_id, dimension, day, value) INCLUDE (views, visitors)
  CONSTRAINT post_day_values_post_id_fkey FOREIGN KEY (post_id) REFERENCES ext_blog.posts(id) ON DELETE CASCADE
  CREATE UNIQUE INDEX post_day_values_post_id_dimension_day_value_key ON ext_blog.post_day_values USING btree (post_id, dimension, day, value) INCLUDE (views, visitors)

TABLE ext_blog.post_days
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  post_id uuid NOT NULL
  blog_id uuid NOT NULL
  day date NOT NULL
  views integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT post_days_pkey PRIMARY KEY (id)
  CONSTRAINT post_days_post_id_day_key UNIQUE (post_id, day)
  CONSTRAINT post_days_post_id_fkey FOREIGN KEY (post_id) REFERENCES ext_blog.posts(id) ON DELETE CASCADE
  CREATE INDEX post_days_of_blog ON ext_blog.post_days USING btree (blog_id, day)
  CREATE UNIQUE INDEX post_days_post_id_day_key ON ext_blog.post_days USING btree (post_id, day)

TABLE ext_blog.post_revisions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  post_id uuid NOT NULL
  version integer NOT NULL
  title text NOT NULL
  body_markdown text NOT NULL
  excerpt text
  word_count integer NOT NULL
  reason text NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT post_revisions_pkey PRIMARY KEY (id)
  CONSTRAINT post_revisions_post_id_fkey FOREIGN KEY (post_id) REFERENCES ext_blog.posts(id) ON DELETE CASCADE
  CONSTRAINT post_revisions_post_id_version_key UNIQUE (post_id, version)
  CONSTRAINT post_revisions_reason_check CHECK ((reason = ANY (ARRAY['save'::text, 'autosave'::text, 'publish'::text, 'restore'::text])))
  CREATE UNIQUE INDEX post_revisions_post_id_version_key ON ext_blog.post_revisions USING btree (post_id, version)

TABLE ext_blog.post_slugs
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  blog_id uuid NOT NULL
  slug text NOT NULL
  post_id uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT post_slugs_blog_id_slug_key UNIQUE (blog_id, slug)
  CONSTRAINT post_slugs_pkey PRIMARY KEY (id)
  CONSTRAINT post_slugs_post_id_fkey FOREIGN KEY (post_id) REFERENCES ext_blog.posts(id) ON DELETE CASCADE
  CREATE INDEX post_slugs_of_post ON ext_blog.post_slugs USING btree (post_id)
  CREATE UNIQUE INDEX post_slugs_blog_id_slug_key ON ext_blog.post_slugs USING btree (blog_id, slug)

TABLE ext_blog.post_views
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  blog_id uuid NOT NULL
  post_id uuid NOT NULL
  visitor_hash bytea NOT NULL
  country character(2)
  device text
  referrer_host text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT post_views_pkey PRIMARY KEY (id)
  CREATE INDEX post_views_of_blog ON ext_blog.post_views USING btree (blog_id, created_at)

TABLE ext_blog.posts
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  blog_id uuid NOT NULL
  owner_id uuid NOT NULL
  title text NOT NULL DEFAULT ''::text
  slug text NOT NULL
  status text NOT NULL DEFAULT 'draft'::text
  visibility text NOT NULL DEFAULT 'public'::text
  body_markdown text NOT NULL DEFAULT ''::text
  body_html text NOT NULL DEFAULT ''::text
  renderer_version integer NOT NULL
  excerpt text
  summary text NOT NULL DEFAULT ''::text
  cover_url text
  cover_alt text
  tags text[] NOT NULL DEFAULT '{}'::text[]
  canonical_url text
  seo_title text
  seo_description text
  noindex boolean NOT NULL DEFAULT false
  is_pinned boolean NOT NULL DEFAULT false
  word_count integer NOT NULL DEFAULT 0
  reading_minutes integer NOT NULL DEFAULT 0
  version integer NOT NULL DEFAULT 1
  publish_at timestamp(3) with time zone
  published_at timestamp(3) with time zone
  edited_at timestamp(3) with time zone
  trashed_at timestamp(3) with time zone
  preview_token text NOT NULL
  views_closed bigint NOT NULL DEFAULT 0
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT posts_blog_id_fkey FOREIGN KEY (blog_id) REFERENCES ext_blog.blogs(id) ON DELETE CASCADE
  CONSTRAINT posts_blog_id_slug_key UNIQUE (blog_id, slug)
  CONSTRAINT posts_body_markdown_check CHECK ((char_length(body_markdown) <= 200000))
  CONSTRAINT posts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT posts_pkey PRIMARY KEY (id)
  CONSTRAINT posts_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'published'::text, 'trashed'::text])))
  CONSTRAINT posts_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'unlisted'::text])))
  CREATE INDEX posts_due ON ext_blog.posts USING btree (publish_at) WHERE (status = 'scheduled'::text)
  CREATE INDEX posts_in_trash ON ext_blog.posts USING btree (trashed_at) WHERE (status = 'trashed'::text)
  CREATE INDEX posts_of_blog ON ext_blog.posts USING btree (blog_id, status, published_at DESC)
  CREATE INDEX posts_of_owner ON ext_blog.posts USING btree (owner_id)
  CREATE INDEX posts_public ON ext_blog.posts USING btree (blog_id, is_pinned DESC, published_at DESC, id DESC) WHERE ((status = 'published'::text) AND (visibility = 'public'::text))
  CREATE INDEX posts_published ON ext_blog.posts USING btree (blog_id, COALESCE(published_at, '-infinity'::timestamp with time zone), id)
  CREATE INDEX posts_renderer ON ext_blog.posts USING btree (renderer_version, id)
  CREATE INDEX posts_tags ON ext_blog.posts USING gin (tags)
  CREATE INDEX posts_updated ON ext_blog.posts USING btree (blog_id, updated_at, id)
  CREATE UNIQUE INDEX posts_blog_id_slug_key ON ext_blog.posts USING btree (blog_id, slug)

TABLE ext_blog.rollup_state
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  name text NOT NULL
  rolled_through date
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT rollup_state_name_key UNIQUE (name)
  CONSTRAINT rollup_state_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX rollup_state_name_key ON ext_blog.rollup_state USING btree (name)

TABLE ext_bundles.bundle_items
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  bundle_id uuid NOT NULL
  item_type text NOT NULL
  item_id uuid NOT NULL
  variant_id uuid
  position integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT bundle_items_bundle_id_fkey FOREIGN KEY (bundle_id) REFERENCES ext_bundles.bundles(id) ON DELETE CASCADE
  CONSTRAINT bundle_items_item_type_check CHECK ((item_type = ANY (ARRAY['course'::text, 'product'::text])))
  CONSTRAINT bundle_items_pkey PRIMARY KEY (id)
  CREATE INDEX bundle_items_item ON ext_bundles.bundle_items USING btree (item_type, item_id)
  CREATE UNIQUE INDEX bundle_items_once ON ext_bundles.bundle_items USING btree (bundle_id, item_type, item_id)

TABLE ext_bundles.bundles
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  title text NOT NULL
  description text NOT NULL DEFAULT ''::text
  cover_file_id uuid
  status text NOT NULL DEFAULT 'draft'::text
  pricing text NOT NULL
  price_minor integer
  percent_off_bp integer
  currency character(3) NOT NULL DEFAULT 'usd'::bpchar
  deduct_owned boolean NOT NULL DEFAULT true
  starts_at timestamp(3) with time zone
  ends_at timestamp(3) with time zone
  max_sales integer
  sold_count integer NOT NULL DEFAULT 0
  held_count integer NOT NULL DEFAULT 0
  unavailable_since timestamp(3) with time zone
  published_at timestamp(3) with time zone
  ending_notified_for timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT bundles_counts_check CHECK (((sold_count >= 0) AND (held_count >= 0)))
  CONSTRAINT bundles_max_sales_check CHECK ((max_sales > 0))
  CONSTRAINT bundles_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT bundles_percent_off_bp_check CHECK (((percent_off_bp >= 1) AND (percent_off_bp <= 10000)))
  CONSTRAINT bundles_pkey PRIMARY KEY (id)
  CONSTRAINT bundles_price_check CHECK ((((pricing = 'fixed'::text) = (price_minor IS NOT NULL)) AND ((pricing = 'percent_off'::text) = (percent_off_bp IS NOT NULL))))
  CONSTRAINT bundles_price_minor_check CHECK ((price_minor >= 0))
  CONSTRAINT bundles_pricing_check CHECK ((pricing = ANY (ARRAY['fixed'::text, 'percent_off'::text])))
  CONSTRAINT bundles_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])))
  CONSTRAINT bundles_window_check CHECK ((ends_at > starts_at))
  CREATE INDEX bundles_ending ON ext_bundles.bundles USING btree (ends_at) WHERE (status = 'published'::text)
  CREATE INDEX bundles_made ON ext_bundles.bundles USING btree (owner_id, created_at DESC, id DESC)
  CREATE INDEX bundles_newest ON ext_bundles.bundles USING btree (status, published_at DESC, id DESC)
  CREATE INDEX bundles_of_owner ON ext_bundles.bundles USING btree (owner_id, status)
  CREATE INDEX bundles_popular ON ext_bundles.bundles USING btree (sold_count DESC, id DESC) WHERE (status = 'published'::text)
  CREATE INDEX bundles_search ON ext_bundles.bundles USING gin (to_tsvector('simple'::regconfig, ((title || ' '::text) || description)))
  CREATE INDEX bundles_to_check ON ext_bundles.bundles USING btree (id) WHERE ((status = 'published'::text) OR (unavailable_since IS NOT NULL))

TABLE ext_bundles.purchase_items
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  purchase_id uuid NOT NULL
  item_type text NOT NULL
  item_id uuid NOT NULL
  variant_id uuid
  title text NOT NULL
  value_minor integer NOT NULL
  allocated_minor integer NOT NULL
  state text NOT NULL
  changed_at timestamp(3) with time zone NOT NULL DEFAULT now()
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT purchase_items_item_type_check CHECK ((item_type = ANY (ARRAY['course'::text, 'product'::text])))
  CONSTRAINT purchase_items_pkey PRIMARY KEY (id)
  CONSTRAINT purchase_items_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES ext_bundles.purchases(id) ON DELETE CASCADE
  CONSTRAINT purchase_items_state_check CHECK ((state = ANY (ARRAY['included'::text, 'owned'::text, 'granted'::text, 'revoked'::text])))
  CREATE UNIQUE INDEX purchase_items_once ON ext_bundles.purchase_items USING btree (purchase_id, item_type, item_id)

TABLE ext_bundles.purchases
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  seller_id uuid
  bundle_id uuid
  bundle_title text NOT NULL
  source text NOT NULL
  list_minor bigint NOT NULL
  amount_minor integer NOT NULL
  refunded_minor integer NOT NULL DEFAULT 0
  currency character(3) NOT NULL
  status text NOT NULL
  attention text
  affiliate_id uuid
  payment_id uuid
  checkout_url text
  note text
  expires_at timestamp(3) with time zone
  completed_at timestamp(3) with time zone
  refunded_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT purchases_attention_check CHECK ((attention = 'duplicate'::text))
  CONSTRAINT purchases_bundle_id_fkey FOREIGN KEY (bundle_id) REFERENCES ext_bundles.bundles(id) ON DELETE SET NULL
  CONSTRAINT purchases_pkey PRIMARY KEY (id)
  CONSTRAINT purchases_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT purchases_source_check CHECK ((source = ANY (ARRAY['purchase'::text, 'grant'::text])))
  CONSTRAINT purchases_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'expired'::text, 'refunded'::text, 'needs_attention'::text])))
  CREATE INDEX purchases_completed_of_seller ON ext_bundles.purchases USING btree (seller_id, completed_at)
  CREATE INDEX purchases_due_of_bundle ON ext_bundles.purchases USING btree (bundle_id, expires_at) WHERE (status = 'pending'::text)
  CREATE INDEX purchases_expiring ON ext_bundles.purchases USING btree (expires_at) WHERE (status = 'pending'::text)
  CREATE INDEX purchases_of_bundle ON ext_bundles.purchases USING btree (bundle_id, created_at, id)
  CREATE INDEX purchases_of_buyer ON ext_bundles.purchases USING btree (owner_id, created_at, id)
  CREATE INDEX purchases_of_seller ON ext_bundles.purchases USING btree (seller_id, created_at)
  CREATE UNIQUE INDEX purchases_completed_once ON ext_bundles.purchases USING btree (bundle_id, owner_id) WHERE (status = 'completed'::text)
  CREATE UNIQUE INDEX purchases_payment ON ext_bundles.purchases USING btree (payment_id)
  CREATE UNIQUE INDEX purchases_pending_once ON ext_bundles.purchases USING btree (bundle_id, owner_id) WHERE (status = 'pending'::text)

TABLE ext_certificates.assets
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  storage_key text NOT NULL
  content_type text NOT NULL
  size_bytes bigint NOT NULL
  sha256 text
  status text NOT NULL
  expires_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT assets_content_type_check CHECK ((content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])))
  CONSTRAINT assets_pkey PRIMARY KEY (id)
  CONSTRAINT assets_status_check CHECK ((status = ANY (ARRAY['awaiting'::text, 'ready'::text, 'rejected'::text])))
  CONSTRAINT assets_storage_key_key UNIQUE (storage_key)
  CREATE INDEX assets_awaiting ON ext_certificates.assets USING btree (created_at) WHERE (status = 'awaiting'::text)
  CREATE INDEX assets_of_owner ON ext_certificates.assets USING btree (owner_id, id)
  CREATE UNIQUE INDEX assets_storage_key_key ON ext_certificates.assets USING btree (storage_key)

TABLE ext_certificates.certificates
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  template_id uuid NOT NULL
  template_version_id uuid NOT NULL
  code text NOT NULL
  recipient_name text NOT NULL
  recipient_user_id uuid
  recipient_email text
  custom_values jsonb NOT NULL
  issued_on date NOT NULL
  expires_on date
  status text NOT NULL DEFAULT 'active'::text
  revoked_at timestamp(3) with time zone
  revoke_reason text
  visibility text NOT NULL DEFAULT 'unlisted'::text
  claim_hash text
  claimed_at timestamp(3) with time zone
  external_ref text
  revision integer NOT NULL DEFAULT 1
  content_hash text NOT NULL
  pdf_key text
  verified_count integer NOT NULL DEFAULT 0
  last_verified_at timestamp(3) with time zone
  expiry_noticed_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT certificates_claim_hash_key UNIQUE (claim_hash)
  CONSTRAINT certificates_code_key UNIQUE (code)
  CONSTRAINT certificates_pkey PRIMARY KEY (id)
  CONSTRAINT certificates_recipient_user_id_fkey FOREIGN KEY (recipient_user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT certificates_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoked'::text])))
  CONSTRAINT certificates_template_id_external_ref_key UNIQUE (template_id, external_ref)
  CONSTRAINT certificates_template_id_fkey FOREIGN KEY (template_id) REFERENCES ext_certificates.templates(id)
  CONSTRAINT certificates_template_version_id_fkey FOREIGN KEY (template_version_id) REFERENCES ext_certificates.template_versions(id)
  CONSTRAINT certificates_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'private'::text])))
  CREATE INDEX certificates_by_status ON ext_certificates.certificates USING btree (template_id, status)
  CREATE INDEX certificates_expiring ON ext_certificates.certificates USING btree (expires_on, id) WHERE ((status = 'active'::text) AND (recipient_user_id IS NOT NULL) AND (expiry_noticed_at IS NULL))
  CREATE INDEX certificates_of_owner ON ext_certificates.certificates USING btree (owner_id, created_at, id)
  CREATE INDEX certificates_of_recipient ON ext_certificates.certificates USING btree (recipient_user_id, created_at, id)
  CREATE INDEX certificates_of_template ON ext_certificates.certificates USING btree (template_id, recipient_user_id)
  CREATE INDEX certificates_of_version ON ext_certificates.certificates USING btree (template_version_id)
  CREATE INDEX certificates_revoked ON ext_certificates.certificates USING btree (owner_id, id) WHERE (status = 'revoked'::text)
  CREATE UNIQUE INDEX certificates_claim_hash_key ON ext_certificates.certificates USING btree (claim_hash)
  CREATE UNIQUE INDEX certificates_code_key ON ext_certificates.certificates USING btree (code)
  CREATE UNIQUE INDEX certificates_template_id_external_ref_key ON ext_certificates.certificates USING btree (template_id, external_ref)

TABLE ext_certificates.revisions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  certificate_id uuid NOT NULL
  owner_id uuid NOT NULL
  revision integer NOT NULL
  actor_user_id uuid NOT NULL
  event text NOT NULL
  before jsonb NOT NULL
  after jsonb NOT NULL
  reason text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT revisions_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES ext_certificates.certificates(id) ON DELETE CASCADE
  CONSTRAINT revisions_event_check CHECK ((event = ANY (ARRAY['issued'::text, 'corrected'::text, 'claimed'::text, 'revoked'::text, 'reinstated'::text, 'visibility'::text])))
  CONSTRAINT revisions_pkey PRIMARY KEY (id)
  CREATE INDEX revisions_corrected ON ext_certificates.revisions USING btree (owner_id, created_at) WHERE (event = 'corrected'::text)
  CREATE INDEX revisions_of_certificate ON ext_certificates.revisions USING btree (certificate_id, created_at, id)
  CREATE INDEX revisions_of_owner ON ext_certificates.revisions USING btree (owner_id, id)

TABLE ext_certificates.template_versions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  template_id uuid NOT NULL
  owner_id uuid NOT NULL
  version integer NOT NULL
  title text NOT NULL
  description text
  criteria text
  issuer_name text NOT NULL
  issuer_url text
  page text NOT NULL
  orientation text NOT NULL
  layout jsonb NOT NULL
  custom_fields jsonb NOT NULL DEFAULT '[]'::jsonb
  validity_days integer
  images jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT template_versions_orientation_check CHECK ((orientation = ANY (ARRAY['landscape'::text, 'portrait'::text])))
  CONSTRAINT template_versions_page_check CHECK ((page = ANY (ARRAY['a4'::text, 'letter'::text])))
  CONSTRAINT template_versions_pkey PRIMARY KEY (id)
  CONSTRAINT template_versions_template_id_fkey FOREIGN KEY (template_id) REFERENCES ext_certificates.templates(id) ON DELETE CASCADE
  CONSTRAINT template_versions_template_id_version_key UNIQUE (template_id, version)
  CREATE INDEX template_versions_of_owner ON ext_certificates.template_versions USING btree (owner_id, id)
  CREATE UNIQUE INDEX template_versions_template_id_version_key ON ext_certificates.template_versions USING btree (template_id, version)

TABLE ext_certificates.templates
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  name text NOT NULL
  status text NOT NULL DEFAULT 'active'::text
  version integer NOT NULL DEFAULT 1
  current_version_id uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT templates_pkey PRIMARY KEY (id)
  CONSTRAINT templates_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
  CREATE INDEX templates_of_owner ON ext_certificates.templates USING btree (owner_id, status, created_at, id)

TABLE ext_courses.announcements
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  course_id uuid NOT NULL
  title text NOT NULL
  body text NOT NULL
  audience text NOT NULL
  recipients integer NOT NULL DEFAULT 0
  sent_through uuid
  sent_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT announcements_audience_check CHECK ((audience = ANY (ARRAY['all'::text, 'not_started'::text, 'in_progress'::text, 'completed'::text])))
  CONSTRAINT announcements_course_id_fkey FOREIGN KEY (course_id) REFERENCES ext_courses.courses(id) ON DELETE CASCADE
  CONSTRAINT announcements_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT announcements_pkey PRIMARY KEY (id)
  CREATE INDEX announcements_of_course ON ext_courses.announcements USING btree (course_id, created_at)
  CREATE INDEX announcements_of_writer ON ext_courses.announcements USING btree (owner_id)

TABLE ext_courses.comments
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  course_id uuid NOT NULL
  lesson_id uuid NOT NULL
  parent_id uuid
  body text NOT NULL
  answered boolean NOT NULL DEFAULT false
  deleted_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT comments_course_id_fkey FOREIGN KEY (course_id) REFERENCES ext_courses.courses(id) ON DELETE CASCADE
  CONSTRAINT comments_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES ext_courses.lessons(id) ON DELETE CASCADE
  CONSTRAINT comments_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES ext_courses.comments(id) ON DELETE CASCADE
  CONSTRAINT comments_pkey PRIMARY KEY (id)
  CREATE INDEX comments_of_course ON ext_courses.comments USING btree (course_id, created_at DESC, id DESC)
  CREATE INDEX comments_of_lesson ON ext_courses.comments USING btree (lesson_id, created_at DESC, id DESC) WHERE (parent_id IS NULL)
  CREATE INDEX comments_of_writer ON ext_courses.comments USING btree (owner_id)
  CREATE INDEX comments_replies ON ext_courses.comments USING btree (parent_id, created_at)
  CREATE INDEX comments_under_lesson ON ext_courses.comments USING btree (lesson_id)

TABLE ext_courses.coupons
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  course_id uuid NOT NULL
  code text NOT NULL
  percent_bp integer
  amount_minor integer
  max_uses integer
  used_count integer NOT NULL DEFAULT 0
  expires_at timestamp(3) with time zone
  active boolean NOT NULL DEFAULT true
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT coupons_amount_minor_check CHECK ((amount_minor > 0))
  CONSTRAINT coupons_course_id_fkey FOREIGN KEY (course_id) REFERENCES ext_courses.courses(id) ON DELETE CASCADE
  CONSTRAINT coupons_percent_bp_check CHECK (((percent_bp >= 1) AND (percent_bp <= 10000)))
  CONSTRAINT coupons_pkey PRIMARY KEY (id)
  CONSTRAINT coupons_reduction_check CHECK (((percent_bp IS NULL) <> (amount_minor IS NULL)))
  CREATE UNIQUE INDEX coupons_code ON ext_courses.coupons USING btree (course_id, code)

TABLE ext_courses.courses
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  title text NOT NULL
  subtitle text NOT NULL DEFAULT ''::text
  description text NOT NULL DEFAULT ''::text
  language text NOT NULL DEFAULT 'en'::text
  level text NOT NULL DEFAULT 'all'::text
  category_id uuid
  tags text[] NOT NULL DEFAULT '{}'::text[]
  cover_file_id uuid
  price_minor integer NOT NULL DEFAULT 0
  currency character(3) NOT NULL DEFAULT 'usd'::bpchar
  status text NOT NULL DEFAULT 'draft'::text
  max_students integer
  seats_taken integer NOT NULL DEFAULT 0
  enrollment_opens_at timestamp(3) with time zone
  enrollment_closes_at timestamp(3) with time zone
  access_days integer
  sequential boolean NOT NULL DEFAULT false
  completion_percent integer NOT NULL DEFAULT 100
  prerequisite_course_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  comments_enabled boolean NOT NULL DEFAULT true
  certificate_template_id uuid
  curriculum_version integer NOT NULL DEFAULT 1
  lessons_count integer NOT NULL DEFAULT 0
  duration_seconds integer NOT NULL DEFAULT 0
  rating_sum integer NOT NULL DEFAULT 0
  rating_count integer NOT NULL DEFAULT 0
  search tsvector
  published_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT courses_completion_percent_check CHECK (((completion_percent >= 1) AND (completion_percent <= 100)))
  CONSTRAINT courses_level_check CHECK ((level = ANY (ARRAY['beginner'::text, 'intermediate'::text, 'advanced'::text, 'all'::text])))
  CONSTRAINT courses_max_students_check CHECK ((max_students > 0))
  CONSTRAINT courses_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT courses_pkey PRIMARY KEY (id)
  CONSTRAINT courses_price_minor_check CHECK ((price_minor >= 0))
  CONSTRAINT courses_seats_taken_check CHECK ((seats_taken >= 0))
  CONSTRAINT courses_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])))
  CREATE INDEX courses_category ON ext_courses.courses USING btree (category_id)
  CREATE INDEX courses_newest ON ext_courses.courses USING btree (status, published_at DESC, id DESC)
  CREATE INDEX courses_of_owner ON ext_courses.courses USING btree (owner_id, status)
  CREATE INDEX courses_popular ON ext_courses.courses USING btree (seats_taken DESC, id DESC) WHERE (status = 'published'::text)
  CREATE INDEX courses_rated ON ext_courses.courses USING btree (COALESCE(((rating_sum * (100)::bigint) / NULLIF(rating_count, 0)), (0)::bigint) DESC, id DESC) WHERE (status = 'published'::text)
  CREATE INDEX courses_search ON ext_courses.courses USING gin (search)
  CREATE INDEX courses_tags ON ext_courses.courses USING gin (tags)
  CREATE TRIGGER courses_words BEFORE INSERT OR UPDATE OF title, subtitle, description ON ext_courses.courses FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger('search', 'pg_catalog.simple', 'title', 'subtitle', 'description')

TABLE ext_courses.enrollments
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  course_id uuid NOT NULL
  status text NOT NULL
  progress_percent integer NOT NULL DEFAULT 0
  last_lesson_id uuid
  last_activity_at timestamp(3) with time zone
  expires_at timestamp(3) with time zone
  completed_at timestamp(3) with time zone
  blocked boolean NOT NULL DEFAULT false
  reminded_at timestamp(3) with time zone
  ending_notice_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT enrollments_course_id_fkey FOREIGN KEY (course_id) REFERENCES ext_courses.courses(id) ON DELETE CASCADE
  CONSTRAINT enrollments_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT enrollments_pkey PRIMARY KEY (id)
  CONSTRAINT enrollments_status_check CHECK ((status = ANY (ARRAY['active'::text, 'ended'::text])))
  CREATE INDEX enrollments_activity ON ext_courses.enrollments USING btree (course_id, COALESCE(last_activity_at, created_at) DESC, id DESC)
  CREATE INDEX enrollments_expiring ON ext_courses.enrollments USING btree (expires_at) WHERE (status = 'active'::text)
  CREATE INDEX enrollments_in_turn ON ext_courses.enrollments USING btree (course_id, id)
  CREATE INDEX enrollments_newest ON ext_courses.enrollments USING btree (course_id, created_at DESC, id DESC)
  CREATE INDEX enrollments_of_course ON ext_courses.enrollments USING btree (course_id, status)
  CREATE INDEX enrollments_of_student ON ext_courses.enrollments USING btree (owner_id, last_activity_at DESC)
  CREATE INDEX enrollments_progress ON ext_courses.enrollments USING btree (course_id, progress_percent DESC, id DESC)
  CREATE INDEX enrollments_unfinished ON ext_courses.enrollments USING btree (id) WHERE ((status = 'active'::text) AND (completed_at IS NULL))
  CREATE UNIQUE INDEX enrollments_once ON ext_courses.enrollments USING btree (course_id, owner_id)

TABLE ext_courses.grants
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  enrollment_id uuid NOT NULL
  source text NOT NULL
  source_id uuid
  expires_at timestamp(3) with time zone
  revoked_at timestamp(3) with time zone
  reason text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT grants_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES ext_courses.enrollments(id) ON DELETE CASCADE
  CONSTRAINT grants_pkey PRIMARY KEY (id)
  CONSTRAINT grants_source_check CHECK ((source = ANY (ARRAY['free'::text, 'purchase'::text, 'teacher'::text, 'bundle'::text, 'subscription'::text])))
  CREATE UNIQUE INDEX grants_once ON ext_courses.grants USING btree (enrollment_id, source, source_id) NULLS NOT DISTINCT

TABLE ext_courses.lesson_files
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  course_id uuid NOT NULL
  lesson_id uuid
  file_id uuid NOT NULL
  purpose text NOT NULL
  name text NOT NULL
  size_bytes bigint NOT NULL
  content_type text NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT lesson_files_course_id_fkey FOREIGN KEY (course_id) REFERENCES ext_courses.courses(id) ON DELETE CASCADE
  CONSTRAINT lesson_files_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES ext_courses.lessons(id) ON DELETE SET NULL
  CONSTRAINT lesson_files_pkey PRIMARY KEY (id)
  CONSTRAINT lesson_files_purpose_check CHECK ((purpose = ANY (ARRAY['main'::text, 'attachment'::text, 'cover'::text])))
  CREATE INDEX lesson_files_of_course ON ext_courses.lesson_files USING btree (course_id)
  CREATE INDEX lesson_files_of_lesson ON ext_courses.lesson_files USING btree (lesson_id)
  CREATE UNIQUE INDEX lesson_files_file ON ext_courses.lesson_files USING btree (file_id)

TABLE ext_courses.lesson_progress
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  enrollment_id uuid NOT NULL
  lesson_id uuid NOT NULL
  position_seconds integer NOT NULL DEFAULT 0
  position_at timestamp(3) with time zone
  completed_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT lesson_progress_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES ext_courses.enrollments(id) ON DELETE CASCADE
  CONSTRAINT lesson_progress_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES ext_courses.lessons(id) ON DELETE CASCADE
  CONSTRAINT lesson_progress_pkey PRIMARY KEY (id)
  CREATE INDEX lesson_progress_of_lesson ON ext_courses.lesson_progress USING btree (lesson_id)
  CREATE UNIQUE INDEX lesson_progress_once ON ext_courses.lesson_progress USING btree (enrollment_id, lesson_id)

TABLE ext_courses.lessons
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  course_id uuid NOT NULL
  module_id uuid
  title text NOT NULL
  kind text NOT NULL
  body text NOT NULL DEFAULT ''::text
  file_id uuid
  ref_id uuid
  duration_seconds integer NOT NULL DEFAULT 0
  preview boolean NOT NULL DEFAULT false
  required boolean NOT NULL DEFAULT true
  published boolean NOT NULL DEFAULT false
  position integer NOT NULL
  removed_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT lessons_course_id_fkey FOREIGN KEY (course_id) REFERENCES ext_courses.courses(id) ON DELETE CASCADE
  CONSTRAINT lessons_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'video'::text, 'file'::text, 'quiz'::text, 'assignment'::text, 'live_session'::text])))
  CONSTRAINT lessons_module_check CHECK (((module_id IS NOT NULL) OR (removed_at IS NOT NULL)))
  CONSTRAINT lessons_module_id_fkey FOREIGN KEY (module_id) REFERENCES ext_courses.modules(id) ON DELETE SET NULL
  CONSTRAINT lessons_pkey PRIMARY KEY (id)
  CREATE INDEX lessons_linked ON ext_courses.lessons USING btree (ref_id) WHERE (ref_id IS NOT NULL)
  CREATE INDEX lessons_of_course ON ext_courses.lessons USING btree (course_id)
  CREATE INDEX lessons_of_module ON ext_courses.lessons USING btree (module_id, "position")
  CREATE UNIQUE INDEX lessons_linked_once ON ext_courses.lessons USING btree (course_id, ref_id) WHERE ((ref_id IS NOT NULL) AND (removed_at IS NULL))

TABLE ext_courses.module_openings
  enrollment_id uuid NOT NULL
  module_id uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT module_openings_enrollment_id_fkey FOREIGN KEY (enrollment_id) REFERENCES ext_courses.enrollments(id) ON DELETE CASCADE
  CONSTRAINT module_openings_module_id_fkey FOREIGN KEY (module_id) REFERENCES ext_courses.modules(id) ON DELETE CASCADE
  CONSTRAINT module_openings_pkey PRIMARY KEY (enrollment_id, module_id)
  CREATE INDEX module_openings_of_module ON ext_courses.module_openings USING btree (module_id)

TABLE ext_courses.modules
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  course_id uuid NOT NULL
  title text NOT NULL
  summary text NOT NULL DEFAULT ''::text
  position integer NOT NULL
  available_after_days integer
  available_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT modules_course_id_fkey FOREIGN KEY (course_id) REFERENCES ext_courses.courses(id) ON DELETE CASCADE
  CONSTRAINT modules_pkey PRIMARY KEY (id)
  CONSTRAINT modules_release_check CHECK (((available_after_days IS NULL) OR (available_at IS NULL)))
  CREATE INDEX modules_of_course ON ext_courses.modules USING btree (course_id, "position")
  CREATE INDEX modules_opening ON ext_courses.modules USING btree (available_at) WHERE (available_at IS NOT NULL)

TABLE ext_courses.orders
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  seller_id uuid
  course_id uuid
  list_minor integer NOT NULL
  discount_minor integer NOT NULL
  total_minor integer NOT NULL
  refunded_minor integer NOT NULL DEFAULT 0
  currency character(3) NOT NULL
  coupon_id uuid
  affiliate_id uuid
  holds_seat boolean NOT NULL
  status text NOT NULL
  payment_id uuid
  checkout_url text
  expires_at timestamp(3) with time zone
  paid_at timestamp(3) with time zone
  refunded_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT orders_course_id_fkey FOREIGN KEY (course_id) REFERENCES ext_courses.courses(id) ON DELETE SET NULL
  CONSTRAINT orders_pkey PRIMARY KEY (id)
  CONSTRAINT orders_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'expired'::text, 'refunded'::text, 'needs_attention'::text])))
  CREATE INDEX orders_due_of_course ON ext_courses.orders USING btree (course_id, expires_at) WHERE (status = 'pending'::text)
  CREATE INDEX orders_expiring ON ext_courses.orders USING btree (expires_at) WHERE (status = 'pending'::text)
  CREATE INDEX orders_of_buyer ON ext_courses.orders USING btree (owner_id)
  CREATE INDEX orders_of_course ON ext_courses.orders USING btree (course_id, owner_id)
  CREATE INDEX orders_of_seller ON ext_courses.orders USING btree (seller_id, created_at)
  CREATE UNIQUE INDEX orders_payment ON ext_courses.orders USING btree (payment_id)
  CREATE UNIQUE INDEX orders_pending_once ON ext_courses.orders USING btree (course_id, owner_id) WHERE (status = 'pending'::text)

TABLE ext_courses.reviews
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  course_id uuid NOT NULL
  rating integer NOT NULL
  body text NOT NULL DEFAULT ''::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT reviews_course_id_fkey FOREIGN KEY (course_id) REFERENCES ext_courses.courses(id) ON DELETE CASCADE
  CONSTRAINT reviews_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT reviews_pkey PRIMARY KEY (id)
  CONSTRAINT reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5)))
  CREATE INDEX reviews_newest ON ext_courses.reviews USING btree (course_id, created_at DESC, id DESC)
  CREATE INDEX reviews_of_writer ON ext_courses.reviews USING btree (owner_id)
  CREATE UNIQUE INDEX reviews_once ON ext_courses.reviews USING btree (course_id, owner_id)

TABLE ext_documents.access
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  item_id uuid NOT NULL
  owner_id uuid NOT NULL
  user_id uuid NOT NULL
  role text NOT NULL
  expires_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT access_item_id_fkey FOREIGN KEY (item_id) REFERENCES ext_documents.items(id) ON DELETE CASCADE
  CONSTRAINT access_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT access_pkey PRIMARY KEY (id)
  CONSTRAINT access_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'editor'::text])))
  CONSTRAINT access_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX access_of_owner ON ext_documents.access USING btree (owner_id)
  CREATE INDEX access_of_user ON ext_documents.access USING btree (user_id)
  CREATE UNIQUE INDEX access_of_item ON ext_documents.access USING btree (item_id, user_id)

TABLE ext_documents.blobs
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  storage_key text NOT NULL
  size_bytes bigint NOT NULL
  sha256 text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT blobs_pkey PRIMARY KEY (id)
  CREATE INDEX blobs_age ON ext_documents.blobs USING btree (created_at)
  CREATE UNIQUE INDEX blobs_storage_key_key ON ext_documents.blobs USING btree (storage_key)

TABLE ext_documents.events
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  item_id uuid NOT NULL
  owner_id uuid NOT NULL
  actor_user_id uuid
  link_id uuid
  event text NOT NULL
  data jsonb NOT NULL DEFAULT '{}'::jsonb
  ip_prefix text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT events_item_id_fkey FOREIGN KEY (item_id) REFERENCES ext_documents.items(id) ON DELETE CASCADE
  CONSTRAINT events_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT events_pkey PRIMARY KEY (id)
  CREATE INDEX events_of_item ON ext_documents.events USING btree (item_id, created_at, id)
  CREATE INDEX events_of_owner ON ext_documents.events USING btree (owner_id, event, created_at)

TABLE ext_documents.holds
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  item_id uuid NOT NULL
  version_id uuid
  app_slug text NOT NULL
  reference_id uuid NOT NULL
  until timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT holds_item_id_fkey FOREIGN KEY (item_id) REFERENCES ext_documents.items(id) ON DELETE CASCADE
  CONSTRAINT holds_pkey PRIMARY KEY (id)
  CREATE INDEX holds_by_reference ON ext_documents.holds USING btree (app_slug, reference_id)
  CREATE INDEX holds_of_version ON ext_documents.holds USING btree (version_id) WHERE (version_id IS NOT NULL)
  CREATE UNIQUE INDEX holds_of_reference ON ext_documents.holds USING btree (item_id, app_slug, reference_id)

TABLE ext_documents.items
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  kind text NOT NULL
  parent_id uuid
  name text NOT NULL
  description text
  tags text[] NOT NULL DEFAULT '{}'::text[]
  content_type text
  size_bytes bigint NOT NULL DEFAULT 0
  current_version_id uuid
  version_number integer NOT NULL DEFAULT 0
  created_by uuid NOT NULL
  protected boolean NOT NULL DEFAULT false
  source_app text
  source_id uuid
  trashed_at timestamp(3) with time zone
  trash_root_id uuid
  search tsvector
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT items_kind_check CHECK ((kind = ANY (ARRAY['folder'::text, 'document'::text])))
  CONSTRAINT items_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255)))
  CONSTRAINT items_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT items_pkey PRIMARY KEY (id)
  CREATE INDEX items_by_name ON ext_documents.items USING btree (owner_id, COALESCE(parent_id, '00000000-0000-0000-0000-000000000000'::uuid), kind, lower(name), id) WHERE (trashed_at IS NULL)
  CREATE INDEX items_by_size ON ext_documents.items USING btree (owner_id, COALESCE(parent_id, '00000000-0000-0000-0000-000000000000'::uuid), kind, size_bytes, id) WHERE (trashed_at IS NULL)
  CREATE INDEX items_by_time ON ext_documents.items USING btree (owner_id, COALESCE(parent_id, '00000000-0000-0000-0000-000000000000'::uuid), kind, updated_at, id) WHERE (trashed_at IS NULL)
  CREATE INDEX items_name_parts ON ext_documents.items USING gin (lower(name) gin_trgm_ops)
  CREATE INDEX items_newest ON ext_documents.items USING btree (owner_id, created_at, id) WHERE (trashed_at IS NULL)
  CREATE INDEX items_of_parent ON ext_documents.items USING btree (parent_id, kind)
  CREATE INDEX items_purge ON ext_documents.items USING btree (trashed_at) WHERE (id = trash_root_id)
  CREATE INDEX items_tags ON ext_documents.items USING gin (tags)
  CREATE INDEX items_trash ON ext_documents.items USING btree (owner_id, trashed_at, id) WHERE (trashed_at IS NOT NULL)
  CREATE INDEX items_trash_root ON ext_documents.items USING btree (trash_root_id) WHERE (trash_root_id IS NOT NULL)
  CREATE INDEX items_words ON ext_documents.items USING gin (search)
  CREATE UNIQUE INDEX items_name ON ext_documents.items USING btree (owner_id, COALESCE(parent_id, '00000000-0000-0000-0000-000000000000'::uuid), lower(name)) WHERE (trashed_at IS NULL)
  CREATE TRIGGER items_words BEFORE INSERT OR UPDATE OF name, tags, description ON ext_documents.items FOR EACH ROW EXECUTE FUNCTION ext_documents.read_words()

TABLE ext_documents.links
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  item_id uuid NOT NULL
  token_hash text NOT NULL
  label text
  password_hash text
  expires_at timestamp(3) with time zone
  max_downloads integer
  downloads integer NOT NULL DEFAULT 0
  views integer NOT NULL DEFAULT 0
  allow_download boolean NOT NULL DEFAULT true
  notify_on_open boolean NOT NULL DEFAULT false
  last_opened_at timestamp(3) with time zone
  revoked_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT links_item_id_fkey FOREIGN KEY (item_id) REFERENCES ext_documents.items(id) ON DELETE CASCADE
  CONSTRAINT links_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT links_pkey PRIMARY KEY (id)
  CREATE INDEX links_of_item ON ext_documents.links USING btree (item_id)
  CREATE INDEX links_of_owner ON ext_documents.links USING btree (owner_id)
  CREATE UNIQUE INDEX links_token_hash_key ON ext_documents.links USING btree (token_hash)

TABLE ext_documents.marks
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  item_id uuid NOT NULL
  user_id uuid NOT NULL
  starred boolean NOT NULL DEFAULT false
  last_opened_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT marks_item_id_fkey FOREIGN KEY (item_id) REFERENCES ext_documents.items(id) ON DELETE CASCADE
  CONSTRAINT marks_pkey PRIMARY KEY (id)
  CONSTRAINT marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX marks_of_item ON ext_documents.marks USING btree (item_id)
  CREATE INDEX marks_recent ON ext_documents.marks USING btree (user_id, last_opened_at, item_id) WHERE (last_opened_at IS NOT NULL)
  CREATE UNIQUE INDEX marks_of_user ON ext_documents.marks USING btree (user_id, item_id)

TABLE ext_documents.texts
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  item_id uuid NOT NULL
  version_id uuid NOT NULL
  body text NOT NULL
  tsv tsvector NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT texts_body_check CHECK ((octet_length(body) <= 262144))
  CONSTRAINT texts_item_id_fkey FOREIGN KEY (item_id) REFERENCES ext_documents.items(id) ON DELETE CASCADE
  CONSTRAINT texts_pkey PRIMARY KEY (id)
  CREATE INDEX texts_words ON ext_documents.texts USING gin (tsv)
  CREATE UNIQUE INDEX texts_item_id_key ON ext_documents.texts USING btree (item_id)

TABLE ext_documents.uploads
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  target_owner_id uuid NOT NULL
  parent_id uuid
  item_id uuid
  base_version integer
  name text NOT NULL
  content_type text NOT NULL
  size_bytes bigint NOT NULL
  sha256 text
  on_conflict text NOT NULL
  storage_key text NOT NULL
  status text NOT NULL DEFAULT 'open'::text
  expires_at timestamp(3) with time zone NOT NULL
  result_item_id uuid
  source_app text
  source_id uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT uploads_on_conflict_check CHECK ((on_conflict = ANY (ARRAY['rename'::text, 'version'::text, 'fail'::text])))
  CONSTRAINT uploads_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT uploads_pkey PRIMARY KEY (id)
  CONSTRAINT uploads_status_check CHECK ((status = ANY (ARRAY['open'::text, 'completed'::text, 'aborted'::text, 'expired'::text])))
  CONSTRAINT uploads_target_owner_id_fkey FOREIGN KEY (target_owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX uploads_due ON ext_documents.uploads USING btree (status, expires_at)
  CREATE INDEX uploads_of_owner ON ext_documents.uploads USING btree (owner_id)
  CREATE INDEX uploads_of_target ON ext_documents.uploads USING btree (target_owner_id)

TABLE ext_documents.usage
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  used_bytes bigint NOT NULL DEFAULT 0
  reserved_bytes bigint NOT NULL DEFAULT 0
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT usage_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT usage_pkey PRIMARY KEY (id)
  CONSTRAINT usage_reserved_bytes_check CHECK ((reserved_bytes >= 0))
  CONSTRAINT usage_used_bytes_check CHECK ((used_bytes >= 0))
  CREATE UNIQUE INDEX usage_owner_id_key ON ext_documents.usage USING btree (owner_id)

TABLE ext_documents.versions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  item_id uuid NOT NULL
  owner_id uuid NOT NULL
  number integer NOT NULL
  blob_id uuid NOT NULL
  content_type text NOT NULL
  size_bytes bigint NOT NULL
  sha256 text
  note text
  created_by uuid NOT NULL
  text_status text NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT versions_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES ext_documents.blobs(id)
  CONSTRAINT versions_item_id_fkey FOREIGN KEY (item_id) REFERENCES ext_documents.items(id) ON DELETE CASCADE
  CONSTRAINT versions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT versions_pkey PRIMARY KEY (id)
  CONSTRAINT versions_text_status_check CHECK ((text_status = ANY (ARRAY['pending'::text, 'ready'::text, 'none'::text, 'failed'::text])))
  CREATE INDEX versions_of_blob ON ext_documents.versions USING btree (blob_id)
  CREATE INDEX versions_of_owner ON ext_documents.versions USING btree (owner_id, created_at)
  CREATE UNIQUE INDEX versions_number ON ext_documents.versions USING btree (item_id, number)
  CREATE TRIGGER versions_give_back AFTER DELETE ON ext_documents.versions REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION ext_documents.give_back()

TABLE ext_domains.checks
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  domain_id uuid NOT NULL
  trigger text NOT NULL
  txt_ok boolean NOT NULL
  routing text NOT NULL
  problem text
  answers jsonb NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT checks_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES ext_domains.domains(id) ON DELETE CASCADE
  CONSTRAINT checks_pkey PRIMARY KEY (id)
  CONSTRAINT checks_routing_check CHECK ((routing = ANY (ARRAY['unknown'::text, 'ok'::text, 'proxied'::text, 'wrong'::text, 'missing'::text])))
  CONSTRAINT checks_trigger_check CHECK ((trigger = ANY (ARRAY['added'::text, 'manual'::text, 'scheduled'::text])))
  CREATE INDEX checks_of_domain ON ext_domains.checks USING btree (domain_id, created_at)

TABLE ext_domains.domains
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  host text NOT NULL
  is_apex boolean NOT NULL
  status text NOT NULL DEFAULT 'pending'::text
  token text NOT NULL
  routing text NOT NULL DEFAULT 'unknown'::text
  target_app text
  target_id uuid
  redirect_url text
  root_url text
  not_found_url text
  verified_at timestamp(3) with time zone
  mapped_at timestamp(3) with time zone
  last_checked_at timestamp(3) with time zone
  next_check_at timestamp(3) with time zone
  bad_since timestamp(3) with time zone
  last_seen_on date
  check_count integer NOT NULL DEFAULT 0
  last_problem text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT domains_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT domains_owner_id_host_key UNIQUE (owner_id, host)
  CONSTRAINT domains_pkey PRIMARY KEY (id)
  CONSTRAINT domains_redirect_url CHECK (((redirect_url IS NOT NULL) = COALESCE((target_app = 'redirect'::text), false)))
  CONSTRAINT domains_routing_check CHECK ((routing = ANY (ARRAY['unknown'::text, 'ok'::text, 'proxied'::text, 'wrong'::text, 'missing'::text])))
  CONSTRAINT domains_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'verified'::text, 'failed'::text, 'lapsed'::text, 'removed'::text])))
  CONSTRAINT domains_target_app_check CHECK ((target_app = ANY (ARRAY['shortlinks'::text, 'biolinks'::text, 'blog'::text, 'redirect'::text])))
  CONSTRAINT domains_target_id CHECK (((target_id IS NOT NULL) = COALESCE((target_app = ANY (ARRAY['biolinks'::text, 'blog'::text])), false)))
  CREATE INDEX domains_due ON ext_domains.domains USING btree (next_check_at) WHERE (next_check_at IS NOT NULL)
  CREATE INDEX domains_of_owner ON ext_domains.domains USING btree (owner_id, created_at, id)
  CREATE INDEX domains_target ON ext_domains.domains USING btree (target_id) WHERE (target_id IS NOT NULL)
  CREATE UNIQUE INDEX domains_owner_id_host_key ON ext_domains.domains USING btree (owner_id, host)
  CREATE UNIQUE INDEX domains_verified_host ON ext_domains.domains USING btree (host) WHERE (status = 'verified'::text)

TABLE ext_esignatures.audit_events
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  envelope_id uuid NOT NULL
  seq integer NOT NULL
  event text NOT NULL
  signer_id uuid
  actor_user_id uuid
  ip text
  user_agent text
  data jsonb NOT NULL
  at timestamp(3) with time zone NOT NULL
  prev_hash text NOT NULL
  hash text NOT NULL
  CONSTRAINT audit_events_envelope_id_fkey FOREIGN KEY (envelope_id) REFERENCES ext_esignatures.envelopes(id) ON DELETE CASCADE
  CONSTRAINT audit_events_envelope_id_seq_key UNIQUE (envelope_id, seq)
  CONSTRAINT audit_events_event_check CHECK ((event = ANY (ARRAY['created'::text, 'sent'::text, 'link_issued'::text, 'notified'::text, 'viewed'::text, 'code_failed'::text, 'consented'::text, 'signed'::text, 'approved'::text, 'declined'::text, 'corrected'::text, 'reminded'::text, 'voided'::text, 'expired'::text, 'sealed'::text, 'downloaded'::text])))
  CONSTRAINT audit_events_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX audit_events_envelope_id_seq_key ON ext_esignatures.audit_events USING btree (envelope_id, seq)
  CREATE TRIGGER audit_events_refuse_update BEFORE UPDATE ON ext_esignatures.audit_events FOR EACH ROW EXECUTE FUNCTION ext_esignatures.refuse_update()

TABLE ext_esignatures.envelope_documents
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  envelope_id uuid NOT NULL
  position integer NOT NULL
  document_id uuid NOT NULL
  version_id uuid
  sha256 text
  page_count integer
  page_sizes jsonb
  name text NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT envelope_documents_envelope_id_fkey FOREIGN KEY (envelope_id) REFERENCES ext_esignatures.envelopes(id) ON DELETE CASCADE
  CONSTRAINT envelope_documents_envelope_id_position_key UNIQUE (envelope_id, "position")
  CONSTRAINT envelope_documents_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX envelope_documents_envelope_id_position_key ON ext_esignatures.envelope_documents USING btree (envelope_id, "position")

TABLE ext_esignatures.envelopes
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  title text NOT NULL
  message text
  status text NOT NULL DEFAULT 'draft'::text
  expires_in_days integer
  consent_text text
  content_hash text
  sent_at timestamp(3) with time zone
  expires_at timestamp(3) with time zone
  completed_at timestamp(3) with time zone
  ended_at timestamp(3) with time zone
  end_reason text
  final_document_id uuid
  final_key text
  final_sha256 text
  seal_kind text
  seal_attempts integer NOT NULL DEFAULT 0
  public_code text
  audit_seq integer NOT NULL DEFAULT 0
  audit_head text
  released_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT envelopes_pkey PRIMARY KEY (id)
  CONSTRAINT envelopes_public_code_key UNIQUE (public_code)
  CONSTRAINT envelopes_seal_kind_check CHECK ((seal_kind = ANY (ARRAY['hash'::text, 'pades'::text])))
  CONSTRAINT envelopes_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'sent'::text, 'sealing'::text, 'completed'::text, 'declined'::text, 'voided'::text, 'expired'::text])))
  CREATE INDEX envelopes_by_hash ON ext_esignatures.envelopes USING btree (final_sha256)
  CREATE INDEX envelopes_by_status ON ext_esignatures.envelopes USING btree (status, expires_at)
  CREATE INDEX envelopes_held ON ext_esignatures.envelopes USING btree (ended_at, id) WHERE ((sent_at IS NOT NULL) AND (ended_at IS NOT NULL) AND (released_at IS NULL))
  CREATE INDEX envelopes_of_owner ON ext_esignatures.envelopes USING btree (owner_id, created_at, id)
  CREATE INDEX envelopes_of_owner_by_status ON ext_esignatures.envelopes USING btree (owner_id, status, created_at DESC, id DESC)
  CREATE INDEX envelopes_sent ON ext_esignatures.envelopes USING btree (owner_id, sent_at)
  CREATE UNIQUE INDEX envelopes_public_code_key ON ext_esignatures.envelopes USING btree (public_code)

TABLE ext_esignatures.fields
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  envelope_id uuid NOT NULL
  envelope_document_id uuid NOT NULL
  signer_id uuid NOT NULL
  type text NOT NULL
  page integer NOT NULL
  x numeric(6,5) NOT NULL
  y numeric(6,5) NOT NULL
  width numeric(6,5) NOT NULL
  height numeric(6,5) NOT NULL
  required boolean NOT NULL DEFAULT true
  label text
  max_length integer
  value text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT fields_envelope_document_id_fkey FOREIGN KEY (envelope_document_id) REFERENCES ext_esignatures.envelope_documents(id) ON DELETE CASCADE
  CONSTRAINT fields_envelope_id_fkey FOREIGN KEY (envelope_id) REFERENCES ext_esignatures.envelopes(id) ON DELETE CASCADE
  CONSTRAINT fields_pkey PRIMARY KEY (id)
  CONSTRAINT fields_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES ext_esignatures.signers(id) ON DELETE CASCADE
  CONSTRAINT fields_type_check CHECK ((type = ANY (ARRAY['signature'::text, 'initials'::text, 'date_signed'::text, 'name'::text, 'text'::text, 'checkbox'::text])))
  CREATE INDEX fields_of_document ON ext_esignatures.fields USING btree (envelope_document_id, page)
  CREATE INDEX fields_of_envelope ON ext_esignatures.fields USING btree (envelope_id)
  CREATE INDEX fields_of_signer ON ext_esignatures.fields USING btree (signer_id)

TABLE ext_esignatures.signer_links
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  signer_id uuid NOT NULL
  token_hash text NOT NULL
  revoked_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT signer_links_pkey PRIMARY KEY (id)
  CONSTRAINT signer_links_signer_id_fkey FOREIGN KEY (signer_id) REFERENCES ext_esignatures.signers(id) ON DELETE CASCADE
  CONSTRAINT signer_links_token_hash_key UNIQUE (token_hash)
  CREATE INDEX signer_links_of_signer ON ext_esignatures.signer_links USING btree (signer_id)
  CREATE UNIQUE INDEX signer_links_token_hash_key ON ext_esignatures.signer_links USING btree (token_hash)

TABLE ext_esignatures.signers
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  envelope_id uuid NOT NULL
  name text NOT NULL
  user_id uuid
  email text
  role text NOT NULL DEFAULT 'signer'::text
  position integer NOT NULL DEFAULT 1
  auth text NOT NULL
  access_code_hash text
  status text NOT NULL DEFAULT 'waiting'::text
  ready_at timestamp(3) with time zone
  viewed_at timestamp(3) with time zone
  consented_at timestamp(3) with time zone
  acted_at timestamp(3) with time zone
  last_reminded_at timestamp(3) with time zone
  decline_reason text
  signature jsonb
  ip text
  user_agent text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT signers_account_check CHECK (((user_id IS NULL) OR (auth = 'account'::text)))
  CONSTRAINT signers_auth_check CHECK ((auth = ANY (ARRAY['account'::text, 'link'::text])))
  CONSTRAINT signers_envelope_id_fkey FOREIGN KEY (envelope_id) REFERENCES ext_esignatures.envelopes(id) ON DELETE CASCADE
  CONSTRAINT signers_envelope_id_user_id_key UNIQUE (envelope_id, user_id)
  CONSTRAINT signers_pkey PRIMARY KEY (id)
  CONSTRAINT signers_role_check CHECK ((role = ANY (ARRAY['signer'::text, 'approver'::text, 'copy'::text])))
  CONSTRAINT signers_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'ready'::text, 'viewed'::text, 'signed'::text, 'approved'::text, 'declined'::text, 'copied'::text])))
  CONSTRAINT signers_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE SET NULL
  CREATE INDEX signers_asked ON ext_esignatures.signers USING btree (ready_at, id) WHERE (status = ANY (ARRAY['ready'::text, 'viewed'::text]))
  CREATE INDEX signers_inbox ON ext_esignatures.signers USING btree (user_id, created_at, envelope_id)
  CREATE INDEX signers_of_envelope ON ext_esignatures.signers USING btree (envelope_id, "position")
  CREATE INDEX signers_of_user ON ext_esignatures.signers USING btree (user_id, status)
  CREATE UNIQUE INDEX signers_envelope_id_user_id_key ON ext_esignatures.signers USING btree (envelope_id, user_id)

TABLE ext_events.announcements
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  event_id uuid NOT NULL
  type text NOT NULL
  title text NOT NULL
  body text NOT NULL
  data jsonb NOT NULL DEFAULT '{}'::jsonb
  audience text NOT NULL DEFAULT 'valid'::text
  ticket_type_ids uuid[]
  only_not_checked_in boolean NOT NULL DEFAULT false
  sent_through uuid
  sent_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT announcements_audience_check CHECK ((audience = ANY (ARRAY['valid'::text, 'cancelled'::text])))
  CONSTRAINT announcements_event_id_fkey FOREIGN KEY (event_id) REFERENCES ext_events.events(id) ON DELETE CASCADE
  CONSTRAINT announcements_pkey PRIMARY KEY (id)
  CREATE INDEX announcements_of_event ON ext_events.announcements USING btree (event_id, type, created_at)

TABLE ext_events.check_ins
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  event_id uuid NOT NULL
  ticket_id uuid NOT NULL
  result text NOT NULL
  scanned_by uuid
  scanned_at timestamp(3) with time zone NOT NULL
  checked_in_at timestamp(3) with time zone
  client_ref text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT check_ins_event_id_fkey FOREIGN KEY (event_id) REFERENCES ext_events.events(id) ON DELETE CASCADE
  CONSTRAINT check_ins_pkey PRIMARY KEY (id)
  CONSTRAINT check_ins_result_check CHECK ((result = ANY (ARRAY['accepted'::text, 'already_checked_in'::text, 'not_valid'::text, 'undone'::text])))
  CONSTRAINT check_ins_scanned_by_fkey FOREIGN KEY (scanned_by) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT check_ins_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES ext_events.tickets(id) ON DELETE CASCADE
  CREATE INDEX check_ins_of_ticket ON ext_events.check_ins USING btree (ticket_id)
  CREATE INDEX check_ins_scanned_by ON ext_events.check_ins USING btree (scanned_by)
  CREATE UNIQUE INDEX check_ins_client_ref ON ext_events.check_ins USING btree (event_id, client_ref)

TABLE ext_events.events
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  title text NOT NULL
  slug text NOT NULL
  summary text
  description text
  cover_url text
  format text NOT NULL DEFAULT 'in_person'::text
  venue_name text
  address text
  online_url text
  starts_at timestamp(3) with time zone NOT NULL
  ends_at timestamp(3) with time zone NOT NULL
  timezone text NOT NULL
  capacity integer
  sold integer NOT NULL DEFAULT 0
  held integer NOT NULL DEFAULT 0
  currency character(3) NOT NULL
  visibility text NOT NULL DEFAULT 'public'::text
  status text NOT NULL DEFAULT 'draft'::text
  max_per_buyer smallint NOT NULL DEFAULT 10
  cancel_until_hours integer
  waitlist_enabled boolean NOT NULL DEFAULT true
  questions jsonb NOT NULL DEFAULT '[]'::jsonb
  staff_ids uuid[] NOT NULL DEFAULT '{}'::uuid[]
  cancel_reason text
  published_at timestamp(3) with time zone
  cancelled_at timestamp(3) with time zone
  calendar_sequence integer NOT NULL DEFAULT 0
  reminded_hours integer[] NOT NULL DEFAULT '{}'::integer[]
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT events_capacity_check CHECK (((capacity IS NULL) OR ((sold + held) <= capacity)))
  CONSTRAINT events_format_check CHECK ((format = ANY (ARRAY['in_person'::text, 'online'::text, 'hybrid'::text])))
  CONSTRAINT events_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT events_pkey PRIMARY KEY (id)
  CONSTRAINT events_seats_check CHECK (((sold >= 0) AND (held >= 0)))
  CONSTRAINT events_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'cancelled'::text])))
  CONSTRAINT events_time_check CHECK ((ends_at > starts_at))
  CONSTRAINT events_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'unlisted'::text])))
  CREATE INDEX events_of_owner ON ext_events.events USING btree (owner_id, created_at, id)
  CREATE INDEX events_of_staff ON ext_events.events USING gin (staff_ids)
  CREATE INDEX events_public ON ext_events.events USING btree (starts_at, id) WHERE ((status = 'published'::text) AND (visibility = 'public'::text))
  CREATE INDEX events_public_ending ON ext_events.events USING btree (ends_at) WHERE ((status = 'published'::text) AND (visibility = 'public'::text))
  CREATE INDEX events_starting ON ext_events.events USING btree (starts_at) WHERE (status = 'published'::text)
  CREATE INDEX events_title ON ext_events.events USING gin (title gin_trgm_ops)
  CREATE UNIQUE INDEX events_slug ON ext_events.events USING btree (slug)

TABLE ext_events.orders
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  event_id uuid NOT NULL
  status text NOT NULL
  subtotal_minor bigint NOT NULL
  discount_minor bigint NOT NULL DEFAULT 0
  total_minor bigint NOT NULL
  refund_due_minor bigint NOT NULL DEFAULT 0
  refunded_minor bigint NOT NULL DEFAULT 0
  refund_started_minor bigint NOT NULL DEFAULT 0
  currency character(3) NOT NULL
  promo_code_id uuid
  waitlist_entry_id uuid
  payment_id uuid
  checkout_url text
  hold_expires_at timestamp(3) with time zone
  cancelled_by text
  request_key text
  paid_at timestamp(3) with time zone
  confirmed_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT orders_cancelled_by_check CHECK ((cancelled_by = ANY (ARRAY['buyer'::text, 'organizer'::text, 'system'::text])))
  CONSTRAINT orders_event_id_fkey FOREIGN KEY (event_id) REFERENCES ext_events.events(id) ON DELETE CASCADE
  CONSTRAINT orders_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT orders_pkey PRIMARY KEY (id)
  CONSTRAINT orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'cancelled'::text, 'expired'::text, 'refunded'::text])))
  CREATE INDEX orders_expiring ON ext_events.orders USING btree (hold_expires_at) WHERE (status = 'pending'::text)
  CREATE INDEX orders_of_buyer ON ext_events.orders USING btree (owner_id, event_id)
  CREATE INDEX orders_of_event ON ext_events.orders USING btree (event_id, status)
  CREATE INDEX orders_of_promo_code ON ext_events.orders USING btree (promo_code_id) WHERE (promo_code_id IS NOT NULL)
  CREATE INDEX orders_owing ON ext_events.orders USING btree (id) WHERE (refund_due_minor > 0)
  CREATE UNIQUE INDEX orders_payment ON ext_events.orders USING btree (payment_id)
  CREATE UNIQUE INDEX orders_request_key ON ext_events.orders USING btree (owner_id, request_key)

TABLE ext_events.promo_codes
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  event_id uuid NOT NULL
  code text NOT NULL
  percent_off smallint
  amount_off_minor bigint
  ticket_type_ids uuid[]
  max_uses integer
  used integer NOT NULL DEFAULT 0
  starts_at timestamp(3) with time zone
  ends_at timestamp(3) with time zone
  status text NOT NULL DEFAULT 'active'::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT promo_codes_event_id_fkey FOREIGN KEY (event_id) REFERENCES ext_events.events(id) ON DELETE CASCADE
  CONSTRAINT promo_codes_pkey PRIMARY KEY (id)
  CONSTRAINT promo_codes_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text])))
  CONSTRAINT promo_codes_used_check CHECK (((used >= 0) AND ((max_uses IS NULL) OR (used <= max_uses))))
  CONSTRAINT promo_codes_value_check CHECK ((num_nonnulls(percent_off, amount_off_minor) = 1))
  CREATE UNIQUE INDEX promo_codes_code ON ext_events.promo_codes USING btree (event_id, code)

TABLE ext_events.ticket_types
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  event_id uuid NOT NULL
  name text NOT NULL
  description text
  price_minor bigint NOT NULL DEFAULT 0
  quantity integer
  sold integer NOT NULL DEFAULT 0
  held integer NOT NULL DEFAULT 0
  sales_start_at timestamp(3) with time zone
  sales_end_at timestamp(3) with time zone
  max_per_buyer smallint
  position integer NOT NULL DEFAULT 0
  status text NOT NULL DEFAULT 'active'::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT ticket_types_event_id_fkey FOREIGN KEY (event_id) REFERENCES ext_events.events(id) ON DELETE CASCADE
  CONSTRAINT ticket_types_pkey PRIMARY KEY (id)
  CONSTRAINT ticket_types_price_minor_check CHECK ((price_minor >= 0))
  CONSTRAINT ticket_types_quantity_check CHECK (((quantity IS NULL) OR ((sold + held) <= quantity)))
  CONSTRAINT ticket_types_seats_check CHECK (((sold >= 0) AND (held >= 0)))
  CONSTRAINT ticket_types_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
  CREATE INDEX ticket_types_beginning ON ext_events.ticket_types USING btree (sales_start_at) WHERE (sales_start_at IS NOT NULL)
  CREATE UNIQUE INDEX ticket_types_name ON ext_events.ticket_types USING btree (event_id, lower(name))

TABLE ext_events.tickets
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  order_id uuid NOT NULL
  event_id uuid NOT NULL
  ticket_type_id uuid NOT NULL
  code character(16) NOT NULL
  attendee_name text NOT NULL
  attendee_email text
  answers jsonb NOT NULL DEFAULT '{}'::jsonb
  price_minor bigint NOT NULL
  status text NOT NULL
  checked_in_at timestamp(3) with time zone
  checked_in_by uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT tickets_checked_in_by_fkey FOREIGN KEY (checked_in_by) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT tickets_event_id_fkey FOREIGN KEY (event_id) REFERENCES ext_events.events(id) ON DELETE CASCADE
  CONSTRAINT tickets_order_id_fkey FOREIGN KEY (order_id) REFERENCES ext_events.orders(id) ON DELETE CASCADE
  CONSTRAINT tickets_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT tickets_pkey PRIMARY KEY (id)
  CONSTRAINT tickets_status_check CHECK ((status = ANY (ARRAY['held'::text, 'valid'::text, 'cancelled'::text])))
  CONSTRAINT tickets_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ext_events.ticket_types(id) ON DELETE CASCADE
  CREATE INDEX tickets_checked_in_by ON ext_events.tickets USING btree (checked_in_by)
  CREATE INDEX tickets_in_turn ON ext_events.tickets USING btree (event_id, created_at, id)
  CREATE INDEX tickets_of_event ON ext_events.tickets USING btree (event_id, status, owner_id)
  CREATE INDEX tickets_of_order ON ext_events.tickets USING btree (order_id)
  CREATE INDEX tickets_of_owner ON ext_events.tickets USING btree (owner_id, created_at)
  CREATE INDEX tickets_of_type ON ext_events.tickets USING btree (ticket_type_id)
  CREATE UNIQUE INDEX tickets_code ON ext_events.tickets USING btree (code)

TABLE ext_events.waitlist_entries
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  event_id uuid NOT NULL
  ticket_type_id uuid NOT NULL
  quantity smallint NOT NULL
  status text NOT NULL DEFAULT 'waiting'::text
  offered_at timestamp(3) with time zone
  offer_expires_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT waitlist_entries_event_id_fkey FOREIGN KEY (event_id) REFERENCES ext_events.events(id) ON DELETE CASCADE
  CONSTRAINT waitlist_entries_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT waitlist_entries_pkey PRIMARY KEY (id)
  CONSTRAINT waitlist_entries_quantity_check CHECK ((quantity > 0))
  CONSTRAINT waitlist_entries_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'offered'::text, 'claimed'::text, 'expired'::text, 'left'::text])))
  CONSTRAINT waitlist_entries_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ext_events.ticket_types(id) ON DELETE CASCADE
  CREATE INDEX waitlist_entries_in_turn ON ext_events.waitlist_entries USING btree (event_id, created_at, id) WHERE (status = 'waiting'::text)
  CREATE INDEX waitlist_entries_of_event ON ext_events.waitlist_entries USING btree (event_id, status)
  CREATE INDEX waitlist_entries_of_owner ON ext_events.waitlist_entries USING btree (owner_id, event_id)
  CREATE INDEX waitlist_entries_offered ON ext_events.waitlist_entries USING btree (offer_expires_at) WHERE (status = 'offered'::text)
  CREATE INDEX waitlist_entries_waiting ON ext_events.waitlist_entries USING btree (ticket_type_id, created_at, id) WHERE (status = 'waiting'::text)
  CREATE UNIQUE INDEX waitlist_entries_open_once ON ext_events.waitlist_entries USING btree (ticket_type_id, owner_id) WHERE (status = ANY (ARRAY['waiting'::text, 'offered'::text]))

TABLE ext_filerequests.files
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  submission_id uuid NOT NULL
  request_id uuid NOT NULL
  item_id uuid
  upload_id uuid NOT NULL
  document_id uuid
  version_id uuid
  name text NOT NULL
  stored_name text
  size_bytes bigint NOT NULL
  content_type text NOT NULL
  status text NOT NULL DEFAULT 'pending'::text
  reject_reason text
  received_at timestamp(3) with time zone
  expires_at timestamp(3) with time zone NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT files_item_id_fkey FOREIGN KEY (item_id) REFERENCES ext_filerequests.items(id) ON DELETE SET NULL
  CONSTRAINT files_pkey PRIMARY KEY (id)
  CONSTRAINT files_request_id_fkey FOREIGN KEY (request_id) REFERENCES ext_filerequests.requests(id) ON DELETE CASCADE
  CONSTRAINT files_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'received'::text, 'removed'::text, 'rejected'::text, 'lost'::text])))
  CONSTRAINT files_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES ext_filerequests.submissions(id) ON DELETE CASCADE
  CONSTRAINT files_upload_id_key UNIQUE (upload_id)
  CREATE INDEX files_by_item ON ext_filerequests.files USING btree (item_id)
  CREATE INDEX files_of_item ON ext_filerequests.files USING btree (request_id, item_id)
  CREATE INDEX files_of_submission ON ext_filerequests.files USING btree (submission_id)
  CREATE INDEX files_pending ON ext_filerequests.files USING btree (expires_at) WHERE (status = 'pending'::text)
  CREATE INDEX files_received ON ext_filerequests.files USING btree (request_id, received_at) INCLUDE (size_bytes) WHERE (received_at IS NOT NULL)
  CREATE UNIQUE INDEX files_upload_id_key ON ext_filerequests.files USING btree (upload_id)

TABLE ext_filerequests.items
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  request_id uuid NOT NULL
  position integer NOT NULL
  title text NOT NULL
  description text
  required boolean NOT NULL DEFAULT true
  allowed_extensions text[] NOT NULL DEFAULT '{}'::text[]
  min_files integer NOT NULL DEFAULT 1
  max_files integer NOT NULL DEFAULT 10
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT items_pkey PRIMARY KEY (id)
  CONSTRAINT items_request_id_fkey FOREIGN KEY (request_id) REFERENCES ext_filerequests.requests(id) ON DELETE CASCADE
  CREATE INDEX items_of_request ON ext_filerequests.items USING btree (request_id, "position")

TABLE ext_filerequests.recipients
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  request_id uuid NOT NULL
  name text NOT NULL
  email text
  user_id uuid
  token_hash text NOT NULL
  status text NOT NULL DEFAULT 'invited'::text
  last_reminded_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT recipients_pkey PRIMARY KEY (id)
  CONSTRAINT recipients_request_id_fkey FOREIGN KEY (request_id) REFERENCES ext_filerequests.requests(id) ON DELETE CASCADE
  CONSTRAINT recipients_request_id_user_id_key UNIQUE (request_id, user_id)
  CONSTRAINT recipients_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'opened'::text, 'partial'::text, 'submitted'::text, 'accepted'::text])))
  CONSTRAINT recipients_token_hash_key UNIQUE (token_hash)
  CONSTRAINT recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE SET NULL
  CREATE INDEX recipients_of_user ON ext_filerequests.recipients USING btree (user_id)
  CREATE UNIQUE INDEX recipients_email ON ext_filerequests.recipients USING btree (request_id, lower(email))
  CREATE UNIQUE INDEX recipients_request_id_user_id_key ON ext_filerequests.recipients USING btree (request_id, user_id)
  CREATE UNIQUE INDEX recipients_token_hash_key ON ext_filerequests.recipients USING btree (token_hash)

TABLE ext_filerequests.requests
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  title text NOT NULL
  instructions text
  status text NOT NULL DEFAULT 'open'::text
  code text NOT NULL
  password_hash text
  folder_id uuid NOT NULL
  naming text NOT NULL DEFAULT 'uploader_prefix'::text
  subfolders boolean NOT NULL DEFAULT true
  require_email boolean NOT NULL DEFAULT false
  invited_only boolean NOT NULL DEFAULT false
  closes_at timestamp(3) with time zone
  allow_late boolean NOT NULL DEFAULT false
  max_files integer NOT NULL DEFAULT 50
  max_file_bytes bigint NOT NULL
  received_files integer NOT NULL DEFAULT 0
  received_bytes bigint NOT NULL DEFAULT 0
  closed_reason text
  storage_told_at timestamp(3) with time zone
  submission_told_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT requests_code_key UNIQUE (code)
  CONSTRAINT requests_naming_check CHECK ((naming = ANY (ARRAY['original'::text, 'uploader_prefix'::text])))
  CONSTRAINT requests_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT requests_pkey PRIMARY KEY (id)
  CONSTRAINT requests_received_bytes_check CHECK ((received_bytes >= 0))
  CONSTRAINT requests_received_files_check CHECK ((received_files >= 0))
  CONSTRAINT requests_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text, 'archived'::text])))
  CREATE INDEX requests_by_status ON ext_filerequests.requests USING btree (owner_id, status, created_at DESC, id DESC)
  CREATE INDEX requests_due ON ext_filerequests.requests USING btree (status, closes_at, id)
  CREATE INDEX requests_of_owner ON ext_filerequests.requests USING btree (owner_id, created_at, id)
  CREATE UNIQUE INDEX requests_code_key ON ext_filerequests.requests USING btree (code)

TABLE ext_filerequests.submissions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  request_id uuid NOT NULL
  recipient_id uuid
  user_id uuid
  uploader_name text NOT NULL
  uploader_email text
  receipt_hash text NOT NULL
  status text NOT NULL DEFAULT 'draft'::text
  note text
  review_message text
  first_submitted_at timestamp(3) with time zone
  submitted_at timestamp(3) with time zone
  reviewed_at timestamp(3) with time zone
  late boolean NOT NULL DEFAULT false
  folder_id uuid
  ip_prefix text NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT submissions_pkey PRIMARY KEY (id)
  CONSTRAINT submissions_receipt_hash_key UNIQUE (receipt_hash)
  CONSTRAINT submissions_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES ext_filerequests.recipients(id) ON DELETE SET NULL
  CONSTRAINT submissions_recipient_id_key UNIQUE (recipient_id)
  CONSTRAINT submissions_request_id_fkey FOREIGN KEY (request_id) REFERENCES ext_filerequests.requests(id) ON DELETE CASCADE
  CONSTRAINT submissions_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'accepted'::text, 'changes_requested'::text])))
  CONSTRAINT submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE SET NULL
  CREATE INDEX submissions_by_status ON ext_filerequests.submissions USING btree (request_id, status, COALESCE(submitted_at, created_at) DESC, id DESC)
  CREATE INDEX submissions_drafts ON ext_filerequests.submissions USING btree (created_at, id) WHERE (status = 'draft'::text)
  CREATE INDEX submissions_newest ON ext_filerequests.submissions USING btree (request_id, COALESCE(submitted_at, created_at) DESC, id DESC) WHERE (status <> 'draft'::text)
  CREATE INDEX submissions_of_folder ON ext_filerequests.submissions USING btree (folder_id)
  CREATE INDEX submissions_of_user ON ext_filerequests.submissions USING btree (user_id)
  CREATE UNIQUE INDEX submissions_receipt_hash_key ON ext_filerequests.submissions USING btree (receipt_hash)
  CREATE UNIQUE INDEX submissions_recipient_id_key ON ext_filerequests.submissions USING btree (recipient_id)

TABLE ext_forums.categories
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  forum_id uuid NOT NULL
  name text NOT NULL
  slug text NOT NULL
  description text
  position integer NOT NULL DEFAULT 0
  post_role text NOT NULL DEFAULT 'member'::text
  require_approval boolean NOT NULL DEFAULT false
  solvable boolean NOT NULL DEFAULT false
  auto_close_days integer
  archived boolean NOT NULL DEFAULT false
  topic_count integer NOT NULL DEFAULT 0
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT categories_forum_id_fkey FOREIGN KEY (forum_id) REFERENCES ext_forums.forums(id) ON DELETE CASCADE
  CONSTRAINT categories_pkey PRIMARY KEY (id)
  CONSTRAINT categories_post_role_check CHECK ((post_role = ANY (ARRAY['member'::text, 'moderator'::text])))
  CREATE INDEX categories_of_forum ON ext_forums.categories USING btree (forum_id, "position")
  CREATE UNIQUE INDEX categories_slug ON ext_forums.categories USING btree (forum_id, slug)

TABLE ext_forums.forums
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  name text NOT NULL
  slug text NOT NULL
  description text
  visibility text NOT NULL DEFAULT 'public'::text
  join_policy text NOT NULL DEFAULT 'open'::text
  join_code text
  language text NOT NULL DEFAULT 'english'::text
  status text NOT NULL DEFAULT 'active'::text
  member_count integer NOT NULL DEFAULT 0
  topic_count integer NOT NULL DEFAULT 0
  post_count integer NOT NULL DEFAULT 0
  review_notice_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT forums_join_policy_check CHECK ((join_policy = ANY (ARRAY['open'::text, 'code'::text, 'closed'::text])))
  CONSTRAINT forums_pkey PRIMARY KEY (id)
  CONSTRAINT forums_status_check CHECK ((status = ANY (ARRAY['active'::text, 'read_only'::text, 'archived'::text])))
  CONSTRAINT forums_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'members'::text])))
  CREATE INDEX forums_largest ON ext_forums.forums USING btree (visibility, status, member_count DESC, id DESC)
  CREATE INDEX forums_of_owner ON ext_forums.forums USING btree (owner_id)
  CREATE INDEX forums_words ON ext_forums.forums USING gin (to_tsvector('simple'::regconfig, ((name || ' '::text) || COALESCE(description, ''::text))))
  CREATE UNIQUE INDEX forums_slug ON ext_forums.forums USING btree (slug)

TABLE ext_forums.likes
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  post_id uuid NOT NULL
  topic_id uuid NOT NULL
  forum_id uuid NOT NULL
  user_id uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT likes_forum_id_fkey FOREIGN KEY (forum_id) REFERENCES ext_forums.forums(id) ON DELETE CASCADE
  CONSTRAINT likes_pkey PRIMARY KEY (id)
  CONSTRAINT likes_post_id_fkey FOREIGN KEY (post_id) REFERENCES ext_forums.posts(id) ON DELETE CASCADE
  CONSTRAINT likes_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES ext_forums.topics(id) ON DELETE CASCADE
  CONSTRAINT likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX likes_in_time ON ext_forums.likes USING btree (forum_id, created_at)
  CREATE INDEX likes_of_topic ON ext_forums.likes USING btree (topic_id)
  CREATE INDEX likes_of_user ON ext_forums.likes USING btree (user_id, created_at)
  CREATE UNIQUE INDEX likes_once ON ext_forums.likes USING btree (post_id, user_id)

TABLE ext_forums.members
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  forum_id uuid NOT NULL
  user_id uuid NOT NULL
  role text NOT NULL DEFAULT 'member'::text
  trusted boolean NOT NULL DEFAULT false
  suspended_until timestamp(3) with time zone
  suspensions integer NOT NULL DEFAULT 0
  banned boolean NOT NULL DEFAULT false
  reason text
  post_count integer NOT NULL DEFAULT 0
  like_received integer NOT NULL DEFAULT 0
  joined_at timestamp(3) with time zone NOT NULL DEFAULT now()
  left_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  trust_is_set boolean NOT NULL DEFAULT false
  CONSTRAINT members_forum_id_fkey FOREIGN KEY (forum_id) REFERENCES ext_forums.forums(id) ON DELETE CASCADE
  CONSTRAINT members_pkey PRIMARY KEY (id)
  CONSTRAINT members_role_check CHECK ((role = ANY (ARRAY['member'::text, 'moderator'::text])))
  CONSTRAINT members_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX members_joined ON ext_forums.members USING btree (forum_id, joined_at)
  CREATE INDEX members_of_user ON ext_forums.members USING btree (user_id)
  CREATE INDEX members_staff ON ext_forums.members USING btree (forum_id) WHERE (role = 'moderator'::text)
  CREATE INDEX members_suspended ON ext_forums.members USING btree (forum_id, suspended_until) WHERE (suspended_until IS NOT NULL)
  CREATE INDEX members_to_promote ON ext_forums.members USING btree (id) WHERE ((NOT trusted) AND (post_count >= 5) AND (like_received >= 2) AND (NOT trust_is_set))
  CREATE UNIQUE INDEX members_once ON ext_forums.members USING btree (forum_id, user_id)

TABLE ext_forums.posts
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  topic_id uuid NOT NULL
  forum_id uuid NOT NULL
  owner_id uuid NOT NULL
  number integer NOT NULL
  reply_to_number integer
  body text NOT NULL
  html text NOT NULL
  status text NOT NULL DEFAULT 'visible'::text
  deleted_by uuid
  deleted_at timestamp(3) with time zone
  edited_at timestamp(3) with time zone
  edit_count integer NOT NULL DEFAULT 0
  like_count integer NOT NULL DEFAULT 0
  like_notice_at timestamp(3) with time zone
  idempotency_key text
  tsv tsvector NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT posts_forum_id_fkey FOREIGN KEY (forum_id) REFERENCES ext_forums.forums(id) ON DELETE CASCADE
  CONSTRAINT posts_pkey PRIMARY KEY (id)
  CONSTRAINT posts_status_check CHECK ((status = ANY (ARRAY['visible'::text, 'pending'::text, 'hidden'::text, 'deleted'::text])))
  CONSTRAINT posts_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES ext_forums.topics(id) ON DELETE CASCADE
  CREATE INDEX posts_in_time ON ext_forums.posts USING btree (forum_id, created_at, id)
  CREATE INDEX posts_of_author ON ext_forums.posts USING btree (forum_id, owner_id, created_at DESC)
  CREATE INDEX posts_of_owner ON ext_forums.posts USING btree (owner_id)
  CREATE INDEX posts_words ON ext_forums.posts USING gin (tsv)
  CREATE UNIQUE INDEX posts_keyed ON ext_forums.posts USING btree (topic_id, owner_id, idempotency_key) WHERE (idempotency_key IS NOT NULL)
  CREATE UNIQUE INDEX posts_number ON ext_forums.posts USING btree (topic_id, number)

TABLE ext_forums.reviews
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  forum_id uuid NOT NULL
  post_id uuid NOT NULL
  kind text NOT NULL
  reporter_id uuid
  reason text
  note text
  status text NOT NULL DEFAULT 'open'::text
  resolved_by uuid
  resolved_at timestamp(3) with time zone
  resolution_note text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT reviews_forum_id_fkey FOREIGN KEY (forum_id) REFERENCES ext_forums.forums(id) ON DELETE CASCADE
  CONSTRAINT reviews_kind_check CHECK ((kind = ANY (ARRAY['flag'::text, 'approval'::text])))
  CONSTRAINT reviews_pkey PRIMARY KEY (id)
  CONSTRAINT reviews_post_id_fkey FOREIGN KEY (post_id) REFERENCES ext_forums.posts(id) ON DELETE CASCADE
  CONSTRAINT reviews_reason_check CHECK ((reason = ANY (ARRAY['spam'::text, 'off_topic'::text, 'abuse'::text, 'illegal'::text, 'other'::text])))
  CONSTRAINT reviews_status_check CHECK ((status = ANY (ARRAY['open'::text, 'agreed'::text, 'disagreed'::text, 'approved'::text, 'rejected'::text])))
  CREATE INDEX reviews_of_forum ON ext_forums.reviews USING btree (forum_id, status, created_at)
  CREATE INDEX reviews_of_post ON ext_forums.reviews USING btree (post_id, status)
  CREATE INDEX reviews_of_reporter ON ext_forums.reviews USING btree (reporter_id, created_at)
  CREATE UNIQUE INDEX reviews_flagged_once ON ext_forums.reviews USING btree (post_id, reporter_id) WHERE (kind = 'flag'::text)
  CREATE UNIQUE INDEX reviews_waiting_once ON ext_forums.reviews USING btree (post_id) WHERE ((kind = 'approval'::text) AND (status = 'open'::text))

TABLE ext_forums.revisions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  post_id uuid NOT NULL
  editor_id uuid NOT NULL
  title text
  body text NOT NULL
  reason text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT revisions_pkey PRIMARY KEY (id)
  CONSTRAINT revisions_post_id_fkey FOREIGN KEY (post_id) REFERENCES ext_forums.posts(id) ON DELETE CASCADE
  CREATE INDEX revisions_of_editor ON ext_forums.revisions USING btree (editor_id)
  CREATE INDEX revisions_of_post ON ext_forums.revisions USING btree (post_id, created_at)

TABLE ext_forums.topic_views
  topic_id uuid NOT NULL
  viewer text NOT NULL
  hour timestamp(3) with time zone NOT NULL
  counted boolean NOT NULL DEFAULT false
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT topic_views_pkey PRIMARY KEY (topic_id, viewer, hour)
  CONSTRAINT topic_views_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES ext_forums.topics(id) ON DELETE CASCADE
  CREATE INDEX topic_views_by_age ON ext_forums.topic_views USING btree (hour)
  CREATE INDEX topic_views_uncounted ON ext_forums.topic_views USING btree (created_at) WHERE (NOT counted)

TABLE ext_forums.topics
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  forum_id uuid NOT NULL
  category_id uuid NOT NULL
  owner_id uuid NOT NULL
  title text NOT NULL
  tags text[] NOT NULL DEFAULT '{}'::text[]
  status text NOT NULL DEFAULT 'open'::text
  pinned boolean NOT NULL DEFAULT false
  slow_mode_seconds integer NOT NULL DEFAULT 0
  solution_post_id uuid
  last_number integer NOT NULL DEFAULT 1
  post_count integer NOT NULL DEFAULT 1
  like_count integer NOT NULL DEFAULT 0
  view_count integer NOT NULL DEFAULT 0
  bumped_at timestamp(3) with time zone NOT NULL DEFAULT now()
  last_post_user_id uuid NOT NULL
  closed_reason text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT topics_category_id_fkey FOREIGN KEY (category_id) REFERENCES ext_forums.categories(id)
  CONSTRAINT topics_forum_id_fkey FOREIGN KEY (forum_id) REFERENCES ext_forums.forums(id) ON DELETE CASCADE
  CONSTRAINT topics_pkey PRIMARY KEY (id)
  CONSTRAINT topics_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text, 'pending'::text, 'hidden'::text, 'deleted'::text])))
  CREATE INDEX topics_begun ON ext_forums.topics USING btree (forum_id, created_at)
  CREATE INDEX topics_latest ON ext_forums.topics USING btree (forum_id, bumped_at DESC)
  CREATE INDEX topics_latest_of_category ON ext_forums.topics USING btree (category_id, pinned DESC, bumped_at DESC, id DESC)
  CREATE INDEX topics_listed ON ext_forums.topics USING btree (forum_id, pinned DESC, bumped_at DESC, id DESC)
  CREATE INDEX topics_of_author ON ext_forums.topics USING btree (owner_id)
  CREATE INDEX topics_tags ON ext_forums.topics USING gin (tags)

TABLE ext_forums.tracking
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  topic_id uuid NOT NULL
  user_id uuid NOT NULL
  level text NOT NULL DEFAULT 'normal'::text
  last_read integer NOT NULL DEFAULT 0
  notified_number integer NOT NULL DEFAULT 0
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT tracking_level_check CHECK ((level = ANY (ARRAY['watching'::text, 'tracking'::text, 'normal'::text, 'muted'::text])))
  CONSTRAINT tracking_pkey PRIMARY KEY (id)
  CONSTRAINT tracking_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES ext_forums.topics(id) ON DELETE CASCADE
  CONSTRAINT tracking_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX tracking_of_topic ON ext_forums.tracking USING btree (topic_id, level)
  CREATE UNIQUE INDEX tracking_once ON ext_forums.tracking USING btree (user_id, topic_id)

TABLE ext_invoicing.clients
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  name text NOT NULL
  contact_name text
  email text
  phone text
  user_id uuid
  tax_number text
  address jsonb
  currency character(3) NOT NULL
  payment_terms_days integer
  tax_rate_id uuid
  notes text
  credit_minor bigint NOT NULL DEFAULT 0
  status text NOT NULL DEFAULT 'active'::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT clients_credit_minor_check CHECK ((credit_minor >= 0))
  CONSTRAINT clients_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT clients_payment_terms_days_check CHECK (((payment_terms_days >= 0) AND (payment_terms_days <= 365)))
  CONSTRAINT clients_pkey PRIMARY KEY (id)
  CONSTRAINT clients_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
  CONSTRAINT clients_tax_rate_id_fkey FOREIGN KEY (tax_rate_id) REFERENCES ext_invoicing.tax_rates(id) ON DELETE SET NULL
  CONSTRAINT clients_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE SET NULL
  CREATE INDEX clients_by_name ON ext_invoicing.clients USING btree (owner_id, status, lower(name), id)
  CREATE INDEX clients_of_email ON ext_invoicing.clients USING btree (owner_id, email)
  CREATE INDEX clients_of_tax_rate ON ext_invoicing.clients USING btree (tax_rate_id)
  CREATE INDEX clients_of_user ON ext_invoicing.clients USING btree (user_id)

TABLE ext_invoicing.credit_entries
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  client_id uuid NOT NULL
  amount_minor bigint NOT NULL
  reason text NOT NULL
  document_id uuid
  invoice_payment_id uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT credit_entries_client_id_fkey FOREIGN KEY (client_id) REFERENCES ext_invoicing.clients(id) ON DELETE CASCADE
  CONSTRAINT credit_entries_document_id_fkey FOREIGN KEY (document_id) REFERENCES ext_invoicing.documents(id) ON DELETE CASCADE
  CONSTRAINT credit_entries_invoice_payment_id_fkey FOREIGN KEY (invoice_payment_id) REFERENCES ext_invoicing.invoice_payments(id) ON DELETE CASCADE
  CONSTRAINT credit_entries_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT credit_entries_pkey PRIMARY KEY (id)
  CONSTRAINT credit_entries_reason_check CHECK ((reason = ANY (ARRAY['credit_note'::text, 'overpayment'::text, 'applied'::text, 'refunded'::text, 'released'::text])))
  CREATE INDEX credit_entries_of_client ON ext_invoicing.credit_entries USING btree (client_id, created_at)
  CREATE INDEX credit_entries_of_document ON ext_invoicing.credit_entries USING btree (document_id)
  CREATE INDEX credit_entries_of_owner ON ext_invoicing.credit_entries USING btree (owner_id)
  CREATE INDEX credit_entries_of_payment ON ext_invoicing.credit_entries USING btree (invoice_payment_id)

TABLE ext_invoicing.document_events
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  document_id uuid NOT NULL
  kind text NOT NULL
  actor_id uuid
  data jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT document_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT document_events_document_id_fkey FOREIGN KEY (document_id) REFERENCES ext_invoicing.documents(id) ON DELETE CASCADE
  CONSTRAINT document_events_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'issued'::text, 'sent'::text, 'viewed'::text, 'payment'::text, 'reversed'::text, 'reminded'::text, 'credited'::text, 'voided'::text])))
  CONSTRAINT document_events_pkey PRIMARY KEY (id)
  CREATE INDEX document_events_of_actor ON ext_invoicing.document_events USING btree (actor_id)
  CREATE INDEX document_events_of_document ON ext_invoicing.document_events USING btree (document_id, created_at, id)

TABLE ext_invoicing.document_lines
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  document_id uuid NOT NULL
  position integer NOT NULL
  description text NOT NULL
  quantity numeric(14,4) NOT NULL DEFAULT 1
  unit text
  unit_price_minor bigint NOT NULL
  discount_percent numeric(7,4)
  tax_rate_id uuid
  tax_name text
  rate_ppm integer NOT NULL DEFAULT 0
  amount_minor bigint NOT NULL
  CONSTRAINT document_lines_document_id_fkey FOREIGN KEY (document_id) REFERENCES ext_invoicing.documents(id) ON DELETE CASCADE
  CONSTRAINT document_lines_pkey PRIMARY KEY (id)
  CONSTRAINT document_lines_position_key UNIQUE (document_id, "position")
  CONSTRAINT document_lines_tax_rate_id_fkey FOREIGN KEY (tax_rate_id) REFERENCES ext_invoicing.tax_rates(id) ON DELETE SET NULL
  CREATE INDEX document_lines_of_tax_rate ON ext_invoicing.document_lines USING btree (tax_rate_id)
  CREATE UNIQUE INDEX document_lines_position_key ON ext_invoicing.document_lines USING btree (document_id, "position")

TABLE ext_invoicing.document_sums
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  of_id uuid NOT NULL
  day date NOT NULL
  kind text NOT NULL
  source text NOT NULL
  currency character(3) NOT NULL
  phase text NOT NULL
  due_date date NOT NULL
  documents bigint NOT NULL
  total_minor bigint NOT NULL
  due_minor bigint NOT NULL
  paid_minor bigint NOT NULL
  settled bigint NOT NULL
  settling_days bigint NOT NULL
  folded boolean NOT NULL DEFAULT false
  CONSTRAINT document_sums_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT document_sums_pkey PRIMARY KEY (id)
  CREATE INDEX document_sums_fresh ON ext_invoicing.document_sums USING btree (id) WHERE (NOT folded)
  CREATE INDEX document_sums_key ON ext_invoicing.document_sums USING btree (owner_id, of_id, kind, day)

TABLE ext_invoicing.documents
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  client_id uuid NOT NULL
  kind text NOT NULL DEFAULT 'invoice'::text
  status text NOT NULL DEFAULT 'draft'::text
  number text
  series_period text
  sequence integer
  issue_date date
  due_date date
  currency character(3) NOT NULL
  prices_include_tax boolean NOT NULL DEFAULT false
  discount_percent numeric(7,4)
  discount_minor bigint NOT NULL DEFAULT 0
  subtotal_minor bigint NOT NULL DEFAULT 0
  tax_minor bigint NOT NULL DEFAULT 0
  total_minor bigint NOT NULL DEFAULT 0
  paid_minor bigint NOT NULL DEFAULT 0
  credited_minor bigint NOT NULL DEFAULT 0
  po_number text
  notes text
  footer text
  seller jsonb
  client jsonb
  tax_lines jsonb NOT NULL DEFAULT '[]'::jsonb
  public_token character(32) NOT NULL
  invoice_id uuid
  reason text
  recurring_id uuid
  recurring_date date
  source text NOT NULL DEFAULT 'manual'::text
  source_ref text
  sent_at timestamp(3) with time zone
  viewed_at timestamp(3) with time zone
  paid_at timestamp(3) with time zone
  voided_at timestamp(3) with time zone
  reminders boolean NOT NULL DEFAULT true
  reminded_at timestamp(3) with time zone
  reminded_mark integer
  overdue_told boolean NOT NULL DEFAULT false
  pdf_file_key text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  paid_on date
  CONSTRAINT documents_client_id_fkey FOREIGN KEY (client_id) REFERENCES ext_invoicing.clients(id) ON DELETE CASCADE
  CONSTRAINT documents_credited_minor_check CHECK ((credited_minor >= 0))
  CONSTRAINT documents_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES ext_invoicing.documents(id) ON DELETE CASCADE
  CONSTRAINT documents_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text])))
  CONSTRAINT documents_number_key UNIQUE (owner_id, kind, number)
  CONSTRAINT documents_numbered_check CHECK (((status = 'draft'::text) = (number IS NULL)))
  CONSTRAINT documents_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT documents_paid_minor_check CHECK ((paid_minor >= 0))
  CONSTRAINT documents_pkey PRIMARY KEY (id)
  CONSTRAINT documents_public_token_key UNIQUE (public_token)
  CONSTRAINT documents_recurring_id_fkey FOREIGN KEY (recurring_id) REFERENCES ext_invoicing.recurring_invoices(id) ON DELETE SET NULL
  CONSTRAINT documents_recurring_key UNIQUE (recurring_id, recurring_date)
  CONSTRAINT documents_sequence_key UNIQUE (owner_id, kind, series_period, sequence)
  CONSTRAINT documents_source_check CHECK ((source = ANY (ARRAY['manual'::text, 'recurring'::text, 'timetracking'::text])))
  CONSTRAINT documents_source_key UNIQUE (owner_id, source, source_ref)
  CONSTRAINT documents_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'issued'::text, 'void'::text])))
  CONSTRAINT documents_sums_check CHECK (((paid_minor + credited_minor) <= total_minor))
  CONSTRAINT documents_total_minor_check CHECK ((total_minor >= 0))
  CREATE INDEX documents_by_due ON ext_invoicing.documents USING btree (owner_id, kind, status, due_date, id)
  CREATE INDEX documents_by_issue ON ext_invoicing.documents USING btree (owner_id, kind, issue_date, id)
  CREATE INDEX documents_by_status ON ext_invoicing.documents USING btree (owner_id, kind, status, created_at DESC, id DESC)
  CREATE INDEX documents_newest ON ext_invoicing.documents USING btree (owner_id, kind, created_at DESC, id DESC)
  CREATE INDEX documents_number_parts ON ext_invoicing.documents USING gin (number gin_trgm_ops)
  CREATE INDEX documents_of_client ON ext_invoicing.documents USING btree (client_id, created_at DESC, id DESC)
  CREATE INDEX documents_of_invoice ON ext_invoicing.documents USING btree (invoice_id)
  CREATE INDEX documents_part_paid_newest ON ext_invoicing.documents USING btree (owner_id, created_at DESC, id DESC, due_date) WHERE ((kind = 'invoice'::text) AND (status = 'issued'::text) AND ((paid_minor + credited_minor) < total_minor) AND ((paid_minor + credited_minor) > 0))
  CREATE INDEX documents_unpaid ON ext_invoicing.documents USING btree (owner_id, due_date) INCLUDE (client_id) WHERE ((kind = 'invoice'::text) AND (status = 'issued'::text) AND ((paid_minor + credited_minor) < total_minor))
  CREATE INDEX documents_unpaid_newest ON ext_invoicing.documents USING btree (owner_id, created_at DESC, id DESC, due_date) WHERE ((kind = 'invoice'::text) AND (status = 'issued'::text) AND ((paid_minor + credited_minor) < total_minor))
  CREATE INDEX documents_unpaid_of_client ON ext_invoicing.documents USING btree (client_id, due_date) WHERE ((kind = 'invoice'::text) AND (status = 'issued'::text) AND ((paid_minor + credited_minor) < total_minor))
  CREATE INDEX documents_untouched_newest ON ext_invoicing.documents USING btree (owner_id, created_at DESC, id DESC, due_date) WHERE ((kind = 'invoice'::text) AND (status = 'issued'::text) AND ((paid_minor + credited_minor) < total_minor) AND ((paid_minor + credited_minor) = 0))
  CREATE UNIQUE INDEX documents_number_key ON ext_invoicing.documents USING btree (owner_id, kind, number)
  CREATE UNIQUE INDEX documents_public_token_key ON ext_invoicing.documents USING btree (public_token)
  CREATE UNIQUE INDEX documents_recurring_key ON ext_invoicing.documents USING btree (recurring_id, recurring_date)
  CREATE UNIQUE INDEX documents_sequence_key ON ext_invoicing.documents USING btree (owner_id, kind, series_period, sequence)
  CREATE UNIQUE INDEX documents_source_key ON ext_invoicing.documents USING btree (owner_id, source, source_ref)
  CREATE TRIGGER date_payment BEFORE INSERT OR UPDATE OF paid_at ON ext_invoicing.documents FOR EACH ROW EXECUTE FUNCTION ext_invoicing.date_payment()
  CREATE TRIGGER sum_documents_delete AFTER DELETE ON ext_invoicing.documents REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION ext_invoicing.sum_documents()
  CREATE TRIGGER sum_documents_insert AFTER INSERT ON ext_invoicing.documents REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION ext_invoicing.sum_documents()
  CREATE TRIGGER sum_documents_update AFTER UPDATE ON ext_invoicing.documents REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION ext_invoicing.sum_documents()

TABLE ext_invoicing.invoice_payments
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  document_id uuid NOT NULL
  client_id uuid NOT NULL
  amount_minor bigint NOT NULL
  currency character(3) NOT NULL
  method text NOT NULL
  reference text
  paid_on date NOT NULL
  status text NOT NULL DEFAULT 'pending'::text
  payment_id uuid
  checkout_url text
  expires_at timestamp(3) with time zone
  excess_minor bigint NOT NULL DEFAULT 0
  reversed_minor bigint NOT NULL DEFAULT 0
  reversed_at timestamp(3) with time zone
  note text
  request_key text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT invoice_payments_amount_minor_check CHECK ((amount_minor > 0))
  CONSTRAINT invoice_payments_client_id_fkey FOREIGN KEY (client_id) REFERENCES ext_invoicing.clients(id) ON DELETE CASCADE
  CONSTRAINT invoice_payments_document_id_fkey FOREIGN KEY (document_id) REFERENCES ext_invoicing.documents(id) ON DELETE CASCADE
  CONSTRAINT invoice_payments_method_check CHECK ((method = ANY (ARRAY['online'::text, 'bank_transfer'::text, 'card'::text, 'cash'::text, 'check'::text, 'credit'::text, 'other'::text])))
  CONSTRAINT invoice_payments_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT invoice_payments_payment_key UNIQUE (payment_id)
  CONSTRAINT invoice_payments_pkey PRIMARY KEY (id)
  CONSTRAINT invoice_payments_request_key UNIQUE (owner_id, request_key)
  CONSTRAINT invoice_payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'reversed'::text])))
  CREATE INDEX invoice_payments_by_day ON ext_invoicing.invoice_payments USING btree (owner_id, paid_on, id)
  CREATE INDEX invoice_payments_of_client ON ext_invoicing.invoice_payments USING btree (client_id)
  CREATE INDEX invoice_payments_of_document ON ext_invoicing.invoice_payments USING btree (document_id, status)
  CREATE UNIQUE INDEX invoice_payments_payment_key ON ext_invoicing.invoice_payments USING btree (payment_id)
  CREATE UNIQUE INDEX invoice_payments_request_key ON ext_invoicing.invoice_payments USING btree (owner_id, request_key)
  CREATE TRIGGER sum_payments_delete AFTER DELETE ON ext_invoicing.invoice_payments REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION ext_invoicing.sum_payments()
  CREATE TRIGGER sum_payments_insert AFTER INSERT ON ext_invoicing.invoice_payments REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION ext_invoicing.sum_payments()
  CREATE TRIGGER sum_payments_update AFTER UPDATE ON ext_invoicing.invoice_payments REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION ext_invoicing.sum_payments()

TABLE ext_invoicing.items
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  name text NOT NULL
  description text
  unit text
  unit_price_minor bigint NOT NULL
  currency character(3) NOT NULL
  tax_rate_id uuid
  status text NOT NULL DEFAULT 'active'::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT items_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT items_pkey PRIMARY KEY (id)
  CONSTRAINT items_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
  CONSTRAINT items_tax_rate_id_fkey FOREIGN KEY (tax_rate_id) REFERENCES ext_invoicing.tax_rates(id) ON DELETE SET NULL
  CREATE INDEX items_by_name ON ext_invoicing.items USING btree (owner_id, status, lower(name), id)
  CREATE INDEX items_of_tax_rate ON ext_invoicing.items USING btree (tax_rate_id)

TABLE ext_invoicing.number_counters
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  kind text NOT NULL
  period text NOT NULL DEFAULT ''::text
  last_value integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT number_counters_key UNIQUE (owner_id, kind, period)
  CONSTRAINT number_counters_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text])))
  CONSTRAINT number_counters_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT number_counters_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX number_counters_key ON ext_invoicing.number_counters USING btree (owner_id, kind, period)

TABLE ext_invoicing.payment_sums
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  day date NOT NULL
  currency character(3) NOT NULL
  status text NOT NULL
  method text NOT NULL
  amount_minor bigint NOT NULL
  reversed_minor bigint NOT NULL
  folded boolean NOT NULL DEFAULT false
  CONSTRAINT payment_sums_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT payment_sums_pkey PRIMARY KEY (id)
  CREATE INDEX payment_sums_fresh ON ext_invoicing.payment_sums USING btree (id) WHERE (NOT folded)
  CREATE INDEX payment_sums_key ON ext_invoicing.payment_sums USING btree (owner_id, day)

TABLE ext_invoicing.recurring_invoices
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  client_id uuid NOT NULL
  template jsonb NOT NULL
  every integer NOT NULL DEFAULT 1
  unit text NOT NULL
  start_date date NOT NULL
  next_date date
  end_date date
  max_count integer
  made_count integer NOT NULL DEFAULT 0
  mode text NOT NULL DEFAULT 'draft'::text
  status text NOT NULL DEFAULT 'active'::text
  failures integer NOT NULL DEFAULT 0
  last_error text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT recurring_invoices_client_id_fkey FOREIGN KEY (client_id) REFERENCES ext_invoicing.clients(id) ON DELETE CASCADE
  CONSTRAINT recurring_invoices_every_check CHECK (((every >= 1) AND (every <= 12)))
  CONSTRAINT recurring_invoices_max_count_check CHECK ((max_count > 0))
  CONSTRAINT recurring_invoices_mode_check CHECK ((mode = ANY (ARRAY['draft'::text, 'issue'::text, 'send'::text])))
  CONSTRAINT recurring_invoices_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT recurring_invoices_pkey PRIMARY KEY (id)
  CONSTRAINT recurring_invoices_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text])))
  CONSTRAINT recurring_invoices_unit_check CHECK ((unit = ANY (ARRAY['week'::text, 'month'::text, 'quarter'::text, 'year'::text])))
  CREATE INDEX recurring_due ON ext_invoicing.recurring_invoices USING btree (next_date, id) WHERE (status = 'active'::text)
  CREATE INDEX recurring_of_client ON ext_invoicing.recurring_invoices USING btree (client_id)
  CREATE INDEX recurring_of_owner ON ext_invoicing.recurring_invoices USING btree (owner_id, status, created_at, id)

TABLE ext_invoicing.tax_rates
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  name text NOT NULL
  rate_ppm integer NOT NULL
  status text NOT NULL DEFAULT 'active'::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT tax_rates_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT tax_rates_pkey PRIMARY KEY (id)
  CONSTRAINT tax_rates_rate_ppm_check CHECK (((rate_ppm >= 0) AND (rate_ppm <= 1000000)))
  CONSTRAINT tax_rates_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
  CREATE INDEX tax_rates_by_name ON ext_invoicing.tax_rates USING btree (owner_id, lower(name), id)
  CREATE UNIQUE INDEX tax_rates_name ON ext_invoicing.tax_rates USING btree (owner_id, lower(name)) WHERE (status = 'active'::text)

TABLE ext_invoicing.tax_sums
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  day date NOT NULL
  currency character(3) NOT NULL
  name text NOT NULL
  rate_ppm integer NOT NULL
  net_minor bigint NOT NULL
  tax_minor bigint NOT NULL
  folded boolean NOT NULL DEFAULT false
  CONSTRAINT tax_sums_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT tax_sums_pkey PRIMARY KEY (id)
  CREATE INDEX tax_sums_fresh ON ext_invoicing.tax_sums USING btree (id) WHERE (NOT folded)
  CREATE INDEX tax_sums_key ON ext_invoicing.tax_sums USING btree (owner_id, day)

TABLE ext_live_sessions.bookings
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  host_id uuid
  session_id uuid NOT NULL
  offering_id uuid NOT NULL
  status text NOT NULL
  price_minor integer NOT NULL
  currency character(3) NOT NULL
  payment_id uuid
  checkout_url text
  hold_expires_at timestamp(3) with time zone
  answers jsonb NOT NULL DEFAULT '{}'::jsonb
  timezone text NOT NULL
  calendar_token character(32) NOT NULL
  free_cancel boolean NOT NULL DEFAULT false
  moves smallint NOT NULL DEFAULT 0
  joined_at timestamp(3) with time zone
  attendance text NOT NULL DEFAULT 'unknown'::text
  cancelled_by text
  cancel_reason text
  refund_due_minor integer NOT NULL DEFAULT 0
  refunded_minor integer NOT NULL DEFAULT 0
  refund_started_at timestamp(3) with time zone
  request_key text
  confirmed_at timestamp(3) with time zone
  paid_at timestamp(3) with time zone
  cancelled_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  calendar_ahead integer NOT NULL DEFAULT 0
  CONSTRAINT bookings_attendance_check CHECK ((attendance = ANY (ARRAY['unknown'::text, 'attended'::text, 'no_show'::text])))
  CONSTRAINT bookings_cancelled_by_check CHECK ((cancelled_by = ANY (ARRAY['participant'::text, 'host'::text, 'system'::text])))
  CONSTRAINT bookings_host_id_fkey FOREIGN KEY (host_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT bookings_offering_id_fkey FOREIGN KEY (offering_id) REFERENCES ext_live_sessions.offerings(id) ON DELETE CASCADE
  CONSTRAINT bookings_pkey PRIMARY KEY (id)
  CONSTRAINT bookings_session_id_fkey FOREIGN KEY (session_id) REFERENCES ext_live_sessions.sessions(id) ON DELETE CASCADE
  CONSTRAINT bookings_status_check CHECK ((status = ANY (ARRAY['held'::text, 'confirmed'::text, 'cancelled'::text, 'expired'::text, 'refunded'::text])))
  CREATE INDEX bookings_due ON ext_live_sessions.bookings USING btree (hold_expires_at) WHERE (status = 'held'::text)
  CREATE INDEX bookings_of_host ON ext_live_sessions.bookings USING btree (host_id, status)
  CREATE INDEX bookings_of_offering ON ext_live_sessions.bookings USING btree (offering_id)
  CREATE INDEX bookings_of_session ON ext_live_sessions.bookings USING btree (session_id)
  CREATE INDEX bookings_owed ON ext_live_sessions.bookings USING btree (host_id) WHERE (refund_due_minor > 0)
  CREATE INDEX bookings_to_refund ON ext_live_sessions.bookings USING btree (id) WHERE ((refund_due_minor > 0) AND (refund_started_at IS NULL))
  CREATE UNIQUE INDEX bookings_active_once ON ext_live_sessions.bookings USING btree (session_id, owner_id) WHERE (status = ANY (ARRAY['held'::text, 'confirmed'::text]))
  CREATE UNIQUE INDEX bookings_calendar ON ext_live_sessions.bookings USING btree (calendar_token)
  CREATE UNIQUE INDEX bookings_payment ON ext_live_sessions.bookings USING btree (payment_id)
  CREATE UNIQUE INDEX bookings_request ON ext_live_sessions.bookings USING btree (owner_id, request_key)

TABLE ext_live_sessions.offerings
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  title character varying(160) NOT NULL
  description text
  kind text NOT NULL
  duration_minutes integer NOT NULL
  slot_step_minutes integer NOT NULL
  buffer_before_minutes integer NOT NULL DEFAULT 0
  buffer_after_minutes integer NOT NULL DEFAULT 0
  min_notice_minutes integer NOT NULL DEFAULT 240
  max_days_ahead smallint NOT NULL DEFAULT 60
  max_per_day smallint
  seats integer NOT NULL DEFAULT 1
  price_minor integer NOT NULL DEFAULT 0
  currency character(3) NOT NULL DEFAULT 'usd'::bpchar
  cancel_until_hours integer DEFAULT 24
  join_url text
  questions jsonb NOT NULL DEFAULT '[]'::jsonb
  status text NOT NULL DEFAULT 'active'::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT offerings_kind_check CHECK ((kind = ANY (ARRAY['one_to_one'::text, 'group'::text])))
  CONSTRAINT offerings_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT offerings_pkey PRIMARY KEY (id)
  CONSTRAINT offerings_price_minor_check CHECK ((price_minor >= 0))
  CONSTRAINT offerings_seats_check CHECK (((kind = 'group'::text) OR (seats = 1)))
  CONSTRAINT offerings_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
  CREATE INDEX offerings_made ON ext_live_sessions.offerings USING btree (owner_id, created_at DESC, id DESC)
  CREATE INDEX offerings_newest ON ext_live_sessions.offerings USING btree (created_at DESC, id DESC) WHERE (status = 'active'::text)
  CREATE INDEX offerings_of_owner ON ext_live_sessions.offerings USING btree (owner_id, status)
  CREATE INDEX offerings_title ON ext_live_sessions.offerings USING gin (title gin_trgm_ops) WHERE (status = 'active'::text)

TABLE ext_live_sessions.schedules
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  timezone text NOT NULL
  weekly jsonb NOT NULL DEFAULT '{}'::jsonb
  overrides jsonb NOT NULL DEFAULT '[]'::jsonb
  blocked jsonb NOT NULL DEFAULT '[]'::jsonb
  feed_token character(32) NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT schedules_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT schedules_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX schedules_feed ON ext_live_sessions.schedules USING btree (feed_token)
  CREATE UNIQUE INDEX schedules_owner ON ext_live_sessions.schedules USING btree (owner_id)

TABLE ext_live_sessions.sessions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  offering_id uuid NOT NULL
  title character varying(160)
  starts_at timestamp(3) with time zone NOT NULL
  ends_at timestamp(3) with time zone NOT NULL
  busy tstzrange NOT NULL
  seats integer NOT NULL
  booked integer NOT NULL DEFAULT 0
  held integer NOT NULL DEFAULT 0
  join_url text
  status text NOT NULL
  started_at timestamp(3) with time zone
  ended_at timestamp(3) with time zone
  recording_url text
  recording_until timestamp(3) with time zone
  series_id uuid
  calendar_sequence integer NOT NULL DEFAULT 0
  cancel_reason text
  alerts_sent integer[] NOT NULL DEFAULT '{}'::integer[]
  remind_at timestamp(3) with time zone DEFAULT now()
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT sessions_counts_check CHECK (((booked >= 0) AND (held >= 0)))
  CONSTRAINT sessions_no_overlap EXCLUDE USING gist (owner_id WITH =, busy WITH &&) WHERE ((status = ANY (ARRAY['held'::text, 'scheduled'::text, 'live'::text])))
  CONSTRAINT sessions_offering_id_fkey FOREIGN KEY (offering_id) REFERENCES ext_live_sessions.offerings(id) ON DELETE CASCADE
  CONSTRAINT sessions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT sessions_pkey PRIMARY KEY (id)
  CONSTRAINT sessions_seats_check CHECK (((booked + held) <= seats))
  CONSTRAINT sessions_status_check CHECK ((status = ANY (ARRAY['held'::text, 'scheduled'::text, 'live'::text, 'ended'::text, 'cancelled'::text, 'released'::text])))
  CREATE INDEX sessions_no_overlap ON ext_live_sessions.sessions USING gist (owner_id, busy) WHERE (status = ANY (ARRAY['held'::text, 'scheduled'::text, 'live'::text]))
  CREATE INDEX sessions_of_host ON ext_live_sessions.sessions USING btree (owner_id, starts_at)
  CREATE INDEX sessions_of_offering ON ext_live_sessions.sessions USING btree (offering_id, starts_at)
  CREATE INDEX sessions_of_series ON ext_live_sessions.sessions USING btree (series_id, starts_at) WHERE (series_id IS NOT NULL)
  CREATE INDEX sessions_overdue ON ext_live_sessions.sessions USING btree (ends_at) WHERE (status = ANY (ARRAY['scheduled'::text, 'live'::text]))
  CREATE INDEX sessions_to_remind ON ext_live_sessions.sessions USING btree (remind_at) WHERE (status = ANY (ARRAY['scheduled'::text, 'live'::text]))

TABLE ext_pixels.attachments
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  pixel_id uuid NOT NULL
  owner_id uuid NOT NULL
  target_app text NOT NULL
  target_id uuid NOT NULL
  event text NOT NULL DEFAULT 'PageView'::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT attachments_pixel_id_fkey FOREIGN KEY (pixel_id) REFERENCES ext_pixels.pixels(id) ON DELETE CASCADE
  CONSTRAINT attachments_pixel_id_target_app_target_id_key UNIQUE (pixel_id, target_app, target_id)
  CONSTRAINT attachments_pkey PRIMARY KEY (id)
  CONSTRAINT attachments_target_app_check CHECK ((target_app = ANY (ARRAY['shortlinks'::text, 'biolinks'::text, 'blog'::text])))
  CREATE INDEX attachments_of_target ON ext_pixels.attachments USING btree (target_app, target_id)
  CREATE UNIQUE INDEX attachments_pixel_id_target_app_target_id_key ON ext_pixels.attachments USING btree (pixel_id, target_app, target_id)

TABLE ext_pixels.drops
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  pixel_id uuid NOT NULL
  hour timestamp(3) with time zone NOT NULL
  reason text NOT NULL
  count integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT drops_pixel_id_hour_reason_key UNIQUE (pixel_id, hour, reason)
  CONSTRAINT drops_pkey PRIMARY KEY (id)
  CREATE INDEX drops_hour ON ext_pixels.drops USING btree (hour)
  CREATE UNIQUE INDEX drops_pixel_id_hour_reason_key ON ext_pixels.drops USING btree (pixel_id, hour, reason)

TABLE ext_pixels.events
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  pixel_id uuid NOT NULL
  attachment_id uuid
  name text NOT NULL
  ref text
  host text
  visitor_hash bytea NOT NULL
  country character(2)
  device text
  is_proxied boolean NOT NULL DEFAULT false
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT events_pkey PRIMARY KEY (id)
  CREATE INDEX events_of_pixel ON ext_pixels.events USING btree (pixel_id, created_at)

TABLE ext_pixels.pixel_day_values
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  pixel_id uuid NOT NULL
  day date NOT NULL
  dimension text NOT NULL
  value text NOT NULL
  events integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT pixel_day_values_dimension_check CHECK ((dimension = ANY (ARRAY['event'::text, 'ref'::text, 'host'::text, 'target'::text, 'country'::text, 'device'::text])))
  CONSTRAINT pixel_day_values_pixel_id_dimension_day_value_key UNIQUE (pixel_id, dimension, day, value) INCLUDE (events, visitors)
  CONSTRAINT pixel_day_values_pixel_id_fkey FOREIGN KEY (pixel_id) REFERENCES ext_pixels.pixels(id) ON DELETE CASCADE
  CONSTRAINT pixel_day_values_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX pixel_day_values_pixel_id_dimension_day_value_key ON ext_pixels.pixel_day_values USING btree (pixel_id, dimension, day, value) INCLUDE (events, visitors)

TABLE ext_pixels.pixel_days
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  pixel_id uuid NOT NULL
  day date NOT NULL
  events integer NOT NULL
  visitors integer NOT NULL
  proxied integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT pixel_days_pixel_id_day_key UNIQUE (pixel_id, day) INCLUDE (events, visitors, proxied)
  CONSTRAINT pixel_days_pixel_id_fkey FOREIGN KEY (pixel_id) REFERENCES ext_pixels.pixels(id) ON DELETE CASCADE
  CONSTRAINT pixel_days_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX pixel_days_pixel_id_day_key ON ext_pixels.pixel_days USING btree (pixel_id, day) INCLUDE (events, visitors, proxied)

TABLE ext_pixels.pixels
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  name text NOT NULL
  provider text NOT NULL
  external_id text
  key text
  consent text NOT NULL DEFAULT 'required'::text
  allowed_hosts text[] NOT NULL DEFAULT '{}'::text[]
  status text NOT NULL DEFAULT 'active'::text
  events_closed bigint NOT NULL DEFAULT 0
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT pixels_consent_check CHECK ((consent = ANY (ARRAY['required'::text, 'not_required'::text])))
  CONSTRAINT pixels_key_key UNIQUE (key)
  CONSTRAINT pixels_own_check CHECK ((((provider = 'own'::text) = (key IS NOT NULL)) AND ((provider = 'own'::text) = (external_id IS NULL))))
  CONSTRAINT pixels_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT pixels_owner_id_provider_external_id_key UNIQUE (owner_id, provider, external_id)
  CONSTRAINT pixels_pkey PRIMARY KEY (id)
  CONSTRAINT pixels_provider_check CHECK ((provider = ANY (ARRAY['meta'::text, 'google_analytics'::text, 'google_ads'::text, 'tiktok'::text, 'linkedin'::text, 'pinterest'::text, 'snapchat'::text, 'x'::text, 'reddit'::text, 'own'::text])))
  CONSTRAINT pixels_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text])))
  CREATE INDEX pixels_of_owner ON ext_pixels.pixels USING btree (owner_id, created_at, id)
  CREATE UNIQUE INDEX pixels_key_key ON ext_pixels.pixels USING btree (key)
  CREATE UNIQUE INDEX pixels_owner_id_provider_external_id_key ON ext_pixels.pixels USING btree (owner_id, provider, external_id)

TABLE ext_pixels.rollup_state
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  name text NOT NULL
  rolled_through date
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT rollup_state_name_key UNIQUE (name)
  CONSTRAINT rollup_state_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX rollup_state_name_key ON ext_pixels.rollup_state USING btree (name)

TABLE ext_products.coupons
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  product_id uuid NOT NULL
  code text NOT NULL
  percent_bp integer
  amount_minor integer
  max_uses integer
  used_count integer NOT NULL DEFAULT 0
  expires_at timestamp(3) with time zone
  active boolean NOT NULL DEFAULT true
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT coupons_amount_minor_check CHECK ((amount_minor > 0))
  CONSTRAINT coupons_percent_bp_check CHECK (((percent_bp >= 1) AND (percent_bp <= 10000)))
  CONSTRAINT coupons_pkey PRIMARY KEY (id)
  CONSTRAINT coupons_product_id_fkey FOREIGN KEY (product_id) REFERENCES ext_products.products(id) ON DELETE CASCADE
  CONSTRAINT coupons_reduction_check CHECK (((percent_bp IS NULL) <> (amount_minor IS NULL)))
  CREATE UNIQUE INDEX coupons_code ON ext_products.coupons USING btree (product_id, code)

TABLE ext_products.downloads
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  order_id uuid NOT NULL
  file_id uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT downloads_order_id_fkey FOREIGN KEY (order_id) REFERENCES ext_products.orders(id) ON DELETE CASCADE
  CONSTRAINT downloads_pkey PRIMARY KEY (id)
  CREATE INDEX downloads_by_time ON ext_products.downloads USING btree (created_at)
  CREATE INDEX downloads_of_order ON ext_products.downloads USING btree (order_id)

TABLE ext_products.license_activations
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  license_id uuid NOT NULL
  instance text NOT NULL
  last_seen_at timestamp(3) with time zone NOT NULL DEFAULT now()
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT license_activations_license_id_fkey FOREIGN KEY (license_id) REFERENCES ext_products.licenses(id) ON DELETE CASCADE
  CONSTRAINT license_activations_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX license_activations_once ON ext_products.license_activations USING btree (license_id, instance)

TABLE ext_products.licenses
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  order_id uuid NOT NULL
  product_id uuid
  key text NOT NULL
  status text NOT NULL DEFAULT 'active'::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT licenses_order_id_fkey FOREIGN KEY (order_id) REFERENCES ext_products.orders(id) ON DELETE CASCADE
  CONSTRAINT licenses_pkey PRIMARY KEY (id)
  CONSTRAINT licenses_product_id_fkey FOREIGN KEY (product_id) REFERENCES ext_products.products(id) ON DELETE SET NULL
  CONSTRAINT licenses_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoked'::text])))
  CREATE INDEX licenses_of_order ON ext_products.licenses USING btree (order_id)
  CREATE INDEX licenses_of_product ON ext_products.licenses USING btree (product_id)
  CREATE UNIQUE INDEX licenses_key ON ext_products.licenses USING btree (key)

TABLE ext_products.orders
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  seller_id uuid
  product_id uuid
  variant_id uuid
  title text NOT NULL
  variant_name text
  quantity integer NOT NULL
  unit_minor integer NOT NULL
  discount_minor integer NOT NULL
  shipping_minor integer NOT NULL
  total_minor integer NOT NULL
  refunded_minor integer NOT NULL DEFAULT 0
  currency character(3) NOT NULL
  coupon_id uuid
  status text NOT NULL
  attention text
  source text NOT NULL DEFAULT 'purchase'::text
  source_id uuid
  affiliate_id uuid
  stock_taken integer NOT NULL DEFAULT 0
  payment_id uuid
  checkout_url text
  ship_to jsonb
  carrier text
  tracking_number text
  tracking_url text
  revoked_at timestamp(3) with time zone
  expires_at timestamp(3) with time zone
  paid_at timestamp(3) with time zone
  shipped_at timestamp(3) with time zone
  refunded_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT orders_attention_check CHECK ((attention = ANY (ARRAY['out_of_stock'::text, 'duplicate'::text])))
  CONSTRAINT orders_pkey PRIMARY KEY (id)
  CONSTRAINT orders_product_id_fkey FOREIGN KEY (product_id) REFERENCES ext_products.products(id) ON DELETE SET NULL
  CONSTRAINT orders_quantity_check CHECK ((quantity >= 1))
  CONSTRAINT orders_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT orders_source_check CHECK ((source = ANY (ARRAY['purchase'::text, 'bundle'::text, 'subscription'::text])))
  CONSTRAINT orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'shipped'::text, 'expired'::text, 'refunded'::text, 'needs_attention'::text])))
  CREATE INDEX orders_due_of_product ON ext_products.orders USING btree (product_id, expires_at) WHERE (status = 'pending'::text)
  CREATE INDEX orders_expiring ON ext_products.orders USING btree (expires_at) WHERE (status = 'pending'::text)
  CREATE INDEX orders_library ON ext_products.orders USING btree (owner_id, created_at DESC, id DESC)
  CREATE INDEX orders_of_buyer ON ext_products.orders USING btree (owner_id, product_id)
  CREATE INDEX orders_of_product ON ext_products.orders USING btree (product_id, owner_id)
  CREATE INDEX orders_of_seller ON ext_products.orders USING btree (seller_id, status, created_at DESC, id DESC)
  CREATE INDEX orders_of_seller_newest ON ext_products.orders USING btree (seller_id, created_at DESC, id DESC)
  CREATE INDEX orders_paid ON ext_products.orders USING btree (seller_id, paid_at)
  CREATE INDEX orders_to_ship ON ext_products.orders USING btree (seller_id, paid_at) WHERE ((status = 'paid'::text) AND (ship_to IS NOT NULL))
  CREATE UNIQUE INDEX orders_granted_once ON ext_products.orders USING btree (source, source_id, product_id) WHERE (source <> 'purchase'::text)
  CREATE UNIQUE INDEX orders_payment ON ext_products.orders USING btree (payment_id)
  CREATE UNIQUE INDEX orders_pending_once ON ext_products.orders USING btree (product_id, owner_id) WHERE (status = 'pending'::text)

TABLE ext_products.product_files
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  product_id uuid NOT NULL
  variant_id uuid
  file_id uuid NOT NULL
  purpose text NOT NULL
  name text NOT NULL
  size_bytes bigint NOT NULL
  content_type text NOT NULL
  position integer NOT NULL
  detached_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT product_files_pkey PRIMARY KEY (id)
  CONSTRAINT product_files_product_id_fkey FOREIGN KEY (product_id) REFERENCES ext_products.products(id) ON DELETE CASCADE
  CONSTRAINT product_files_purpose_check CHECK ((purpose = ANY (ARRAY['download'::text, 'image'::text])))
  CONSTRAINT product_files_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES ext_products.variants(id) ON DELETE SET NULL
  CREATE INDEX product_files_attached ON ext_products.product_files USING btree (created_at) WHERE (detached_at IS NULL)
  CREATE INDEX product_files_of_product ON ext_products.product_files USING btree (product_id, purpose)
  CREATE INDEX product_files_of_variant ON ext_products.product_files USING btree (variant_id)
  CREATE UNIQUE INDEX product_files_file ON ext_products.product_files USING btree (file_id)

TABLE ext_products.products
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  title text NOT NULL
  description text NOT NULL DEFAULT ''::text
  kind text NOT NULL
  status text NOT NULL DEFAULT 'draft'::text
  price_minor integer NOT NULL DEFAULT 0
  currency character(3) NOT NULL DEFAULT 'usd'::bpchar
  pay_what_you_want boolean NOT NULL DEFAULT false
  suggested_minor integer
  category_id uuid
  tags text[] NOT NULL DEFAULT '{}'::text[]
  stock integer
  max_per_buyer integer
  license_keys boolean NOT NULL DEFAULT false
  max_activations integer
  shipping_minor integer NOT NULL DEFAULT 0
  ships_to text[] NOT NULL DEFAULT '{}'::text[]
  cover_file_id uuid
  sold_count integer NOT NULL DEFAULT 0
  rating_sum integer NOT NULL DEFAULT 0
  rating_count integer NOT NULL DEFAULT 0
  from_price numeric(12,3) NOT NULL DEFAULT 0
  low_stock_told boolean NOT NULL DEFAULT false
  search tsvector
  published_at timestamp(3) with time zone
  last_update_at timestamp(3) with time zone
  update_told_through uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  flagged boolean NOT NULL DEFAULT false
  CONSTRAINT products_kind_check CHECK ((kind = ANY (ARRAY['digital'::text, 'physical'::text])))
  CONSTRAINT products_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT products_pkey PRIMARY KEY (id)
  CONSTRAINT products_price_minor_check CHECK ((price_minor >= 0))
  CONSTRAINT products_shipping_minor_check CHECK ((shipping_minor >= 0))
  CONSTRAINT products_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text, 'removed'::text])))
  CONSTRAINT products_stock_check CHECK ((stock >= 0))
  CREATE INDEX products_by_price ON ext_products.products USING btree (from_price, id) WHERE (status = 'published'::text)
  CREATE INDEX products_category ON ext_products.products USING btree (category_id)
  CREATE INDEX products_made ON ext_products.products USING btree (created_at DESC, id DESC) WHERE (status <> 'removed'::text)
  CREATE INDEX products_newest ON ext_products.products USING btree (status, published_at DESC, id DESC)
  CREATE INDEX products_of_owner ON ext_products.products USING btree (owner_id, status)
  CREATE INDEX products_popular ON ext_products.products USING btree (sold_count DESC, id DESC) WHERE (status = 'published'::text)
  CREATE INDEX products_rated ON ext_products.products USING btree (COALESCE(((rating_sum * (100)::bigint) / NULLIF(rating_count, 0)), (0)::bigint) DESC, id DESC) WHERE (status = 'published'::text)
  CREATE INDEX products_search ON ext_products.products USING gin (search)
  CREATE INDEX products_tags ON ext_products.products USING gin (tags)
  CREATE TRIGGER products_words BEFORE INSERT OR UPDATE OF title, tags, description ON ext_products.products FOR EACH ROW EXECUTE FUNCTION ext_products.product_words()

TABLE ext_products.reviews
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  product_id uuid NOT NULL
  order_id uuid NOT NULL
  rating integer NOT NULL
  body text NOT NULL DEFAULT ''::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT reviews_order_id_fkey FOREIGN KEY (order_id) REFERENCES ext_products.orders(id) ON DELETE CASCADE
  CONSTRAINT reviews_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT reviews_pkey PRIMARY KEY (id)
  CONSTRAINT reviews_product_id_fkey FOREIGN KEY (product_id) REFERENCES ext_products.products(id) ON DELETE CASCADE
  CONSTRAINT reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5)))
  CREATE INDEX reviews_newest ON ext_products.reviews USING btree (product_id, created_at DESC, id DESC)
  CREATE INDEX reviews_of_order ON ext_products.reviews USING btree (order_id)
  CREATE INDEX reviews_of_writer ON ext_products.reviews USING btree (owner_id)
  CREATE UNIQUE INDEX reviews_once ON ext_products.reviews USING btree (product_id, owner_id)

TABLE ext_products.ship_reminders
  seller_id uuid NOT NULL
  told_on date NOT NULL
  CONSTRAINT ship_reminders_pkey PRIMARY KEY (seller_id)
  CONSTRAINT ship_reminders_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES account.users(id) ON DELETE CASCADE

TABLE ext_products.variants
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  product_id uuid NOT NULL
  sku text NOT NULL
  name text NOT NULL
  price_minor integer
  stock integer
  active boolean NOT NULL DEFAULT true
  position integer NOT NULL
  low_stock_told boolean NOT NULL DEFAULT false
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT variants_pkey PRIMARY KEY (id)
  CONSTRAINT variants_product_id_fkey FOREIGN KEY (product_id) REFERENCES ext_products.products(id) ON DELETE CASCADE
  CONSTRAINT variants_stock_check CHECK ((stock >= 0))
  CREATE UNIQUE INDEX variants_sku ON ext_products.variants USING btree (product_id, sku)

TABLE ext_qr.code_day_values
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  code_id uuid NOT NULL
  day date NOT NULL
  dimension text NOT NULL
  value text NOT NULL
  scans integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT code_day_values_code_id_dimension_day_value_key UNIQUE (code_id, dimension, day, value)
  CONSTRAINT code_day_values_code_id_fkey FOREIGN KEY (code_id) REFERENCES ext_qr.codes(id) ON DELETE CASCADE
  CONSTRAINT code_day_values_dimension_check CHECK ((dimension = ANY (ARRAY['country'::text, 'device'::text, 'os'::text, 'hour'::text])))
  CONSTRAINT code_day_values_pkey PRIMARY KEY (id)
  CREATE INDEX code_day_values_day ON ext_qr.code_day_values USING btree (day)
  CREATE UNIQUE INDEX code_day_values_code_id_dimension_day_value_key ON ext_qr.code_day_values USING btree (code_id, dimension, day, value)

TABLE ext_qr.code_days
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  code_id uuid NOT NULL
  day date NOT NULL
  scans integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT code_days_code_id_day_key UNIQUE (code_id, day)
  CONSTRAINT code_days_code_id_fkey FOREIGN KEY (code_id) REFERENCES ext_qr.codes(id) ON DELETE CASCADE
  CONSTRAINT code_days_pkey PRIMARY KEY (id)
  CREATE INDEX code_days_day ON ext_qr.code_days USING btree (day)
  CREATE UNIQUE INDEX code_days_code_id_day_key ON ext_qr.code_days USING btree (code_id, day)

TABLE ext_qr.code_targets
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  code_id uuid NOT NULL
  target text NOT NULL
  changed_by uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT code_targets_code_id_fkey FOREIGN KEY (code_id) REFERENCES ext_qr.codes(id) ON DELETE CASCADE
  CONSTRAINT code_targets_pkey PRIMARY KEY (id)
  CREATE INDEX code_targets_of_code ON ext_qr.code_targets USING btree (code_id, created_at, id)

TABLE ext_qr.codes
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  name text NOT NULL
  mode text NOT NULL
  kind text NOT NULL
  content jsonb NOT NULL
  payload text NOT NULL
  key text NOT NULL
  link_id uuid
  status text NOT NULL DEFAULT 'active'::text
  expires_at timestamp(3) with time zone
  fallback_url text
  style jsonb NOT NULL DEFAULT '{}'::jsonb
  logo_png bytea
  is_image_public boolean NOT NULL DEFAULT false
  tags text[] NOT NULL DEFAULT '{}'::text[]
  batch_id uuid
  symbol_version smallint NOT NULL
  version integer NOT NULL DEFAULT 1
  scans_closed bigint NOT NULL DEFAULT 0
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT codes_dynamic_check CHECK (((mode = 'static'::text) OR (kind = ANY (ARRAY['url'::text, 'vcard'::text]))))
  CONSTRAINT codes_key_key UNIQUE (key)
  CONSTRAINT codes_kind_check CHECK ((kind = ANY (ARRAY['url'::text, 'text'::text, 'wifi'::text, 'vcard'::text, 'email'::text, 'sms'::text, 'phone'::text, 'geo'::text, 'event'::text])))
  CONSTRAINT codes_mode_check CHECK ((mode = ANY (ARRAY['static'::text, 'dynamic'::text])))
  CONSTRAINT codes_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT codes_pkey PRIMARY KEY (id)
  CONSTRAINT codes_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'archived'::text, 'deleted'::text])))
  CREATE INDEX codes_deleted ON ext_qr.codes USING btree (updated_at) WHERE (status = 'deleted'::text)
  CREATE INDEX codes_of_batch ON ext_qr.codes USING btree (owner_id, batch_id)
  CREATE INDEX codes_of_owner ON ext_qr.codes USING btree (owner_id, created_at, id)
  CREATE INDEX codes_tags ON ext_qr.codes USING gin (tags)
  CREATE UNIQUE INDEX codes_key_key ON ext_qr.codes USING btree (key)
  CREATE TRIGGER codes_retire AFTER DELETE ON ext_qr.codes FOR EACH ROW EXECUTE FUNCTION ext_qr.retire_key()

TABLE ext_qr.owner_days
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  dimension text NOT NULL
  day date NOT NULL
  value text NOT NULL
  scans integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT owner_days_key UNIQUE (owner_id, day, dimension, value)
  CONSTRAINT owner_days_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT owner_days_pkey PRIMARY KEY (id)
  CREATE INDEX owner_days_day ON ext_qr.owner_days USING btree (day)
  CREATE UNIQUE INDEX owner_days_key ON ext_qr.owner_days USING btree (owner_id, day, dimension, value)

TABLE ext_qr.retired_keys
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  key text NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT retired_keys_key_key UNIQUE (key)
  CONSTRAINT retired_keys_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX retired_keys_key_key ON ext_qr.retired_keys USING btree (key)

TABLE ext_qr.rollup_state
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  name text NOT NULL
  rolled_through date
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT rollup_state_name_key UNIQUE (name)
  CONSTRAINT rollup_state_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX rollup_state_name_key ON ext_qr.rollup_state USING btree (name)

TABLE ext_qr.scans
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  code_id uuid NOT NULL
  visitor_hash bytea NOT NULL
  country character(2)
  device text
  os text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT scans_pkey PRIMARY KEY (id)
  CREATE INDEX scans_of_code ON ext_qr.scans USING btree (code_id, created_at)

TABLE ext_quizzes.accommodations
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  quiz_id uuid NOT NULL
  user_id uuid NOT NULL
  extra_time_percent integer NOT NULL DEFAULT 0
  no_time_limit boolean NOT NULL DEFAULT false
  extra_attempts integer NOT NULL DEFAULT 0
  opens_at timestamp(3) with time zone
  closes_at timestamp(3) with time zone
  note text NOT NULL DEFAULT ''::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT accommodations_extra_attempts_check CHECK (((extra_attempts >= 0) AND (extra_attempts <= 20)))
  CONSTRAINT accommodations_extra_time_percent_check CHECK (((extra_time_percent >= 0) AND (extra_time_percent <= 300)))
  CONSTRAINT accommodations_pkey PRIMARY KEY (id)
  CONSTRAINT accommodations_quiz_id_fkey FOREIGN KEY (quiz_id) REFERENCES ext_quizzes.quizzes(id) ON DELETE CASCADE
  CONSTRAINT accommodations_times_check CHECK ((closes_at > opens_at))
  CONSTRAINT accommodations_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX accommodations_of_user ON ext_quizzes.accommodations USING btree (user_id)
  CREATE UNIQUE INDEX accommodations_once ON ext_quizzes.accommodations USING btree (quiz_id, user_id)

TABLE ext_quizzes.answers
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  attempt_id uuid NOT NULL
  question_id uuid NOT NULL
  response jsonb
  revision integer NOT NULL
  saved_at timestamp(3) with time zone NOT NULL
  points numeric(6,2)
  key_version integer
  feedback text
  graded_by uuid
  graded_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT answers_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES ext_quizzes.attempts(id) ON DELETE CASCADE
  CONSTRAINT answers_pkey PRIMARY KEY (id)
  CONSTRAINT answers_question_id_fkey FOREIGN KEY (question_id) REFERENCES ext_quizzes.questions(id) ON DELETE CASCADE
  CREATE INDEX answers_to_question ON ext_quizzes.answers USING btree (question_id)
  CREATE UNIQUE INDEX answers_once ON ext_quizzes.answers USING btree (attempt_id, question_id)

TABLE ext_quizzes.attempts
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  quiz_id uuid NOT NULL
  number integer NOT NULL
  preview boolean NOT NULL DEFAULT false
  status text NOT NULL
  started_at timestamp(3) with time zone NOT NULL
  due_at timestamp(3) with time zone
  time_limit_seconds integer
  submitted_at timestamp(3) with time zone
  auto_submitted boolean NOT NULL DEFAULT false
  layout jsonb NOT NULL
  score numeric(8,2)
  max_score numeric(8,2)
  percent numeric(5,2)
  passed boolean
  graded_at timestamp(3) with time zone
  owner_told_at timestamp(3) with time zone
  taker_told_at timestamp(3) with time zone
  closing_told_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT attempts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT attempts_pkey PRIMARY KEY (id)
  CONSTRAINT attempts_quiz_id_fkey FOREIGN KEY (quiz_id) REFERENCES ext_quizzes.quizzes(id) ON DELETE CASCADE
  CONSTRAINT attempts_status_check CHECK ((status = ANY (ARRAY['in_progress'::text, 'submitted'::text, 'graded'::text])))
  CREATE INDEX attempts_best ON ext_quizzes.attempts USING btree (quiz_id, COALESCE(percent, ('-1'::integer)::numeric) DESC, id DESC) WHERE (NOT preview)
  CREATE INDEX attempts_due ON ext_quizzes.attempts USING btree (due_at) WHERE (status = 'in_progress'::text)
  CREATE INDEX attempts_in_order ON ext_quizzes.attempts USING btree (quiz_id, id)
  CREATE INDEX attempts_of_quiz ON ext_quizzes.attempts USING btree (quiz_id, status, preview, percent)
  CREATE INDEX attempts_of_taker ON ext_quizzes.attempts USING btree (owner_id)
  CREATE INDEX attempts_previews ON ext_quizzes.attempts USING btree (created_at) WHERE preview
  CREATE INDEX attempts_to_grade ON ext_quizzes.attempts USING btree (quiz_id) WHERE ((status = 'submitted'::text) AND (NOT preview))
  CREATE INDEX attempts_untold ON ext_quizzes.attempts USING btree (quiz_id) WHERE ((status = 'graded'::text) AND (taker_told_at IS NULL) AND (NOT preview))
  CREATE UNIQUE INDEX attempts_once ON ext_quizzes.attempts USING btree (quiz_id, owner_id, number) WHERE (NOT preview)
  CREATE UNIQUE INDEX attempts_running ON ext_quizzes.attempts USING btree (quiz_id, owner_id) WHERE (status = 'in_progress'::text)

TABLE ext_quizzes.questions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  quiz_id uuid NOT NULL
  type text NOT NULL
  prompt text NOT NULL
  image_file_id uuid
  data jsonb NOT NULL
  answer jsonb NOT NULL
  grading text NOT NULL DEFAULT 'partial'::text
  points numeric(6,2) NOT NULL DEFAULT 1
  explanation text NOT NULL DEFAULT ''::text
  position integer NOT NULL
  key_version integer NOT NULL DEFAULT 1
  retired_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT questions_grading_check CHECK ((grading = ANY (ARRAY['all_or_nothing'::text, 'partial'::text, 'minus'::text])))
  CONSTRAINT questions_pkey PRIMARY KEY (id)
  CONSTRAINT questions_points_check CHECK (((points >= (0)::numeric) AND (points <= (1000)::numeric)))
  CONSTRAINT questions_quiz_id_fkey FOREIGN KEY (quiz_id) REFERENCES ext_quizzes.quizzes(id) ON DELETE CASCADE
  CONSTRAINT questions_type_check CHECK ((type = ANY (ARRAY['single_choice'::text, 'multiple_choice'::text, 'true_false'::text, 'short_text'::text, 'numeric'::text, 'matching'::text, 'ordering'::text, 'essay'::text])))
  CREATE INDEX questions_of_quiz ON ext_quizzes.questions USING btree (quiz_id, "position")

TABLE ext_quizzes.quizzes
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  title text NOT NULL
  instructions text NOT NULL DEFAULT ''::text
  status text NOT NULL DEFAULT 'draft'::text
  course_id uuid
  access_code_hash text
  opens_at timestamp(3) with time zone
  closes_at timestamp(3) with time zone
  time_limit_seconds integer
  max_attempts integer DEFAULT 1
  attempt_gap_minutes integer NOT NULL DEFAULT 0
  scoring text NOT NULL DEFAULT 'highest'::text
  pass_percent numeric(5,2)
  draw_count integer
  shuffle_questions boolean NOT NULL DEFAULT false
  shuffle_options boolean NOT NULL DEFAULT false
  release_score text NOT NULL DEFAULT 'at_once'::text
  show_answers text NOT NULL DEFAULT 'after_score'::text
  released_at timestamp(3) with time zone
  questions_count integer NOT NULL DEFAULT 0
  published_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT quizzes_max_attempts_check CHECK (((max_attempts >= 1) AND (max_attempts <= 100)))
  CONSTRAINT quizzes_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT quizzes_pass_percent_check CHECK (((pass_percent >= (0)::numeric) AND (pass_percent <= (100)::numeric)))
  CONSTRAINT quizzes_pkey PRIMARY KEY (id)
  CONSTRAINT quizzes_release_score_check CHECK ((release_score = ANY (ARRAY['at_once'::text, 'after_close'::text, 'by_hand'::text])))
  CONSTRAINT quizzes_scoring_check CHECK ((scoring = ANY (ARRAY['highest'::text, 'latest'::text, 'first'::text, 'average'::text])))
  CONSTRAINT quizzes_show_answers_check CHECK ((show_answers = ANY (ARRAY['never'::text, 'after_score'::text, 'after_last_attempt'::text, 'after_close'::text])))
  CONSTRAINT quizzes_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])))
  CONSTRAINT quizzes_time_limit_seconds_check CHECK (((time_limit_seconds >= 60) AND (time_limit_seconds <= 86400)))
  CONSTRAINT quizzes_times_check CHECK ((closes_at > opens_at))
  CREATE INDEX quizzes_newest ON ext_quizzes.quizzes USING btree (owner_id, created_at DESC, id DESC)
  CREATE INDEX quizzes_of_course ON ext_quizzes.quizzes USING btree (course_id)
  CREATE INDEX quizzes_of_owner ON ext_quizzes.quizzes USING btree (owner_id, status)

TABLE ext_reminders.deliveries
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  occurrence_id uuid NOT NULL
  kind text NOT NULL
  fire_at timestamp(3) with time zone NOT NULL
  sent_at timestamp(3) with time zone
  dropped_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT deliveries_kind_check CHECK ((kind = ANY (ARRAY['alert'::text, 'nag'::text, 'snooze'::text])))
  CONSTRAINT deliveries_occurrence_id_fkey FOREIGN KEY (occurrence_id) REFERENCES ext_reminders.occurrences(id) ON DELETE CASCADE
  CONSTRAINT deliveries_occurrence_id_kind_fire_at_key UNIQUE (occurrence_id, kind, fire_at)
  CONSTRAINT deliveries_pkey PRIMARY KEY (id)
  CREATE INDEX deliveries_sent ON ext_reminders.deliveries USING btree (sent_at) WHERE (sent_at IS NOT NULL)
  CREATE INDEX deliveries_waiting ON ext_reminders.deliveries USING btree (fire_at) WHERE ((sent_at IS NULL) AND (dropped_at IS NULL))
  CREATE UNIQUE INDEX deliveries_occurrence_id_kind_fire_at_key ON ext_reminders.deliveries USING btree (occurrence_id, kind, fire_at)

TABLE ext_reminders.occurrences
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  reminder_id uuid NOT NULL
  owner_id uuid NOT NULL
  scheduled_local timestamp(3) without time zone NOT NULL
  due_at timestamp(3) with time zone NOT NULL
  status text NOT NULL DEFAULT 'upcoming'::text
  snoozed_until timestamp(3) with time zone
  fired_at timestamp(3) with time zone
  completed_at timestamp(3) with time zone
  nags_sent smallint NOT NULL DEFAULT 0
  number integer NOT NULL DEFAULT 1
  wakes_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT occurrences_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT occurrences_pkey PRIMARY KEY (id)
  CONSTRAINT occurrences_reminder_id_fkey FOREIGN KEY (reminder_id) REFERENCES ext_reminders.reminders(id) ON DELETE CASCADE
  CONSTRAINT occurrences_reminder_id_scheduled_local_key UNIQUE (reminder_id, scheduled_local)
  CONSTRAINT occurrences_status_check CHECK ((status = ANY (ARRAY['upcoming'::text, 'due'::text, 'snoozed'::text, 'completed'::text, 'skipped'::text, 'missed'::text])))
  CREATE INDEX occurrences_of_owner ON ext_reminders.occurrences USING btree (owner_id, due_at)
  CREATE INDEX occurrences_old ON ext_reminders.occurrences USING btree (due_at)
  CREATE INDEX occurrences_waking ON ext_reminders.occurrences USING btree (wakes_at) WHERE (wakes_at IS NOT NULL)
  CREATE UNIQUE INDEX occurrences_open ON ext_reminders.occurrences USING btree (reminder_id) WHERE (status = ANY (ARRAY['upcoming'::text, 'due'::text, 'snoozed'::text]))
  CREATE UNIQUE INDEX occurrences_reminder_id_scheduled_local_key ON ext_reminders.occurrences USING btree (reminder_id, scheduled_local)

TABLE ext_reminders.reminders
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  title character varying(200) NOT NULL
  notes text
  start_local timestamp(3) without time zone NOT NULL
  timezone text NOT NULL
  all_day boolean NOT NULL DEFAULT false
  rrule character varying(500)
  repeat_from text NOT NULL DEFAULT 'schedule'::text
  exdates timestamp without time zone[] NOT NULL DEFAULT '{}'::timestamp without time zone[]
  alerts integer[] NOT NULL DEFAULT '{0}'::integer[]
  nag_minutes smallint
  priority text NOT NULL DEFAULT 'normal'::text
  tags text[] NOT NULL DEFAULT '{}'::text[]
  link_url text
  subject_app text
  subject_type text
  subject_id uuid
  status text NOT NULL DEFAULT 'active'::text
  next_due_at timestamp(3) with time zone
  done_count integer NOT NULL DEFAULT 0
  done_at timestamp(3) with time zone
  request_key text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT reminders_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT reminders_owner_id_request_key_key UNIQUE (owner_id, request_key)
  CONSTRAINT reminders_pkey PRIMARY KEY (id)
  CONSTRAINT reminders_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text])))
  CONSTRAINT reminders_repeat_from_check CHECK ((repeat_from = ANY (ARRAY['schedule'::text, 'completion'::text])))
  CONSTRAINT reminders_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'done'::text])))
  CREATE INDEX reminders_done ON ext_reminders.reminders USING btree (owner_id, done_at)
  CREATE INDEX reminders_of_owner ON ext_reminders.reminders USING btree (owner_id, status, next_due_at)
  CREATE INDEX reminders_subject ON ext_reminders.reminders USING btree (owner_id, subject_id)
  CREATE INDEX reminders_tags ON ext_reminders.reminders USING gin (tags)
  CREATE UNIQUE INDEX reminders_owner_id_request_key_key ON ext_reminders.reminders USING btree (owner_id, request_key)

TABLE ext_shortlinks.clicks
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  link_id uuid NOT NULL
  visitor_hash bytea NOT NULL
  country character(2)
  device text
  os text
  browser text
  referrer_host text
  rule_index smallint
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT clicks_pkey PRIMARY KEY (id)
  CREATE INDEX clicks_of_link ON ext_shortlinks.clicks USING btree (link_id, created_at)

TABLE ext_shortlinks.link_day_values
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  link_id uuid NOT NULL
  day date NOT NULL
  dimension text NOT NULL
  value text NOT NULL
  clicks integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT link_day_values_dimension_check CHECK ((dimension = ANY (ARRAY['referrer'::text, 'country'::text, 'device'::text, 'os'::text, 'browser'::text, 'destination'::text])))
  CONSTRAINT link_day_values_link_id_dimension_day_value_key UNIQUE (link_id, dimension, day, value)
  CONSTRAINT link_day_values_link_id_fkey FOREIGN KEY (link_id) REFERENCES ext_shortlinks.links(id) ON DELETE CASCADE
  CONSTRAINT link_day_values_pkey PRIMARY KEY (id)
  CREATE INDEX link_day_values_day ON ext_shortlinks.link_day_values USING btree (day)
  CREATE UNIQUE INDEX link_day_values_link_id_dimension_day_value_key ON ext_shortlinks.link_day_values USING btree (link_id, dimension, day, value)

TABLE ext_shortlinks.link_days
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  link_id uuid NOT NULL
  day date NOT NULL
  clicks integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT link_days_link_id_day_key UNIQUE (link_id, day)
  CONSTRAINT link_days_link_id_fkey FOREIGN KEY (link_id) REFERENCES ext_shortlinks.links(id) ON DELETE CASCADE
  CONSTRAINT link_days_pkey PRIMARY KEY (id)
  CREATE INDEX link_days_day ON ext_shortlinks.link_days USING btree (day)
  CREATE UNIQUE INDEX link_days_link_id_day_key ON ext_shortlinks.link_days USING btree (link_id, day)

TABLE ext_shortlinks.link_reports
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  link_id uuid NOT NULL
  reason text NOT NULL
  details text
  reporter_hash bytea NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT link_reports_link_id_fkey FOREIGN KEY (link_id) REFERENCES ext_shortlinks.links(id) ON DELETE CASCADE
  CONSTRAINT link_reports_link_id_reporter_hash_key UNIQUE (link_id, reporter_hash)
  CONSTRAINT link_reports_pkey PRIMARY KEY (id)
  CONSTRAINT link_reports_reason_check CHECK ((reason = ANY (ARRAY['phishing'::text, 'malware'::text, 'spam'::text, 'other'::text])))
  CREATE UNIQUE INDEX link_reports_link_id_reporter_hash_key ON ext_shortlinks.link_reports USING btree (link_id, reporter_hash)

TABLE ext_shortlinks.links
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  domain_id uuid
  slug text NOT NULL
  url text NOT NULL
  title text
  external_id text
  tags text[] NOT NULL DEFAULT '{}'::text[]
  status text NOT NULL DEFAULT 'active'::text
  redirect_status smallint NOT NULL DEFAULT 302
  forward_query boolean NOT NULL DEFAULT false
  utm jsonb
  rules jsonb NOT NULL DEFAULT '[]'::jsonb
  password_hash text
  starts_at timestamp(3) with time zone
  expires_at timestamp(3) with time zone
  expired_url text
  max_clicks integer
  clicks_used integer NOT NULL DEFAULT 0
  clicks_closed bigint NOT NULL DEFAULT 0
  warned_at timestamp(3) with time zone
  blocked_at timestamp(3) with time zone
  blocked_reason text
  url_checked_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT links_max_clicks_check CHECK ((max_clicks > 0))
  CONSTRAINT links_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT links_pkey PRIMARY KEY (id)
  CONSTRAINT links_redirect_status_check CHECK ((redirect_status = ANY (ARRAY[301, 302, 307, 308])))
  CONSTRAINT links_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'archived'::text])))
  CREATE INDEX links_address ON ext_shortlinks.links USING btree (owner_id, md5(url))
  CREATE INDEX links_by_clicks ON ext_shortlinks.links USING btree (owner_id, clicks_closed, id)
  CREATE INDEX links_domains ON ext_shortlinks.links USING gin (ext_shortlinks.domains_of(url, expired_url, rules))
  CREATE INDEX links_of_owner ON ext_shortlinks.links USING btree (owner_id, created_at, id)
  CREATE INDEX links_tags ON ext_shortlinks.links USING gin (tags)
  CREATE UNIQUE INDEX links_domain_slug ON ext_shortlinks.links USING btree (domain_id, slug) WHERE (domain_id IS NOT NULL)
  CREATE UNIQUE INDEX links_external_id ON ext_shortlinks.links USING btree (owner_id, external_id)
  CREATE UNIQUE INDEX links_slug ON ext_shortlinks.links USING btree (slug) WHERE (domain_id IS NULL)
  CREATE TRIGGER links_retire AFTER DELETE ON ext_shortlinks.links FOR EACH ROW EXECUTE FUNCTION ext_shortlinks.retire_slug()
  CREATE TRIGGER links_retire_changed AFTER UPDATE OF slug, domain_id ON ext_shortlinks.links FOR EACH ROW WHEN (((old.slug <> new.slug) OR (old.domain_id IS DISTINCT FROM new.domain_id))) EXECUTE FUNCTION ext_shortlinks.retire_slug()

TABLE ext_shortlinks.owner_days
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  dimension text NOT NULL
  day date NOT NULL
  value text NOT NULL
  clicks integer NOT NULL
  visitors integer NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT owner_days_key UNIQUE (owner_id, day, dimension, value)
  CONSTRAINT owner_days_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT owner_days_pkey PRIMARY KEY (id)
  CREATE INDEX owner_days_day ON ext_shortlinks.owner_days USING btree (day)
  CREATE UNIQUE INDEX owner_days_key ON ext_shortlinks.owner_days USING btree (owner_id, day, dimension, value)

TABLE ext_shortlinks.retired_slugs
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  domain_id uuid
  slug text NOT NULL
  owner_id uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT retired_slugs_pkey PRIMARY KEY (id)
  CREATE INDEX retired_slugs_of_owner ON ext_shortlinks.retired_slugs USING btree (owner_id)
  CREATE UNIQUE INDEX retired_slugs_domain_slug ON ext_shortlinks.retired_slugs USING btree (domain_id, slug) WHERE (domain_id IS NOT NULL)
  CREATE UNIQUE INDEX retired_slugs_slug ON ext_shortlinks.retired_slugs USING btree (slug) WHERE (domain_id IS NULL)

TABLE ext_shortlinks.rollup_state
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  name text NOT NULL
  rolled_through date
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT rollup_state_name_key UNIQUE (name)
  CONSTRAINT rollup_state_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX rollup_state_name_key ON ext_shortlinks.rollup_state USING btree (name)

TABLE ext_subscriptions.charges
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  seller_id uuid
  subscription_id uuid
  plan_id uuid NOT NULL
  kind text NOT NULL
  period_start timestamp(3) with time zone NOT NULL
  period_end timestamp(3) with time zone NOT NULL
  list_minor integer NOT NULL
  discount_minor integer NOT NULL
  credit_minor integer NOT NULL
  amount_minor integer NOT NULL
  refunded_minor integer NOT NULL DEFAULT 0
  currency character(3) NOT NULL
  status text NOT NULL
  payment_id uuid
  checkout_url text
  reminders text[] NOT NULL DEFAULT '{}'::text[]
  due_at timestamp(3) with time zone NOT NULL
  checkout_expires_at timestamp(3) with time zone
  credited_at timestamp(3) with time zone
  paid_at timestamp(3) with time zone
  refunded_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT charges_kind_check CHECK ((kind = ANY (ARRAY['initial'::text, 'renewal'::text, 'upgrade'::text])))
  CONSTRAINT charges_pkey PRIMARY KEY (id)
  CONSTRAINT charges_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT charges_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'void'::text, 'refunded'::text, 'needs_attention'::text])))
  CONSTRAINT charges_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES ext_subscriptions.subscriptions(id) ON DELETE SET NULL
  CREATE INDEX charges_checkouts ON ext_subscriptions.charges USING btree (checkout_expires_at) WHERE (status = 'open'::text)
  CREATE INDEX charges_due ON ext_subscriptions.charges USING btree (due_at, id) WHERE (status = 'open'::text)
  CREATE INDEX charges_due_of_seller ON ext_subscriptions.charges USING btree (seller_id, due_at) WHERE (kind = 'renewal'::text)
  CREATE INDEX charges_of_owner ON ext_subscriptions.charges USING btree (owner_id, created_at)
  CREATE INDEX charges_of_seller ON ext_subscriptions.charges USING btree (seller_id, paid_at)
  CREATE INDEX charges_of_subscription ON ext_subscriptions.charges USING btree (subscription_id, created_at)
  CREATE UNIQUE INDEX charges_open_once ON ext_subscriptions.charges USING btree (subscription_id) WHERE (status = 'open'::text)
  CREATE UNIQUE INDEX charges_paid_once ON ext_subscriptions.charges USING btree (subscription_id, period_start) WHERE ((status = 'paid'::text) AND (kind = 'renewal'::text))
  CREATE UNIQUE INDEX charges_payment ON ext_subscriptions.charges USING btree (payment_id)
  CREATE TRIGGER count_charges_delete AFTER DELETE ON ext_subscriptions.charges REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION ext_subscriptions.count_charges()
  CREATE TRIGGER count_charges_insert AFTER INSERT ON ext_subscriptions.charges REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION ext_subscriptions.count_charges()
  CREATE TRIGGER count_charges_update AFTER UPDATE ON ext_subscriptions.charges REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION ext_subscriptions.count_charges()

TABLE ext_subscriptions.coupons
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  plan_id uuid NOT NULL
  code text NOT NULL
  percent_bp integer
  amount_minor integer
  periods integer
  max_uses integer
  used_count integer NOT NULL DEFAULT 0
  expires_at timestamp(3) with time zone
  active boolean NOT NULL DEFAULT true
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT coupons_amount_minor_check CHECK ((amount_minor > 0))
  CONSTRAINT coupons_percent_bp_check CHECK (((percent_bp >= 1) AND (percent_bp <= 10000)))
  CONSTRAINT coupons_periods_check CHECK ((periods > 0))
  CONSTRAINT coupons_pkey PRIMARY KEY (id)
  CONSTRAINT coupons_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES ext_subscriptions.plans(id) ON DELETE CASCADE
  CONSTRAINT coupons_reduction_check CHECK (((percent_bp IS NULL) <> (amount_minor IS NULL)))
  CREATE UNIQUE INDEX coupons_code ON ext_subscriptions.coupons USING btree (plan_id, code)

TABLE ext_subscriptions.history
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  subscription_id uuid NOT NULL
  type text NOT NULL
  actor text NOT NULL
  data jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT history_actor_check CHECK ((actor = ANY (ARRAY['subscriber'::text, 'seller'::text, 'system'::text])))
  CONSTRAINT history_pkey PRIMARY KEY (id)
  CONSTRAINT history_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES ext_subscriptions.subscriptions(id) ON DELETE CASCADE
  CREATE INDEX history_of_subscription ON ext_subscriptions.history USING btree (subscription_id, created_at)

TABLE ext_subscriptions.plan_benefits
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  plan_id uuid NOT NULL
  kind text NOT NULL
  key text
  ref_id uuid
  label text NOT NULL
  position integer NOT NULL
  removed_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT plan_benefits_key_check CHECK ((((key IS NOT NULL) = (kind = 'perk'::text)) AND ((ref_id IS NULL) = (kind = 'perk'::text))))
  CONSTRAINT plan_benefits_kind_check CHECK ((kind = ANY (ARRAY['perk'::text, 'course'::text, 'product'::text])))
  CONSTRAINT plan_benefits_pkey PRIMARY KEY (id)
  CONSTRAINT plan_benefits_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES ext_subscriptions.plans(id) ON DELETE CASCADE
  CREATE UNIQUE INDEX plan_benefits_key ON ext_subscriptions.plan_benefits USING btree (plan_id, key) WHERE ((key IS NOT NULL) AND (removed_at IS NULL))
  CREATE UNIQUE INDEX plan_benefits_ref ON ext_subscriptions.plan_benefits USING btree (plan_id, ref_id) WHERE ((ref_id IS NOT NULL) AND (removed_at IS NULL))

TABLE ext_subscriptions.plans
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid
  name text NOT NULL
  description text NOT NULL DEFAULT ''::text
  status text NOT NULL DEFAULT 'active'::text
  listed boolean NOT NULL DEFAULT true
  price_minor integer NOT NULL
  currency character(3) NOT NULL DEFAULT 'usd'::bpchar
  interval text NOT NULL
  interval_count integer NOT NULL DEFAULT 1
  trial_days integer NOT NULL DEFAULT 0
  grace_days integer NOT NULL DEFAULT 7
  max_subscribers integer
  seats_taken integer NOT NULL DEFAULT 0
  max_pause_days integer NOT NULL DEFAULT 0
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT plans_grace_days_check CHECK (((grace_days >= 0) AND (grace_days <= 30)))
  CONSTRAINT plans_interval_check CHECK (("interval" = ANY (ARRAY['week'::text, 'month'::text, 'year'::text])))
  CONSTRAINT plans_interval_count_check CHECK (((interval_count >= 1) AND (interval_count <= 12)))
  CONSTRAINT plans_max_pause_days_check CHECK (((max_pause_days >= 0) AND (max_pause_days <= 180)))
  CONSTRAINT plans_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT plans_pkey PRIMARY KEY (id)
  CONSTRAINT plans_price_minor_check CHECK ((price_minor >= 0))
  CONSTRAINT plans_seats_taken_check CHECK ((seats_taken >= 0))
  CONSTRAINT plans_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
  CONSTRAINT plans_trial_days_check CHECK (((trial_days >= 0) AND (trial_days <= 90)))
  CREATE INDEX plans_newest ON ext_subscriptions.plans USING btree (created_at DESC, id DESC) WHERE (listed AND (status = 'active'::text))
  CREATE INDEX plans_of_owner ON ext_subscriptions.plans USING btree (owner_id, status)
  CREATE INDEX plans_search ON ext_subscriptions.plans USING gin (to_tsvector('simple'::regconfig, ((name || ' '::text) || description)))

TABLE ext_subscriptions.seller_days
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  seller_id uuid NOT NULL
  figure text NOT NULL
  value text NOT NULL
  day date NOT NULL
  n bigint NOT NULL
  folded boolean NOT NULL DEFAULT false
  CONSTRAINT seller_days_pkey PRIMARY KEY (id)
  CONSTRAINT seller_days_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX seller_days_fresh ON ext_subscriptions.seller_days USING btree (id) WHERE (NOT folded)
  CREATE INDEX seller_days_key ON ext_subscriptions.seller_days USING btree (seller_id, day, figure, value)

TABLE ext_subscriptions.subscription_benefits
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  subscription_id uuid NOT NULL
  kind text NOT NULL
  key text
  ref_id uuid
  ends_at timestamp(3) with time zone
  ended_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT subscription_benefits_kind_check CHECK ((kind = ANY (ARRAY['perk'::text, 'course'::text, 'product'::text])))
  CONSTRAINT subscription_benefits_pkey PRIMARY KEY (id)
  CONSTRAINT subscription_benefits_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES ext_subscriptions.subscriptions(id) ON DELETE CASCADE
  CREATE INDEX subscription_benefits_ending ON ext_subscriptions.subscription_benefits USING btree (ends_at) WHERE ((ended_at IS NULL) AND (ends_at IS NOT NULL))
  CREATE INDEX subscription_benefits_key ON ext_subscriptions.subscription_benefits USING btree (key) WHERE (ended_at IS NULL)
  CREATE INDEX subscription_benefits_of_subscription ON ext_subscriptions.subscription_benefits USING btree (subscription_id)
  CREATE INDEX subscription_benefits_ref ON ext_subscriptions.subscription_benefits USING btree (ref_id) WHERE (ended_at IS NULL)

TABLE ext_subscriptions.subscriptions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  seller_id uuid
  plan_id uuid NOT NULL
  status text NOT NULL
  source text NOT NULL DEFAULT 'purchase'::text
  price_minor integer NOT NULL
  currency character(3) NOT NULL
  interval text NOT NULL
  interval_count integer NOT NULL
  anchor_day smallint NOT NULL
  period_start timestamp(3) with time zone
  period_end timestamp(3) with time zone
  trial_ends_at timestamp(3) with time zone
  grace_until timestamp(3) with time zone
  cancel_at_period_end boolean NOT NULL DEFAULT false
  cancel_reason text
  cancel_comment text
  canceled_by text
  pending_plan_id uuid
  pending_price_minor integer
  next_price_minor integer
  next_price_from timestamp(3) with time zone
  credit_minor integer NOT NULL DEFAULT 0
  paused_at timestamp(3) with time zone
  resumes_at timestamp(3) with time zone
  pause_left_seconds integer
  coupon_id uuid
  coupon_periods_left integer
  coupon_percent_bp integer
  coupon_amount_minor integer
  affiliate_id uuid
  payments_count integer NOT NULL DEFAULT 0
  started_at timestamp(3) with time zone
  ended_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  trial_paid boolean NOT NULL DEFAULT false
  CONSTRAINT subscriptions_canceled_by_check CHECK ((canceled_by = ANY (ARRAY['subscriber'::text, 'seller'::text, 'system'::text])))
  CONSTRAINT subscriptions_credit_minor_check CHECK ((credit_minor >= 0))
  CONSTRAINT subscriptions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT subscriptions_pkey PRIMARY KEY (id)
  CONSTRAINT subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES ext_subscriptions.plans(id) ON DELETE CASCADE
  CONSTRAINT subscriptions_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT subscriptions_source_check CHECK ((source = ANY (ARRAY['purchase'::text, 'grant'::text])))
  CONSTRAINT subscriptions_status_check CHECK ((status = ANY (ARRAY['incomplete'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'paused'::text, 'canceled'::text, 'expired'::text])))
  CREATE INDEX subscriptions_due ON ext_subscriptions.subscriptions USING btree (period_end, id) WHERE (status = ANY (ARRAY['trialing'::text, 'active'::text]))
  CREATE INDEX subscriptions_in_grace ON ext_subscriptions.subscriptions USING btree (grace_until) WHERE (status = 'past_due'::text)
  CREATE INDEX subscriptions_of_owner ON ext_subscriptions.subscriptions USING btree (owner_id)
  CREATE INDEX subscriptions_of_seller ON ext_subscriptions.subscriptions USING btree (seller_id, status, created_at DESC, id DESC)
  CREATE INDEX subscriptions_of_seller_newest ON ext_subscriptions.subscriptions USING btree (seller_id, created_at DESC, id DESC)
  CREATE INDEX subscriptions_resuming ON ext_subscriptions.subscriptions USING btree (resumes_at) WHERE (status = 'paused'::text)
  CREATE INDEX subscriptions_trials ON ext_subscriptions.subscriptions USING btree (seller_id, trial_ends_at) WHERE (trial_ends_at IS NOT NULL)
  CREATE UNIQUE INDEX subscriptions_once ON ext_subscriptions.subscriptions USING btree (plan_id, owner_id) WHERE (status = ANY (ARRAY['incomplete'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'paused'::text]))
  CREATE TRIGGER count_subscriptions_delete AFTER DELETE ON ext_subscriptions.subscriptions REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION ext_subscriptions.count_subscriptions()
  CREATE TRIGGER count_subscriptions_insert AFTER INSERT ON ext_subscriptions.subscriptions REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION ext_subscriptions.count_subscriptions()
  CREATE TRIGGER count_subscriptions_update AFTER UPDATE ON ext_subscriptions.subscriptions REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION ext_subscriptions.count_subscriptions()
  CREATE TRIGGER count_terms_delete AFTER DELETE ON ext_subscriptions.subscriptions REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION ext_subscriptions.count_terms()
  CREATE TRIGGER count_terms_insert AFTER INSERT ON ext_subscriptions.subscriptions REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION ext_subscriptions.count_terms()
  CREATE TRIGGER count_terms_update AFTER UPDATE ON ext_subscriptions.subscriptions REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION ext_subscriptions.count_terms()

TABLE ext_subscriptions.trials_used
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  seller_id uuid NOT NULL
  owner_id uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT trials_used_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT trials_used_pkey PRIMARY KEY (id)
  CONSTRAINT trials_used_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX trials_used_of_owner ON ext_subscriptions.trials_used USING btree (owner_id)
  CREATE UNIQUE INDEX trials_used_once ON ext_subscriptions.trials_used USING btree (seller_id, owner_id)

TABLE ext_support.agents
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  user_id uuid NOT NULL
  display_name text
  active boolean NOT NULL DEFAULT true
  takes_tickets boolean NOT NULL DEFAULT true
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT agents_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT agents_pkey PRIMARY KEY (id)
  CONSTRAINT agents_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX agents_desks ON ext_support.agents USING btree (user_id) WHERE active
  CREATE INDEX agents_user ON ext_support.agents USING btree (user_id)
  CREATE UNIQUE INDEX agents_of_desk ON ext_support.agents USING btree (owner_id, user_id)

TABLE ext_support.canned_replies
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  shortcut text NOT NULL
  title text NOT NULL
  body text NOT NULL
  uses integer NOT NULL DEFAULT 0
  status text NOT NULL DEFAULT 'active'::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT canned_replies_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT canned_replies_pkey PRIMARY KEY (id)
  CONSTRAINT canned_replies_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
  CREATE INDEX canned_replies_most_used ON ext_support.canned_replies USING btree (owner_id, uses DESC, id DESC) WHERE (status = 'active'::text)
  CREATE UNIQUE INDEX canned_replies_shortcut ON ext_support.canned_replies USING btree (owner_id, shortcut)

TABLE ext_support.desks
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  next_number integer NOT NULL DEFAULT 1
  last_assigned_agent_id uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT desks_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT desks_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX desks_of_owner ON ext_support.desks USING btree (owner_id)

TABLE ext_support.messages
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  ticket_id uuid NOT NULL
  seq integer NOT NULL
  author_id uuid
  author_kind text NOT NULL
  visibility text NOT NULL DEFAULT 'public'::text
  body text NOT NULL
  client_ref text
  canned_reply_id uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT messages_author_kind_check CHECK ((author_kind = ANY (ARRAY['requester'::text, 'agent'::text, 'system'::text])))
  CONSTRAINT messages_pkey PRIMARY KEY (id)
  CONSTRAINT messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES ext_support.tickets(id) ON DELETE CASCADE
  CONSTRAINT messages_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'internal'::text])))
  CREATE INDEX messages_of_author ON ext_support.messages USING btree (author_id, client_ref) WHERE (client_ref IS NOT NULL)
  CREATE UNIQUE INDEX messages_by_ref ON ext_support.messages USING btree (ticket_id, author_id, client_ref)
  CREATE UNIQUE INDEX messages_of_ticket ON ext_support.messages USING btree (ticket_id, seq)

TABLE ext_support.ratings
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  ticket_id uuid NOT NULL
  desk_owner_id uuid NOT NULL
  agent_id uuid
  score smallint NOT NULL
  comment text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT ratings_pkey PRIMARY KEY (id)
  CONSTRAINT ratings_score_check CHECK (((score >= 1) AND (score <= 5)))
  CONSTRAINT ratings_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES ext_support.tickets(id) ON DELETE CASCADE
  CREATE INDEX ratings_of_desk ON ext_support.ratings USING btree (desk_owner_id, created_at)
  CREATE INDEX ratings_of_owner ON ext_support.ratings USING btree (owner_id)
  CREATE UNIQUE INDEX ratings_of_ticket ON ext_support.ratings USING btree (ticket_id)

TABLE ext_support.ticket_events
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  ticket_id uuid NOT NULL
  actor_id uuid
  kind text NOT NULL
  data jsonb NOT NULL DEFAULT '{}'::jsonb
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT ticket_events_kind_check CHECK ((kind = ANY (ARRAY['opened'::text, 'status'::text, 'priority'::text, 'assigned'::text, 'tags'::text, 'merged'::text, 'reopened'::text, 'breached'::text, 'rated'::text])))
  CONSTRAINT ticket_events_pkey PRIMARY KEY (id)
  CONSTRAINT ticket_events_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES ext_support.tickets(id) ON DELETE CASCADE
  CREATE INDEX ticket_events_of_ticket ON ext_support.ticket_events USING btree (ticket_id, created_at)

TABLE ext_support.tickets
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  number integer NOT NULL
  requester_id uuid NOT NULL
  subject text NOT NULL
  status text NOT NULL DEFAULT 'new'::text
  priority text NOT NULL DEFAULT 'normal'::text
  assignee_id uuid
  tags text[] NOT NULL DEFAULT '{}'::text[]
  reference_type text
  reference_id uuid
  response_started_at timestamp(3) with time zone
  response_due_at timestamp(3) with time zone
  response_look_at timestamp(3) with time zone
  first_responded_at timestamp(3) with time zone
  first_response_seconds integer
  resolution_due_at timestamp(3) with time zone
  resolution_look_at timestamp(3) with time zone
  resolution_used_seconds integer NOT NULL DEFAULT 0
  clock_started_at timestamp(3) with time zone
  response_breached boolean NOT NULL DEFAULT false
  resolution_breached boolean NOT NULL DEFAULT false
  warned_response_at timestamp(3) with time zone
  warned_resolution_at timestamp(3) with time zone
  last_requester_at timestamp(3) with time zone
  last_agent_at timestamp(3) with time zone
  pending_at timestamp(3) with time zone
  resolved_at timestamp(3) with time zone
  closed_at timestamp(3) with time zone
  reopened_count integer NOT NULL DEFAULT 0
  merged_into_id uuid
  last_seq integer NOT NULL DEFAULT 0
  search tsvector
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT tickets_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES ext_support.tickets(id) ON DELETE SET NULL
  CONSTRAINT tickets_pkey PRIMARY KEY (id)
  CONSTRAINT tickets_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text])))
  CONSTRAINT tickets_status_check CHECK ((status = ANY (ARRAY['new'::text, 'open'::text, 'pending'::text, 'resolved'::text, 'closed'::text])))
  CREATE INDEX tickets_due ON ext_support.tickets USING btree (owner_id, COALESCE(LEAST(response_due_at, resolution_due_at), 'infinity'::timestamp with time zone), id)
  CREATE INDEX tickets_merged ON ext_support.tickets USING btree (merged_into_id)
  CREATE INDEX tickets_of_assignee ON ext_support.tickets USING btree (assignee_id, status)
  CREATE INDEX tickets_of_desk ON ext_support.tickets USING btree (owner_id, status, priority, updated_at)
  CREATE INDEX tickets_of_requester ON ext_support.tickets USING btree (requester_id, updated_at DESC, id DESC)
  CREATE INDEX tickets_pending ON ext_support.tickets USING btree (pending_at) WHERE (status = 'pending'::text)
  CREATE INDEX tickets_resolution_look ON ext_support.tickets USING btree (resolution_look_at) WHERE (resolution_look_at IS NOT NULL)
  CREATE INDEX tickets_resolved ON ext_support.tickets USING btree (resolved_at) WHERE (status = 'resolved'::text)
  CREATE INDEX tickets_response_look ON ext_support.tickets USING btree (response_look_at) WHERE (response_look_at IS NOT NULL)
  CREATE INDEX tickets_search ON ext_support.tickets USING gin (search)
  CREATE INDEX tickets_tags ON ext_support.tickets USING gin (tags)
  CREATE INDEX tickets_updated ON ext_support.tickets USING btree (owner_id, updated_at DESC, id DESC)
  CREATE UNIQUE INDEX tickets_number ON ext_support.tickets USING btree (owner_id, number)

TABLE ext_support.uploads
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  desk_owner_id uuid NOT NULL
  file_key uuid NOT NULL
  name text NOT NULL
  size integer NOT NULL
  content_type text NOT NULL
  message_id uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT uploads_message_id_fkey FOREIGN KEY (message_id) REFERENCES ext_support.messages(id) ON DELETE CASCADE
  CONSTRAINT uploads_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT uploads_pkey PRIMARY KEY (id)
  CREATE INDEX uploads_of_message ON ext_support.uploads USING btree (message_id)
  CREATE INDEX uploads_of_owner ON ext_support.uploads USING btree (owner_id)
  CREATE INDEX uploads_unused ON ext_support.uploads USING btree (created_at) WHERE (message_id IS NULL)

TABLE ext_timetracking.entries
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  project_id uuid
  task_id uuid
  description character varying(500) NOT NULL DEFAULT ''::character varying
  started_at timestamp(3) with time zone NOT NULL
  ended_at timestamp(3) with time zone
  seconds integer
  local_date date NOT NULL
  tags text[] NOT NULL DEFAULT '{}'::text[]
  billable boolean NOT NULL
  rate_minor bigint
  currency character(3) NOT NULL
  rate_source text NOT NULL
  source text NOT NULL
  auto_stopped boolean NOT NULL DEFAULT false
  batch_id uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT entries_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES ext_timetracking.invoice_batches(id) ON DELETE SET NULL
  CONSTRAINT entries_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT entries_pkey PRIMARY KEY (id)
  CONSTRAINT entries_project_id_fkey FOREIGN KEY (project_id) REFERENCES ext_timetracking.projects(id) ON DELETE CASCADE
  CONSTRAINT entries_rate_source_check CHECK ((rate_source = ANY (ARRAY['entry'::text, 'task'::text, 'project'::text, 'default'::text, 'none'::text])))
  CONSTRAINT entries_source_check CHECK ((source = ANY (ARRAY['timer'::text, 'manual'::text])))
  CONSTRAINT entries_task_id_fkey FOREIGN KEY (task_id) REFERENCES ext_timetracking.tasks(id) ON DELETE SET NULL
  CONSTRAINT entries_times_check CHECK ((ended_at > started_at))
  CREATE INDEX entries_of_batch ON ext_timetracking.entries USING btree (batch_id) WHERE (batch_id IS NOT NULL)
  CREATE INDEX entries_of_owner ON ext_timetracking.entries USING btree (owner_id, started_at, id) INCLUDE (ended_at, seconds, local_date, project_id, task_id, billable, rate_minor, currency, tags)
  CREATE INDEX entries_of_project ON ext_timetracking.entries USING btree (project_id, started_at)
  CREATE INDEX entries_of_task ON ext_timetracking.entries USING btree (task_id)
  CREATE INDEX entries_overdue ON ext_timetracking.entries USING btree (started_at) WHERE (ended_at IS NULL)
  CREATE INDEX entries_tags ON ext_timetracking.entries USING gin (tags)
  CREATE INDEX entries_timers ON ext_timetracking.entries USING btree (owner_id, id) WHERE (source = 'timer'::text)
  CREATE INDEX entries_unbilled ON ext_timetracking.entries USING btree (owner_id) WHERE ((batch_id IS NULL) AND billable)
  CREATE UNIQUE INDEX entries_running ON ext_timetracking.entries USING btree (owner_id) WHERE (ended_at IS NULL)
  CREATE TRIGGER measure_entry BEFORE INSERT OR UPDATE OF started_at, ended_at, seconds ON ext_timetracking.entries FOR EACH ROW EXECUTE FUNCTION ext_timetracking.measure_entry()
  CREATE TRIGGER sum_time_delete AFTER DELETE ON ext_timetracking.entries REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION ext_timetracking.sum_time()
  CREATE TRIGGER sum_time_insert AFTER INSERT ON ext_timetracking.entries REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION ext_timetracking.sum_time()
  CREATE TRIGGER sum_time_update AFTER UPDATE ON ext_timetracking.entries REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION ext_timetracking.sum_time()

TABLE ext_timetracking.invoice_batches
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  invoice_id uuid
  client_id uuid NOT NULL
  currency character(3) NOT NULL
  from_date date NOT NULL
  to_date date NOT NULL
  group_by text NOT NULL
  rounding jsonb NOT NULL
  entry_count integer NOT NULL
  exact_seconds integer NOT NULL
  billed_seconds integer NOT NULL
  total_minor bigint NOT NULL
  lines jsonb NOT NULL
  status text NOT NULL DEFAULT 'open'::text
  request_key character varying(200)
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT invoice_batches_group_by_check CHECK ((group_by = ANY (ARRAY['project'::text, 'task'::text, 'day'::text, 'entry'::text])))
  CONSTRAINT invoice_batches_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT invoice_batches_pkey PRIMARY KEY (id)
  CONSTRAINT invoice_batches_status_check CHECK ((status = ANY (ARRAY['open'::text, 'released'::text])))
  CREATE INDEX invoice_batches_of_owner ON ext_timetracking.invoice_batches USING btree (owner_id, created_at)
  CREATE INDEX invoice_batches_open ON ext_timetracking.invoice_batches USING btree (owner_id, id) WHERE (status = 'open'::text)
  CREATE UNIQUE INDEX invoice_batches_invoice_id_key ON ext_timetracking.invoice_batches USING btree (invoice_id)
  CREATE UNIQUE INDEX invoice_batches_owner_id_request_key_key ON ext_timetracking.invoice_batches USING btree (owner_id, request_key)

TABLE ext_timetracking.owner_state
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  locked_until date
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT owner_state_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT owner_state_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX owner_state_owner_id_key ON ext_timetracking.owner_state USING btree (owner_id)

TABLE ext_timetracking.projects
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  name character varying(160) NOT NULL
  client_id uuid
  color character(7)
  currency character(3) NOT NULL
  billable boolean NOT NULL DEFAULT true
  rate_minor bigint
  rounding_minutes smallint
  rounding_mode text
  budget_seconds integer
  budget_minor bigint
  status text NOT NULL DEFAULT 'active'::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT projects_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT projects_pkey PRIMARY KEY (id)
  CONSTRAINT projects_rounding_mode_check CHECK ((rounding_mode = ANY (ARRAY['up'::text, 'nearest'::text, 'down'::text])))
  CONSTRAINT projects_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
  CREATE INDEX projects_by_name ON ext_timetracking.projects USING btree (owner_id, status, lower((name)::text), id)
  CREATE INDEX projects_of_client ON ext_timetracking.projects USING btree (owner_id, client_id)
  CREATE UNIQUE INDEX projects_name ON ext_timetracking.projects USING btree (owner_id, lower((name)::text)) WHERE (status = 'active'::text)

TABLE ext_timetracking.tasks
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  project_id uuid NOT NULL
  name character varying(160) NOT NULL
  billable boolean
  rate_minor bigint
  estimate_seconds integer
  status text NOT NULL DEFAULT 'active'::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT tasks_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT tasks_pkey PRIMARY KEY (id)
  CONSTRAINT tasks_project_id_fkey FOREIGN KEY (project_id) REFERENCES ext_timetracking.projects(id) ON DELETE CASCADE
  CONSTRAINT tasks_status_check CHECK ((status = ANY (ARRAY['active'::text, 'done'::text])))
  CREATE INDEX tasks_of_owner ON ext_timetracking.tasks USING btree (owner_id)
  CREATE INDEX tasks_of_project ON ext_timetracking.tasks USING btree (project_id)
  CREATE UNIQUE INDEX tasks_name ON ext_timetracking.tasks USING btree (project_id, lower((name)::text)) WHERE (status = 'active'::text)

TABLE ext_timetracking.time_sums
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  of_id uuid NOT NULL
  day date NOT NULL
  currency character(3) NOT NULL
  billable boolean NOT NULL
  billed boolean NOT NULL
  seconds bigint NOT NULL
  amount_minor bigint NOT NULL
  folded boolean NOT NULL DEFAULT false
  CONSTRAINT time_sums_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT time_sums_pkey PRIMARY KEY (id)
  CREATE INDEX time_sums_fresh ON ext_timetracking.time_sums USING btree (id) WHERE (NOT folded)
  CREATE INDEX time_sums_key ON ext_timetracking.time_sums USING btree (owner_id, day, of_id)

TABLE ext_workflows.event_triggers
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  workflow_id uuid NOT NULL
  owner_id uuid NOT NULL
  event_name text NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT event_triggers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT event_triggers_pkey PRIMARY KEY (id)
  CONSTRAINT event_triggers_workflow_id_event_name_key UNIQUE (workflow_id, event_name)
  CONSTRAINT event_triggers_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES ext_workflows.workflows(id) ON DELETE CASCADE
  CREATE INDEX event_triggers_of_owner ON ext_workflows.event_triggers USING btree (owner_id, event_name)
  CREATE INDEX event_triggers_oldest ON ext_workflows.event_triggers USING btree (created_at)
  CREATE UNIQUE INDEX event_triggers_workflow_id_event_name_key ON ext_workflows.event_triggers USING btree (workflow_id, event_name)

TABLE ext_workflows.outbox_positions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  read_until timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT outbox_positions_pkey PRIMARY KEY (id)

TABLE ext_workflows.run_steps
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  run_id uuid NOT NULL
  path character varying(200) NOT NULL
  attempt smallint NOT NULL DEFAULT 1
  kind text NOT NULL
  status text NOT NULL DEFAULT 'running'::text
  input jsonb
  output jsonb
  error text
  retryable boolean
  started_at timestamp(3) with time zone NOT NULL
  finished_at timestamp(3) with time zone
  approvers uuid[]
  decided_by uuid
  decision text
  comment text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT run_steps_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text, 'expired'::text])))
  CONSTRAINT run_steps_pkey PRIMARY KEY (id)
  CONSTRAINT run_steps_run_id_fkey FOREIGN KEY (run_id) REFERENCES ext_workflows.runs(id) ON DELETE CASCADE
  CONSTRAINT run_steps_run_id_path_attempt_key UNIQUE (run_id, path, attempt)
  CONSTRAINT run_steps_status_check CHECK ((status = ANY (ARRAY['running'::text, 'waiting'::text, 'succeeded'::text, 'failed'::text, 'skipped'::text])))
  CREATE INDEX run_steps_approvals ON ext_workflows.run_steps USING btree (created_at) WHERE (kind = 'approval'::text)
  CREATE INDEX run_steps_of_run ON ext_workflows.run_steps USING btree (run_id, created_at)
  CREATE UNIQUE INDEX run_steps_run_id_path_attempt_key ON ext_workflows.run_steps USING btree (run_id, path, attempt)

TABLE ext_workflows.runs
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  workflow_id uuid NOT NULL
  version integer NOT NULL
  definition jsonb
  trigger text NOT NULL
  input jsonb NOT NULL
  status text NOT NULL DEFAULT 'queued'::text
  error text
  failed_path text
  depth smallint NOT NULL DEFAULT 0
  retry_of uuid
  dedupe_key character varying(200)
  exclusive boolean NOT NULL DEFAULT false
  cancel_requested boolean NOT NULL DEFAULT false
  lease_token uuid
  lease_until timestamp(3) with time zone
  wake_at timestamp(3) with time zone
  step_count integer NOT NULL DEFAULT 0
  started_at timestamp(3) with time zone
  finished_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT runs_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT runs_pkey PRIMARY KEY (id)
  CONSTRAINT runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'timed_out'::text, 'skipped'::text])))
  CONSTRAINT runs_trigger_check CHECK ((trigger = ANY (ARRAY['manual'::text, 'schedule'::text, 'event'::text, 'hook'::text, 'retry'::text])))
  CONSTRAINT runs_workflow_id_dedupe_key_key UNIQUE (workflow_id, dedupe_key)
  CONSTRAINT runs_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES ext_workflows.workflows(id) ON DELETE CASCADE
  CREATE INDEX runs_leased ON ext_workflows.runs USING btree (lease_until) WHERE (status = 'running'::text)
  CREATE INDEX runs_newest ON ext_workflows.runs USING btree (owner_id, created_at, id)
  CREATE INDEX runs_of_owner ON ext_workflows.runs USING btree (owner_id, status)
  CREATE INDEX runs_of_workflow ON ext_workflows.runs USING btree (workflow_id, created_at)
  CREATE INDEX runs_old ON ext_workflows.runs USING btree (finished_at) WHERE (finished_at IS NOT NULL)
  CREATE INDEX runs_open ON ext_workflows.runs USING btree (workflow_id, created_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text]))
  CREATE INDEX runs_queued ON ext_workflows.runs USING btree (created_at) WHERE (status = 'queued'::text)
  CREATE INDEX runs_waking ON ext_workflows.runs USING btree (wake_at) WHERE (status = 'waiting'::text)
  CREATE UNIQUE INDEX runs_exclusive ON ext_workflows.runs USING btree (workflow_id) WHERE (exclusive AND (status = ANY (ARRAY['running'::text, 'waiting'::text])))
  CREATE UNIQUE INDEX runs_workflow_id_dedupe_key_key ON ext_workflows.runs USING btree (workflow_id, dedupe_key)

TABLE ext_workflows.secrets
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  name character varying(60) NOT NULL
  ciphertext bytea NOT NULL
  key_id text NOT NULL
  last_used_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT secrets_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT secrets_owner_id_name_key UNIQUE (owner_id, name)
  CONSTRAINT secrets_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX secrets_owner_id_name_key ON ext_workflows.secrets USING btree (owner_id, name)

TABLE ext_workflows.waiting_events
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  workflow_id uuid NOT NULL
  event_id uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  dropped boolean NOT NULL DEFAULT false
  CONSTRAINT waiting_events_pkey PRIMARY KEY (id)
  CONSTRAINT waiting_events_workflow_id_event_id_key UNIQUE (workflow_id, event_id)
  CONSTRAINT waiting_events_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES ext_workflows.workflows(id) ON DELETE CASCADE
  CREATE INDEX waiting_events_dropped ON ext_workflows.waiting_events USING btree (event_id) WHERE dropped
  CREATE UNIQUE INDEX waiting_events_workflow_id_event_id_key ON ext_workflows.waiting_events USING btree (workflow_id, event_id)

TABLE ext_workflows.workflow_versions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  workflow_id uuid NOT NULL
  version integer NOT NULL
  definition jsonb NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT workflow_versions_pkey PRIMARY KEY (id)
  CONSTRAINT workflow_versions_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES ext_workflows.workflows(id) ON DELETE CASCADE
  CONSTRAINT workflow_versions_workflow_id_version_key UNIQUE (workflow_id, version)
  CREATE UNIQUE INDEX workflow_versions_workflow_id_version_key ON ext_workflows.workflow_versions USING btree (workflow_id, version)

TABLE ext_workflows.workflows
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  owner_id uuid NOT NULL
  name character varying(120) NOT NULL
  description text
  status text NOT NULL DEFAULT 'draft'::text
  draft jsonb NOT NULL
  active_version integer
  concurrency text NOT NULL DEFAULT 'queue'::text
  hook_token character(43)
  old_hook_token character(43)
  old_hook_until timestamp(3) with time zone
  next_run_at timestamp(3) with time zone
  failures_in_row integer NOT NULL DEFAULT 0
  failure_notified_at timestamp(3) with time zone
  paused_reason text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT workflows_concurrency_check CHECK ((concurrency = ANY (ARRAY['queue'::text, 'parallel'::text, 'skip'::text])))
  CONSTRAINT workflows_hook_token_key UNIQUE (hook_token)
  CONSTRAINT workflows_old_hook_token_key UNIQUE (old_hook_token)
  CONSTRAINT workflows_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT workflows_pkey PRIMARY KEY (id)
  CONSTRAINT workflows_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'archived'::text])))
  CREATE INDEX workflows_due ON ext_workflows.workflows USING btree (next_run_at) WHERE (status = 'active'::text)
  CREATE INDEX workflows_newest ON ext_workflows.workflows USING btree (owner_id, created_at, id)
  CREATE INDEX workflows_of_owner ON ext_workflows.workflows USING btree (owner_id, status)
  CREATE UNIQUE INDEX workflows_hook_token_key ON ext_workflows.workflows USING btree (hook_token)
  CREATE UNIQUE INDEX workflows_old_hook_token_key ON ext_workflows.workflows USING btree (old_hook_token)

TABLE files.files
  id uuid NOT NULL
  owner_id uuid
  key text NOT NULL
  path text NOT NULL
  small_path text
  type text NOT NULL
  kind text NOT NULL
  size bigint NOT NULL
  width integer
  height integer
  name text NOT NULL
  attached_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  of_app boolean NOT NULL DEFAULT false
  sha256 text
  expires_at timestamp(3) with time zone
  slot text
  CONSTRAINT files_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'video'::text, 'audio'::text, 'file'::text])))
  CONSTRAINT files_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT files_pkey PRIMARY KEY (id)
  CONSTRAINT files_size_check CHECK ((size >= 0))
  CREATE INDEX files_expiring ON files.files USING btree (expires_at) WHERE (expires_at IS NOT NULL)
  CREATE INDEX files_newest ON files.files USING btree (owner_id, of_app, created_at, id)
  CREATE INDEX files_unattached ON files.files USING btree (created_at) WHERE (attached_at IS NULL)
  CREATE UNIQUE INDEX files_slot ON files.files USING btree (owner_id, slot) WHERE (slot IS NOT NULL)
  CREATE TRIGGER discard AFTER DELETE ON files.files FOR EACH ROW EXECUTE FUNCTION files.discard()

TABLE files.trash
  path text NOT NULL
  due_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT trash_pkey PRIMARY KEY (path)
  CREATE INDEX trash_due ON files.trash USING btree (due_at)

TABLE files.uploads
  id uuid NOT NULL
  owner_id uuid NOT NULL
  name text NOT NULL
  type text NOT NULL
  size bigint NOT NULL
  picture boolean NOT NULL
  attached boolean NOT NULL
  expires_at timestamp(3) with time zone NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT uploads_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT uploads_pkey PRIMARY KEY (id)
  CONSTRAINT uploads_size_check CHECK (((size >= 0) AND (size <= '5368709120'::bigint)))
  CREATE INDEX uploads_expired ON files.uploads USING btree (expires_at)
  CREATE INDEX uploads_owner_id_idx ON files.uploads USING btree (owner_id)
  CREATE TRIGGER give_back AFTER DELETE ON files.uploads FOR EACH ROW EXECUTE FUNCTION files.give_back()

TABLE files.usage
  owner_id uuid NOT NULL
  bytes bigint NOT NULL DEFAULT 0
  day date NOT NULL
  uploads integer NOT NULL DEFAULT 0
  app_bytes bigint NOT NULL DEFAULT 0
  CONSTRAINT usage_app_bytes_check CHECK ((app_bytes >= 0))
  CONSTRAINT usage_bytes_check CHECK ((bytes >= 0))
  CONSTRAINT usage_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT usage_pkey PRIMARY KEY (owner_id)

TABLE listings.ads
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  title text NOT NULL
  status text NOT NULL DEFAULT 'pending'::text
  budget bigint NOT NULL
  spent_budget bigint NOT NULL DEFAULT 0
  views_count bigint NOT NULL DEFAULT 0
  media_url text
  target_url text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT ads_budget_check CHECK ((budget > 0))
  CONSTRAINT ads_pkey PRIMARY KEY (id)
  CONSTRAINT ads_spent_budget_check CHECK (((spent_budget >= 0) AND (spent_budget <= budget)))
  CONSTRAINT ads_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'rejected'::text, 'paused'::text])))
  CONSTRAINT ads_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX ads_by_status ON listings.ads USING btree (status, created_at, id)
  CREATE INDEX ads_newest ON listings.ads USING btree (created_at, id)
  CREATE INDEX ads_of_user ON listings.ads USING btree (user_id, created_at, id)

TABLE listings.categories
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  name text NOT NULL
  parent_id uuid
  slug text NOT NULL
  CONSTRAINT categories_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES listings.categories(id) ON DELETE SET NULL
  CONSTRAINT categories_pkey PRIMARY KEY (id)
  CREATE INDEX categories_parent_id_idx ON listings.categories USING btree (parent_id)
  CREATE UNIQUE INDEX categories_slug ON listings.categories USING btree (slug)

TABLE listings.jobs
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  title text NOT NULL
  status text NOT NULL DEFAULT 'pending'::text
  location text NOT NULL
  description text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT jobs_pkey PRIMARY KEY (id)
  CONSTRAINT jobs_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'rejected'::text, 'closed'::text])))
  CONSTRAINT jobs_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX jobs_by_status ON listings.jobs USING btree (status, created_at, id)
  CREATE INDEX jobs_newest ON listings.jobs USING btree (created_at, id)
  CREATE INDEX jobs_of_user ON listings.jobs USING btree (user_id, created_at, id)

TABLE listings.settings
  id boolean NOT NULL DEFAULT true
  impression_cost bigint NOT NULL DEFAULT 1
  CONSTRAINT settings_id_check CHECK (id)
  CONSTRAINT settings_impression_cost_check CHECK ((impression_cost >= 0))
  CONSTRAINT settings_pkey PRIMARY KEY (id)

TABLE moderation.authorship_requests
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  note text
  status text NOT NULL DEFAULT 'pending'::text
  reviewed_by uuid
  reviewed_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT authorship_requests_pkey PRIMARY KEY (id)
  CONSTRAINT authorship_requests_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT authorship_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
  CONSTRAINT authorship_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX authorship_requests_by_status ON moderation.authorship_requests USING btree (status, created_at, id)
  CREATE INDEX authorship_requests_newest ON moderation.authorship_requests USING btree (created_at, id)
  CREATE INDEX authorship_requests_of_user ON moderation.authorship_requests USING btree (user_id, created_at, id)
  CREATE INDEX authorship_requests_reviewed_by_idx ON moderation.authorship_requests USING btree (reviewed_by)
  CREATE UNIQUE INDEX authorship_requests_pending_once ON moderation.authorship_requests USING btree (user_id) WHERE (status = 'pending'::text)

TABLE moderation.blacklist
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  type text NOT NULL
  value text NOT NULL
  folded text NOT NULL
  reason text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT blacklist_pkey PRIMARY KEY (id)
  CONSTRAINT blacklist_type_check CHECK ((type = ANY (ARRAY['email'::text, 'ip'::text, 'domain'::text, 'username'::text])))
  CREATE INDEX blacklist_newest ON moderation.blacklist USING btree (created_at, id)
  CREATE UNIQUE INDEX blacklist_once ON moderation.blacklist USING btree (type, folded)

TABLE moderation.censors
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  pattern text NOT NULL
  replacement text NOT NULL DEFAULT ''::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT censors_pkey PRIMARY KEY (id)
  CREATE INDEX censors_newest ON moderation.censors USING btree (created_at, id)
  CREATE TRIGGER count_censors_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON moderation.censors FOR EACH STATEMENT EXECUTE FUNCTION moderation.count_censors_version()

TABLE moderation.censors_version
  id boolean NOT NULL DEFAULT true
  version bigint NOT NULL DEFAULT 0
  CONSTRAINT censors_version_id_check CHECK (id)
  CONSTRAINT censors_version_pkey PRIMARY KEY (id)

TABLE moderation.reported_things
  reportable_type text NOT NULL
  reportable_id uuid NOT NULL
  flagged boolean NOT NULL DEFAULT false
  CONSTRAINT reported_things_pkey PRIMARY KEY (reportable_type, reportable_id)

TABLE moderation.reports
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  reporter_id uuid
  reportable_type text NOT NULL
  reportable_id uuid NOT NULL
  reason text NOT NULL
  description text
  status text NOT NULL DEFAULT 'pending'::text
  resolved_by uuid
  resolved_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT reports_pkey PRIMARY KEY (id)
  CONSTRAINT reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT reports_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT reports_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'resolved'::text, 'dismissed'::text])))
  CREATE INDEX reports_by_status ON moderation.reports USING btree (status, created_at, id)
  CREATE INDEX reports_newest ON moderation.reports USING btree (created_at, id)
  CREATE INDEX reports_of_reporter ON moderation.reports USING btree (reporter_id, created_at, id)
  CREATE INDEX reports_of_thing ON moderation.reports USING btree (reportable_type, reportable_id, status)
  CREATE INDEX reports_resolved_by_idx ON moderation.reports USING btree (resolved_by)
  CREATE UNIQUE INDEX reports_pending_once ON moderation.reports USING btree (reporter_id, reportable_type, reportable_id) WHERE (status = 'pending'::text)

TABLE notifications.inboxes
  user_id uuid NOT NULL
  unread_count integer NOT NULL DEFAULT 0
  switched_off text[] NOT NULL DEFAULT '{}'::text[]
  CONSTRAINT inboxes_pkey PRIMARY KEY (user_id)
  CONSTRAINT inboxes_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE

TABLE notifications.notification_actors
  notification_id uuid NOT NULL
  user_id uuid NOT NULL
  acted_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT notification_actors_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications.notifications(id) ON DELETE CASCADE
  CONSTRAINT notification_actors_pkey PRIMARY KEY (notification_id, user_id)
  CONSTRAINT notification_actors_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX notification_actors_newest ON notifications.notification_actors USING btree (notification_id, acted_at, user_id)
  CREATE INDEX notification_actors_of_user ON notifications.notification_actors USING btree (user_id)
  CREATE TRIGGER count_joined AFTER INSERT ON notifications.notification_actors REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION notifications.count_joined()
  CREATE TRIGGER count_left AFTER DELETE ON notifications.notification_actors REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION notifications.count_left()

TABLE notifications.notifications
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  type text NOT NULL
  about_kind text NOT NULL
  about_id uuid NOT NULL
  data jsonb NOT NULL DEFAULT '{}'::jsonb
  actors_count integer NOT NULL DEFAULT 0
  read_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT notifications_pkey PRIMARY KEY (id)
  CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX notifications_about ON notifications.notifications USING btree (about_kind, about_id)
  CREATE INDEX notifications_newest ON notifications.notifications USING btree (user_id, updated_at, id)
  CREATE INDEX notifications_read_by_age ON notifications.notifications USING btree (updated_at) WHERE (read_at IS NOT NULL)
  CREATE INDEX notifications_unread_by_age ON notifications.notifications USING btree (updated_at) WHERE (read_at IS NULL)
  CREATE UNIQUE INDEX notifications_unread_group ON notifications.notifications USING btree (user_id, type, about_kind, about_id) WHERE (read_at IS NULL)
  CREATE TRIGGER count_gone AFTER DELETE ON notifications.notifications REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION notifications.count_gone()
  CREATE TRIGGER count_new AFTER INSERT ON notifications.notifications REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION notifications.count_new()
  CREATE TRIGGER count_read AFTER UPDATE ON notifications.notifications REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION notifications.count_read()

TABLE payments.business_accounts
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  processor_account_id text NOT NULL
  processor_charges_enabled boolean NOT NULL DEFAULT false
  processor_payouts_enabled boolean NOT NULL DEFAULT false
  processor_onboarding_complete boolean NOT NULL DEFAULT false
  fee_basis_points integer
  state_at timestamp with time zone
  state_event text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT business_accounts_fee_basis_points_check CHECK (((fee_basis_points >= 0) AND (fee_basis_points <= 10000)))
  CONSTRAINT business_accounts_pkey PRIMARY KEY (id)
  CONSTRAINT business_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX business_accounts_at_processor ON payments.business_accounts USING btree (processor_account_id)
  CREATE UNIQUE INDEX business_accounts_of_user ON payments.business_accounts USING btree (user_id)

TABLE payments.customers
  user_id uuid NOT NULL
  processor_customer_id text NOT NULL
  CONSTRAINT customers_pkey PRIMARY KEY (user_id)
  CONSTRAINT customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE UNIQUE INDEX customers_at_processor ON payments.customers USING btree (processor_customer_id)

TABLE payments.ledger_accounts
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  kind text NOT NULL
  user_id uuid
  balance bigint NOT NULL DEFAULT 0
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT ledger_accounts_balance_check CHECK ((balance >= 0))
  CONSTRAINT ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['wallet'::text, 'held'::text, 'processor'::text])))
  CONSTRAINT ledger_accounts_pkey PRIMARY KEY (id)
  CONSTRAINT ledger_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE SET NULL
  CREATE UNIQUE INDEX ledger_accounts_of_user ON payments.ledger_accounts USING btree (user_id, kind)
  CREATE TRIGGER accounts_begin_empty BEFORE INSERT ON payments.ledger_accounts FOR EACH ROW WHEN ((new.balance <> 0)) EXECUTE FUNCTION payments.refuse_change()
  CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON payments.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION payments.refuse_change()
  CREATE TRIGGER balance_follows_transfers BEFORE UPDATE OF balance ON payments.ledger_accounts FOR EACH ROW WHEN ((pg_trigger_depth() < 1)) EXECUTE FUNCTION payments.refuse_change()

TABLE payments.ledger_transfers
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  kind text NOT NULL
  debit_id uuid NOT NULL
  credit_id uuid NOT NULL
  amount bigint NOT NULL
  reference uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT ledger_transfers_amount_check CHECK ((amount > 0))
  CONSTRAINT ledger_transfers_check CHECK ((debit_id <> credit_id))
  CONSTRAINT ledger_transfers_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES payments.ledger_accounts(id)
  CONSTRAINT ledger_transfers_debit_id_fkey FOREIGN KEY (debit_id) REFERENCES payments.ledger_accounts(id)
  CONSTRAINT ledger_transfers_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'hold'::text, 'release'::text, 'payout'::text, 'tip'::text])))
  CONSTRAINT ledger_transfers_pkey PRIMARY KEY (id)
  CREATE INDEX ledger_transfers_credit_id_idx ON payments.ledger_transfers USING btree (credit_id)
  CREATE INDEX ledger_transfers_debit_id_idx ON payments.ledger_transfers USING btree (debit_id)
  CREATE UNIQUE INDEX ledger_transfers_once ON payments.ledger_transfers USING btree (reference, kind)
  CREATE TRIGGER "A_move_money" AFTER INSERT ON payments.ledger_transfers FOR EACH ROW EXECUTE FUNCTION payments.move_money()
  CREATE TRIGGER transfers_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON payments.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION payments.refuse_change()

TABLE payments.payments
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  kind text NOT NULL
  status text NOT NULL DEFAULT 'pending'::text
  buyer_id uuid
  seller_id uuid
  amount bigint NOT NULL
  currency text NOT NULL
  fee bigint NOT NULL DEFAULT 0
  refunded_amount bigint NOT NULL DEFAULT 0
  description text
  metadata jsonb NOT NULL DEFAULT '{}'::jsonb
  session_id text
  payment_intent_id text
  flag text
  fulfilled_at timestamp(3) with time zone
  completed_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT payments_amount_check CHECK ((amount > 0))
  CONSTRAINT payments_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT payments_fee_check CHECK (((fee >= 0) AND (fee <= amount)))
  CONSTRAINT payments_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'checkout'::text, 'plan'::text, 'membership'::text])))
  CONSTRAINT payments_pkey PRIMARY KEY (id)
  CONSTRAINT payments_refunded_check CHECK (((refunded_amount >= 0) AND (refunded_amount <= amount)))
  CONSTRAINT payments_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text, 'refunded'::text])))
  CREATE INDEX payments_intent ON payments.payments USING btree (payment_intent_id)
  CREATE INDEX payments_of_buyer ON payments.payments USING btree (buyer_id, created_at, id)
  CREATE INDEX payments_of_seller ON payments.payments USING btree (seller_id, created_at, id)
  CREATE INDEX payments_revenue ON payments.payments USING btree (completed_at) INCLUDE (amount, refunded_amount) WHERE ((status = 'completed'::text) AND (kind <> 'deposit'::text) AND (currency = 'usd'::text))
  CREATE INDEX payments_sold ON payments.payments USING btree (seller_id) INCLUDE (currency, amount, refunded_amount) WHERE (status = 'completed'::text)
  CREATE UNIQUE INDEX payments_session ON payments.payments USING btree (session_id)

TABLE payments.refunds
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  payment_id uuid NOT NULL
  amount bigint
  status text NOT NULL DEFAULT 'pending'::text
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT refunds_amount_check CHECK ((amount > 0))
  CONSTRAINT refunds_pkey PRIMARY KEY (id)
  CONSTRAINT refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'refused'::text])))
  CREATE INDEX refunds_of_payment ON payments.refunds USING btree (payment_id)
  CREATE INDEX refunds_pending ON payments.refunds USING btree (created_at) WHERE (status = 'pending'::text)

TABLE payments.subscription_states
  event_id text NOT NULL
  processor_subscription_id text NOT NULL
  told_at timestamp with time zone NOT NULL
  rank smallint NOT NULL
  status text NOT NULL
  plan text
  expires_at timestamp(3) with time zone
  started_at timestamp with time zone NOT NULL
  CONSTRAINT subscription_states_pkey PRIMARY KEY (event_id)
  CONSTRAINT subscription_states_processor_subscription_id_fkey FOREIGN KEY (processor_subscription_id) REFERENCES payments.subscriptions(processor_subscription_id) ON DELETE CASCADE
  CREATE INDEX subscription_states_processor_subscription_id_idx ON payments.subscription_states USING btree (processor_subscription_id)

TABLE payments.subscriptions
  processor_subscription_id text NOT NULL
  user_id uuid NOT NULL
  purpose text NOT NULL
  plan text
  status text NOT NULL
  expires_at timestamp(3) with time zone
  started_at timestamp with time zone NOT NULL
  opened_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT subscriptions_pkey PRIMARY KEY (processor_subscription_id)
  CONSTRAINT subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX subscriptions_of_user ON payments.subscriptions USING btree (user_id, purpose)

TABLE payments.wallet_transactions
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid
  type text NOT NULL
  amount bigint NOT NULL
  status text NOT NULL
  payment_id uuid
  payout_begun_at timestamp(3) with time zone
  processor_transfer_id text
  decided_at timestamp(3) with time zone
  decided_by uuid
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT wallet_transactions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account.users(id) ON DELETE SET NULL
  CONSTRAINT wallet_transactions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments.payments(id)
  CONSTRAINT wallet_transactions_pkey PRIMARY KEY (id)
  CONSTRAINT wallet_transactions_sign_check CHECK (
CASE type
    WHEN 'deposit'::text THEN (amount > 0)
    ELSE (amount < 0)
END)
  CONSTRAINT wallet_transactions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text])))
  CONSTRAINT wallet_transactions_type_check CHECK ((type = ANY (ARRAY['deposit'::text, 'withdrawal'::text])))
  CONSTRAINT wallet_transactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE SET NULL
  CREATE INDEX wallet_transactions_asked_for ON payments.wallet_transactions USING btree (created_at, id) WHERE ((type = 'withdrawal'::text) AND (payment_id IS NULL))
  CREATE INDEX wallet_transactions_asked_for_by_status ON payments.wallet_transactions USING btree (status, created_at, id) WHERE ((type = 'withdrawal'::text) AND (payment_id IS NULL))
  CREATE INDEX wallet_transactions_decided_by_idx ON payments.wallet_transactions USING btree (decided_by)
  CREATE INDEX wallet_transactions_of_payment ON payments.wallet_transactions USING btree (payment_id)
  CREATE INDEX wallet_transactions_of_user ON payments.wallet_transactions USING btree (user_id, created_at, id)
  CREATE UNIQUE INDEX wallet_transactions_deposit ON payments.wallet_transactions USING btree (payment_id) WHERE (type = 'deposit'::text)

TABLE payments.webhook_events
  id text NOT NULL
  type text NOT NULL
  about text
  outcome text NOT NULL DEFAULT 'applied'::text
  event_created_at timestamp with time zone NOT NULL
  received_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT webhook_events_pkey PRIMARY KEY (id)
  CREATE INDEX webhook_events_by_age ON payments.webhook_events USING btree (received_at)

TABLE platform.idempotent_answers
  key_hash bytea NOT NULL
  body_hash bytea NOT NULL
  status smallint
  answer bytea
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  operation_id uuid NOT NULL DEFAULT platform.uuid_v7()
  claim_id uuid
  lapse_seconds smallint NOT NULL DEFAULT 30
  owner_hash bytea
  size integer DEFAULT COALESCE(octet_length(answer), 0)
  CONSTRAINT idempotent_answers_pkey PRIMARY KEY (key_hash)
  CREATE INDEX idempotent_answers_age ON platform.idempotent_answers USING btree (created_at)
  CREATE INDEX idempotent_answers_large ON platform.idempotent_answers USING btree (owner_hash, created_at) WHERE (size > 1024)
  CREATE INDEX idempotent_answers_owner ON platform.idempotent_answers USING btree (owner_hash, created_at)

TABLE platform.limits
  key character varying(255) NOT NULL
  points integer NOT NULL DEFAULT 0
  expire bigint
  CONSTRAINT limits_pkey PRIMARY KEY (key)
  CREATE INDEX limits_expire ON platform.limits USING btree (expire)

TABLE platform.migrations
  id integer NOT NULL DEFAULT nextval('platform.migrations_id_seq'::regclass)
  timestamp bigint NOT NULL
  name character varying NOT NULL
  CONSTRAINT migrations_pkey PRIMARY KEY (id)

TABLE platform.web_event_salts
  day date NOT NULL
  salt bytea NOT NULL
  CONSTRAINT web_event_salts_pkey PRIMARY KEY (day)

TABLE realtime.connections
  id text NOT NULL
  instance uuid NOT NULL
  user_id uuid NOT NULL
  session_id uuid
  key_id uuid
  opened_at timestamp with time zone NOT NULL DEFAULT now()
  replaced boolean NOT NULL DEFAULT false
  CONSTRAINT connections_instance_fkey FOREIGN KEY (instance) REFERENCES realtime.instances(id) ON DELETE CASCADE
  CONSTRAINT connections_pkey PRIMARY KEY (id)
  CONSTRAINT connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX connections_of_instance ON realtime.connections USING btree (instance)
  CREATE INDEX connections_of_user ON realtime.connections USING btree (user_id, opened_at)

TABLE realtime.departures
  user_id uuid NOT NULL
  left_at timestamp with time zone NOT NULL DEFAULT now()
  told boolean NOT NULL DEFAULT false
  CONSTRAINT departures_pkey PRIMARY KEY (user_id)
  CONSTRAINT departures_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX departures_by_age ON realtime.departures USING btree (told, left_at)

TABLE realtime.events
  stream text NOT NULL
  seq bigint NOT NULL
  type text NOT NULL
  actor_id uuid
  data json NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT events_pkey PRIMARY KEY (stream, seq, created_at)

TABLE realtime.heads
  stream text NOT NULL
  epoch text NOT NULL DEFAULT realtime.epoch()
  last_seq bigint NOT NULL DEFAULT 0
  moved_at timestamp with time zone NOT NULL DEFAULT now()
  renewed_seq bigint NOT NULL DEFAULT 0
  CONSTRAINT heads_pkey PRIMARY KEY (stream)

TABLE realtime.instances
  id uuid NOT NULL
  seen_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT instances_pkey PRIMARY KEY (id)

TABLE realtime.origin
  one boolean NOT NULL DEFAULT true
  generation text NOT NULL
  identity text
  CONSTRAINT origin_one_check CHECK (one)
  CONSTRAINT origin_pkey PRIMARY KEY (one)

TABLE realtime.tickets
  hash bytea NOT NULL
  user_id uuid NOT NULL
  session_id uuid
  key_id uuid
  expires_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT tickets_pkey PRIMARY KEY (hash)
  CONSTRAINT tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX tickets_by_age ON realtime.tickets USING btree (created_at)
  CREATE INDEX tickets_of_user ON realtime.tickets USING btree (user_id)

TABLE realtime.uptime
  one boolean NOT NULL DEFAULT true
  since timestamp with time zone NOT NULL DEFAULT now()
  seen_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT uptime_one_check CHECK (one)
  CONSTRAINT uptime_pkey PRIMARY KEY (one)

TABLE social.blocks
  blocker_id uuid NOT NULL
  blocked_id uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT blocks_pkey PRIMARY KEY (blocker_id, blocked_id)
  CONSTRAINT blocks_self_check CHECK ((blocker_id <> blocked_id))
  CREATE INDEX blocks_newest ON social.blocks USING btree (blocker_id, created_at, blocked_id)
  CREATE INDEX blocks_of_blocked ON social.blocks USING btree (blocked_id)

TABLE social.bookmarks
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  bookmarkable_id text NOT NULL
  bookmarkable_type text NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT bookmarks_bookmarkable_type_check CHECK ((bookmarkable_type = ANY (ARRAY['post'::text, 'course'::text, 'product'::text, 'event'::text])))
  CONSTRAINT bookmarks_pkey PRIMARY KEY (id)
  CONSTRAINT bookmarks_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX bookmarks_newest ON social.bookmarks USING btree (user_id, created_at, id)
  CREATE INDEX bookmarks_newest_of_type ON social.bookmarks USING btree (user_id, bookmarkable_type, created_at, id)
  CREATE INDEX bookmarks_of_thing ON social.bookmarks USING btree (bookmarkable_type, bookmarkable_id)
  CREATE UNIQUE INDEX bookmarks_once ON social.bookmarks USING btree (user_id, bookmarkable_type, bookmarkable_id)

TABLE social.comments
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  post_id uuid NOT NULL
  user_id uuid NOT NULL
  parent_id uuid
  content text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES social.comments(id) ON DELETE SET NULL
  CONSTRAINT comments_pkey PRIMARY KEY (id)
  CONSTRAINT comments_post_id_fkey FOREIGN KEY (post_id) REFERENCES social.posts(id) ON DELETE CASCADE
  CONSTRAINT comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX comments_of_user ON social.comments USING btree (user_id)
  CREATE INDEX comments_replies ON social.comments USING btree (parent_id)
  CREATE UNIQUE INDEX comments_of_post ON social.comments USING btree (post_id, created_at)
  CREATE TRIGGER place_comment BEFORE INSERT ON social.comments FOR EACH ROW EXECUTE FUNCTION social.place_comment()
  CREATE TRIGGER uncount_comment AFTER DELETE ON social.comments REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION social.uncount_comment()

TABLE social.follows
  follower_id uuid NOT NULL
  following_id uuid NOT NULL
  status text NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT follows_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT follows_following_id_fkey FOREIGN KEY (following_id) REFERENCES account.users(id) ON DELETE CASCADE
  CONSTRAINT follows_pkey PRIMARY KEY (follower_id, following_id)
  CONSTRAINT follows_self_check CHECK ((follower_id <> following_id))
  CONSTRAINT follows_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'following'::text])))
  CREATE INDEX follows_newest ON social.follows USING btree (follower_id, status, created_at, following_id)
  CREATE INDEX follows_of_followed ON social.follows USING btree (following_id, status, created_at, follower_id)
  CREATE INDEX follows_of_follower ON social.follows USING btree (follower_id, status, following_id)
  CREATE TRIGGER count_follow AFTER INSERT OR DELETE OR UPDATE OF status ON social.follows FOR EACH ROW EXECUTE FUNCTION social.count_follow()

TABLE social.poll_votes
  poll_id uuid NOT NULL
  user_id uuid NOT NULL
  option_index smallint NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT poll_votes_pkey PRIMARY KEY (poll_id, user_id)
  CONSTRAINT poll_votes_poll_id_fkey FOREIGN KEY (poll_id) REFERENCES social.polls(id) ON DELETE CASCADE
  CONSTRAINT poll_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX poll_votes_of_option ON social.poll_votes USING btree (poll_id, option_index, created_at)
  CREATE INDEX poll_votes_of_user ON social.poll_votes USING btree (user_id)
  CREATE TRIGGER count_vote AFTER INSERT OR DELETE OR UPDATE ON social.poll_votes FOR EACH ROW EXECUTE FUNCTION social.count_vote()

TABLE social.polls
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  post_id uuid NOT NULL
  question text NOT NULL
  options jsonb NOT NULL
  anonymous boolean NOT NULL DEFAULT false
  counts jsonb NOT NULL DEFAULT '{}'::jsonb
  version bigint NOT NULL DEFAULT 0
  CONSTRAINT polls_pkey PRIMARY KEY (id)
  CONSTRAINT polls_post_id_fkey FOREIGN KEY (post_id) REFERENCES social.posts(id) ON DELETE CASCADE
  CREATE UNIQUE INDEX polls_of_post ON social.polls USING btree (post_id)
  CREATE TRIGGER next_version BEFORE UPDATE OF counts ON social.polls FOR EACH ROW EXECUTE FUNCTION social.next_version()

TABLE social.post_counters
  post_id uuid NOT NULL
  reactions jsonb NOT NULL DEFAULT '{}'::jsonb
  comments_count integer NOT NULL DEFAULT 0
  last_comment_at timestamp with time zone
  version bigint NOT NULL DEFAULT 0
  CONSTRAINT post_counters_pkey PRIMARY KEY (post_id)
  CONSTRAINT post_counters_post_id_fkey FOREIGN KEY (post_id) REFERENCES social.posts(id) ON DELETE CASCADE
  CREATE TRIGGER next_version BEFORE UPDATE ON social.post_counters FOR EACH ROW EXECUTE FUNCTION social.next_version()

TABLE social.post_media
  post_id uuid NOT NULL
  position smallint NOT NULL
  file_id uuid NOT NULL
  CONSTRAINT post_media_pkey PRIMARY KEY (post_id, "position")
  CONSTRAINT post_media_post_id_fkey FOREIGN KEY (post_id) REFERENCES social.posts(id) ON DELETE CASCADE
  CREATE INDEX post_media_file ON social.post_media USING btree (file_id)

TABLE social.posts
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  title text
  content text
  status text NOT NULL DEFAULT 'published'::text
  is_sensitive boolean NOT NULL DEFAULT false
  is_ai_generated boolean NOT NULL DEFAULT false
  published_at timestamp(3) with time zone
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  updated_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT posts_pkey PRIMARY KEY (id)
  CONSTRAINT posts_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'flagged'::text])))
  CONSTRAINT posts_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX posts_newest ON social.posts USING btree (created_at DESC, id DESC) INCLUDE (user_id) WHERE (status = 'published'::text)
  CREATE INDEX posts_of_author ON social.posts USING btree (user_id, status, created_at, id)
  CREATE INDEX posts_published ON social.posts USING btree (user_id, created_at DESC, id DESC) WHERE (status = 'published'::text)
  CREATE INDEX posts_unpublished ON social.posts USING btree (status, created_at, id) WHERE (status <> 'published'::text)
  CREATE INDEX posts_words ON social.posts USING gin (to_tsvector('simple'::regconfig, "left"(((COALESCE(title, ''::text) || ' '::text) || COALESCE(content, ''::text)), 100000))) WHERE (status = 'published'::text)
  CREATE TRIGGER count_post AFTER INSERT OR DELETE OR UPDATE OF status ON social.posts FOR EACH ROW EXECUTE FUNCTION social.count_post()

TABLE social.reactions
  post_id uuid NOT NULL
  user_id uuid NOT NULL
  type text NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT reactions_pkey PRIMARY KEY (post_id, user_id)
  CONSTRAINT reactions_post_id_fkey FOREIGN KEY (post_id) REFERENCES social.posts(id) ON DELETE CASCADE
  CONSTRAINT reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX reactions_of_user ON social.reactions USING btree (user_id)
  CREATE TRIGGER count_reaction AFTER INSERT OR DELETE OR UPDATE ON social.reactions FOR EACH ROW EXECUTE FUNCTION social.count_reaction()

TABLE social.stories
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  user_id uuid NOT NULL
  created_at timestamp(3) with time zone NOT NULL DEFAULT now()
  expires_at timestamp(3) with time zone NOT NULL DEFAULT (now() + '24:00:00'::interval)
  CONSTRAINT stories_pkey PRIMARY KEY (id)
  CONSTRAINT stories_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX stories_by_end ON social.stories USING btree (expires_at)
  CREATE INDEX stories_of_author ON social.stories USING btree (user_id, expires_at)

TABLE social.story_frames
  id uuid NOT NULL DEFAULT platform.uuid_v7()
  story_id uuid NOT NULL
  position smallint NOT NULL
  media_url text NOT NULL
  media_type text NOT NULL
  duration smallint NOT NULL DEFAULT 5
  file_id uuid
  CONSTRAINT story_frames_pkey PRIMARY KEY (id)
  CONSTRAINT story_frames_story_id_fkey FOREIGN KEY (story_id) REFERENCES social.stories(id) ON DELETE CASCADE
  CREATE UNIQUE INDEX story_frames_of_story ON social.story_frames USING btree (story_id, "position")

TABLE social.story_views
  story_id uuid NOT NULL
  user_id uuid NOT NULL
  viewed_at timestamp(3) with time zone NOT NULL DEFAULT now()
  CONSTRAINT story_views_pkey PRIMARY KEY (story_id, user_id)
  CONSTRAINT story_views_story_id_fkey FOREIGN KEY (story_id) REFERENCES social.stories(id) ON DELETE CASCADE
  CONSTRAINT story_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES account.users(id) ON DELETE CASCADE
  CREATE INDEX story_views_newest ON social.story_views USING btree (story_id, viewed_at, user_id)
  CREATE INDEX story_views_of_user ON social.story_views USING btree (user_id)
