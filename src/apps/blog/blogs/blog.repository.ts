import { isUnique } from '../../../platform/database/database-error.js';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { keyed, sql } from '../../../platform/database/sql.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { filled, settingsSql } from '../../kernel/app-settings.js';
import { BlogSettings } from '../blog.settings.js';
import { Blog } from './blog.entity.js';

/** A blog as its readers' requests find it. */
export interface ServedBlog extends Blog {
  /** Neither banned nor suspended. */
  owner_is_active: boolean;
  /** Null where the owner has given none. */
  author_name: string | null;
  author_avatar_url: string | null;
  /** What the owner has set in the app; null: nothing. */
  settings: object | null;
}

export const settingsOf = ({ settings }: ServedBlog): BlogSettings => filled(BlogSettings, settings ?? {});

const SERVED = `SELECT b.*, u.user_status = 'active' AS owner_is_active, u.avatar_url AS author_avatar_url,
    coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username) AS author_name,
    ${settingsSql('blog', 'b.owner_id')} AS settings
  FROM ext_blog.blogs b JOIN account.users u ON u.id = b.owner_id`;
const BY_HANDLE = keyed('blog_served', `${SERVED} WHERE b.handle = $1`, 'text');
const BY_ID = keyed('blog_served_by_id', `${SERVED} WHERE b.id = $1`, 'uuid');
const IS_VERIFIED = sql('blog_owner_is_verified', 'SELECT verified FROM account.users WHERE id = $1');

export const handleTaken = () => new Refusal(409, 'Handle is taken');

@AppProvider()
export class BlogRepository extends EntityRepository<Blog> {
  protected readonly entity = Blog;

  served(handle: string): Promise<ServedBlog | undefined> {
    return this.quick<ServedBlog>(BY_HANDLE, handle);
  }

  servedById(id: string): Promise<ServedBlog | undefined> {
    return this.quick<ServedBlog>(BY_ID, id);
  }

  async change(id: string, changes: Values<Blog>): Promise<Blog> {
    try {
      return (await this.updateOne({ id }, { ...changes, updated_at: NOW })) as Blog;
    } catch (error) {
      // Somebody has taken the handle at the same moment.
      throw isUnique(error, 'blogs_handle_key') ? handleTaken() : error;
    }
  }

  /** Whether a user has the badge of verified creators. */
  async isVerified(userId: string): Promise<boolean> {
    return (await this.one<{ verified: boolean }>(IS_VERIFIED, userId))?.verified ?? false;
  }
}
