import { sql } from '../../../platform/database/sql.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { personIn } from '../../kernel/rows/person.js';
import type { PersonView } from '../../kernel/rows/person.js';
import { Access } from '../entities/sharing.entity.js';
import { isLiveSql, roleInSql } from '../items/roles.js';
import { aboveSql } from '../items/tree.js';

export type Grant = Access & { user: PersonView };
export type InheritedGrant = Grant & { folder_name: string };

const SET = sql(
  'documents_set_access',
  `INSERT INTO ext_documents.access AS a (item_id, owner_id, user_id, role, expires_at) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (item_id, user_id) DO UPDATE
     SET role = excluded.role, expires_at = excluded.expires_at, updated_at = now()
   RETURNING a.*, (SELECT ${personIn('u')} FROM account.users u WHERE u.id = a.user_id) AS "user"`,
);
const OF_ITEM = sql(
  'documents_access_of_item',
  `SELECT a.*, ${personIn('u')} AS "user" FROM ext_documents.access a JOIN account.users u ON u.id = a.user_id
   WHERE a.item_id = $1 ORDER BY a.id`,
);
const INHERITED = sql(
  'documents_access_inherited',
  `${aboveSql('$1')} SELECT a.*, ${personIn('u')} AS "user", f.name AS folder_name FROM above
   JOIN ext_documents.items f ON f.id = above.id
   JOIN ext_documents.access a ON a.item_id = f.id
   JOIN account.users u ON u.id = a.user_id
   WHERE ${isLiveSql('a')} ORDER BY above.height DESC, a.id`,
);
const IS_MEMBER = sql('documents_is_member', `SELECT FROM account.users WHERE id = $1`);
const FORGET_EXPIRED = sql(
  'documents_forget_expired_access',
  'DELETE FROM ext_documents.access WHERE item_id = $1 AND expires_at <= now()',
);
const EDITED_ABOVE = sql(
  'documents_edited_above',
  `SELECT i.id FROM ext_documents.items i WHERE i.id = ANY ($1::uuid[]) AND ${roleInSql('i.parent_id', '$2')} = 'editor'`,
);

@AppProvider()
export class GrantRepository extends EntityRepository<Access> {
  protected readonly entity = Access;

  set({ item_id, owner_id, user_id, role, expires_at }: Omit<Access, 'id' | 'created_at' | 'updated_at'>) {
    return this.onlyOne<Grant>(SET, item_id, owner_id, user_id, role, expires_at);
  }

  ofItem(itemId: string): Promise<Grant[]> {
    return this.rows<Grant>(OF_ITEM, itemId);
  }

  /** What grants on the folder and on those that it lies in give, the outermost first. */
  inherited(folderId: string | null): Promise<InheritedGrant[]> {
    return this.rows<InheritedGrant>(INHERITED, folderId);
  }

  async isMember(userId: string): Promise<boolean> {
    return (await this.rows(IS_MEMBER, userId)).length > 0;
  }

  async forgetExpired(itemId: string): Promise<void> {
    await this.count(FORGET_EXPIRED, itemId);
  }

  /** Those that lie below a folder that the user edits. */
  async editedAbove(itemIds: string[], userId: string): Promise<Set<string>> {
    return new Set((await this.rows<{ id: string }>(EDITED_ABOVE, itemIds, userId)).map(({ id }) => id));
  }
}
