import { LIVE } from '../blocks/block.sql.js';

/** Whether the page `p` of the owner `u` is open to visitors. */
export const OPEN = `(p.is_published AND p.blocked_at IS NULL AND u.user_status = 'active')`;

/** The contact form $1, if visitors see it now. */
export const OPEN_FORM = `SELECT p.owner_id, b.page_id, b.id AS block_id, b.data->>'consent_text' AS consent_text
  FROM ext_biolinks.blocks b JOIN ext_biolinks.pages p ON p.id = b.page_id JOIN account.users u ON u.id = p.owner_id
  WHERE b.id = $1 AND b.kind = 'contact_form' AND ${LIVE} AND ${OPEN}`;
