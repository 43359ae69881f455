import { buyerOf, idOf, installed, SELLERS } from '../selling/sellers.js';

/**
 * Drafts of sellers of the app esignatures. None is sent: the seed program writes rows alone, and a document without its bytes can
 * be neither frozen nor sealed.
 */
export const ENVELOPES = `WITH ${SELLERS}, wanted AS MATERIALIZED (
    SELECT ${idOf('envelope', 'k')} AS id, seller_id, title, message, now - make_interval(days => k) AS made,
      ${buyerOf('11')} AS buyer_id
    FROM seller, (VALUES
      (1, 'Service agreement', 'Please read the second page first.'),
      (2, 'Confidentiality agreement', NULL)) AS envelope (k, title, message)
  ), made AS (
    INSERT INTO ext_esignatures.envelopes (id, owner_id, title, message, expires_in_days, created_at, updated_at)
    SELECT id, seller_id, title, message, 30, made, made FROM wanted ON CONFLICT DO NOTHING RETURNING id
  ), signer AS (
    INSERT INTO ext_esignatures.signers (envelope_id, name, email, user_id, auth, role, position, created_at, updated_at)
    SELECT id, name, email, CASE WHEN email IS NULL THEN buyer_id END, CASE WHEN email IS NULL THEN 'account' ELSE 'link' END,
      role, position, made, made
    FROM wanted JOIN made USING (id), (VALUES
      ('Anna Berg', 'anna.berg@clients.example', 'signer', 1),
      ('Bruno Costa', 'bruno.costa@clients.example', 'approver', 1),
      ('A member', NULL, 'signer', 2)) AS person (name, email, role, position)
    WHERE email IS NOT NULL OR buyer_id <> seller_id
  ), installed AS (${installed('esignatures', 'SELECT seller_id AS user_id FROM seller')}
  ) SELECT count(*)::int AS made FROM made`;
