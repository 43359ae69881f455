import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
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

const PAGE = new Keyset({ name: 'admin-users', defaultLimit: 20, maxLimit: 100 });

/** Accounts of every status, as staff see them. */
@Injectable()
export class AdminUserRepository extends BaseRepository {
  /** Newest first. */
  async listPage(filter: UsersFilter) {
    const slice = PAGE.read(filter);
    const values = [...newestFirst(slice), ...(filter.search ? [patterns(filter.search)] : [])];
    const found = await this.lagging<Pick<User, (typeof LISTED)[number]>>(
      LISTS.get(keyOf(filter)) as Statement,
      ...values,
    );
    return PAGE.cut(found, slice, ({ created_at, id }) => [created_at, id]);
  }
}
