import { aboveSql } from './tree.js';

export const ROLES = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const isAtLeast = (role: Role, needed: Role) => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** SQL condition: the grant works now. */
export const isLiveSql = (grant: string) => `(${grant}.expires_at IS NULL OR ${grant}.expires_at > now())`;

/** SQL: the highest role of grants to the user; 'editor' comes before 'viewer' in the alphabet as well. */
const highestSql = (from: string, item: string, user: string) =>
  `SELECT min(a.role) FROM ${from} ext_documents.access a
   WHERE a.user_id = ${user} AND a.item_id = ${item} AND ${isLiveSql('a')}`;

/** SQL: the highest role that grants on the folder, or on those that it lies in, give to the user. */
export const roleInSql = (folder: string, user: string) =>
  `(${aboveSql(folder)} ${highestSql('above,', 'above.id', user)})`;

/**
 * SQL: the role of a user, NULL if they may not see the item. What is in the trash is seen by its owner only. `inFolder`
 * is their role in its folder, which is the same for all items of one.
 */
export const roleSql = (item: string, user: string, inFolder = roleInSql(`${item}.parent_id`, user)) =>
  `CASE WHEN ${item}.owner_id = ${user} THEN 'owner'
     WHEN ${item}.trashed_at IS NULL THEN least((${highestSql('', `${item}.id`, user)}), ${inFolder}) END`;

/** SQL: whether the user has marked the item with a star. */
export const starredSql = (item: string, user: string) =>
  `coalesce((SELECT m.starred FROM ext_documents.marks m WHERE m.user_id = ${user} AND m.item_id = ${item}.id), false)`;

/** SQL: what an owner sees of how their item is shared; NULL for others. */
export const sharingSql = (item: string, user: string) =>
  `CASE WHEN ${item}.owner_id = ${user} THEN (SELECT count(*)::int FROM ext_documents.links l WHERE l.item_id = ${item}.id
      AND l.revoked_at IS NULL AND ${isLiveSql('l')}) END AS link_count,
   CASE WHEN ${item}.owner_id = ${user} THEN (SELECT count(*)::int FROM ext_documents.access a
      WHERE a.item_id = ${item}.id AND ${isLiveSql('a')}) END AS access_count`;

/** The columns of an item `i` as the user `$n` sees it. */
export const seenColumns = (user: string, inFolder?: string) =>
  `i.id, i.owner_id, i.kind, i.parent_id, i.name, i.description, i.tags, i.content_type, i.size_bytes,
   i.current_version_id, i.version_number, i.created_by, i.protected, i.source_app, i.source_id, i.trashed_at,
   i.trash_root_id, i.created_at, i.updated_at, ${roleSql('i', user, inFolder)} AS role, ${starredSql('i', user)} AS starred`;
