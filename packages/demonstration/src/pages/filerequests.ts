import { buyerOf, idOf, installed, SELLERS } from '../selling/sellers.js';

/** What a seller asks for: a number, a title, and after how many days it closes; null: it stays open. */
const REQUESTS = `(VALUES
  (1, 'Receipts of the quarter', 'Please send a file for each month.', 21),
  (2, 'Photographs of the fair', NULL, NULL)) AS request (k, title, instructions, days)`;

const ITEMS = `(VALUES
  (1, 0, 'Bank statement', true, '{pdf}'::text[], 3),
  (1, 1, 'Receipts', true, '{pdf,jpg,png}', 1),
  (1, 2, 'Other', false, '{}', 1),
  (2, 0, 'Photographs', true, '{jpg,jpeg,png,heic}', 1)) AS item (k, position, title, required, extensions, min_files)`;

/**
 * Requests of sellers of the app filerequests, with their folders and those who were asked. Nothing has been sent: the seed
 * program writes rows alone, and a file without its bytes could not be opened. Nobody knows the tokens of the links.
 */
export const FILE_REQUESTS = `WITH ${SELLERS}, root AS MATERIALIZED (
    SELECT ${idOf('file requests folder', '0')} AS id, s, seller_id, place, many, now FROM seller
  ), request AS MATERIALIZED (
    SELECT ${idOf('file request', 'k')} AS id, ${idOf('file request folder', 'k')} AS folder_id, root.id AS root_id,
      s, k, seller_id, title, instructions, now + make_interval(days => days) AS closes_at, now, ${buyerOf('7')} AS buyer_id
    FROM root, ${REQUESTS}
  ), folder AS (
    INSERT INTO ext_documents.items (id, owner_id, kind, parent_id, name, created_by, created_at, updated_at)
    SELECT id, seller_id, 'folder', NULL::uuid, 'File requests', seller_id, now - interval '9 days',
      now - interval '9 days' FROM root
    UNION ALL
    SELECT folder_id, seller_id, 'folder', root_id, title, seller_id, now - interval '9 days',
      now - interval '9 days' FROM request
    ON CONFLICT DO NOTHING
  ), made AS (
    INSERT INTO ext_filerequests.requests (id, owner_id, title, instructions, code, folder_id, closes_at, max_file_bytes,
      created_at, updated_at)
    SELECT id, seller_id, title, instructions, substr(md5('file request ' || s || ' ' || k), 1, 22), folder_id, closes_at,
      524288000, now - make_interval(days => 9 - k), now - make_interval(days => 9 - k)
    FROM request ON CONFLICT DO NOTHING RETURNING id
  ), item AS (
    INSERT INTO ext_filerequests.items (request_id, position, title, required, allowed_extensions, min_files, created_at)
    SELECT id, position, item.title, required, extensions, min_files, now - interval '8 days'
    FROM request JOIN made USING (id) JOIN ${ITEMS} USING (k)
  ), recipient AS (
    INSERT INTO ext_filerequests.recipients (request_id, name, email, user_id, token_hash, status, created_at, updated_at)
    SELECT id, name, email, CASE WHEN email IS NULL THEN buyer_id END, 'demonstration ' || id || ' ' || name, status,
      now - interval '7 days', now - interval '6 days'
    FROM request JOIN made USING (id), (VALUES
      ('Anna Berg', 'anna.berg@clients.example', 'opened'),
      ('Bruno Costa', 'bruno.costa@clients.example', 'invited'),
      ('A member', NULL, 'invited')) AS person (name, email, status)
    WHERE email IS NOT NULL OR buyer_id <> seller_id
  ), installed AS (${installed('filerequests', 'SELECT seller_id AS user_id FROM seller')}
  ) SELECT count(*)::int AS made FROM made`;
