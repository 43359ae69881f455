import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Days } from '../../kernel/stats/app-stats.js';
import { during } from '../../kernel/stats/figures.js';
import type { Method, Operation } from '../entities/run.entity.js';

const NOW_FIGURES = sql(
  'ai-docs_figures_now',
  `SELECT count(*)::int AS docs, coalesce(sum(word_count), 0)::float8 AS words,
     (SELECT coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0)::float8 FROM ext_ai_docs.runs
      WHERE owner_id = $1 AND created_at >= date_trunc('month', now(), 'UTC')) AS tokens
   FROM ext_ai_docs.docs WHERE owner_id = $1 AND archived_at IS NULL AND deleted_at IS NULL`,
);
const RUNS = sql(
  'ai-docs_figures_runs',
  `SELECT operation, method, count(*)::int AS runs FROM ext_ai_docs.runs
   WHERE owner_id = $1 AND ${during('created_at')} GROUP BY operation, method ORDER BY operation, method`,
);
const IS_PROPOSAL = `operation IN ('generate', 'rewrite') AND status = 'completed'`;
const SUMS = sql(
  'ai-docs_figures_sums',
  `SELECT count(*) FILTER (WHERE ${IS_PROPOSAL})::int AS proposals,
     count(*) FILTER (WHERE ${IS_PROPOSAL} AND applied_revision IS NOT NULL)::int AS applied,
     count(*) FILTER (WHERE operation = 'ask')::int AS asked,
     count(*) FILTER (WHERE operation = 'ask' AND reason = 'no_match')::int AS unmatched,
     count(*) FILTER (WHERE status = 'failed')::int AS failed,
     coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0)::float8 AS tokens,
     round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - created_at))
       FILTER (WHERE method = 'provider' AND status = 'completed'))::numeric, 2)::float8 AS median_seconds
   FROM ext_ai_docs.runs WHERE owner_id = $1 AND ${during('created_at')}`,
);

interface Sums {
  proposals: number;
  applied: number;
  asked: number;
  unmatched: number;
  failed: number;
  tokens: number;
  median_seconds: number | null;
}

@AppProvider()
export class FiguresRepository extends BaseRepository {
  now(ownerId: string) {
    return this.onlyOne<{ docs: number; words: number; tokens: number }>(NOW_FIGURES, ownerId);
  }

  runs(ownerId: string, { from, to }: Days) {
    return this.rows<{ operation: Operation; method: Method; runs: number }>(RUNS, ownerId, from, to);
  }

  sums(ownerId: string, { from, to }: Days) {
    return this.onlyOne<Sums>(SUMS, ownerId, from, to);
  }
}
