import { idOf, installed, SELLERS } from '../selling/sellers.js';

/** Documents of a seller, of one paragraph below a heading, so that each is one passage. */
const DOCS = `(VALUES
  (1, 'Refund policy', 'Refunds', 'Orders can be returned within 14 days. Digital goods are excluded.', '{shop}'::text[]),
  (2, 'Opening hours', 'Hours', 'The shop opens at nine from Tuesday to Saturday. On Mondays it is closed.', '{shop}'),
  (3, 'Notes for the fair', 'The fair', 'The stand is number 42 in hall 3. The samples arrive on the evening before.', '{fair}')
  ) AS doc (k, title, heading, words, tags)`;

/** Documents of sellers of the app ai-docs, searchable at once. */
export const AI_DOCS = `WITH ${SELLERS}, planned AS MATERIALIZED (
    SELECT ${idOf('ai doc', 'k')} AS id, seller_id, k, title, heading, words, tags, '# ' || heading || E'\\n' || words AS body,
      now - make_interval(days => 4 - k) AS at FROM seller, ${DOCS}
  ), made AS (
    INSERT INTO ext_ai_docs.docs (id, owner_id, title, body, tags, word_count, index_status, created_at, updated_at)
    SELECT id, seller_id, title, body, tags, array_length(regexp_split_to_array(heading || ' ' || words, '\\s+'), 1), 'ready', at, at
    FROM planned ON CONFLICT DO NOTHING RETURNING id
  ), revision AS (
    INSERT INTO ext_ai_docs.revisions (doc_id, owner_id, revision, title, body, source, created_at)
    SELECT id, seller_id, 1, title, body, 'manual', at FROM planned JOIN made USING (id)
  ), chunk AS (
    INSERT INTO ext_ai_docs.chunks (doc_id, owner_id, revision, position, heading, start_offset, end_offset, body, tsv, created_at)
    SELECT id, seller_id, 1, 0, heading, length(heading) + 3, length(body), words,
      setweight(to_tsvector('english', heading), 'A') || to_tsvector('english', words), at
    FROM planned JOIN made USING (id)
  ), installed AS (${installed('ai-docs', 'SELECT seller_id AS user_id FROM seller')}
  ) SELECT count(*)::int AS made FROM made`;
