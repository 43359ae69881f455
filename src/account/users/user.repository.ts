import { Injectable } from '@nestjs/common';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { EntityRepository, NOW } from '../../platform/database/entity.repository.js';
import { sql, type Statement } from '../../platform/database/sql.js';
import { FIRST_ID, isUuid } from '../../platform/database/uuid.js';
import { networkOf } from '../../platform/http/networks.js';
import type { Device } from '../device.js';
import type { Familiarity } from '../password-hashing/password-check.service.js';
import { User, UserCounters } from './user.entity.js';
import { USERNAME } from './users.dto.js';

export type ProfileRow = Omit<User, 'password_hash' | 'avatar_file_id'> & Omit<UserCounters, 'user_id'>;

type Account = Pick<User, 'id' | 'email' | 'role' | 'user_status' | 'password_hash' | 'email_verified_at'>;
export type Credentials = Account & Familiarity;

type NewUser = Pick<User, 'email' | 'password_hash'> &
  Partial<Pick<User, 'first_name' | 'last_name' | 'role' | 'email_verified_at'>>;

export const ROLES = ['user', 'admin', 'service_role'] as const;
export const STATUSES = ['active', 'suspended', 'banned'] as const;

export type AdminChanges = Partial<Pick<User, 'role' | 'user_status' | 'verified' | 'type'>>;
/** What an admin sees of an account before a change. */
export const ADMINISTERED = ['id', 'username', 'role', 'user_status', 'verified', 'type'] as const;
export type AdministeredUser = Pick<User, (typeof ADMINISTERED)[number]>;

export interface UsersFilter extends PageQuery {
  search?: string;
  role?: (typeof ROLES)[number];
  user_status?: (typeof STATUSES)[number];
}

const LISTED = [
  'id',
  'username',
  'first_name',
  'last_name',
  'role',
  'user_status',
  'verified',
  'type',
  'created_at',
] as const;
export const DETAIL = [...LISTED, 'email', 'updated_at'] as const;

const PROFILE = `u.id, u.email, u.role, u.type, u.user_status, u.verified, u.username, u.first_name, u.last_name,
  u.avatar_url, u.bio, u.follower_approval, u.subscription_plan, u.subscription_status,
  u.subscription_expires_at, u.email_verified_at, u.created_at, u.updated_at,
  c.posts_count, c.followers_count, c.following_count
  FROM account.users u JOIN account.user_counters c ON c.user_id = u.id`;
/** The expression of the trigram index, letter by letter, or PostgreSQL does not use the index. */
const NAMES = `coalesce(u.username, '') || ' ' || coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')`;

