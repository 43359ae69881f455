import { buyerOf, idOf, installed, SELLERS } from '../selling/sellers.js';

/** The folders of a seller: what their number is, in which of them they lie, and what they are for. */
const FOLDERS = `(VALUES
  (1, NULL, 'Offers', 'What we have offered, by year', '{sales}'::text[]),
  (2, NULL, 'Contracts', 'Signed copies', '{legal}'),
  (3, NULL, 'Pictures', 'Photographs for the shop', '{shop,press}'),
  (4, 1, '2025', NULL, '{}'),
  (5, 1, '2026', NULL, '{}'),
  (6, 3, 'Press kit', 'May be passed on', '{press}')) AS folder (k, parent, name, description, tags)`;

/**
 * Folders of sellers of the app documents. One of them is shared with a buyer. Without documents: the seed program writes
 * rows alone, and a document without its bytes could not be opened.
 */
export const DOCUMENT_FOLDERS = `WITH ${SELLERS}, folder AS MATERIALIZED (
    SELECT ${idOf('document folder', 'k')} AS id,
      CASE WHEN parent IS NOT NULL THEN ${idOf('document folder', 'parent')} END AS parent_id,
      seller_id, k, name, description, tags, now, ${buyerOf('3')} AS buyer_id
    FROM seller, ${FOLDERS}
  ), made AS (
    INSERT INTO ext_documents.items (id, owner_id, kind, parent_id, name, description, tags, created_by,
      created_at, updated_at)
    SELECT id, seller_id, 'folder', parent_id, name, description, tags, seller_id,
      now - make_interval(days => 60 - k), now - make_interval(days => 60 - k)
    FROM folder ON CONFLICT DO NOTHING RETURNING id
  ), shared AS (
    INSERT INTO ext_documents.access (item_id, owner_id, user_id, role, created_at, updated_at)
    SELECT id, seller_id, buyer_id, 'viewer', now - interval '9 days', now - interval '9 days'
    FROM folder JOIN made USING (id) WHERE k = 6 AND buyer_id <> seller_id ON CONFLICT DO NOTHING
  ), installed AS (${installed('documents', 'SELECT seller_id AS user_id FROM seller')}
  ) SELECT count(*)::int AS made FROM made`;
