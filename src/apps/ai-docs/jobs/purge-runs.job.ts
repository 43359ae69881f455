import { Job } from '../../../jobs/job.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { inBatches } from '../../../platform/database/batches.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { settingsSql } from '../../kernel/app-settings.js';
import { AiDocsSettings } from '../ai-docs.settings.js';

const BATCH = 1_000;
const DAYS = `coalesce((${settingsSql('ai-docs', 'r.owner_id')}->>'run_history_days')::int,
  ${new AiDocsSettings().run_history_days})`;

// Ids of version 7 rise with the time, so the runs that are younger than a day end the walk.
const NEXT = sql(
  'ai-docs_runs_with_texts',
  `SELECT id FROM ext_ai_docs.runs WHERE has_texts AND created_at < now() - interval '1 day' AND id > $1 ORDER BY id LIMIT $2`,
);
const PURGE = sql(
  'ai-docs_purge_runs',
  `UPDATE ext_ai_docs.runs r SET input = '{}', state = '{}', output = NULL, citations = '[]', has_texts = false
   WHERE id = ANY ($1::uuid[]) AND has_texts AND finished_at IS NOT NULL
     AND created_at < now() - ${DAYS} * interval '1 day'`,
);

@AppProvider()
class RunTextsRepository extends BaseRepository {
  async next(after: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(NEXT, after, BATCH)).map(({ id }) => id);
  }

  async purge(ids: string[]): Promise<void> {
    await this.count(PURGE, ids);
  }
}

/** Removes the texts of runs that are older than their owner wants them. The numbers stay. */
@AppProvider()
export class PurgeRunsJob extends Job {
  readonly name = 'ai-docs.purge-runs';
  override readonly every = '25 4 * * *';

  constructor(
    private readonly texts: RunTextsRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    await inBatches(this.database, async (after) => {
      const ids = await this.texts.next(after);
      if (ids.length) await this.texts.purge(ids);
      return ids.at(-1);
    });
  }
}
