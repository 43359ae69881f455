import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { iso, jsonObject } from '../../platform/database/json.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { sql, type Statement } from '../../platform/database/sql.js';
import type { User } from './user.entity.js';
import { NAMES, patterns } from './user.repository.js';

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

interface Line {
  id: string;
  created_at: Date;
  json: string;
}

const FIELDS = {
  id: 'u.id',
  username: 'u.username',
  first_name: 'u.first_name',
  last_name: 'u.last_name',
  role: 'u.role',
  user_status: 'u.user_status',
  verified: 'u.verified',
  type: 'u.type',
  created_at: iso('u.created_at'),
};

const DETAIL = sql(
  'admin_user',
  `SELECT ${jsonObject({ ...FIELDS, email: 'u.email', updated_at: iso('u.updated_at') })}::text AS json
   FROM account.users u WHERE u.id = $1`,
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
    `SELECT u.id, u.created_at, ${jsonObject(FIELDS)}::text AS json FROM account.users u
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

const PAGE = new Keyset({ name: 'admin-users', defaultLimit: 20, maxLimit: 100 });

/** Accounts of every status, as staff see them. */
@Injectable()
export class AdminUserRepository extends BaseRepository {
  /** Newest first, as the JSON of the answer. */
  async listPage(filter: UsersFilter): Promise<string> {
    const slice = PAGE.read(filter);
    const values = [...newestFirst(slice), ...(filter.search ? [patterns(filter.search)] : [])];
    const lines = await this.lagging<Line>(LISTS.get(keyOf(filter)) as Statement, ...values);
    const { rows, next_cursor } = PAGE.cut(lines, slice, ({ created_at, id }) => [created_at, id]);
    return `{"users":[${rows.map(({ json }) => json).join()}],"next_cursor":${JSON.stringify(next_cursor)}}`;
  }

  /** As JSON. */
  async findDetail(id: string): Promise<string | undefined> {
    return (await this.one<{ json: string }>(DETAIL, id))?.json;
  }
}
