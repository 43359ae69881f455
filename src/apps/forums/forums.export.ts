import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OWNED = 'forum_id = ANY (ARRAY(SELECT id FROM ext_forums.forums WHERE owner_id = $1))';

/** A user's posts and followed topics; of owned forums their settings, not the posts of others. */
const TABLES: Record<string, string> = {
  forums: 'owner_id = $1',
  categories: OWNED,
  members: `user_id = $1 OR ${OWNED}`,
  topics: 'owner_id = $1',
  posts: 'owner_id = $1',
  revisions: 'editor_id = $1',
  likes: 'user_id = $1',
  tracking: 'user_id = $1',
  reviews: `reporter_id = $1 OR ${OWNED}`,
};

const STATEMENTS = exportStatements('forums', TABLES, { posts: `to_jsonb(t) - 'tsv'` });

@AppProvider()
export class ForumsExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