const BY_ID = sql('user_profile_by_id', `SELECT ${PROFILE} WHERE u.id = $1`);
const BY_USERNAME = sql('user_profile_by_username', `SELECT ${PROFILE} WHERE u.username = $1`);
const SEARCH = sql(
  'user_search',
  `SELECT ${PROFILE} WHERE u.user_status = 'active' AND (${NAMES}) ILIKE ANY ($1::text[]) AND u.id <> ALL ($2::uuid[])
     AND (u.created_at, u.id) < ($3, $4::uuid)
   ORDER BY u.created_at DESC, u.id DESC LIMIT $5`,
);
const NEWEST = sql(
  'user_newest',
  `SELECT ${PROFILE} WHERE u.user_status = 'active' AND (u.created_at, u.id) < ($1, $2::uuid)
   ORDER BY u.created_at DESC, u.id DESC LIMIT $3`,
);
const CREDENTIALS = sql(
  'user_credentials',
  `SELECT id, email, role, user_status, password_hash, email_verified_at,
     EXISTS (SELECT FROM account.sessions s WHERE s.user_id = u.id AND s.address <<= $2::inet) AS known_address,
     EXISTS (SELECT FROM account.sessions s WHERE s.user_id = u.id AND s.address <<= $2::inet
       AND s.user_agent IS NOT DISTINCT FROM $3) AS known_device
   FROM account.users u WHERE lower(email) = $1`,
);
const LOCK_BY_EMAIL = sql(
  'user_lock_by_email',
  `SELECT id, first_name, user_status, email_verified_at FROM account.users WHERE lower(email) = $1 FOR NO KEY UPDATE`,
);
const KEEP = sql('users_keep', 'SELECT id FROM account.users WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE');
// An advisory lock, because locking the rows of the admins would also lock users who were demoted during the wait.
const LOCK_ADMINS = sql('user_hold_admins', `SELECT pg_advisory_xact_lock(hashtext('account.admins'))`);
// Literals, because the rare roles have a partial index.
const ADMINS = sql('user_admins', `SELECT id FROM account.users WHERE role = 'admin' AND user_status = 'active'`);
/** The cascade over a hundred thousand posts, followers and reactions exceeds the usual statement timeout. */
const DELETION_MS = 60_000;
const UPDATE_SUBSCRIPTION = sql(
  'user_subscribe',
  `UPDATE account.users SET subscription_plan = $2, subscription_status = $3, subscription_expires_at = $4, updated_at = now()
   WHERE id = $1 AND (subscription_plan, subscription_status, subscription_expires_at) IS DISTINCT FROM ($2, $3, $4)`,
);
const TAKEN = sql('user_email_taken', 'SELECT FROM account.users WHERE lower(email) = $1');
const ALL = sql(
  'user_list_for_operator',
  `SELECT id, email, role, user_status, username, email_verified_at, created_at FROM account.users
   WHERE (created_at, id) > ($1, $2::uuid) ORDER BY created_at, id LIMIT 1000`,
);

const keyOf = ({ search, role, user_status }: UsersFilter) =>
  ['admin_users', role, user_status, search && 'search'].filter(Boolean).join('_');

/** Role and status are literals in the text, because the rare ones have partial indexes. */
function list(filter: UsersFilter) {
  const { role, user_status, search } = filter;
  const conditions = [
    '(u.created_at, u.id) < ($1, $2::uuid)',
    role && `u.role = '${role}'`,
    user_status && `u.user_status = '${user_status}'`,
    search && `(${NAMES}) ILIKE ANY ($4::text[])`,
  ];
  return sql(
    keyOf(filter),
    `SELECT ${LISTED.join(', ')} FROM account.users u
     WHERE ${conditions.filter(Boolean).join(' AND ')} ORDER BY u.created_at DESC, u.id DESC LIMIT $3`,
  );
}

const LISTS = new Map(
  [undefined, ...ROLES].flatMap((role) =>
    [undefined, ...STATUSES].flatMap((user_status) =>
      [undefined, 'words'].map((search) => {
        const filter = { role, user_status, search };
        return [keyOf(filter), list(filter)] as const;
      }),
    ),
  ),
);

const SEARCH_PAGE = new Keyset({ name: 'users', defaultLimit: 20, maxLimit: 100 });
const STAFF_PAGE = new Keyset({ name: 'admin-users', defaultLimit: 20, maxLimit: 100 });

@Injectable()
export class UserRepository extends EntityRepository<User> {
  protected readonly entity = User;

  findProfile(id: string): Promise<ProfileRow | undefined> {
    return this.one<ProfileRow>(BY_ID, id);
  }

  /** By id or username. Finds only users who can sign in. */
  async findActive(name: string): Promise<ProfileRow | undefined> {
    const row = isUuid(name)
      ? await this.findProfile(name)
      : USERNAME.test(name)
        ? await this.one<ProfileRow>(BY_USERNAME, name)
        : undefined;
    return row?.user_status === 'active' ? row : undefined;
  }

