import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { searching, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Chunk } from '../entities/doc.entity.js';
import type { Citation } from '../entities/run.entity.js';

const CLEAR = sql('ai-docs_clear_chunks', 'DELETE FROM ext_ai_docs.chunks WHERE doc_id = $1');
const INSERT = sql(
  'ai-docs_insert_chunks',
  `INSERT INTO ext_ai_docs.chunks (doc_id, owner_id, revision, position, heading, start_offset, end_offset, body, tsv)
   SELECT $1, $2, $3, position, heading, start_offset, end_offset, body,
     setweight(to_tsvector($4::regconfig, coalesce(heading, '')), 'A') || to_tsvector($4::regconfig, body)
   FROM jsonb_to_recordset($5::jsonb) AS given (
     position int, heading text, start_offset int, end_offset int, body text)`,
);

/** Divides by the logarithm of the length, and makes it a part of 1. */
export const NORMALISED = 1 | 32;
/** Of very many hits the newest are ranked. */
const MOST_HITS = 1_000;
const OF_A_DOC = 3;
const TOGETHER = 8;

/** SQL: any of the lexemes of the question `$2`, of which no query is made if there are none. */
export const anyOf = (language: string) =>
  `(SELECT string_agg(quote_literal(lexeme), ' | ')::tsquery FROM unnest(to_tsvector(${language}::regconfig, $2)))`;

/**
 * $1: the owner, $2: the question, $3: the documents or NULL, $4: a tag or NULL, $5: those that are left out. Each language
 * of the owner makes its own query of the question.
 */
const find = (query: string) => `
  WITH asked AS MATERIALIZED (
    SELECT language, ${query} AS query
    FROM (SELECT DISTINCT language FROM ext_ai_docs.docs WHERE owner_id = $1) languages
  ), hits AS MATERIALIZED (
    SELECT c.id, d.title, asked.query FROM asked
    JOIN ext_ai_docs.chunks c ON c.owner_id = $1 AND c.tsv @@ asked.query
    JOIN ext_ai_docs.docs d ON d.id = c.doc_id AND d.language = asked.language
    WHERE d.deleted_at IS NULL AND CASE WHEN $3::uuid[] IS NULL THEN d.archived_at IS NULL ELSE d.id = ANY ($3::uuid[]) END
      AND ($4::text IS NULL OR d.tags @> ARRAY[$4::text]) AND NOT d.id = ANY ($5::uuid[])
    ORDER BY c.id DESC LIMIT ${MOST_HITS}
  ), ranked AS (
    SELECT c.*, hits.title, rank, row_number() OVER (PARTITION BY c.doc_id ORDER BY rank DESC, c.position) AS nth
    FROM hits JOIN ext_ai_docs.chunks c ON c.id = hits.id, LATERAL (
      SELECT round(ts_rank_cd(c.tsv, hits.query, ${NORMALISED})::numeric, 6) AS rank) ranking
  )
  SELECT doc_id, title, revision, start_offset AS start, end_offset AS "end", body AS quote
  FROM ranked WHERE nth <= ${OF_A_DOC} ORDER BY rank DESC, doc_id, position LIMIT ${TOGETHER}`;

const WITH_ALL = searching('ai-docs_find_all', find(`websearch_to_tsquery(language::regconfig, $2)`));
const WITH_ANY = searching('ai-docs_find_any', find(anyOf('language')));
const ENOUGH = 3;

/** The words of each of the texts $2 that count in the language $1. */
const LEXEMES = sql(
  'ai-docs_lexemes',
  `SELECT ARRAY(SELECT lexeme FROM unnest(to_tsvector($1::regconfig, sentence))) AS lexemes
   FROM unnest($2::text[]) WITH ORDINALITY AS given (sentence, n) ORDER BY n`,
);
/** As before, of texts whose documents are of many languages. */
const LEXEMES_OF_DOCS = sql(
  'ai-docs_lexemes_of_docs',
  `SELECT ARRAY(SELECT lexeme FROM unnest(to_tsvector(d.language::regconfig, sentence))) AS lexemes,
     ARRAY(SELECT lexeme FROM unnest(to_tsvector(d.language::regconfig, $3))) AS asked
   FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS given (doc_id, sentence, n)
   JOIN ext_ai_docs.docs d ON d.id = given.doc_id ORDER BY n`,
);

export type NewChunk = Pick<Chunk, 'position' | 'heading' | 'start_offset' | 'end_offset' | 'body'>;
export type FoundPassage = Omit<Citation, 'n'>;

export interface Question {
  text: string;
  docIds?: string[];
  tag?: string;
  without: string[];
}

@AppProvider()
export class ChunkRepository extends EntityRepository<Chunk> {
  protected readonly entity = Chunk;

  async replace(
    { doc_id, owner_id, revision, language }: Pick<Chunk, 'doc_id' | 'owner_id' | 'revision'> & { language: string },
    chunks: NewChunk[],
  ): Promise<void> {
    await this.count(CLEAR, doc_id);
    if (chunks.length) await this.count(INSERT, doc_id, owner_id, revision, language, JSON.stringify(chunks));
  }

  /** The passages with all words of the question; if these are few, those with any of them. */
  async passages(ownerId: string, { text, docIds, tag, without }: Question): Promise<FoundPassage[]> {
    const values = [ownerId, text, docIds ?? null, tag ?? null, without];
    const all = await this.rows<FoundPassage>(WITH_ALL, ...values);
    if (all.length >= ENOUGH) return all;
    return this.rows<FoundPassage>(WITH_ANY, ...values);
  }

  async lexemes(language: string, texts: string[]): Promise<string[][]> {
    const rows = await this.rows<{ lexemes: string[] }>(LEXEMES, language, texts);
    return rows.map(({ lexemes }) => lexemes);
  }

  lexemesOf(texts: { doc_id: string; text: string }[], question: string) {
    const docs = texts.map(({ doc_id }) => doc_id);
    return this.rows<{ lexemes: string[]; asked: string[] }>(
      LEXEMES_OF_DOCS,
      docs,
      texts.map(({ text }) => text),
      question,
    );
  }
}
