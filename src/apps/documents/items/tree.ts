/** SQL: a folder and the folders that it lies in, as `above`. What is moved has no rows of its own to rewrite. */
export const aboveSql = (folder: string) =>
  `WITH RECURSIVE above (id, height) AS (
     SELECT ${folder}::uuid, 0
     UNION ALL SELECT f.parent_id, above.height + 1 FROM above JOIN ext_documents.items f ON f.id = above.id
       WHERE f.parent_id IS NOT NULL)`;

/** SQL: the folders among the items $1 and all that lie in them, in the trash or not, as `folders`. */
export const FOLDERS = `WITH RECURSIVE folders (id, top_id, depth) AS (
  SELECT id, id, 0 FROM ext_documents.items WHERE id = ANY ($1::uuid[]) AND kind = 'folder'
  UNION ALL SELECT f.id, folders.top_id, folders.depth + 1 FROM folders
    JOIN ext_documents.items f ON f.parent_id = folders.id AND f.kind = 'folder')`;

/**
 * SQL condition: the item `i` is one of $1 or lies in them, and is not in the trash. An array, because PostgreSQL expects
 * so many rows of a join that it would read the whole table instead of an index.
 */
export const LIVE_BELOW = `(i.id = ANY ($1::uuid[]) OR i.parent_id = ANY (ARRAY (SELECT id FROM folders)))
  AND i.trashed_at IS NULL`;
