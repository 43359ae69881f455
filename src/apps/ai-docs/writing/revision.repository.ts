import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Revision } from '../entities/doc.entity.js';

const MOST = 200;
const PRUNE = sql(
  'ai-docs_prune_revisions',
  `DELETE FROM ext_ai_docs.revisions WHERE id = ANY (ARRAY(
     SELECT id FROM ext_ai_docs.revisions WHERE doc_id = $1 AND revision <> $2
     ORDER BY source <> 'manual', revision
     LIMIT greatest((SELECT count(*) FROM ext_ai_docs.revisions WHERE doc_id = $1) - ${MOST}, 0)))`,
);
const LATEST = sql(
  'ai-docs_latest_revisions',
  `SELECT id, revision, title, source, run_id, created_at FROM ext_ai_docs.revisions
   WHERE doc_id = $1 ORDER BY revision DESC LIMIT 50`,
);

export type RevisionNote = Pick<Revision, 'id' | 'revision' | 'title' | 'source' | 'run_id' | 'created_at'>;

@AppProvider()
export class RevisionRepository extends EntityRepository<Revision> {
  protected readonly entity = Revision;

  /** The newest 200 stay; of the others, those that the writer made by hand go first. */
  async prune(docId: string, current: number): Promise<void> {
    if (current > MOST) await this.count(PRUNE, docId, current);
  }

  latest(docId: string): Promise<RevisionNote[]> {
    return this.rows<RevisionNote>(LATEST, docId);
  }
}