  /** Newest first. Without words it lists all active users; only a search with words leaves out the `hidden` ones. */
  async search(
    words: string,
    query: PageQuery,
    { hidden = [] as string[], keyset = SEARCH_PAGE } = {},
  ): Promise<{ rows: ProfileRow[]; next_cursor: string | null }> {
    const slice = keyset.read(query);
    const rows = words
      ? await this.lagging<ProfileRow>(SEARCH, patterns(words), hidden, ...newestFirst(slice))
      : await this.lagging<ProfileRow>(NEWEST, ...newestFirst(slice));
    return keyset.cut(rows, slice, (row) => [row.created_at, row.id]);
  }

  /** Accounts of every status, as staff see them. Newest first. */
  async listForStaff(filter: UsersFilter) {
    const slice = STAFF_PAGE.read(filter);
    const values = [...newestFirst(slice), ...(filter.search ? [patterns(filter.search)] : [])];
    const found = await this.lagging<Pick<User, (typeof LISTED)[number]>>(
      LISTS.get(keyOf(filter)) as Statement,
      ...values,
    );
    return STAFF_PAGE.cut(found, slice, ({ created_at, id }) => [created_at, id]);
  }

  /** `device` is the device of the request; without it `known_address` and `known_device` are false. */
  findCredentials(email: string, device?: Device): Promise<Credentials | undefined> {
    const network = networkOf(device?.address) ?? null;
    return this.one<Credentials>(CREDENTIALS, email, network, device?.userAgent ?? null);
  }

  async findPasswordHash(id: string): Promise<string | null> {
    return (await this.findOne({ id }, { select: ['password_hash'] }))?.password_hash ?? null;
  }

  async isEmailTaken(email: string): Promise<boolean> {
    return (await this.rows(TAKEN, email)).length > 0;
  }

  lockByEmail(email: string) {
    type Locked = Pick<User, 'id' | 'first_name' | 'user_status' | 'email_verified_at'>;
    return this.one<Locked>(LOCK_BY_EMAIL, email);
  }

  /** False when there is no such user. */
  async lock(id: string): Promise<boolean> {
    return (await this.findOne({ id }, { select: ['id'], lock: 'no key update' })) !== undefined;
  }

  /** Keeps the accounts from being deleted until the transaction ends. Returns the ids of those that are there. */
  async keep(ids: string[]): Promise<string[]> {
    return (await this.rows<{ id: string }>(KEEP, ids)).map(({ id }) => id);
  }

  /** Extends the timeout for the rest of the transaction. */
  async lockToDelete(id: string): Promise<Pick<User, 'id' | 'username'> | undefined> {
    await this.database.takeTime(DELETION_MS);
    return this.findOne({ id }, { select: ['id', 'username'], lock: 'update' });
  }

  /** The admins who can sign in. Changes of admins run one after the other, or two admins could both be the last to leave. */
  async lockAdmins(): Promise<string[]> {
    await this.rows(LOCK_ADMINS);
    return (await this.rows<{ id: string }>(ADMINS)).map(({ id }) => id);
  }

  async create(user: NewUser): Promise<string> {
    const { id } = await this.insert(user);
    await this.table(UserCounters).insert({ user_id: id });
    return id;
  }

  async change(id: string, changes: Partial<User>): Promise<void> {
    await this.update({ id }, { ...changes, updated_at: NOW });
  }

  /** False when nothing changed. */
  async updateSubscription(id: string, plan: string | null, status: string, expiresAt: Date | null): Promise<boolean> {
    return (await this.count(UPDATE_SUBSCRIPTION, id, plan, status, expiresAt)) > 0;
  }

  /** Oldest first; reads a thousand rows at a time. */
  async *listAll(): AsyncGenerator<User> {
    let at: Date | string = '-infinity';
    let id = FIRST_ID;
    for (;;) {
      const rows: User[] = await this.rows<User>(ALL, at, id);
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      [at, id] = [last.created_at, last.id];
    }
  }
}

/** One or two letters match too many names, and the trigram index finds them only at the beginning of a word. */
function patterns(words: string): string[] {
  const literal = words.replace(/[\\%_]/g, '\\$&');
  return [...words].length < 3 ? [`${literal}%`, `% ${literal}%`] : [`%${literal}%`];
}
