import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { countUseSql, SecretLinks } from '../../kernel/secrets/secret-links.js';
import { Link } from '../entities/sharing.entity.js';
import { isLiveSql } from '../items/roles.js';

// The item is locked by the caller, so that of many calls no more than the limit pass.
const LIVE_OF_ITEM = sql(
  'documents_live_links_of_item',
  'SELECT count(*)::int AS count FROM ext_documents.links l WHERE l.item_id = $1 AND l.revoked_at IS NULL',
);
const OF_ITEM = sql(
  'documents_links_of_item',
  'SELECT * FROM ext_documents.links WHERE item_id = $1 ORDER BY created_at DESC, id DESC LIMIT 500',
);
const COUNT_DOWNLOAD = sql(
  'documents_count_download',
  countUseSql('ext_documents.links', 'downloads', 'max_downloads'),
);
const COUNT_VIEW = sql(
  'documents_count_view',
  `UPDATE ext_documents.links l SET views = l.views + 1, last_opened_at = now()
   WHERE l.id = $1 AND l.revoked_at IS NULL AND ${isLiveSql('l')} RETURNING views`,
);

const IS_ACTIVE = sql(
  'documents_owner_is_active',
  `SELECT FROM account.users WHERE id = $1 AND user_status = 'active'`,
);
const OWNER_NAME = sql('documents_owner_name', 'SELECT username FROM account.users WHERE id = $1');

@AppProvider()
export class LinkRepository extends SecretLinks<Link> {
  protected readonly entity = Link;

  async countLive(itemId: string): Promise<number> {
    return (await this.onlyOne<{ count: number }>(LIVE_OF_ITEM, itemId)).count;
  }

  async isOwnerActive(ownerId: string): Promise<boolean> {
    return (await this.rows(IS_ACTIVE, ownerId)).length > 0;
  }

  async ownerName(ownerId: string): Promise<string | null> {
    return (await this.one<{ username: string | null }>(OWNER_NAME, ownerId))?.username ?? null;
  }

  ofItem(itemId: string): Promise<Link[]> {
    return this.rows<Link>(OF_ITEM, itemId);
  }

  /** False: it has none left, or was revoked just now. */
  async countDownload(id: string): Promise<boolean> {
    return (await this.count(COUNT_DOWNLOAD, id)) > 0;
  }

  /** How often it was opened, this time included; undefined: it was revoked just now. */
  async countView(id: string): Promise<number | undefined> {
    return (await this.one<{ views: number }>(COUNT_VIEW, id))?.views;
  }
}
